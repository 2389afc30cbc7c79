"""The commit of a run: its candidate becomes a revision, or a diff that waits for a person."""

from contextlib import suppress

from shared.domain.apps.app import App
from shared.domain.errors import Bug, Conflict, MergeConflict, NotFound, PolicyViolation, Transient
from shared.domain.log_context import note_run
from shared.domain.revisions.message import clean_message
from shared.domain.revisions.revision import PROMPT_MOST, Build, Revision, dist_prefix
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.steps import LoopState, NextStep
from shared.domain.spans import span
from shared.domain.untrusted import shortened
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.revisions.hold_packages import held_catalog
from shared.services.revisions.mark_untrusted import mark_untrusted
from shared.services.revisions.name_by_page import name_by_page
from shared.services.runs.advance_run import rebase_run
from shared.services.runs.end.end_run import end_run, leftover_diff
from shared.services.runs.end.find_commit import build_of, find_commit
from shared.services.runs.end.report_commit import report_commit, report_proposal

_TRIES = 5
_MESSAGE_MOST = 1_000
_KEPT = "The run's work is kept as a diff."


def commit_run(state: LoopState, *, ports: LoopPorts) -> LoopState:
    """Commit what the run has made and end it. Idempotent: a commit already made is only reported and ended.

    Raises nothing for a draft that moved meanwhile: the run then fails with `REVISION_CONFLICT` and keeps its diff.
    Where runs work beside each other it is merged instead, and goes on to be verified as it is then.
    Only a tree that passed its gate is committed; a cancel that came before the commit is kept.
    """
    run = ports.runs.get(state.tenant_id, state.run_id)
    note_run(run)
    if run.ended or run.request.only or run.candidate_tree == run.base_tree:
        end_run(run.tenant_id, run.id, status=RunStatus.COMPLETED, ports=ports)
    elif find_commit(run, ports) is None and ports.runs.cancel_requested(run.tenant_id, run.id):
        end_run(run.tenant_id, run.id, status=RunStatus.ABORTED, failure_code="CANCELLED", ports=ports)
    elif run.request.review == "before":
        diff = leftover_diff(run, RunStatus.COMPLETED, ports)
        report_proposal(run, diff.id if diff else run.outcome.diff_id, ports)
        end_run(run.tenant_id, run.id, status=RunStatus.COMPLETED, ports=ports)
    else:
        return state.model_copy(update={"next": _commit_and_end(run, ports)})
    return state.model_copy(update={"next": "done"})


def _commit_and_end(run: Run, ports: LoopPorts) -> NextStep:
    with span("commit") as drawn:
        try:
            revision = _commit(run, ports)
        except PolicyViolation as gone:
            drawn.set(outcome="refused")
            return _end_failed(run, gone.code, f"{gone.message} {_KEPT}", ports)
        drawn.set(outcome="committed" if revision else "conflict")
    if revision is None and merges(run, ports):
        return put_on_draft(run, ports)
    if revision is None:
        said = f"The draft was changed by somebody else while the run was at work. {_KEPT}"
        return _end_failed(run, Conflict.code, said, ports)
    report_commit(run, revision, ports)
    end_run(run.tenant_id, run.id, status=RunStatus.COMPLETED, ports=ports)
    return "done"


def _end_failed(run: Run, code: str, said: str, ports: LoopPorts) -> NextStep:
    end_run(run.tenant_id, run.id, status=RunStatus.FAILED, failure_code=code, summary=said, ports=ports)
    return "done"


def _commit(run: Run, ports: LoopPorts) -> Revision | None:
    """The run's revision; None when the draft is no longer the run's base, or the app is gone. PolicyViolation when a
    package that its tree declares has left the catalog.
    """
    for _ in range(_TRIES):
        made = find_commit(run, ports)
        if made is not None:
            return made
        build = build_of(run, ports)
        if build is None:
            raise Bug("A tree that passed no gate came to be committed.")
        if (app := _app_on_base(run, ports)) is None:
            return None
        mark_untrusted(run.tenant_id, run.app_id, run.memory.untrusted, ports)
        revision = _revision(run, build, ports)
        with suppress(Conflict):  # of the draft, or only of a build that was touched meanwhile: look again
            expected = run.base_revision_id
            ports.revisions.commit(revision, build, expected_draft=expected, catalog=held_catalog(revision, ports))
            name_by_page(app, revision.tree, ports.snapshots, ports)
            return revision
    raise Transient("The app is being written by somebody else; try again.")


def _app_on_base(run: Run, ports: LoopPorts) -> App | None:
    """The app while its draft is the run's base."""
    app = or_none(ports.apps.get, run.tenant_id, run.app_id)
    if app is None:
        return None
    return app if app.draft_revision_id == run.base_revision_id else None


def _revision(run: Run, build: Build, ports: LoopPorts) -> Revision:
    base = ports.revisions.get(run.tenant_id, run.app_id, run.base_revision_id)
    now = ports.clock.now()
    text = run.outcome.commit_message or run.outcome.summary or run.request.message
    message = shortened(clean_message(text), _MESSAGE_MOST)
    return Revision(
        id=build.revision_id,
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        parent_revision_id=base.id,
        tree=run.candidate_tree,
        commit=ports.snapshots.commit_id(
            run.candidate_tree, base.commit, message, run.request.created_by, int(now.timestamp())
        ),
        origin="chat",
        message=message,
        prompt=None if run.request.repair else shortened(run.request.message, PROMPT_MOST),
        created_by=run.request.created_by,
        created_at=now,
        run_id=run.id,
        build_id=build.id,
        build_status=build.status,
        build_started_at=build.started_at,
        build_finished_at=build.finished_at,
        verdict=run.verdict if run.verdict_tree == run.candidate_tree else None,
        looks=build.looks,
        dist_storage_prefix=dist_prefix(run.tenant_id, run.app_id, build.revision_id),
    )


_CLASH = f"Others changed the same places while the run was at work. {_KEPT}"


def merges(run: Run, ports: LoopPorts) -> bool:
    """Whether a run works beside others: this one, or the one that made the draft."""
    if run.request.in_parallel:
        return True
    with suppress(NotFound):
        app = ports.apps.get(run.tenant_id, run.app_id)
        draft = ports.revisions.get(run.tenant_id, run.app_id, app.draft_revision_id or "")
        return draft.run_id is not None and ports.runs.get(run.tenant_id, draft.run_id).request.in_parallel
    return False


def put_on_draft(run: Run, ports: LoopPorts) -> NextStep:
    """What comes next: an iteration that verifies the merged tree, or the end, with the work as a diff."""
    try:
        moved = rebase_run(run, ports)
    except MergeConflict as clash:
        return _end_failed(run, clash.code, f"{_CLASH} {clash.message}", ports)
    except NotFound:
        end_run(run.tenant_id, run.id, status=RunStatus.ABORTED, failure_code="APP_DELETED", ports=ports)
        return "done"
    ports.runs.update(moved.change(merged=True, build_id=None, pending_call_id=None, finishing=False))
    return "continue"
