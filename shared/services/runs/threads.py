"""Chats of an app: its conversations as people list, name and remove them."""

from collections.abc import Callable
from functools import partial
from typing import Annotated

from pydantic import BaseModel, Field, model_validator

from shared.domain.apps.app import App
from shared.domain.base import Input, Moment, Name, Page
from shared.domain.errors import NotFound, RunActive
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.runs.conversation import Conversation
from shared.services.loop_ports import LoopPorts
from shared.services.matching_page import matching_page
from shared.services.ports_bundle import Ports
from shared.services.runs.current_run import current_run
from shared.services.until_written import until_written

_LATEST_RUNS = 50
GONE = "There is no such chat."


class Thread(BaseModel):
    """A chat of an app in a list.

    `turns` is null for one of an older release that nobody has counted. `active`: a run of it is at work, waits for its
    turn or for a person (among the app's latest 50 runs). `latest`: a message that names no chat joins it. One with
    `archived_at` was removed: nobody sees its turns, and no model is given them, until it is brought back.
    """

    id: str
    title: str
    last_message: str
    turns: int | None
    active: bool
    latest: bool
    created_at: Moment
    updated_at: Moment
    archived_at: Moment | None


class ThreadPatch(Input):
    """What changes of a chat: its name, or whether it is removed."""

    title: Name | None = None
    archived: Annotated[bool | None, Field(description="true removes it, false brings it back")] = None

    @model_validator(mode="after")
    def _something(self) -> "ThreadPatch":
        if self.title is None and self.archived is None:
            raise ValueError("name what changes: `title` or `archived`")
        return self


def read_threads(
    *,
    principal: Principal,
    app_id: str,
    ports: Ports,
    limit: int,
    cursor: str | None = None,
    archived: bool = False,
) -> Page[Thread]:
    """The app's chats, those started last first; with `archived` those that were removed. A page may be short."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    page = list_threads(app, ports=ports, limit=limit, cursor=cursor, archived=archived)
    busy = _busy(app, ports) if page.items else frozenset[str]()
    return Page(items=[_shown(one, app, busy) for one in page.items], next_cursor=page.next_cursor)


def list_threads(
    app: App, *, ports: Ports, limit: int, cursor: str | None = None, archived: bool = False
) -> Page[Conversation]:
    """The app's conversations, newest first."""
    read = partial(ports.turns.conversations, app.tenant_id, app.id)
    return matching_page(read, lambda one: (one.archived_at is not None) == archived, limit=limit, cursor=cursor)


def read_thread(*, principal: Principal, app_id: str, thread_id: str, ports: Ports) -> Thread:
    """One chat, also when it was removed. NotFound."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    return _shown(_found(app, thread_id, ports), app, _busy(app, ports))


def patch_thread(*, principal: Principal, app_id: str, thread_id: str, patch: ThreadPatch, ports: Ports) -> Thread:
    """The chat after the change; the same change again is none. Conflict `RUN_ACTIVE` when it is to be removed while a
    run of it is under way.
    """
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    if patch.archived:
        _refuse_busy(_found(app, thread_id, ports), ports)

    def change(known: Conversation) -> Conversation:
        removed = known.archived_at if patch.archived is None else _removed(known, patch.archived, ports)
        return known.model_copy(update={"title": patch.title or known.title, "archived_at": removed})

    return _shown(change_thread(app, thread_id, change, ports=ports), app, _busy(app, ports))


def change_thread(
    app: App, thread_id: str, change: Callable[[Conversation], Conversation], *, ports: Ports
) -> Conversation:
    """The conversation after `change`, which is asked again where a turn came in between."""

    def write(known: Conversation) -> Conversation:
        return ports.turns.change_conversation(known, change(known))

    return until_written(lambda: _found(app, thread_id, ports), write, "The chat", tries=5)


def _found(app: App, thread_id: str, ports: Ports) -> Conversation:
    try:
        return ports.turns.conversation(app.tenant_id, app.id, require_id("conv", thread_id))
    except NotFound as error:
        raise NotFound(GONE) from error


def _refuse_busy(thread: Conversation, ports: LoopPorts) -> None:
    run = None if thread.archived_at else current_run(thread.tenant_id, thread.app_id, thread.id, ports=ports)
    if run is not None:
        said = "A run of this chat is under way. Stop it or answer it, then remove the chat."
        raise RunActive(said, active_run_id=run.id)


def _busy(app: App, ports: LoopPorts) -> frozenset[str]:
    runs = ports.runs.list(app.tenant_id, app.id, limit=_LATEST_RUNS).items
    return frozenset(run.conversation_id for run in runs if not run.ended)


def _removed(known: Conversation, archived: bool, ports: Ports) -> Moment | None:
    return (known.archived_at or ports.clock.now()) if archived else None


def _shown(one: Conversation, app: App, busy: frozenset[str]) -> Thread:
    return Thread(
        id=one.id,
        title=one.title,
        last_message=one.last_message,
        turns=one.turns if one.counted else None,
        active=one.id in busy,
        latest=one.id == app.conversation_id and one.archived_at is None,
        created_at=one.created_at,
        updated_at=one.last_turn_at or one.created_at,
        archived_at=one.archived_at,
    )
