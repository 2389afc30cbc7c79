"""Which task is meant by a name: its id, its title, its title written otherwise, or the beginning of it."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence

from shared.domain.planning.task import Task

_PREFIX_LEAST = 4
_TITLE_MOST = 300
"""Longer ones are compared by their beginnings: normalising takes time by the square."""


def normalised(title: str) -> str:
    """Letters and digits alone, in one case and form: what is left when two people write the same title."""
    folded = unicodedata.normalize("NFKC", title[:_TITLE_MOST]).casefold()
    kept = "".join(char if char.isalnum() or unicodedata.combining(char) else " " for char in folded)
    return " ".join(kept.split())


class Titles:
    """The tasks of one scope, by what they may be called."""

    def __init__(self, tasks: Iterable[Task]) -> None:
        self.ids: set[str] = set()
        self._exact: defaultdict[str, set[str]] = defaultdict(set)
        self._same: defaultdict[str, set[str]] = defaultdict(set)
        for task in tasks:
            self.ids.add(task.id)
            self._exact[task.description.strip()].add(task.id)
            self._same[normalised(task.description)].add(task.id)

    def exact(self, name: str) -> set[str]:
        return self._exact.get(name.strip(), set())

    def same(self, name: str) -> set[str]:
        return self._same.get(normalised(name), set())

    def begins(self, name: str) -> set[str]:
        """Those that begin with it; none for a name so short that it would begin many."""
        wanted = normalised(name)
        if len(wanted) < _PREFIX_LEAST:
            return set()
        return {each for title, ids in self._same.items() if title.startswith(wanted) for each in ids}


def resolve(name: str, scopes: Sequence[Titles], but: str = "") -> str | None:
    """The id of the task that is meant; None when there is none, or when it could be more than one.

    The scopes come from the nearest to the widest. Each way to read the name is tried in all of them before the next.
    By its title nothing is found to wait for itself (`but`).
    """
    if any(name in scope.ids for scope in scopes):
        return name
    if not normalised(name):
        return None
    for read in (Titles.exact, Titles.same, Titles.begins):
        for scope in scopes:
            if hits := read(scope, name) - {but}:
                return hits.pop() if len(hits) == 1 else None
    return None
