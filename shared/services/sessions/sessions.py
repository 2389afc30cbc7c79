"""Sessions of the first seed: conversations that are made once, one for a project and one for each plan node."""

from datetime import datetime
from functools import partial
from typing import Literal

from pydantic import Field

from shared.domain.apps.app import App
from shared.domain.base import Input, Page
from shared.domain.errors import Invalid, NotFound
from shared.domain.identity import Principal
from shared.domain.ids import derived_id, require_id
from shared.domain.runs.conversation import Conversation, SessionType
from shared.services.matching_page import matching_page
from shared.services.planning.add_tasks import require_node
from shared.services.ports_bundle import Ports
from shared.services.runs.threads import change_thread, list_threads


class SessionRequest(Input):
    """Which session; a session of type `node` is of one of the project's plan nodes."""

    session_type: Literal["global", "node"] = "global"
    node_id: str | None = Field(default=None, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")


def open_session(*, principal: Principal, app_id: str, request: SessionRequest, ports: Ports) -> Conversation:
    """The session, made when it is not there yet; one that was removed is there again, cleared.

    Invalid when `node_id` does not fit the type; NotFound when the project's plans have no such node.
    """
    if (request.node_id is not None) != (request.session_type == "node"):
        raise Invalid("A session of type `node` needs `node_id`; a global one has none.")
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    node = require_node(app, request.node_id, ports)
    session = Conversation(
        id=derived_id("conv", app.id, request.session_type, request.node_id or "", moment_of=app.id),
        tenant_id=app.tenant_id,
        app_id=app.id,
        title=node.title if node else "Project",
        session_type=request.session_type,
        node_id=request.node_id,
        counted=True,
        created_at=ports.clock.now(),
    )
    stored = ports.turns.create_conversation(session)
    if stored.archived_at is None:
        return stored
    return ports.turns.change_conversation(stored, _cleared(stored, stored.archived_at))


def list_sessions(
    *,
    principal: Principal,
    app_id: str,
    ports: Ports,
    limit: int,
    cursor: str | None = None,
    session_type: SessionType | None = None,
) -> tuple[App, Page[Conversation]]:
    """The project and its sessions (of that type), newest first, among other conversations. A page may be short."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))

    def keep(one: Conversation) -> bool:
        typed = one.session_type is not None and session_type in (None, one.session_type)
        return typed and one.archived_at is None

    return app, matching_page(
        partial(ports.turns.conversations, app.tenant_id, app.id), keep, limit=limit, cursor=cursor
    )


def list_conversations(
    *, principal: Principal, app_id: str, ports: Ports, limit: int, cursor: str | None = None
) -> tuple[App, Page[Conversation]]:
    """The app and all its conversations, sessions too, newest first, without those that were removed."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    return app, list_threads(app, ports=ports, limit=limit, cursor=cursor)


def find_session(*, principal: Principal, session_id: str, ports: Ports) -> tuple[Conversation, App]:
    """Any conversation is one; NotFound also when it was removed, or its app is deleted."""
    session = ports.turns.find_conversation(principal.tenant_id, require_id("conv", session_id))
    if session.archived_at is not None:
        raise NotFound("There is no such session.")
    try:
        return session, ports.apps.get(session.tenant_id, session.app_id)
    except NotFound as error:
        raise NotFound("There is no such session.") from error


def clear_session(*, principal: Principal, session_id: str, ports: Ports) -> Conversation:
    """What was said is neither shown nor told to the model any more; turns stay for audit, diffs for review."""

    def clear(session: Conversation) -> Conversation:
        return _cleared(session, ports.clock.now())

    session, app = find_session(principal=principal, session_id=session_id, ports=ports)
    return change_thread(app, session.id, clear, ports=ports)


def _cleared(session: Conversation, at: datetime) -> Conversation:
    return session.model_copy(update={"cleared_at": at, "archived_at": None, "turns": 0, "last_message": ""})
