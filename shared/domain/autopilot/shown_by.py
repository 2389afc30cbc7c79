"""Which files of a revision show what a task asked for: acceptance checks and tests, by what they say of themselves."""

import re
from collections.abc import Collection, Iterator

from shared.domain.base import Files
from shared.domain.builds.acceptance import checks_of
from shared.domain.builds.acceptance_spec import AcceptanceCheck
from shared.domain.builds.reaching_tests import is_test
from shared.domain.planning.task import ShowingCheck, Task
from shared.domain.text.lines import decoded

_WORD = re.compile(r"\w+")
_WORDS_LEAST = 3
"""A criterion of fewer words may stand in a file by chance."""
_MOST = 20


def shown_by(
    task: Task, files: Files, *, run_id: str, written: Collection[str], passed: Collection[str]
) -> tuple[ShowingCheck, ...]:
    """Of the kinds of checks that `passed`: the acceptance checks that the run made or that name a criterion, and the
    tests among the files it has `written`. No link is guessed: a criterion is named word for word, or not at all.
    """
    found = [
        *(_checks(task, files, run_id) if "acceptance" in passed else ()),
        *(_tests(task, files, written) if "tests" in passed else ()),
    ]
    return tuple(sorted(found, key=lambda one: not one.criteria)[:_MOST])


def _checks(task: Task, files: Files, run_id: str) -> Iterator[ShowingCheck]:
    for path, check in sorted(checks_of(files).items()):
        criteria = _named(task, check) if check is not None else ()
        if check is not None and (criteria or check.run == run_id):
            yield ShowingCheck(kind="acceptance", path=path, title=check.title, criteria=criteria)


def _named(task: Task, check: AcceptanceCheck) -> tuple[str, ...]:
    said = {_plain(words) for words in (*check.shows, check.title)}
    return tuple(one for one in task.acceptance_criteria if _plain(one) in said)


def _tests(task: Task, files: Files, written: Collection[str]) -> Iterator[ShowingCheck]:
    for path in sorted(path for path in written if path in files and is_test(path)):
        said = f" {_plain(decoded(files[path]) or '')} "
        criteria = tuple(one for one in task.acceptance_criteria if _stands_in(_plain(one), said))
        yield ShowingCheck(kind="tests", path=path, criteria=criteria)


def _stands_in(criterion: str, said: str) -> bool:
    return criterion.count(" ") >= _WORDS_LEAST - 1 and f" {criterion} " in said


def _plain(words: str) -> str:
    return " ".join(_WORD.findall(words.casefold()))
