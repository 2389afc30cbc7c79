"""A commit's files and its way back to ours, out of what was fetched and what is here already."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence

from shared.adapters.git.object_reading import read_commit, read_tree
from shared.adapters.git.pack_reading import BLOB, COMMIT, TREE, Thing
from shared.adapters.s3.git_ids import git_objects
from shared.domain.base import Files
from shared.domain.delivery.git_errors import GitTooLarge, GitUnavailable
from shared.domain.work_budget import (
    GIT_ENTRIES,
    GIT_FILES_BYTES,
    GIT_HISTORY_BYTES,
    GIT_HISTORY_OBJECT_BYTES,
    GIT_LEVELS,
    GIT_OBJECT_BYTES,
    GIT_PATHS_CHARACTERS,
    GIT_UNPACKED_BYTES,
    PATH_CHARACTERS,
)
from shared.ports.git import History

_FOLDER, _KIND = 0o040000, 0o170000
_FILE = 0o100000
_KINDS = {b"commit": COMMIT, b"tree": TREE, b"blob": BLOB}
_CHECK_EVERY = 1_000
CheckTime = Callable[[], object]
"""Raises when the errand's time is up."""


def ways_to(
    head: str, fetched: dict[str, Thing], known: Sequence[str], check_time: CheckTime
) -> tuple[str | None, frozenset[str]]:
    """The newest commit of `known`, oldest first, that leads to `head`, and those of others that do."""
    places = {id: place for place, id in enumerate(known)}
    seen, left, newest, count = {head}, [head], -1, 0
    while left:
        id = left.pop()
        count += 1
        if not count % _CHECK_EVERY:
            check_time()
        newest = max(newest, places.get(id, -1))
        if id not in places and (thing := fetched.get(id)) is not None and thing.kind == COMMIT:
            for parent in read_commit(thing.data).parents:
                if parent not in seen:
                    seen.add(parent)
                    left.append(parent)
    return known[newest] if newest >= 0 else None, frozenset(seen - places.keys())


class BranchFiles:
    """What the host leaves out, since it knows that we have it, is looked for in `history`, as far back as needed."""

    def __init__(self, fetched: dict[str, Thing], history: History, check_time: CheckTime) -> None:
        self._things, self._walk_budget = dict(fetched), _WalkBudget(check_time)
        self._history = _HistoryObjects(history, check_time)

    def of(self, head: str) -> tuple[Files, list[str]]:
        """The files of a commit, and the paths of what is none: links and other repositories."""
        files: Files = {}
        left_out: list[str] = []
        for path, mode, id in self._walk(read_commit(self._find(head, COMMIT)).tree):
            if mode & _KIND == _FILE:
                files[path] = self._find(id, BLOB)
                self._walk_budget.add_file(len(files[path]))
            else:
                left_out.append(path)
        return files, left_out

    def _walk(self, root: str) -> Iterator[tuple[str, int, str]]:
        folders = [("", 0, root)]
        while folders:
            above, level, id = folders.pop()
            for entry in read_tree(self._find(id, TREE)):
                # Names are bounded by the reader: composition takes time by the square of a run of marks.
                path = above + unicodedata.normalize("NFC", entry.name.decode("utf-8", "replace"))
                self._walk_budget.add_path(path, level)
                if entry.mode & _KIND == _FOLDER:
                    folders.append((path + "/", level + 1, entry.id))
                else:
                    yield path, entry.mode, entry.id

    def _find(self, id: str, kind: int) -> bytes:
        while id not in self._things:
            self._history.add_next(self._things)
        thing = self._things[id]
        if thing.kind != kind:
            raise ValueError("another kind of object")
        return thing.data


class _WalkBudget:
    """Limits of one walk. Each path counts, also where many lead to the same folder or file."""

    def __init__(self, check_time: CheckTime) -> None:
        self._entries = self._characters = self._bytes = 0
        self._check_time = check_time

    def add_path(self, path: str, level: int) -> None:
        self._entries += 1
        self._characters += len(path)
        if self._entries > GIT_ENTRIES:
            raise GitTooLarge(f"The branch has more than {GIT_ENTRIES:,} files and folders.")
        if len(path) > PATH_CHARACTERS or level >= GIT_LEVELS:
            raise GitTooLarge(
                f"The branch has a path of more than {PATH_CHARACTERS:,} characters or {GIT_LEVELS} levels."
            )
        if self._characters > GIT_PATHS_CHARACTERS:
            raise GitTooLarge(f"The paths of the branch have more than {GIT_PATHS_CHARACTERS:,} characters together.")
        if not self._entries % _CHECK_EVERY:
            self._check_time()

    def add_file(self, size: int) -> None:
        self._bytes += size
        if self._bytes > GIT_FILES_BYTES:
            raise GitTooLarge(f"The files of the branch have more than {GIT_FILES_BYTES // 2**20} MB together.")


class _HistoryObjects:
    """Objects of the app's own revisions, one revision at a time, bounded in what is hashed and in what is held."""

    def __init__(self, history: History, check_time: CheckTime) -> None:
        self._history, self._check_time = iter(history), check_time
        self._trees: set[str] = set()
        self._hashed = self._held = 0

    def add_next(self, things: dict[str, Thing]) -> None:
        """Add the objects of the next tree. GitUnavailable at the history's end, GitTooLarge beyond the budget."""
        for commit, files in self._history:
            self._check_time()
            if files is not None and commit.tree not in self._trees:
                self._trees.add(commit.tree)
                self._add(files, things)
                return
        raise GitUnavailable("The host left out a part of the branch.")

    def _add(self, files: Files, things: dict[str, Thing]) -> None:
        self._hashed += sum(len(content) + GIT_HISTORY_OBJECT_BYTES for content in files.values())
        if self._hashed > GIT_HISTORY_BYTES:
            raise _too_far_back()
        for made in git_objects(files):
            if (id := made.id.decode()) not in things:
                things[id] = Thing(_KINDS[made.type_name], made.as_raw_string())
                self._held += len(things[id].data) + GIT_OBJECT_BYTES
        if self._held > GIT_UNPACKED_BYTES:
            raise _too_far_back()


def _too_far_back() -> GitTooLarge:
    return GitTooLarge("The branch needs more of the app's older revisions than one request reads.")
