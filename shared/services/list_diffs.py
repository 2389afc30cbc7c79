"""The diffs of an app or of one conversation."""

from collections.abc import Callable

from shared.domain.app import App
from shared.domain.base import Page
from shared.domain.diff import Diff
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.services.describe_diff import DiffDetail, listed
from shared.services.ports_bundle import Ports

_MOST_PAGES = 40
_WAITING = ("pending_review", "interrupted")


def list_diffs(
    *, principal: Principal, app_id: str, ports: Ports, limit: int, cursor: str | None = None
) -> Page[DiffDetail]:
    """All diffs of the app, newest first."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    return _page(app, lambda diff: True, ports, limit, cursor)


def list_session_diffs(
    *,
    principal: Principal,
    conversation_id: str,
    pending: bool,
    ports: Ports,
    limit: int,
    cursor: str | None = None,
) -> Page[DiffDetail]:
    """The diffs of a conversation, newest first; with `pending` those that wait for a person. A page may be short."""
    conversation = ports.turns.find_conversation(principal.tenant_id, require_id("conv", conversation_id))
    app = ports.apps.get(principal.tenant_id, conversation.app_id)

    def keep(diff: Diff) -> bool:
        return diff.conversation_id == conversation.id and (not pending or diff.status in _WAITING)

    return _page(app, keep, ports, limit, cursor)


def _page(app: App, keep: Callable[[Diff], bool], ports: Ports, limit: int, cursor: str | None) -> Page[DiffDetail]:
    """Pages no longer than what is still wanted, so that each is used up and its cursor is where the next begins."""
    found: list[DiffDetail] = []
    for _ in range(_MOST_PAGES):
        page = ports.diffs.list(app.tenant_id, app.id, limit=limit - len(found), cursor=cursor)
        found += [listed(diff, app, ports) for diff in page.items if keep(diff)]
        cursor = page.next_cursor
        if cursor is None or len(found) == limit:
            break
    return Page(items=found, next_cursor=cursor)
