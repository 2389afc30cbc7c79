"""Projects, sessions and messages: the first seed's paths over the same apps, conversations and runs."""

import re
from typing import Annotated

from fastapi import APIRouter, Header, Response

from functions.api.access.callers import Deps, Reader, Start, Stopper, Talker, Writer
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import STARTED, operation
from functions.api.http.view import Answer, Cursor, Limit
from functions.api.runs.bodies import SessionHeader
from functions.api.runs.views import stream_url
from functions.api.sessions import views
from functions.api.sessions.views import Accepted, conversation_view, project_view, session_result, session_view
from shared.domain.errors import AlreadyPublished, BlueprintArchived, Conflict, PersonRequired, SlugTaken
from shared.domain.ids import message_id
from shared.domain.runs.conversation import SessionType
from shared.domain.runs.run import Run
from shared.services.apps.create_app import AppRequest, create_app
from shared.services.apps.delete_app import delete_app
from shared.services.apps.get_project import get_project, list_apps
from shared.services.apps.patch_app import AppPatch, patch_app
from shared.services.sessions.list_messages import FullMessage, full_message, list_messages
from shared.services.sessions.send_message import SessionMessage, send_message, wait_for_run
from shared.services.sessions.sessions import (
    SessionRequest,
    clear_session,
    find_session,
    list_conversations,
    list_sessions,
    open_session,
)

router = APIRouter(tags=["sessions"], route_class=IdempotentRoute)
_WAIT = re.compile(r"\bwait=(\d{1,3})\b")
_LONGEST_WAIT = 25


@router.get("/projects")
@operation("listProjects", views.ProjectPage)
def projects(who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """The tenant's projects, newest first."""
    page = list_apps(principal=who, apps=deps.ports.apps, limit=limit, cursor=cursor)
    return views.ProjectPage.of(page, items=[project_view(app) for app in page.items])


@router.post("/projects", status_code=201)
@operation("createProject", views.Project, SlugTaken)
def create_project(request: AppRequest, who: Writer, deps: Deps) -> Answer:
    """A new project; its slug is made from its name."""
    app, revision = create_app(principal=who, request=request, ports=deps.ports)
    return project_view(app, revision)


@router.get("/projects/{project_id}")
@operation("readProject", views.Project)
def read_project(project_id: str, who: Reader, deps: Deps) -> Answer:
    """The project with the code of its entry file."""
    project = get_project(principal=who, app_id=project_id, ports=deps.ports)
    return project_view(project.app, project.revision, project.code)


@router.patch("/projects/{project_id}")
@operation("changeProject", views.Project, Conflict, PersonRequired, SlugTaken, AlreadyPublished, BlueprintArchived)
def change_project(project_id: str, patch: AppPatch, who: Writer, deps: Deps) -> Answer:
    """As `PATCH /admin/apps/{id}`: name, settings, modes, the active blueprint and phase, the autopilot's pause."""
    return project_view(patch_app(principal=who, app_id=project_id, patch=patch, ports=deps.ports))


@router.delete("/projects/{project_id}", status_code=204)
@operation("deleteProject", None, Conflict)
def delete_project(project_id: str, who: Stopper, deps: Deps) -> Response:
    """Take its site down, then the project; both can be brought back for seven days."""
    delete_app(principal=who, app_id=project_id, ports=deps.ports)
    return Response(status_code=204)


@router.post("/projects/{project_id}/sessions")
@operation("openSession", views.Session)
def open_one(project_id: str, who: Writer, deps: Deps, body: SessionRequest | None = None) -> Answer:
    """The project's session, or a plan node's: made the first time, the same one ever after."""
    session = open_session(principal=who, app_id=project_id, request=body or SessionRequest(), ports=deps.ports)
    return session_view(session, deps.ports.apps.get(session.tenant_id, session.app_id))


@router.get("/projects/{project_id}/sessions")
@operation("listSessions", views.SessionList)
def sessions(
    project_id: str,
    who: Reader,
    deps: Deps,
    limit: Limit = 50,
    cursor: Cursor = None,
    session_type: SessionType | None = None,
) -> Answer:
    """The sessions of a project (of one type), newest first."""
    app, page = list_sessions(
        principal=who, app_id=project_id, ports=deps.ports, limit=limit, cursor=cursor, session_type=session_type
    )
    return views.SessionList.of(page, items=[session_view(session, app) for session in page.items])


@router.get("/projects/{project_id}/conversations")
@operation("listConversations", views.ConversationPage)
def conversations(project_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """All conversations with their titles, newest first; `latest` is the one that a chat message joins by itself."""
    app, page = list_conversations(principal=who, app_id=project_id, ports=deps.ports, limit=limit, cursor=cursor)
    return views.ConversationPage.of(page, items=[conversation_view(one, app) for one in page.items])


@router.post("/sessions/{session_id}/messages", status_code=202)
@operation("sendMessage", Accepted, *STARTED, also={200: views.SessionResult})
def send(
    session_id: str,
    body: SessionMessage,
    response: Response,
    who: Talker,
    deps: Deps,
    start: Start,
    prefer: Annotated[str | None, Header()] = None,
    reports: SessionHeader = None,
) -> Answer:
    """Coder, then evaluator, at most three rounds. 202 with where to follow it; with `Prefer: wait=25` its result."""
    run = send_message(
        principal=who,
        session_id=session_id,
        request=body,
        ports=deps.ports,
        start=start,
        reports=reports,
    )
    run = wait_for_run(run, _seconds(prefer), deps.ports)
    if not run.ended:
        return _accepted(run)
    response.status_code = 200
    return session_result(run)


@router.get("/sessions/{session_id}/messages")
@operation("listMessages", views.MessagePage)
def messages(session_id: str, who: Reader, deps: Deps, limit: Limit = 50, cursor: Cursor = None) -> Answer:
    """The conversation, newest first: the person's words and every agent's, each with what it used."""
    return list_messages(principal=who, session_id=session_id, ports=deps.ports, limit=limit, cursor=cursor)


@router.delete("/sessions/{session_id}", status_code=204)
@operation("clearSession", None)
def clear(session_id: str, who: Stopper, deps: Deps) -> Response:
    """Forget what was said; revisions and diffs stay."""
    clear_session(principal=who, session_id=session_id, ports=deps.ports)
    return Response(status_code=204)


@router.get("/sessions/{session_id}")
@operation("readSession", views.Session)
def read_session(session_id: str, who: Reader, deps: Deps) -> Answer:
    """One session."""
    return session_view(*find_session(principal=who, session_id=session_id, ports=deps.ports))


@router.get("/messages/{message_id}/full")
@operation("readMessage", FullMessage)
def full(message_id: str, who: Reader, deps: Deps) -> FullMessage:
    """The whole answer of the model: words, reasoning, tool calls, usage."""
    return full_message(principal=who, message=message_id, ports=deps.ports)


def _seconds(prefer: str | None) -> float:
    found = _WAIT.search(prefer or "")
    return min(int(found.group(1)), _LONGEST_WAIT) if found else 0


def _accepted(run: Run) -> Accepted:
    return Accepted(
        run_id=run.id,
        stream_url=stream_url(run),
        session_id=run.conversation_id,
        message_id=message_id(run.id, 0),
        status=run.status.shown_as,
    )
