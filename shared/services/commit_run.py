"""The commit of a run: its candidate becomes a revision, or a diff that waits for a person."""

from shared.domain.diffs import file_changes
from shared.domain.errors import Conflict, NotFound
from shared.domain.events import AnyChunk, ChangedFile, DataDiff, DataRevision, DiffData, RevisionData
from shared.domain.ids import derived_id, new_id
from shared.domain.revision import Build, Revision, dist_prefix
from shared.domain.run import Run
from shared.domain.steps import LoopState
from shared.services.end_run import end_run, leftover_diff
from shared.services.event_writer import EventWriter
from shared.services.loop_ports import LoopPorts


def commit_run(state: LoopState, *, ports: LoopPorts) -> LoopState:
    """Commit what the run has made and end it. Idempotent: a commit already made is only reported and ended.

    Raises nothing for a draft that moved meanwhile: the run then fails with `REVISION_CONFLICT` and keeps its diff.
    """
    run = ports.runs.get(state.tenant_id, state.run_id)
    done = state.model_copy(update={"next": "done"})
    if run.ended or run.candidate_tree == run.base_tree:
        end_run(run.tenant_id, run.id, status="completed", ports=ports)
        return done
    if run.review == "before":
        _propose(run, ports)
        return done
    try:
        revision = _commit(run, ports)
    except Conflict:
        said = "The draft was changed by somebody else while the run was at work. The run's work is kept as a diff."
        end_run(run.tenant_id, run.id, status="failed", failure_code="REVISION_CONFLICT", summary=said, ports=ports)
        return done
    _report(run, ports, _diff_chunk(run, ports, None), _revision_chunk(revision))
    end_run(run.tenant_id, run.id, status="completed", ports=ports)
    return done


def _commit(run: Run, ports: LoopPorts) -> Revision:
    build = _build_of(run, ports)
    try:
        revision = ports.revisions.get(run.tenant_id, run.app_id, build.revision_id)
    except NotFound:
        revision = _revision(run, build, ports)
        ports.revisions.commit(revision, build, expected_draft=run.base_revision_id)
    current = ports.runs.get(run.tenant_id, run.id)
    if current.revision_id is None:
        ports.runs.update(current.model_copy(update={"revision_id": revision.id}))
    return revision


def _build_of(run: Run, ports: LoopPorts) -> Build:
    """The green build of the candidate; without the worker gate a new, queued one."""
    if run.green_build_id is not None and run.green_tree == run.candidate_tree:
        return ports.builds.get(run.tenant_id, run.app_id, run.green_build_id)
    return Build(
        id=derived_id("bld", run.id, "commit"),
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        slug=ports.apps.get(run.tenant_id, run.app_id).slug,
        revision_id=run.revision_id or new_id("rev"),
        tree=run.candidate_tree,
        kind="revision",
        run_id=run.id,
        created_at=ports.clock.now(),
    )


def _revision(run: Run, build: Build, ports: LoopPorts) -> Revision:
    base = ports.revisions.get(run.tenant_id, run.app_id, run.base_revision_id)
    now = ports.clock.now()
    message = run.summary or run.message[:200]
    return Revision(
        id=build.revision_id,
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        parent_revision_id=base.id,
        tree=run.candidate_tree,
        commit=ports.snapshots.commit_id(
            run.candidate_tree, base.commit, message, run.created_by, round(now.timestamp())
        ),
        origin="chat",
        message=message,
        created_by=run.created_by,
        created_at=now,
        run_id=run.id,
        build_id=build.id,
        build_status=build.status,
        build_started_at=build.started_at,
        build_finished_at=build.finished_at,
        dist_storage_prefix=dist_prefix(run.tenant_id, run.app_id, build.revision_id),
    )


def _propose(run: Run, ports: LoopPorts) -> None:
    diff = leftover_diff(run, "completed", ports)
    _report(run, ports, _diff_chunk(run, ports, diff.id if diff else run.diff_id))
    end_run(run.tenant_id, run.id, status="completed", ports=ports)


def _report(run: Run, ports: LoopPorts, *chunks: AnyChunk) -> None:
    """Said once: a repeated commit finds its words in the log."""
    recent = ports.events.read(run.tenant_id, run.id, after=max(0, ports.events.last_seq(run.tenant_id, run.id) - 8))
    if any(isinstance(event.chunk, DataDiff) for event in recent):
        return
    writer = EventWriter(run, events=ports.events, clock=ports.clock, flush_seconds=0)
    writer.enter_stage("commit")
    writer.emit(*chunks)
    writer.flush()


def _revision_chunk(revision: Revision) -> DataRevision:
    data = RevisionData(
        revision_id=revision.id, parent_revision_id=revision.parent_revision_id, message=revision.message
    )
    return DataRevision(data=data)


def _diff_chunk(run: Run, ports: LoopPorts, diff_id: str | None) -> DataDiff:
    before = ports.snapshots.get(run.tenant_id, run.app_id, run.base_tree)
    after = ports.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    files = [
        ChangedFile(path=change.path, status=change.status, additions=change.additions, deletions=change.deletions)
        for change in file_changes(before, after)
    ]
    return DataDiff(data=DiffData(diff_id=diff_id, base_revision_id=run.base_revision_id, files=files))
