"""Brings a diff up to the app's draft."""

from functools import partial

from shared.domain.builds.build_status import BuildOutcome
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.diff_status import DiffStatus, Judgement
from shared.domain.diffs.merge3 import Merge
from shared.domain.errors import Invalid
from shared.domain.identity import Principal
from shared.services.diffs.find_diff import change_diff, closed, find_diff, is_open
from shared.services.ports_bundle import Ports
from shared.services.revisions.follow_lock import merge_trees, require_clean
from shared.services.revisions.relock import LockPorts


def rebase_diff(*, principal: Principal, diff_id: str, ports: Ports) -> Diff:
    """The diff on the draft as it is now, to be reviewed again; one that is not stale is answered as it is.

    Conflict `MERGE_CONFLICT` with the paths that do not merge; Invalid when the draft has all of it already. Then the
    diff stays as it was.
    """
    diff, app = find_diff(principal=principal, diff_id=diff_id, ports=ports)
    if not is_open(diff) or app.draft_revision_id is None:
        raise closed(diff)
    if diff.base_revision_id == app.draft_revision_id:
        return diff
    draft = ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id)
    merged = merged_onto(diff, draft.tree, ports)
    require_clean(merged)
    tree = ports.snapshots.put(app.tenant_id, app.id, merged.files)
    if tree == draft.tree:
        raise Invalid("The draft already has everything of this diff. Discard it.")
    changes: dict[str, object] = {
        "base_revision_id": draft.id,
        "base_commit": draft.commit,
        "base_tree": draft.tree,
        "tree": tree,
        "status": DiffStatus.INTERRUPTED if diff.status == DiffStatus.INTERRUPTED else DiffStatus.PENDING_REVIEW,
        "evaluator_verdict": Judgement.NONE,  # all were said about another tree
        "build_status": BuildOutcome.UNKNOWN,
        "verdict": None,
        "decisions": [],
        "accepted_tree": None,
    }
    return change_diff(diff=diff, changes=changes, ports=ports)


def merged_onto(diff: Diff, draft_tree: str, ports: LockPorts) -> Merge:
    """The diff's change made on another tree, as far as it goes."""
    files = partial(ports.snapshots.get, diff.tenant_id, diff.app_id)
    base, ours, theirs = map(files, (diff.base_tree, draft_tree, diff.tree))
    return merge_trees(base=base, ours=ours, theirs=theirs, tenant_id=diff.tenant_id, ports=ports)
