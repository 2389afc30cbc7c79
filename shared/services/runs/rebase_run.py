"""A run that has waited goes on from the draft as it is now."""

from shared.domain.diffs.changes import changed_paths
from shared.domain.errors import Conflict
from shared.domain.runs.run import Run
from shared.services.loop_ports import LoopPorts
from shared.services.revisions.follow_lock import merge_trees, require_clean


def rebase_run(run: Run, ports: LoopPorts) -> Run:
    """The run on the app's draft: as it is when that has not moved, else with its work merged onto it.

    Conflict `MERGE_CONFLICT` when both sides changed the same places. Only the candidate's tree is stored.
    """
    app = ports.apps.get(run.tenant_id, run.app_id)
    if app.draft_revision_id == run.base_revision_id:
        return run
    if app.draft_revision_id is None:
        raise Conflict("The app has no draft any more.")
    draft = ports.revisions.get(run.tenant_id, run.app_id, app.draft_revision_id)

    def files(tree: str) -> dict[str, bytes]:
        return ports.snapshots.get(run.tenant_id, run.app_id, tree)

    before, now = files(run.base_tree), files(draft.tree)
    merged = merge_trees(base=before, ours=now, theirs=files(run.candidate_tree), ports=ports)
    require_clean(merged)
    return run.model_copy(
        update={
            "base_revision_id": draft.id,
            "base_tree": draft.tree,
            "candidate_tree": ports.snapshots.put(run.tenant_id, run.app_id, merged.files),
            "green_tree": None,
            "green_build_id": None,
            "moved_paths": changed_paths(before, now),
        }
    )
