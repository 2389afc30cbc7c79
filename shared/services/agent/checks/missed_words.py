"""What earlier acceptance checks look for in a page, and which of that a write takes out of the sources.

A guess before the write, in no time: the checks themselves run before anything of it is kept.
"""

from collections.abc import Iterator, Sequence

from shared.domain.base import Files
from shared.domain.builds.acceptance import read_check
from shared.domain.builds.acceptance_spec import AcceptanceCheck, is_check

_READ, _FILES, _CHECKS, _LEAST = 100_000, 400, 30, 3


def missed_words(paths: Sequence[str], before: Files, after: Files) -> Iterator[str]:
    """Each with the check that needs it: words that stood in a changed file and stand in no file any more."""
    changed = [_text(before, path) for path in paths if not path.startswith("tests/")]
    left: list[str] | None = None
    for path in sorted(filter(is_check, after))[:_CHECKS]:
        check = read_check(after[path])
        for words in _words(check) if check is not None else ():
            if any(words in text for text in changed):
                left = [_text(after, other) for other in _sources(after)] if left is None else left
                if not any(words in text for text in left):
                    yield f'"{words}" ({check.title if check else path})'


def _words(check: AcceptanceCheck) -> list[str]:
    """Names of what is used, and names and texts that must be there."""
    used = [step.name for step in check.steps]
    there = [words for one in check.expect if one.count != 0 for words in (one.name, one.text)]
    return [words for words in dict.fromkeys([*used, *there]) if words is not None and len(words) >= _LEAST]


def _sources(files: Files) -> list[str]:
    return [path for path in files if not path.startswith("tests/")][:_FILES]


def _text(files: Files, path: str) -> str:
    return files.get(path, b"")[:_READ].decode("utf-8", "replace")
