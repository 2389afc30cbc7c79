"""A person's decision about a diff: the whole of it, or some files and hunks."""

from shared.domain.diffs.diff import Diff
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.diffs.review import Review
from shared.domain.identity import Principal
from shared.services.diffs.choose_part import choose_part
from shared.services.diffs.find_diff import change_diff, closed, find_diff, require_current
from shared.services.ports_bundle import Ports
from shared.services.revisions.gate_change import gate_tree


def review_diff(*, principal: Principal, diff_id: str, review: Review, ports: Ports) -> Diff:
    """The diff, approved when anything is accepted, rejected when nothing is. Another review may follow until a commit,
    also of one that a later run goes on with.

    What is accepted must pass the fast gate on its base: Invalid with its findings, and the diff stays as it was.
    Invalid for files and hunks the diff has not; Conflict `DIFF_STALE`, or `NOT_AWAITING_APPROVAL` when it is closed.
    """
    diff, app = find_diff(principal=principal, diff_id=diff_id, ports=ports)
    if not diff.status.traits.reviewable:
        raise closed(diff)
    before, _, files = choose_part(diff=diff, review=review, ports=ports)
    changes = {"human_feedback": review.feedback, "decisions": review.files, "reviewed_by": principal.subject}
    if files == before:
        return change_diff(
            diff=diff, changes={**changes, "status": DiffStatus.REJECTED, "accepted_tree": None}, ports=ports
        )
    require_current(diff, app)
    tree = gate_tree(tenant_id=diff.tenant_id, app_id=diff.app_id, files=files, ports=ports).accepted()
    return change_diff(
        diff=diff, changes={**changes, "status": DiffStatus.APPROVED, "accepted_tree": tree}, ports=ports
    )


def discard_diff(*, principal: Principal, diff_id: str, ports: Ports) -> Diff:
    """The diff, set aside for good; discarding it again changes nothing. Conflict when it is committed."""
    diff, _ = find_diff(principal=principal, diff_id=diff_id, ports=ports)
    if diff.status == DiffStatus.COMMITTED:
        raise closed(diff)
    if diff.status == DiffStatus.DISCARDED:
        return diff
    return change_diff(diff=diff, changes={"status": DiffStatus.DISCARDED}, ports=ports)
