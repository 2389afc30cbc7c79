"""Projects, sessions and results in the words of the first seed."""

from typing import Any

from functions.api.apps.views import app_view
from shared.domain.apps.app import App
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Conversation, Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.sessions.session_status import SessionStatus

CONVERSATION_SHOWN = {
    "id", "app_id", "title", "session_type", "node_id", "cleared_at", "created_at",
}  # fmt: skip
"""What is told of a conversation; what is not named here stays inside."""
MAX_ITERATIONS = "Max iterations reached"


def project_view(app: App, revision: Revision | None = None, code: str | None = None) -> dict[str, Any]:
    """The App with the seed's fields; the code of its entry file only where one project is read."""
    return {
        **app_view(app),
        "repository_path": f"apps/{app.tenant_id}/{app.id}/trees/",
        "current_code": code,
        "current_commit": revision.commit if revision else None,
        "current_branch": "main",
    }


def session_view(session: Conversation, app: App) -> dict[str, Any]:
    """A conversation as a session."""
    own = f"_node_{session.node_id}" if session.node_id else ""
    return {
        "id": session.id,
        "project_id": app.id,
        "openai_session_key": f"project_{app.slug}{own}",
        "conversations_db_path": None,
        "session_type": session.session_type or "global",
        "node_id": session.node_id,
        "cleared_at": session.cleared_at.isoformat() if session.cleared_at else None,
        "created_at": session.created_at.isoformat(),
        "updated_at": (session.cleared_at or session.created_at).isoformat(),
    }


def conversation_view(conversation: Conversation, app: App) -> dict[str, Any]:
    """A conversation in a list of them."""
    body = conversation.model_dump(mode="json", include=CONVERSATION_SHOWN)
    return body | {"latest": conversation.id == app.conversation_id}


def session_result(run: Run) -> dict[str, Any]:
    """What came of a message: a diff to review, an answer, or an error with the evaluator's last word."""
    result: dict[str, Any] = {"message": run.summary, "run_id": run.id, "diff_id": run.diff_id}
    if run.failure_code == "MAX_ITERATIONS":
        return result | {"error": MAX_ITERATIONS, "final_feedback": run.evaluator_reasoning}
    if run.status != RunStatus.COMPLETED:
        return result | {"error": run.failure_code or run.status}
    if run.diff_id is None:
        return result | {"status": SessionStatus.COMPLETED}
    return result | {"status": SessionStatus.PENDING_HUMAN_REVIEW, "commit_message": run.commit_message or run.summary}
