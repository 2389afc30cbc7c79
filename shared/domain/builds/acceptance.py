"""What came of the acceptance checks of a tree, as the worker tells it: untrusted, but bounded here."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from shared.domain.base import Files
from shared.domain.builds.acceptance_spec import (
    MOST_CHECKS,
    AcceptanceCheck,
    CheckInvalid,
    Code,
    document_of,
    is_check,
    parse_check,
)
from shared.domain.builds.worker_tests import Reported
from shared.domain.diagnostics import Diagnostic

_HINT = (
    "Mend the app. Change the check only where you wrote it in this turn and the page is right, or where the person "
    "asked for something else than it holds."
)
PROVES_NOTHING = "ACCEPTANCE_PROVES_NOTHING"
_Line = Annotated[str, StringConstraints(max_length=500)]
_Number = Annotated[int, Field(ge=0, le=1_000_000)]


class AcceptanceDone(Reported):
    """One check. `step` is the one it ended at and `did` says it; `asked` is the turn that made it."""

    path: _Line
    title: _Line = ""
    asked: _Line = ""
    ok: bool
    code: Code | Literal[""] = ""
    step: _Number = 0
    did: _Line = ""
    message: Annotated[str, StringConstraints(max_length=800)] = ""
    ms: _Number = 0

    def diagnostic(self) -> Diagnostic:
        at = f" at step {self.step}, {self.did}" if self.step else ""
        message = f"{_named(self.title, self.asked)} failed{at}: {self.message}"
        return Diagnostic(code=self.code or "ACCEPTANCE_RESULT", path=self.path, message=message, hint=_HINT)


AllDone = Annotated[list[AcceptanceDone], Field(max_length=MOST_CHECKS + 1)]


def _named(title: str, asked: str) -> str:
    made = f' (of the turn "{asked}")' if asked else ""
    return f'The check "{title}"{made}' if title else "The check"


def proves_nothing(files: Files, paths: Iterable[str]) -> list[Diagnostic]:
    """A finding for each of these checks: it passes without the change too."""
    reported = "passes on the project as it was before this change too, so it guards nothing of it."
    hint = "Let it expect what only the change brings, or delete it."
    return [
        Diagnostic(code=PROVES_NOTHING, path=path, message=f'The check "{check.title}" {reported}', hint=hint)
        for path in paths
        if (check := read_check(files[path])) is not None
    ]


def without_steps(check: AcceptanceCheck) -> bytes | None:
    """The file of a check that only opens the page and expects the same; None where the check does no more."""
    if len(check.steps) == 1:
        return None
    return json.dumps(document_of(replace(check, steps=check.steps[:1]))).encode()


def needs_no_steps(check: AcceptanceCheck, path: str) -> Diagnostic:
    """That what it expects is there before it has done anything."""
    message = f'What the check "{check.title}" expects is there without its steps too, so it holds nothing of them.'
    hint = "Let it do something after it has opened the page, and expect what only that brings."
    return Diagnostic(code=PROVES_NOTHING, path=path, message=message, hint=hint)


def checks_of(files: Files) -> dict[str, AcceptanceCheck | None]:
    """The acceptance checks of a tree by path; None for a file that is none, which the worker refuses."""
    return {path: read_check(content) for path, content in files.items() if is_check(path)}


def read_check(content: bytes) -> AcceptanceCheck | None:
    """The check in a file, if it is one."""
    try:
        return parse_check(content)
    except CheckInvalid:
        return None


def new_checks(before: Files, after: Files) -> list[str]:
    """The paths of checks that say something else than before, sorted; what a file is called by does not count."""
    had = {(check.steps, check.expect) for check in checks_of(before).values() if check is not None}
    return sorted(path for path, check in checks_of(after).items() if check and (check.steps, check.expect) not in had)
