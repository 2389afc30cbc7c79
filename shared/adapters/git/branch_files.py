"""A commit's files and its way back to ours, out of what was fetched and what is here already."""

import unicodedata
from collections.abc import Iterator, Sequence

from dulwich.objects import Commit, Tree

from shared.adapters.git.pack_reading import BLOB, COMMIT, TREE, Thing
from shared.adapters.s3.git_ids import git_objects
from shared.domain.base import Files
from shared.domain.delivery.git_errors import GitTooLarge, GitUnavailable
from shared.ports.git import History

_ENTRIES_MOST = 20_000
_NAME_BYTES = 1_024
_FOLDER, _KIND = 0o040000, 0o170000
_FILE = 0o100000
_KINDS = {b"commit": COMMIT, b"tree": TREE, b"blob": BLOB}


def _name(raw: bytes) -> str:
    """In its normal form, which takes time by the square: so of a bounded name alone."""
    if len(raw) > _NAME_BYTES:
        raise GitTooLarge(f"The branch has a name of more than {_NAME_BYTES} bytes.")
    return unicodedata.normalize("NFC", raw.decode("utf-8", "replace"))


def ways_to(head: str, fetched: dict[str, Thing], known: Sequence[str]) -> tuple[str | None, frozenset[str]]:
    """The newest commit of `known`, oldest first, that leads to `head`, and those of others that do."""
    places = {id: place for place, id in enumerate(known)}
    seen, left, newest = {head}, [head], -1
    while left:
        id = left.pop()
        newest = max(newest, places.get(id, -1))
        if id not in places and (thing := fetched.get(id)) is not None and thing.kind == COMMIT:
            parents = [parent.decode() for parent in _commit(thing).parents]
            left += [parent for parent in parents if parent not in seen]
            seen.update(parents)
    return known[newest] if newest >= 0 else None, frozenset(seen - places.keys())


class BranchFiles:
    """What the host leaves out, since it knows that we have it, is looked for in `history`, as far back as needed."""

    def __init__(self, fetched: dict[str, Thing], history: History) -> None:
        self._things, self._history = dict(fetched), iter(history)
        self._entries = 0

    def of(self, head: str) -> tuple[Files, list[str]]:
        """The files of a commit, and the paths of what is none: links and other repositories."""
        files: Files = {}
        left_out: list[str] = []
        tree = _commit(self._find(head, COMMIT)).tree.decode()
        for path, mode, id in self._walk(tree):
            if mode & _KIND == _FILE:
                files[path] = self._find(id, BLOB).data
            else:
                left_out.append(path)
        return files, left_out

    def _walk(self, root: str) -> Iterator[tuple[str, int, str]]:
        folders = [("", root)]
        while folders:
            above, id = folders.pop()
            tree = Tree.from_string(self._find(id, TREE).data)
            for name, mode, child in tree.iteritems():
                self._count()
                path = above + _name(name)
                if mode & _KIND == _FOLDER:
                    folders.append((path + "/", child.decode()))
                else:
                    yield path, mode, child.decode()

    def _count(self) -> None:
        self._entries += 1
        if self._entries > _ENTRIES_MOST:
            raise GitTooLarge(f"The branch has more than {_ENTRIES_MOST:,} files and folders.")

    def _find(self, id: str, kind: int) -> Thing:
        while id not in self._things:
            _, files = next(self._history, (None, None))
            if files is None:
                raise GitUnavailable("The host left out a part of the branch.")
            for made in git_objects(files):
                self._things.setdefault(made.id.decode(), Thing(_KINDS[made.type_name], made.as_raw_string()))
        thing = self._things[id]
        if thing.kind != kind:
            raise ValueError("another kind of object")
        return thing


def _commit(thing: Thing) -> Commit:
    return Commit.from_string(thing.data)
