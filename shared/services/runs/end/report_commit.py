"""What a run's work has become, in its stream: the changed files, and the revision or the diff that holds them."""

from collections.abc import Callable
from contextlib import suppress

from shared.domain.apps.page_hosts import new_hosts
from shared.domain.diffs.changes import file_changes
from shared.domain.revisions.revision import Revision
from shared.domain.runs.data_chunks import ChangedFile, DataDiff, DataRevision, DiffData, RevisionData
from shared.domain.runs.events import AnyChunk
from shared.domain.runs.run import Run
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.runs.log.event_writer import EventWriter, Fenced
from shared.services.runs.log.read_events import all_events


def report_commit(run: Run, revision: Revision, ports: LoopPorts) -> None:
    """Say that the work is committed. Idempotent, also when two say it at once."""
    _report(run, ports, lambda: [_diff_chunk(run, ports, None), _revision_chunk(revision)])


def report_proposal(run: Run, diff_id: str | None, ports: LoopPorts) -> None:
    """Say that the work waits for a person as a diff. Idempotent, also when two say it at once."""
    _report(run, ports, lambda: [_diff_chunk(run, ports, diff_id)])


def _report(run: Run, ports: LoopPorts, chunks: Callable[[], list[AnyChunk]]) -> None:
    def unsaid() -> bool:
        return not any(isinstance(event.chunk, DataDiff) for event in all_events(run, ports.events))

    writer = EventWriter(run, events=ports.events, clock=ports.clock, flush_seconds=0, still_mine=unsaid)
    if not unsaid():  # asked after the writer's number: a later writer has taken that number
        return
    writer.enter_stage("commit")
    writer.emit(*chunks())
    with suppress(Fenced):
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
    app = or_none(ports.apps.get, run.tenant_id, run.app_id)
    contacts = new_hosts(before, after, app.page_hosts) if app else []
    data = DiffData(diff_id=diff_id, base_revision_id=run.base_revision_id, files=files, contacts=contacts)
    return DataDiff(data=data)
