"""A diff by its id alone, and what its state allows."""

from collections.abc import Mapping
from typing import Any, assert_never

from shared.domain.apps.app import App
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.errors import Conflict, DiffStale, NotAwaitingApproval
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.runs.turn import Turn
from shared.ports.runs import DiffStore
from shared.services.or_none import or_none
from shared.services.ports_bundle import Ports


def find_diff(*, principal: Principal, diff_id: str, ports: Ports) -> tuple[Diff, App]:
    """The diff and its app. NotFound also when the app is deleted."""
    diff = ports.diffs.find(principal.tenant_id, require_id("dif", diff_id))
    return diff, ports.apps.get(diff.tenant_id, diff.app_id)


def diff_of(turn: Turn, diffs: DiffStore) -> Diff | None:
    if turn.diff_id is None:
        return None
    return or_none(diffs.get, turn.tenant_id, turn.app_id, turn.diff_id)


def is_open(diff: Diff) -> bool:
    """Whether it may still become a revision."""
    return diff.status.traits.open


def is_stale(diff: Diff, app: App) -> bool:
    """Whether it may still become a revision, but not of this draft."""
    return is_open(diff) and diff.base_revision_id != app.draft_revision_id


def require_current(diff: Diff, app: App) -> None:
    """Conflict `DIFF_STALE` when the draft is not what the diff was made from."""
    if diff.base_revision_id != app.draft_revision_id:
        raise stale(diff, app)


def stale(diff: Diff, app: App) -> Conflict:
    """The draft moved on since the diff was made; a rebase may help."""
    return DiffStale(
        "The draft has changed since this diff was made. Rebase it first.",
        current_revision_id=app.draft_revision_id,
        base_revision_id=diff.base_revision_id,
    )


def closed(diff: Diff) -> Conflict:
    """What was asked does not fit the state the diff is in."""
    match diff.status:
        case DiffStatus.PENDING_REVIEW | DiffStatus.INTERRUPTED:
            said = "has not been approved yet"
        case DiffStatus.CONTINUED:
            said = f"is closed, since run {diff.continued_by} goes on with it"
        case DiffStatus.APPROVED | DiffStatus.REJECTED | DiffStatus.COMMITTED | DiffStatus.STALE | DiffStatus.DISCARDED:
            said = f"is {diff.status}"
        case _:
            assert_never(diff.status)
    return NotAwaitingApproval(
        f"This diff {said}.",
        diff_id=diff.id,
        diff_status=diff.status,
    )


def change_diff(*, diff: Diff, changes: Mapping[str, Any], ports: Ports) -> Diff:
    """The diff with `changes`. Conflict when somebody else wrote it since it was read."""
    changed = diff.model_copy(update={**changes, "updated_at": ports.clock.now()})
    try:
        return ports.diffs.update(changed)
    except Conflict:
        raise NotAwaitingApproval(
            "Somebody else decided about this diff in the meantime; read it again.",
            diff_id=diff.id,
        ) from None
