"""Which files people changed since a run of the manager began."""

from collections.abc import Iterator

from shared.domain.apps.app import App
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none

_LOOKED_BACK = 30


def edited_since(run: Run, app: App, ports: LoopPorts) -> frozenset[str]:
    """Of the revisions after the one that the run began with, those that no run beside it has made."""
    if app.draft_revision_id in (None, run.base_revision_id):
        return frozenset()
    later = _later(run, app, ports)
    return frozenset(path for one, before in later if not _managed(one, ports) for path in _changed(one, before, ports))


def _later(run: Run, app: App, ports: LoopPorts) -> Iterator[tuple[Revision, Revision]]:
    """Each with its parent, newest first."""
    one = ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id or "")
    for _ in range(_LOOKED_BACK):
        if one.id == run.base_revision_id or one.parent_revision_id is None:
            return
        before = ports.revisions.get(app.tenant_id, app.id, one.parent_revision_id)
        yield one, before
        one = before


def _managed(revision: Revision, ports: LoopPorts) -> bool:
    run = or_none(ports.runs.get, revision.tenant_id, revision.run_id) if revision.run_id else None
    return run is not None and run.request.in_parallel


def _changed(after: Revision, before: Revision, ports: LoopPorts) -> set[str]:
    def hashes(one: Revision) -> set[tuple[str, str]]:
        return {(entry.path, entry.sha256) for entry in ports.snapshots.manifest(one.tenant_id, one.app_id, one.tree)}

    return {path for path, _ in hashes(after) ^ hashes(before)}
