"""Which changes are no longer in an app's draft, because they were undone or an earlier revision was restored."""

from collections.abc import Iterator, Sequence

from shared.domain.revisions.revision import Revision


def taken_back(revisions: Sequence[Revision], draft_id: str) -> frozenset[str]:
    """The ids of those of the draft's history whose change is not in it any more; the order does not matter.

    `revisions` may be the latest alone. One that restores a state older than these is taken as a change like any other.
    """
    history = list(_history(revisions, draft_id))[::-1]
    gone = _replay(history, resets=False)
    return frozenset(one.id for one in history if one.id in gone and one.origin not in ("revert", "restore"))


def taken_by(revisions: Sequence[Revision], draft_id: str) -> dict[str, Revision]:
    """As `taken_back`, each with the revision that took it back: also one that began again from a template."""
    return _replay(list(_history(revisions, draft_id))[::-1], resets=True)


def _replay(history: Sequence[Revision], *, resets: bool) -> dict[str, Revision]:
    """Replay a history, oldest first; what is not present at its end, with the revision that it left by."""
    present = frozenset[str]()
    states, by = dict[str, frozenset[str]](), dict[str, Revision]()
    for one in history:
        before = present
        if one.origin == "restore" and one.tree in states:
            present = states[one.tree]
        elif one.origin == "reset" and resets:
            present = states.get(one.tree, frozenset())
        present = present - {one.reverts} if one.reverts else present | {one.id}
        states[one.tree] = present
        by |= dict.fromkeys(before - present, one)
    return {gone: one for gone, one in by.items() if gone not in present}


def _history(revisions: Sequence[Revision], draft_id: str) -> Iterator[Revision]:
    known = {one.id: one for one in revisions}
    wanted: str | None = draft_id
    while wanted is not None and (found := known.pop(wanted, None)) is not None:
        yield found
        wanted = found.parent_revision_id
