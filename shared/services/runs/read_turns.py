"""Turns as people read them: of an app, or of one of its chats."""

from collections.abc import Callable
from functools import partial

from shared.domain.base import Page
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn
from shared.ports.runs import TurnStore
from shared.services.matching_page import matching_page
from shared.services.or_none import or_none
from shared.services.ports_bundle import Ports


def read_turns(
    *,
    principal: Principal,
    app_id: str,
    ports: Ports,
    limit: int,
    cursor: str | None = None,
    conversation_id: str | None = None,
) -> Page[Turn]:
    """Newest first: those of one chat since it was cleared, else of all chats; none of a removed one. NotFound.

    A page may be short while its cursor says that there is more.
    """
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    if conversation_id is None:
        shown = still_shown(app.tenant_id, app.id, ports.turns)
        every = partial(ports.turns.turns, app.tenant_id, app.id)
        return _with_runs(matching_page(every, shown, limit=limit, cursor=cursor), ports)
    thread = ports.turns.conversation(app.tenant_id, app.id, require_id("conv", conversation_id))
    if thread.archived_at is not None:
        return Page(items=[])
    return _with_runs(thread_turns(thread, turns=ports.turns, limit=limit, cursor=cursor), ports)


def _with_runs(page: Page[Turn], ports: Ports) -> Page[Turn]:
    """A turn is stored as planned until its run ends: of one that is past that its run says so."""
    return Page(items=[_as_its_run(turn, ports) for turn in page.items], next_cursor=page.next_cursor)


def _as_its_run(turn: Turn, ports: Ports) -> Turn:
    if turn.status != RunStatus.PLANNED or ports.runs.get(turn.tenant_id, turn.run_id).status == RunStatus.PLANNED:
        return turn
    return turn.model_copy(update={"status": RunStatus.RUNNING})


def thread_turns(thread: Conversation, *, turns: TurnStore, limit: int, cursor: str | None = None) -> Page[Turn]:
    """What the conversation shows, newest first; one of an older release is sought among all turns of its app."""
    own = partial(turns.turns_in, thread.tenant_id, thread.app_id, thread.id)
    every = partial(turns.turns, thread.tenant_id, thread.app_id)
    return matching_page(own if thread.counted else every, thread.shows, limit=limit, cursor=cursor)


def still_shown(tenant_id: str, app_id: str, turns: TurnStore) -> Callable[[Turn], bool]:
    """Whether a turn's chat is still there and was not cleared since. Each chat is looked up once."""
    known: dict[str, Conversation | None] = {}

    def shown(turn: Turn) -> bool:
        name = turn.conversation_id
        if name not in known:
            known[name] = or_none(turns.conversation, tenant_id, app_id, name)
        thread = known[name]
        return thread is None or thread.shows(turn)  # a turn without its conversation is still a turn

    return shown
