"""Git's own identifiers of trees and commits, so that a revision exports to git as it is.

Git's objects are imported when one is made: every function has snapshots, and few write one.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from shared.domain.delivery.commit import identity

if TYPE_CHECKING:
    from dulwich.objects import Commit, ShaFile

_FILE = 0o100644
_FOLDER = 0o040000


def git_objects(files: Mapping[str, bytes]) -> "Iterator[ShaFile]":
    """The blobs and trees of a source tree, its root tree last; every file is an ordinary, not executable one."""
    yield from _objects(_nested(files))


def tree_id(files: Mapping[str, bytes]) -> str:
    *_, root = git_objects(files)
    return _hex(root)


def git_commit(tree: str, parent: str | None, message: str, author: str, epoch: int) -> "Commit":
    """The commit object of a revision: author and committer are the same, the time zone is UTC."""
    from dulwich.objects import Commit, ObjectID

    commit = Commit()
    commit.tree = tree.encode()
    commit.parents = [ObjectID(parent.encode())] if parent else []
    commit.author = commit.committer = identity(author).encode()
    commit.author_time = commit.commit_time = epoch
    commit.author_timezone = commit.commit_timezone = 0
    commit.message = message.encode() + (b"" if message.endswith("\n") else b"\n")
    return commit


def commit_id(tree: str, parent: str | None, message: str, author: str, epoch: int) -> str:
    return _hex(git_commit(tree, parent, message, author, epoch))


def _nested(files: Mapping[str, bytes]) -> dict[str, Any]:
    root: dict[str, Any] = {}
    for path, content in files.items():
        *folders, name = path.split("/")
        place = root
        for folder in folders:
            place = place.setdefault(folder, {})
        place[name] = content
    return root


def _objects(folder: dict[str, Any]) -> "Iterator[ShaFile]":
    from dulwich.objects import Blob, Tree

    tree = Tree()
    for name, entry in folder.items():
        if isinstance(entry, dict):
            for made in _objects(entry):
                yield made
            tree.add(name.encode(), _FOLDER, made.id)
        else:
            yield (blob := Blob.from_string(entry))
            tree.add(name.encode(), _FILE, blob.id)
    yield tree


def _hex(thing: "ShaFile") -> str:
    name: bytes = thing.id
    return name.decode("ascii")
