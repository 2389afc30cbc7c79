"""Projects, sessions and results in the words of the first seed."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from functions.api.apps.views import App, app_view
from functions.api.http.view import View, page, view
from shared.domain.apps import app as apps
from shared.domain.base import Moment
from shared.domain.revisions.revision import Revision
from shared.domain.runs import conversation as stored
from shared.domain.runs.conversation import SessionType
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus, ShownRunStatus
from shared.domain.sessions.session_status import SessionStatus
from shared.services.sessions.list_messages import Message

MAX_ITERATIONS = "Max iterations reached"

Project = view(
    "Project", App,
    repository_path=str, current_code=str | None, current_commit=str | None, current_branch=Literal["main"],
)  # fmt: skip
ProjectPage = page("ProjectPage", Project)
Conversation = view("Conversation", stored.Conversation, (
    "id", "app_id", "title", "session_type", "node_id", "cleared_at", "created_at",
), latest=bool)  # fmt: skip
ConversationPage = page("ConversationPage", Conversation)


class Session(View):
    """A conversation in the words of the first API."""

    id: str
    project_id: str
    openai_session_key: str
    conversations_db_path: None
    session_type: SessionType
    node_id: str | None
    cleared_at: Moment | None
    created_at: Moment
    updated_at: Moment


SessionList = page("SessionList", Session)
MessagePage = page("MessagePage", Message)


class Accepted(View):
    """The run that works on it, and where to follow it."""

    run_id: str
    stream_url: str
    session_id: str
    message_id: str
    status: ShownRunStatus


class SessionResult(TypedDict):
    """What came of a message to a session: a diff to review, an answer, or an error."""

    message: str | None
    run_id: str
    diff_id: str | None
    status: NotRequired[SessionStatus]
    commit_message: NotRequired[str | None]
    error: NotRequired[str]
    final_feedback: NotRequired[str]


def project_view(app: apps.App, revision: Revision | None = None, code: str | None = None) -> View:
    """The App with the seed's fields; the code of its entry file only where one project is read."""
    return app_view(
        app,
        Project,
        repository_path=f"apps/{app.tenant_id}/{app.id}/trees/",
        current_code=code,
        current_commit=revision.commit if revision else None,
        current_branch="main",
    )


def session_view(session: stored.Conversation, app: apps.App) -> Session:
    own = f"_node_{session.node_id}" if session.node_id else ""
    return Session.of(
        session,
        project_id=app.id,
        openai_session_key=f"project_{app.slug}{own}",
        conversations_db_path=None,
        session_type=session.session_type or "global",
        updated_at=session.cleared_at or session.created_at,
    )


def conversation_view(conversation: stored.Conversation, app: apps.App) -> View:
    return Conversation.of(conversation, latest=conversation.id == app.conversation_id)


def session_result(run: Run) -> SessionResult:
    """What came of a message: a diff to review, an answer, or an error with the evaluator's last word."""
    result: SessionResult = {"message": run.outcome.summary, "run_id": run.id, "diff_id": run.outcome.diff_id}
    if run.outcome.failure_code == "MAX_ITERATIONS":
        return {**result, "error": MAX_ITERATIONS, "final_feedback": run.memory.evaluator_reasoning or ""}
    if run.status != RunStatus.COMPLETED:
        return {**result, "error": run.outcome.failure_code or run.status}
    if run.outcome.diff_id is None:
        return {**result, "status": SessionStatus.COMPLETED}
    words = run.outcome.commit_message or run.outcome.summary
    return {**result, "status": SessionStatus.PENDING_HUMAN_REVIEW, "commit_message": words}
