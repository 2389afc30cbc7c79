"""Operations on apps: made, changed, built, reviewed and published."""

from functions.api.apps.views import BuildView
from functions.api.openapi import bodies, views
from functions.api.openapi.operation import ADMIN, EVENTS, HAPPENINGS, PUBLISH, READ, WRITE, Operation
from shared.services.assets import uploads
from shared.services.builds.worker import read_task
from shared.services.diffs import diff_revisions
from shared.services.feedback import read_repair
from shared.services.publishing import list_publications, publish_app
from shared.services.publishing.previews import preview_token, read_thumbnail, take_picture
from shared.services.revisions import explain_change, read_files, validate_change
from shared.services.runs import search_threads, threads
from shared.services.spending import list_models, read_tenant_usage, read_usage, set_budgets

_A = "/admin/apps/{app_id}"
_B = _A + "/builder"
_R = _B + "/revisions/{revision_id}"
_T = _B + "/threads/{conversation_id}"
_GATE = ("REVISION_CONFLICT", "BUILDER_PATCH_POLICY_VIOLATION", "BUILDER_COMPILE_FAILED")
_MERGE = (*_GATE, "MERGE_CONFLICT")

APPS: dict[str, Operation] = {
    "POST /admin/api-keys": Operation("createApiKey", ADMIN, {201: views.NewApiKey}),
    "GET /admin/api-keys": Operation("listApiKeys", ADMIN, {200: views.ApiKeyPage}),
    "DELETE /admin/api-keys/{key_id}": Operation("revokeApiKey", ADMIN, {204: None}),
    "GET /admin/templates": Operation("listTemplates", READ, {200: views.TemplateList}),
    "GET /admin/catalog": Operation("readCatalog", READ, {200: views.Catalog}),
    "GET /admin/models": Operation("listModels", READ, {200: list_models.ModelList}),
    "GET /admin/usage/days": Operation("readTenantDays", READ, {200: read_tenant_usage.TenantDays}),
    "GET /admin/usage/apps": Operation("readAppUsages", READ, {200: read_tenant_usage.AppUsagePage}),
    "GET /admin/usage": Operation("readTenantUsage", READ, {200: read_usage.TenantUsage}),
    "GET /admin/budgets": Operation("readBudgets", READ, {200: set_budgets.BudgetSettings}),
    "PUT /admin/budgets": Operation("setBudgets", ADMIN, {200: set_budgets.BudgetSettings}, ("STATE_CONFLICT",)),
    "POST /admin/uploads": Operation("createUpload", WRITE, {201: uploads.Upload}),
    "POST /admin/apps/import": Operation(
        "importApp", WRITE, {201: views.ImportedApp},
        ("SLUG_TAKEN", "BUILDER_PATCH_POLICY_VIOLATION", "BUILDER_COMPILE_FAILED"), found=True, reads=bodies.IMPORT,
    ),
    "POST /admin/apps": Operation("createApp", WRITE, {201: views.App}, ("SLUG_TAKEN",)),
    "GET /admin/apps": Operation("listApps", READ, {200: views.AppPage}),
    "GET /admin/events": Operation("followTenant", READ, {200: HAPPENINGS, 204: None}),
    f"GET {_A}/events": Operation("followApp", READ, {200: HAPPENINGS, 204: None}),
    f"GET {_A}": Operation("readApp", READ, {200: views.App}),
    f"PATCH {_A}": Operation(
        "changeApp", WRITE, {200: views.App},
        ("REVISION_CONFLICT", "PERSON_REQUIRED", "SLUG_TAKEN", "ALREADY_PUBLISHED"),
    ),
    f"DELETE {_A}": Operation("deleteApp", WRITE, {204: None}, ("REVISION_CONFLICT",)),
    f"POST {_A}/undelete": Operation("undeleteApp", WRITE, {200: views.App}, ("REVISION_CONFLICT",)),
    f"POST {_A}/publish": Operation(
        "publishApp", PUBLISH, {200: publish_app.Published},
        ("BUILD_PENDING", "REVISION_CONFLICT", "BUILD_FAILED", "NOT_READY"),
    ),
    f"POST {_A}/rollback": Operation(
        "rollbackApp", PUBLISH, {200: publish_app.Published},
        ("BUILD_PENDING", "REVISION_CONFLICT", "BUILD_FAILED", "NOT_READY", "NOT_PUBLISHED"),
    ),
    f"POST {_A}/unpublish": Operation(
        "unpublishApp", PUBLISH, {200: publish_app.Published}, ("REVISION_CONFLICT", "NOT_PUBLISHED"),
    ),
    f"GET {_A}/publications": Operation("listPublications", READ, {200: list_publications.PublicationList}),
    f"POST {_B}/confirm-source": Operation(
        "confirmSource", WRITE, {200: views.App}, ("REVISION_CONFLICT", "PERSON_REQUIRED")
    ),
    f"POST {_B}/repair": Operation(
        "repairPage", WRITE, {202: views.StartedRun},
        ("REVISION_CONFLICT", "RUN_ACTIVE", "REPAIRS_USED_UP", "NOT_READY", "BUDGET_EXCEEDED", "FEATURE_DISABLED"),
    ),
    f"GET {_B}/repair": Operation("readRepair", READ, {200: read_repair.RepairState}),
    f"GET {_B}/state": Operation("readWorkspace", READ, {200: views.Workspace}),
    f"GET {_B}/builds/{{build_id}}": Operation("readWorkerTask", READ, {200: read_task.TaskResult}),
    f"GET {_B}/thumbnail": Operation("readAppThumbnail", READ, {200: read_thumbnail.Thumbnail}),
    f"GET {_R}/thumbnail": Operation("readThumbnail", READ, {200: read_thumbnail.Thumbnail}),
    f"POST {_R}/picture": Operation(
        "takePicture", WRITE, {202: take_picture.PictureStatus}, ("NOT_READY", "BUDGET_EXCEEDED", "FEATURE_DISABLED")
    ),
    f"GET {_B}/builds/{{build_id}}/picture": Operation("readPicture", READ, {200: take_picture.PagePicture}),
    f"POST {_B}/revisions": Operation("saveRevision", WRITE, {201: views.Revision}, _GATE),
    f"GET {_B}/revisions": Operation("listRevisions", READ, {200: views.RevisionPage}),
    f"GET {_R}": Operation("readRevision", READ, {200: views.RevisionDetail}),
    f"PATCH {_R}": Operation("labelRevision", WRITE, {200: views.Revision}, ("REVISION_CONFLICT",)),
    f"GET {_R}/files": Operation("listFiles", READ, {200: views.FileList}),
    f"GET {_R}/files/{{path}}": Operation("readFile", READ, {200: read_files.FileContent}),
    f"GET {_R}/diff": Operation("compareRevisions", READ, {200: diff_revisions.RevisionDiff}),
    f"POST {_R}/restore": Operation("restoreRevision", WRITE, {201: views.Revision}, _GATE),
    f"GET {_R}/build": Operation("readBuild", READ, {200: BuildView}),
    f"POST {_R}/build/retry": Operation(
        "retryBuild", WRITE, {202: BuildView},
        ("BUILD_PENDING", "ALREADY_BUILT", "REVISION_CONFLICT", "BUDGET_EXCEEDED"),
    ),
    f"POST {_B}/template-reset": Operation("resetToTemplate", WRITE, {201: views.Revision}, _GATE),
    f"POST {_B}/validate": Operation(
        "validateChange", WRITE, {200: validate_change.Validation},
        ("REVISION_CONFLICT", "BUILDER_PATCH_POLICY_VIOLATION", "FEATURE_DISABLED"),
    ),
    f"GET {_B}/validate/{{build_id}}": Operation("readValidation", READ, {200: validate_change.Validation}),
    f"POST {_B}/undo": Operation("undoChange", WRITE, {200: views.Undo, 201: views.Undo}, _MERGE),
    f"POST {_B}/revert-file": Operation("revertFile", WRITE, {201: views.Revision}, _MERGE),
    f"POST {_B}/explain": Operation("explainChange", READ, {200: explain_change.Explanation}),
    f"POST {_B}/preview-token": Operation(
        "createPreviewToken", READ, {200: preview_token.PreviewToken, 202: preview_token.PreviewLater},
        ("NOT_READY", "BUILD_FAILED", "BUDGET_EXCEEDED", "FEATURE_DISABLED"),
    ),
    f"DELETE {_B}/preview-token": Operation("revokePreviews", WRITE, {204: None}, ("REVISION_CONFLICT",)),
    f"POST {_B}/chat/stream": Operation(
        "sendChatMessage", WRITE, {200: EVENTS},
        ("REVISION_CONFLICT", "RUN_ACTIVE", "NOT_AWAITING_APPROVAL", "MERGE_CONFLICT", "NOT_LATEST_ANSWER", "NOT_READY",
         "ATTACHMENTS_UNSUPPORTED", "BUDGET_EXCEEDED", "FEATURE_DISABLED", "PERSON_REQUIRED"),
        reads=bodies.CHAT,
    ),
    f"GET {_B}/chat/{{id}}/stream": Operation("followChat", READ, {200: EVENTS, 204: None}),
    f"POST {_B}/chat/{{run_id}}/cancel": Operation(
        "cancelRun", WRITE, {202: views.Cancelled}, ("REVISION_CONFLICT",), once=False
    ),
    f"GET {_B}/queue": Operation("readQueue", READ, {200: views.Queue}),
    f"PATCH {_B}/queue/{{run_id}}": Operation(
        "changeQueued", WRITE, {200: views.Queue}, ("NOT_WAITING", "REVISION_CONFLICT")
    ),
    f"DELETE {_B}/queue/{{run_id}}": Operation("dropQueued", WRITE, {204: None}, ("NOT_WAITING", "REVISION_CONFLICT")),
    f"GET {_B}/conversations": Operation("listTurns", READ, {200: views.TurnPage}),
    f"GET {_B}/threads": Operation("listThreads", READ, {200: views.ThreadPage}),
    f"GET {_B}/threads/search": Operation("searchThreads", READ, {200: search_threads.FoundThreads}),
    f"GET {_T}": Operation("readThread", READ, {200: threads.Thread}),
    f"PATCH {_T}": Operation("changeThread", WRITE, {200: threads.Thread}, ("RUN_ACTIVE",)),
    f"DELETE {_T}": Operation("removeThread", WRITE, {204: None}, ("RUN_ACTIVE",)),
}  # fmt: skip
