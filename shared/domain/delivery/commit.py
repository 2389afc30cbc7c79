"""A revision as the commit that git sees."""

from typing import NamedTuple

BRANCH = "main"


class Commit(NamedTuple):
    """Ids in hex; `epoch` in seconds of UTC; the author is the committer too."""

    id: str
    tree: str
    parent: str | None
    message: str
    author: str
    epoch: int


def identity(author: str) -> str:
    """Git's `name <address>`; a revision knows one name only."""
    name = "".join(char for char in author if char >= " " and char not in "<>").strip() or "unknown"
    return f"{name} <{name}>"
