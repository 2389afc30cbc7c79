"""Which changes are no longer in an app's draft, because they were undone or an earlier revision was restored."""

from collections.abc import Iterator, Sequence

from shared.domain.revisions.revision import Revision


def taken_back(revisions: Sequence[Revision], draft_id: str) -> frozenset[str]:
    """The ids of those of the draft's history whose change is not in it any more; the order does not matter.

    `revisions` may be the latest alone. One that restores a state older than these is taken as a change like any other.
    """
    history = list(_history(revisions, draft_id))[::-1]
    present = frozenset[str]()
    states = dict[str, frozenset[str]]()
    for one in history:
        if one.origin == "restore" and one.tree in states:
            present = states[one.tree]
        present = present - {one.reverts} if one.reverts else present | {one.id}
        states[one.tree] = present
    return frozenset(one.id for one in history if one.origin not in ("revert", "restore")) - present


def _history(revisions: Sequence[Revision], draft_id: str) -> Iterator[Revision]:
    known = {one.id: one for one in revisions}
    wanted: str | None = draft_id
    while wanted is not None and (found := known.pop(wanted, None)) is not None:
        yield found
        wanted = found.parent_revision_id
