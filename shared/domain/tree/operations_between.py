"""From two trees back to the operations that lead from one to the other."""

import base64
from collections import defaultdict

from shared.domain.base import Files
from shared.domain.text.lines import decoded
from shared.domain.tree.managed_paths import is_binary_path
from shared.domain.tree.operation_types import DeleteFile, Operation, RenameFile, UpsertFile


def operations_between(before: Files, after: Files) -> list[Operation]:
    """Operations, in order of path, that turn `before` into `after`; as many as it takes."""
    moves = renames(before, after)
    moved = set(moves.values())
    gone = [DeleteFile(path=path) for path in before if path not in after and path not in moved]
    put = [_put(path, after, moves) for path in after if before.get(path) != after[path]]
    return sorted([*gone, *put], key=lambda operation: operation.path)


def renames(before: Files, after: Files) -> dict[str, str]:
    """New path -> old path, for files that moved with equal content. An empty file is no evidence of a move."""
    lost: defaultdict[bytes, list[str]] = defaultdict(list)
    for path in sorted(before, reverse=True):
        if path not in after and before[path]:
            lost[before[path]].append(path)
    moves = {}
    for path in sorted(after):
        if path not in before and lost.get(after[path]):
            moves[path] = lost[after[path]].pop()
    return moves


def _put(path: str, after: Files, moves: dict[str, str]) -> Operation:
    if path in moves:
        return RenameFile(path=moves[path], new_path=path)
    content = after[path]
    text = None if is_binary_path(path) else decoded(content)
    if text is not None:
        return UpsertFile(path=path, content=text)
    return UpsertFile(path=path, content=base64.b64encode(content).decode("ascii"), encoding="base64")
