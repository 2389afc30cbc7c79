"""Operations on projects, sessions, runs, diffs and tools, and what is open to everyone."""

from functions.api.access.about import Me
from functions.api.openapi import bodies, views
from functions.api.openapi.operation import FEED, FILE, READ, TOOLS, WRITE, Operation
from shared.services.access import read_config
from shared.services.apps import read_state
from shared.services.diffs import preview_diff, refine_message
from shared.services.publishing import read_runtime
from shared.services.runs import diff_run
from shared.services.sessions import list_messages, list_tools, use_tool
from shared.services.spending import read_usage

_P = "/projects/{project_id}"
_D = "/diffs/{diff_id}"
_S = "/sessions/{session_id}"
_RUN = "/runs/{run_id}"
_PREVIEW = "/public/apps/preview/revisions/{revision_id}"
_GATE = ("BUILDER_PATCH_POLICY_VIOLATION", "BUILDER_COMPILE_FAILED")
_REVIEW = ("DIFF_STALE", "NOT_AWAITING_APPROVAL")
_START = ("REVISION_CONFLICT", "RUN_ACTIVE", "MERGE_CONFLICT", "NOT_READY", "BUDGET_EXCEEDED", "FEATURE_DISABLED")
_TOOL = ("REVISION_CONFLICT", "RUN_ACTIVE", "FEATURE_DISABLED", *_GATE)
_TOKEN = ("PREVIEW_TOKEN_REQUIRED", "PREVIEW_TOKEN_INVALID", "PREVIEW_TOKEN_EXPIRED")
PUBLISHED = "GET /apps/{slug}/{revision_id}/"


def _tool(name: str) -> Operation:
    return Operation(name, TOOLS, {200: use_tool.ToolAnswer}, _TOOL)


