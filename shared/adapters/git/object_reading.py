"""Readers of trees and commits that a stranger made: entries one at a time, and only the lines that are needed."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from shared.domain.delivery.git_errors import GitTooLarge
from shared.domain.work_budget import GIT_NAME_BYTES, GIT_PARENTS

_ID_BYTES, _MODE_DIGITS = 20, 7
_TREE_LINE = re.compile(rb"tree ([0-9a-f]{40})\n")
_PARENT_LINE = re.compile(rb"parent ([0-9a-f]{40})\n")


class Entry(NamedTuple):
    """A row of a tree."""

    name: bytes
    mode: int
    id: str


class CommitHead(NamedTuple):
    """A commit's tree and parents, by their ids."""

    tree: str
    parents: list[str]


def read_tree(data: bytes) -> Iterator[Entry]:
    """Yield the rows in stored order. ValueError for data that is not a tree, GitTooLarge for an endless name."""
    at = 0
    while at < len(data):
        # Both searches are bounded: without separators each row would be searched to the end of the tree.
        space = data.index(b" ", at, at + _MODE_DIGITS + 1)
        end = data.find(b"\0", space + 1, space + 2 + GIT_NAME_BYTES)
        if end < 0:
            raise GitTooLarge(f"The branch has a name of more than {GIT_NAME_BYTES} bytes.")
        mode, name, id = int(data[at:space], 8), data[space + 1 : end], data[end + 1 : end + 1 + _ID_BYTES]
        if not name or len(id) < _ID_BYTES:
            raise ValueError("not a tree")
        at = end + 1 + _ID_BYTES
        yield Entry(name, mode, id.hex())


def read_commit(data: bytes) -> CommitHead:
    """Return what the first lines name. ValueError for data that is not a commit, GitTooLarge for endless parents."""
    found = _TREE_LINE.match(data)
    if found is None:
        raise ValueError("not a commit")
    parents: list[str] = []
    line = _PARENT_LINE.match(data, found.end())
    while line is not None:
        if len(parents) == GIT_PARENTS:
            raise GitTooLarge(f"The branch has a commit with more than {GIT_PARENTS} parents.")
        parents.append(line[1].decode())
        line = _PARENT_LINE.match(data, line.end())
    return CommitHead(found[1].decode(), parents)
