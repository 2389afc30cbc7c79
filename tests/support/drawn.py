"""A part of the dear tests: which files are looked into follows from the commit, so that a few commits see them all."""

import os
import subprocess
import zlib
from collections.abc import Collection
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARE = int(os.environ.get("TEST_SHARE", "1"))
"""One file of so many is drawn, besides those about what the last commit changed."""


def keep_drawn(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselects the tests of files that are not drawn; all are kept where none would be."""
    if SHARE == 1:
        return
    changed = set(_git("diff", "--name-only", "HEAD~1").split())
    commit = _git("rev-parse", "HEAD")
    kept = [item for item in items if is_about(item, changed) or is_drawn(_name(item), commit)] or items
    left = {id(item) for item in kept}
    config.hook.pytest_deselected(items=[item for item in items if id(item) not in left])
    items[:] = kept


def is_drawn(name: str, commit: str, share: int = SHARE) -> bool:
    """Whether this commit looks into this file."""
    return zlib.crc32(f"{commit.strip()} {name}".encode()) % share == 0


def is_about(item: pytest.Item, changed: Collection[str]) -> bool:
    """Whether the file itself was changed, or a path that begins as one of those that it names as `ABOUT`."""
    about: tuple[str, ...] = getattr(getattr(item, "module", None), "ABOUT", ())
    return _name(item) in changed or any(path.startswith(about) for path in changed)


def _name(item: pytest.Item) -> str:
    return item.path.relative_to(ROOT).as_posix()


def _git(*arguments: str) -> str:
    """What git prints; nothing where there is no such commit, as in a shallow clone."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""
