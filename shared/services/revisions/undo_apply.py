"""Takes back the agent's latest change, or brings an earlier tree back: as a new revision, so that nothing is lost."""

from contextlib import suppress
from functools import partial
from itertools import islice, takewhile
from typing import NamedTuple

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.base import Moment
from shared.domain.diffs.change_story import FileStory, tell_files
from shared.domain.diffs.merge3 import Merge
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Origin, Revision
from shared.domain.runs.run import Run
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports
from shared.services.revision_history import history_of
from shared.services.revisions.add_revision import NextRevision, add_revision
from shared.services.revisions.follow_lock import merge_trees, require_clean
from shared.services.revisions.gate_change import gate_tree
from shared.services.revisions.mark_untrusted import mark_brought_back
from shared.services.until_written import until_written

_BY_AGENT = ("chat", "diff")


class RevisionLine(BaseModel):
    """A revision in a list of later work."""

    id: str
    origin: Origin
    label: str | None
    message: str
    prompt: str | None = None
    created_by: str
    created_at: Moment
    run_id: str | None


class Undo(BaseModel):
    """What an undo takes back, what stands after it, and once confirmed the new revision.

    `files` is what changes in the draft. With `conflicts` it cannot be taken back without touching later work.
    """

    undoes: RevisionLine
    files: list[FileStory]
    later: list[RevisionLine]
    applies: bool
    conflicts: list[str]
    revision: Revision | None = None


class _Plan(NamedTuple):
    applied: Revision
    later: list[Revision]
    merged: Merge


def undo_apply(*, principal: Principal, app_id: str, confirm: bool, ports: Ports) -> Undo:
    """The undo of the newest change by a run that is not taken back yet and still shows in the draft.

    Without `confirm` nothing is stored. Else the revert is a new revision, queued: Conflict `MERGE_CONFLICT` when later
    work touches the same places, Invalid when the gate refuses it. NotFound when there is nothing to undo.
    """
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    plan = _plan(draft, ports)
    now = ports.snapshots.get(app.tenant_id, app.id, draft.tree)
    undo = undo_of(plan.applied, plan.later, plan.merged, now)
    if not confirm:
        return undo
    taken_back = take_back(
        principal=principal, app=app, draft=draft, applied=plan.applied, merged=plan.merged, ports=ports
    )
    return undo.model_copy(update={"revision": taken_back})


def take_back(
    *, principal: Principal, app: App, draft: Revision, applied: Revision, merged: Merge, ports: Ports
) -> Revision:
    """A new revision, queued, of the merged tree; the run of what it takes back says so from then on.

    Conflict `MERGE_CONFLICT`; Invalid when the gate refuses it.
    """
    require_clean(merged)
    tree = gate_tree(tenant_id=app.tenant_id, app_id=app.id, files=merged.files, ports=ports).accepted()
    if applied.parent_revision_id is not None:
        before = ports.revisions.get(app.tenant_id, app.id, applied.parent_revision_id)
        mark_brought_back(app, before, ports)
    new = NextRevision(
        app_id=app.id,
        slug=app.slug,
        tree=tree,
        parent=draft,
        origin="revert",
        message=f"Undo: {applied.title}"[:200],
        reverts=applied.id,
        sets_aside=[applied.run_id] if applied.run_id is not None else [],
    )
    revision = add_revision(principal=principal, new=new, ports=ports)
    if applied.run_id is not None:
        mark_rolled_back(applied.run_id, revision, ports)
    return revision


def _plan(draft: Revision, ports: Ports) -> _Plan:
    now = ports.snapshots.get(draft.tenant_id, draft.app_id, draft.tree)
    taken_back: set[str | None] = set()
    later: list[Revision] = []
    for revision in history_of(draft, ports):
        taken_back.add(revision.reverts)
        if revision.origin in _BY_AGENT and revision.run_id and revision.id not in taken_back:
            merged = reverted(revision, now, ports)
            if merged.conflicts or merged.files != now:
                return _Plan(revision, later, merged)
        later.append(revision)
    raise NotFound("There is no change by the agent to undo.")


def reverted(applied: Revision, now: dict[str, bytes], ports: Ports) -> Merge:
    """`now` without what `applied` changed, three-way: later work stays."""
    files = partial(ports.snapshots.get, applied.tenant_id, applied.app_id)
    if applied.parent_revision_id is None:
        return Merge(now, [])
    parent = ports.revisions.get(applied.tenant_id, applied.app_id, applied.parent_revision_id)
    base, before = files(applied.tree), files(parent.tree)
    return merge_trees(base=base, ours=now, theirs=before, tenant_id=applied.tenant_id, ports=ports)


def undo_of(applied: Revision, later: list[Revision], merged: Merge, now: dict[str, bytes]) -> Undo:
    """What taking `applied` back changes in the files as they are now, and what came later."""
    return Undo(
        undoes=_line(applied),
        files=tell_files(now, merged.files),
        later=[_line(revision) for revision in later],
        applies=not merged.conflicts,
        conflicts=merged.conflicts,
    )


def _line(revision: Revision) -> RevisionLine:
    return RevisionLine.model_validate(revision.model_dump())


def restore_revision(*, principal: Principal, app_id: str, revision_id: str, ports: Ports) -> Revision:
    """A new revision with that tree on top of the draft, queued."""
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    wanted = ports.revisions.get(app.tenant_id, app.id, require_id("rev", revision_id))
    mark_brought_back(app, wanted, ports)
    new = NextRevision(
        app_id=app.id,
        slug=app.slug,
        tree=wanted.tree,
        parent=draft,
        origin="restore",
        message=f"Restore {wanted.title}"[:200],
        sets_aside=_set_aside(draft, wanted, ports),
        catalog=ports.builds.get(app.tenant_id, app.id, wanted.build_id).catalog,
    )
    return add_revision(principal=principal, new=new, ports=ports)


_LOOKED_AT = 50
_MOST_SET_ASIDE = 40
"""Two items each, in a transaction of at most 100."""


def _set_aside(draft: Revision, wanted: Revision, ports: Ports) -> list[str]:
    """The runs of the latest changes that stand between the draft and what it is to be again."""
    later = takewhile(lambda revision: revision.id != wanted.id, history_of(draft, ports))
    runs = [revision.run_id for revision in islice(later, _LOOKED_AT) if revision.origin in _BY_AGENT]
    return [run_id for run_id in runs if run_id is not None][:_MOST_SET_ASIDE]


def mark_rolled_back(run_id: str, by: Revision, ports: Ports) -> None:
    """Idempotent; a run that is not stored is left alone."""

    def write(run: Run) -> None:
        if run.outcome.rolled_back_by_revision != by.id:
            ports.runs.update(run.change(rolled_back_by_revision=by.id))

    with suppress(NotFound):
        until_written(lambda: ports.runs.get(by.tenant_id, run_id), write, "The run", tries=5)


def unmarked_rollback(run: Run, committed: str, ports: Ports) -> Revision | None:
    """The revision of an attempt that was killed before it marked the run; None when there is none among the latest."""
    if run.outcome.rolled_back_by_revision is not None:
        return None
    latest = ports.revisions.list(run.tenant_id, run.app_id, limit=_LOOKED_AT).items
    return next((revision for revision in latest if revision.reverts == committed), None)