WORK: dict[str, Operation] = {
    "GET /health": Operation("readHealth", None, {200: views.Health}),
    "GET /me": Operation("readMe", READ, {200: Me}),
    "GET /public/config": Operation("readConfig", None, {200: read_config.PublicConfig}),
    "GET /projects": Operation("listProjects", READ, {200: views.ProjectPage}),
    "POST /projects": Operation("createProject", WRITE, {201: views.Project}, ("SLUG_TAKEN",)),
    f"GET {_P}": Operation("readProject", READ, {200: views.Project}),
    f"DELETE {_P}": Operation("deleteProject", WRITE, {204: None}, ("REVISION_CONFLICT",)),
    f"POST {_P}/sessions": Operation("openSession", WRITE, {200: views.Session}),
    f"GET {_P}/sessions": Operation("listSessions", READ, {200: views.SessionList}),
    f"GET {_P}/conversations": Operation("listConversations", READ, {200: views.ConversationPage}),
    f"GET {_P}/diffs": Operation("listDiffs", READ, {200: views.DiffPage}),
    f"GET {_P}/runs": Operation("listRuns", READ, {200: views.RunPage}),
    f"POST {_P}/runs": Operation("startRun", WRITE, {202: views.StartedRun}, _START),
    f"GET {_P}/state": Operation("readState", READ, {200: read_state.StateView}),
    f"PATCH {_P}/state": Operation("changeState", WRITE, {200: read_state.StateView}, ("STATE_CONFLICT",)),
    f"GET {_P}/tool-log": Operation("readToolLog", READ, {200: views.ToolLog}),
    f"GET {_P}/usage": Operation("readUsage", READ, {200: read_usage.UsagePage}),
    f"GET {_P}/events": Operation("followProject", READ, {200: FEED}),
    f"GET {_P}/files/content": Operation("readDraftFile", TOOLS, {200: views.TextFile}),
    f"POST {_P}/files/apply_edit": _tool("editFile"),
    f"POST {_P}/terminal/run": _tool("runCommand"),
    f"POST {_P}/search/docs": _tool("searchDocs"),
    f"POST {_P}/search/messages": _tool("searchMessages"),
    "POST /search/docs": Operation("searchDocsOf", TOOLS, {200: use_tool.ToolAnswer}, _TOOL, found=True),
    "POST /search/messages": Operation("searchMessagesOf", TOOLS, {200: use_tool.ToolAnswer}, _TOOL, found=True),
    "GET /api/tools": Operation("listTools", TOOLS, {200: list_tools.ToolList}),
    "POST /api/tools/{tool}": _tool("useTool"),
    f"GET {_S}": Operation("readSession", READ, {200: views.Session}),
    f"DELETE {_S}": Operation("clearSession", WRITE, {204: None}),
    f"POST {_S}/messages": Operation(
        "sendMessage", WRITE, {202: views.Accepted, 200: views.SessionResult}, _START
    ),
    f"GET {_S}/messages": Operation("listMessages", READ, {200: views.MessagePage}),
    "GET /messages/{message_id}/full": Operation("readMessage", READ, {200: list_messages.FullMessage}),
    f"GET {_S}/diffs": Operation("listSessionDiffs", READ, {200: views.DiffPage}),
    f"GET {_S}/diffs/pending": Operation("listPendingDiffs", READ, {200: views.DiffPage}),
    f"GET {_D}": Operation("readDiff", READ, {200: views.Diff}),
    f"GET {_D}/preview": Operation("previewDiff", READ, {200: preview_diff.DiffPreview}),
    f"POST {_D}/review": Operation("reviewDiff", WRITE, {200: views.Diff}, (*_REVIEW, *_GATE)),
    f"POST {_D}/commit": Operation("commitDiff", WRITE, {200: views.Diff}, (*_REVIEW, *_GATE, "REVISION_CONFLICT")),
    f"POST {_D}/refine-message": Operation("refineCommitMessage", READ, {200: refine_message.RefinedMessage}),
    f"POST {_D}/rebase": Operation("rebaseDiff", WRITE, {200: views.Diff}, (*_REVIEW, *_GATE, "MERGE_CONFLICT")),
    f"POST {_D}/discard": Operation("discardDiff", WRITE, {200: views.Diff}, _REVIEW),
    f"GET {_RUN}": Operation("readRun", READ, {200: views.RunDetail}),
    f"GET {_RUN}/messages": Operation("listRunMessages", READ, {200: views.MessagePage}),
    f"POST {_RUN}/advance": Operation(
        "advanceRun", WRITE, {200: views.Run},
        ("NOT_AWAITING_APPROVAL", "RUN_ACTIVE", "MERGE_CONFLICT", "REVISION_CONFLICT", "PERSON_REQUIRED"),
    ),
    f"GET {_RUN}/diff": Operation("diffRun", READ, {200: diff_run.RunDiff}),
    f"GET {_RUN}/rollback": Operation("planRollback", READ, {200: views.Undo}, ("RUN_ACTIVE", "NOT_READY")),
    f"POST {_RUN}/rollback": Operation(
        "rollbackRun", WRITE, {201: views.Revision},
        ("RUN_ACTIVE", "NOT_READY", "MERGE_CONFLICT", "REVISION_CONFLICT", *_GATE),
    ),
    f"POST {_RUN}/resume": Operation(
        "resumeRun", WRITE, {202: views.StartedRun}, (*_START, "REPAIRS_USED_UP")
    ),
    "POST /build-result": Operation(
        "reportBuildResult", WRITE, {200: views.BuildResult, 204: None}, _TOKEN, found=True, reads=bodies.REPORT
    ),
    "GET /build-result": Operation("readBuildResult", READ, {200: views.BuildResult | views.NoResult}, found=True),
    "DELETE /build-result": Operation("forgetBuildResult", WRITE, {204: None}, found=True),
    "GET /public/apps/{slug}/runtime": Operation("readRuntime", None, {200: read_runtime.PublicRuntime}),
    "GET /public/apps/{slug}/ui": Operation("readSourceUi", None, {}, ("UI_SOURCE_MODE_REMOVED",), found=False),
    f"GET {_PREVIEW}/runtime": Operation("readPreviewRuntime", None, {200: read_runtime.PreviewRuntime}, _TOKEN),
    f"GET {_PREVIEW}/assets/{{path}}": Operation(
        "readPreviewAsset", None, {200: FILE, 302: None, 304: None}, (*_TOKEN, "BUILD_PENDING", "BUILD_FAILED")
    ),
    PUBLISHED: Operation("visitPublished", None, {302: None}),
}  # fmt: skip
