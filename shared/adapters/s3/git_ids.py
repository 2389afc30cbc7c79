"""Git's own identifiers of trees and commits, so that a revision exports to git as it is.

Git's objects are imported when one is made: every function has snapshots, and few write one.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dulwich.objects import Commit, Tree

_FILE = 0o100644
_FOLDER = 0o040000


def git_tree(files: Mapping[str, bytes]) -> "Tree":
    """The root tree object of a source tree; every file is an ordinary, not executable one."""
    return _tree(_nested(files))


def tree_id(files: Mapping[str, bytes]) -> str:
    """The tree's id in hex."""
    return _hex(git_tree(files))


def git_commit(tree: str, parent: str | None, message: str, author: str, epoch: int) -> "Commit":
    """The commit object of a revision: author and committer are the same, the time zone is UTC."""
    from dulwich.objects import Commit, ObjectID

    commit = Commit()
    commit.tree = tree.encode()
    commit.parents = [ObjectID(parent.encode())] if parent else []
    commit.author = commit.committer = _identity(author)
    commit.author_time = commit.commit_time = epoch
    commit.author_timezone = commit.commit_timezone = 0
    commit.message = message.encode() + (b"" if message.endswith("\n") else b"\n")
    return commit


def commit_id(tree: str, parent: str | None, message: str, author: str, epoch: int) -> str:
    """The commit's id in hex."""
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


def _tree(folder: dict[str, Any]) -> "Tree":
    from dulwich.objects import Blob, Tree

    tree = Tree()
    for name, entry in folder.items():
        if isinstance(entry, dict):
            tree.add(name.encode(), _FOLDER, _tree(entry).id)
        else:
            tree.add(name.encode(), _FILE, Blob.from_string(entry).id)
    return tree


def _identity(author: str) -> bytes:
    name = "".join(char for char in author if char >= " " and char not in "<>").strip() or "unknown"
    return f"{name} <{name}>".encode()


def _hex(thing: "Tree | Commit") -> str:
    name: bytes = thing.id
    return name.decode("ascii")
