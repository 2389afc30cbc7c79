"""A part of the dear tests: which of them are run follows from the commit, so that a few commits see them all."""

import os
import subprocess
import zlib
from collections.abc import Callable, Collection, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
SHARE = int(os.environ.get("TEST_SHARE", "1"))
"""One file of so many is drawn, besides those about what the last commit changed."""
LONG = 30
"""Of a table of more values, a file that is drawn takes one of `SHARE` too: the table alone can take half an hour."""
E2E_SHARE = int(os.environ.get("TEST_E2E_SHARE", "1"))
"""As `SHARE`, of the files in tests/e2e alone, whose stacks and browsers take half of the time of all tests."""
E2E = "tests/e2e/"
ALWAYS = frozenset(f"{E2E}test_{name}.py" for name in ("studio", "broken_builds", "document", "origins"))
"""From a sentence to a page, what is never published, every answer, what a page may reach: by every commit."""


def keep_drawn(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects the tests of files that are not drawn; all are kept where none would be."""
    if SHARE == E2E_SHARE == 1:
        return
    kept = [item for item in items if _is_kept(item)] or items
    left = {id(item) for item in kept}
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in left])
    items[:] = kept


def _is_kept(item: pytest.Item) -> bool:
    name = _name(item.path)
    share = max(SHARE, E2E_SHARE) if name.startswith(E2E) else SHARE
    return (SHARE == 1 and name in ALWAYS) or is_about(item, changed()) or is_drawn(name, _head(), share)


def is_drawn(name: str, commit: str, share: int = SHARE) -> bool:
    """Whether this commit looks into this file."""
    return _number(commit, name) % share == 0


def is_about(item: pytest.Item, changed: Collection[str]) -> bool:
    """Whether the file itself was changed, or a path that begins as one of those that it names as `ABOUT`."""
    about: tuple[str, ...] = getattr(getattr(item, "module", None), "ABOUT", ())
    return _name(item.path) in changed or any(path.startswith(about) for path in changed)


def drawn_of(
    file: str, values: Sequence[Any], about: Callable[[Any], tuple[str, ...]] = lambda _: (), *, one_in: int = 0
) -> list[Any]:
    """The values for a test of `file`: `make test` takes one that the commit draws, or one of so many; `make test-deep`
    the others.

    Also those that the commit is about: the file itself was changed, or a path that begins as `about` says of them.
    """
    name = _name(Path(file))
    share = one_in or len(values)
    first = _number(_head(), name) % share

    def is_wanted(place: int, value: Any) -> bool:
        return place % share == first or name in changed() or any(path.startswith(about(value)) for path in changed())

    def is_left_out(place: int) -> bool:
        return len(values) > LONG and place % SHARE != first % SHARE

    deep, numbered = pytest.mark.deep, list(enumerate(values))
    wanted = {place for place, each in numbered if is_wanted(place, each)}
    kept = [(place, each) for place, each in numbered if place in wanted or not is_left_out(place)]
    return [each if place in wanted else pytest.param(each, marks=deep) for place, each in kept]


@cache
def changed() -> frozenset[str]:
    """The paths that differ from the commit before the last."""
    return frozenset(_git("diff", "--name-only", "HEAD~1").split())


@cache
def _head() -> str:
    return _git("rev-parse", "HEAD")


def _number(commit: str, name: str) -> int:
    return zlib.crc32(f"{commit.strip()} {name}".encode())


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _git(*arguments: str) -> str:
    """What git prints; nothing where there is no such commit, as in a shallow clone."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""
