"""The diffs of an app or of one conversation."""

from collections.abc import Callable
from functools import partial

from shared.domain.apps.app import App
from shared.domain.base import Page
from shared.domain.diffs.diff import Diff, diff_word
from shared.domain.diffs.diff_status import ShownDiffStatus
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.services.diffs.describe_diff import DiffDetail, listed
from shared.services.diffs.find_diff import is_stale
from shared.services.matching_page import matching_page
from shared.services.ports_bundle import Ports


def list_diffs(
    *,
    principal: Principal,
    app_id: str,
    ports: Ports,
    limit: int,
    cursor: str | None = None,
    status: ShownDiffStatus | None = None,
) -> Page[DiffDetail]:
    """The diffs of the app (those that read `status`), newest first. A page may be short."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    return _page(app, lambda diff: _reads(diff, app, status), ports, limit, cursor)


def list_session_diffs(
    *,
    principal: Principal,
    conversation_id: str,
    pending: bool,
    ports: Ports,
    limit: int,
    cursor: str | None = None,
    status: ShownDiffStatus | None = None,
) -> Page[DiffDetail]:
    """The diffs of a conversation, newest first; with `pending` those that wait for a person. A page may be short."""
    conversation = ports.turns.find_conversation(principal.tenant_id, require_id("conv", conversation_id))
    app = ports.apps.get(principal.tenant_id, conversation.app_id)

    def keep(diff: Diff) -> bool:
        wanted = diff.conversation_id == conversation.id and (not pending or diff.status.traits.undecided)
        return wanted and _reads(diff, app, status)

    return _page(app, keep, ports, limit, cursor)


def _reads(diff: Diff, app: App, status: ShownDiffStatus | None) -> bool:
    return status is None or diff_word(diff, stale=is_stale(diff, app)) == status


def _page(app: App, keep: Callable[[Diff], bool], ports: Ports, limit: int, cursor: str | None) -> Page[DiffDetail]:
    page = matching_page(partial(ports.diffs.list, app.tenant_id, app.id), keep, limit=limit, cursor=cursor)
    return Page(items=[listed(diff, app, ports) for diff in page.items], next_cursor=page.next_cursor)
