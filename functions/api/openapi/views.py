"""The bodies of answers, as models that only the document uses: routes return ready JSON and check none of it."""

from typing import Any, Literal, NotRequired

from pydantic import BaseModel
from typing_extensions import TypedDict

from functions.api.access.views import KEY_SHOWN
from functions.api.apps.views import APP_SHOWN, REVISION_SHOWN, BuildView, RunView
from functions.api.diffs.views import DIFF_SHOWN
from functions.api.feedback.bodies import RESULT_SHOWN
from functions.api.openapi.derive import one, page, view
from functions.api.runs.views import RUN_SHOWN
from functions.api.sessions.views import CONVERSATION_SHOWN
from shared.domain.access import api_key
from shared.domain.apps import app
from shared.domain.assets import catalog
from shared.domain.base import Moment
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs import changes as diffs
from shared.domain.diffs import diff
from shared.domain.diffs.diff_status import DiffStatus, ShownDiffStatus
from shared.domain.feedback import build_result
from shared.domain.feedback.result_status import ResultStatus
from shared.domain.revisions import revision
from shared.domain.runs import run
from shared.domain.runs.run_status import ShownRunStatus
from shared.domain.runs.step_status import StepStatus
from shared.domain.sessions.session_status import SessionStatus
from shared.services.apps import read_state
from shared.services.assets.template_kinds import TemplateKind
from shared.services.revisions import undo_apply
from shared.services.runs import read_run, threads
from shared.services.runs.start import describe_request
from shared.services.sessions import list_messages


class SessionResult(TypedDict):
    """What came of a message to a session: a diff to review, an answer, or an error."""

    message: str | None
    run_id: str
    diff_id: str | None
    status: NotRequired[SessionStatus]
    commit_message: NotRequired[str | None]
    error: NotRequired[str]
    final_feedback: NotRequired[str]


class RunResult(TypedDict):
    """What came of a chat message."""

    status: ShownRunStatus
    summary: str | None
    revision_id: str | None
    diff_id: str | None
    failure_code: str | None


class StepView(TypedDict):
    """One tool call; `decision` is what a person said to it.

    `arguments` are whole while it waits, else at most 4,000 characters. `request`: what a waiting call would send.
    `diff`: what a held write would change. `rollback_data`: each changed file as it was before the run, by reference.
    """

    id: str
    order_index: int
    actor: read_run.Actor
    role: run.Role
    tool: str
    status: StepStatus
    arguments: str
    output: str
    summary: str
    changed_paths: list[str]
    duration_ms: int
    diff: str | None
    rollback_data: list[read_run.Original]
    created_at: Moment
    started_at: Moment | None
    finished_at: Moment | None
    decision: NotRequired[Literal["approve", "skip"] | None]
    request: NotRequired[describe_request.OutgoingView | None]


class NoResult(TypedDict):
    """Nothing has been reported in this session."""

    session_id: str
    status: Literal[ResultStatus.UNKNOWN]


App = view("App", app.App, APP_SHOWN)
AppPage = page("AppPage", App)
ImportedApp = view("ImportedApp", App, diagnostics=list[Diagnostic])
Revision = view("Revision", revision.Revision, REVISION_SHOWN)
RevisionPage = page("RevisionPage", Revision)
RevisionDetail = view("RevisionDetail", Revision, dist_manifest=revision.DistManifest | None)
FileList = page("FileList", revision.FileEntry)
_NAMES = {"app_id": str, "project_id": str, "conversation_id": str | None, "session_id": str | None}
_PRINTED = {
    "status": ShownDiffStatus, "review_status": DiffStatus, "stale": bool, "current_revision_id": str | None,
}  # fmt: skip
PendingDiff = view("PendingDiff", diff.Diff, DIFF_SHOWN, **_NAMES, **_PRINTED)
Workspace = one(
    "Workspace", "Everything a workspace opens with.",
    app=App, draft=Revision, tree=list[revision.FileEntry], build=BuildView, taken_back=list[str],
    active_run=RunView | None, waiting_runs=list[RunView], pending_diffs=list[PendingDiff],  # type: ignore[valid-type]  # made above
)  # fmt: skip
Undo = view("Undo", undo_apply.Undo, None, {"revision"}, revision=Revision | None)

ApiKey = view("ApiKey", api_key.ApiKey, KEY_SHOWN)
ApiKeyPage = page("ApiKeyPage", ApiKey)
NewApiKey = view("NewApiKey", ApiKey, key=str)
Health = one("Health", "The API is up.", status=Literal["ok"], version=str, stack=dict[str, Any])
Template = one(
    "Template", "A template pack.",
    key=str, kind=TemplateKind, framework=app.Framework, title=str, description=str, files=int,
)  # fmt: skip
TemplateList = page("TemplateList", Template)
Catalog = page("Catalog", catalog.CatalogPackage, digest=str)

_TEXT = {"diff_content": str, "truncated": bool}
ListedFile = view("ListedFile", diffs.FileChange, None, {"hunks"})
Diff = view("Diff", diff.Diff, DIFF_SHOWN, **_NAMES, **_PRINTED, **_TEXT, files=list[diffs.FileChange])
ListedDiff = view("ListedDiff", Diff, None, {"files"}, files=list[ListedFile])  # type: ignore[valid-type]  # made above
DiffPage = page("DiffPage", ListedDiff)

Run = view(
    "Run", run.Run, RUN_SHOWN, status=ShownRunStatus, error_message=str | None, stream_url=str,
    waiting_steps=list[str],
)  # fmt: skip
RunPage = page("RunPage", Run)
Queue = one("Queue", "The messages that wait for their turn, in its order.", items=list[Run])  # type: ignore[valid-type]
StartedRun = view("StartedRun", Run, run_id=str)
RunDetail = view(
    "RunDetail", Run, steps=list[StepView], touched_files=dict[str, read_run.TouchedFile],
    result=SessionResult | RunResult | None,
)  # fmt: skip
TurnPage = page("TurnPage", run.Turn)
ThreadPage = page("ThreadPage", threads.Thread)
Cancelled = one("Cancelled", "How the run stands now.", run_id=str, status=ShownRunStatus)
Accepted = one(
    "Accepted", "The run that works on it, and where to follow it.",
    run_id=str, stream_url=str, session_id=str, message_id=str, status=ShownRunStatus,
)  # fmt: skip

_PROJECT = {
    "repository_path": str, "current_code": str | None, "current_commit": str | None, "current_branch": Literal["main"],
}  # fmt: skip
Project = view("Project", App, **_PROJECT)
ProjectPage = page("ProjectPage", Project)
Session = one(
    "Session", "A conversation in the words of the first API.",
    id=str, project_id=str, openai_session_key=str, conversations_db_path=None, session_type=run.SessionType,
    node_id=str | None, cleared_at=Moment | None, created_at=Moment, updated_at=Moment,
)  # fmt: skip
SessionList = page("SessionList", Session)
Conversation = view("Conversation", run.Conversation, CONVERSATION_SHOWN, latest=bool)
ConversationPage = page("ConversationPage", Conversation)
MessagePage = page("MessagePage", list_messages.Message)
ToolLog = page("ToolLog", read_state.ToolLogEntry)
TextFile = one("TextFile", "One text file.", path=str, content=str)
BuildResult: type[BaseModel] = view("BuildResult", build_result.BuildResult, RESULT_SHOWN)
SessionReport = BuildResult | NoResult
