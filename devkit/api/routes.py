"""Every route of the API: the scope it needs, whose things it names, and a request that its owner may well make.

A new route has no place here until somebody gives it one, and until then the tests over all routes fail.
"""

from dataclasses import dataclass, field
from typing import Any, Literal

Route = tuple[str, str]
Kind = Literal["theirs", "own", "public"]
READ, WRITE, PUBLISH, TOOLS, ADMIN = "apps:read", "apps:write", "apps:publish", "tools:run", "admin"


@dataclass(frozen=True)
class Case:
    """`theirs` names stored things and answers 404 to strangers; `own` names nothing that another could have.

    `owner` is what the owner is answered. `uses` puts another of the estate's names under a placeholder. Streams that
    are `endless` are not asked for by whoever may read them. What only a `person` may do answers 403 to a key.
    """

    scope: str | None
    kind: Kind = "theirs"
    owner: int = 200
    json: Any = None
    params: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    uses: dict[str, str] = field(default_factory=dict)
    endless: bool = False
    person: bool = False


def _app(method: str, rest: str = "") -> Route:
    return method, "/admin/apps/{app_id}" + rest


def _builder(method: str, rest: str) -> Route:
    return method, "/admin/apps/{app_id}/builder" + rest


def _project(method: str, rest: str = "") -> Route:
    return method, "/projects/{project_id}" + rest


def _revision(method: str, rest: str = "") -> Route:
    return _builder(method, "/revisions/{revision_id}" + rest)


def _thread(method: str) -> Route:
    return _builder(method, "/threads/{conversation_id}")


_SAVE = {
    "base_revision_id": "{revision_id}",
    "operations": [{"op": "upsert_file", "path": "src/made.ts", "content": "export const made = 1;\n"}],
}
_LIVE = {"app_id": "live_id", "slug": "live_slug", "revision_id": "live_revision_id"}
_QUEUED = {"app_id": "busy_id", "run_id": "queued_run_id"}
_CHANGED = {"app_id": "changed_id", "revision_id": "unchanged_revision_id"}
_CHAT = {"conversation_id": "session_id"}
_RESULT = {"X-Session-Id": "{app_id}"}
CASES: dict[Route, Case] = {
    ("GET", "/health"): Case(None, "public"),
    ("GET", "/me"): Case(READ, "own"),
    ("GET", "/public/config"): Case(None, "public"),
    ("GET", "/admin/templates"): Case(READ, "own"),
    ("GET", "/admin/catalog"): Case(READ, "own"),
    ("GET", "/admin/models"): Case(READ, "own"),
    ("POST", "/admin/api-keys"): Case(ADMIN, "own", 201, {"name": "CI", "scopes": [ADMIN]}),
    ("GET", "/admin/api-keys"): Case(ADMIN, "own"),
    ("DELETE", "/admin/api-keys/{key_id}"): Case(ADMIN, owner=204),
    ("GET", "/admin/events"): Case(READ, "own", endless=True),
    ("GET", "/admin/apps/{app_id}/events"): Case(READ, endless=True),
    ("GET", "/admin/usage"): Case(READ, "own"),
    ("GET", "/admin/usage/days"): Case(READ, "own"),
    ("GET", "/admin/usage/apps"): Case(READ, "own"),
    ("GET", "/admin/budgets"): Case(READ, "own"),
    ("PUT", "/admin/budgets"): Case(
        ADMIN, "own", json={"version": 0, "day_usd": 5, "month_usd": None, "day_tokens": None, "month_tokens": 9}
    ),
    ("POST", "/admin/uploads"): Case(WRITE, "own", 201),
    ("POST", "/admin/apps/import"): Case(WRITE, owner=201, json={"upload_id": "{upload_id}"}),
    ("POST", "/admin/apps"): Case(WRITE, "own", 201, {"name": "Another"}),
    ("GET", "/admin/apps"): Case(READ, "own"),
    _app("GET"): Case(READ),
    _app("PATCH"): Case(WRITE, json={"name": "Renamed"}),
    _app("DELETE"): Case(WRITE, owner=204),
    _app("POST", "/undelete"): Case(WRITE, uses={"app_id": "deleted_id"}),
    _app("POST", "/publish"): Case(PUBLISH),
    _app("POST", "/rollback"): Case(PUBLISH, json={"revision_id": "{revision_id}"}, uses=_LIVE),
    _app("POST", "/unpublish"): Case(PUBLISH, uses=_LIVE),
    _app("GET", "/publications"): Case(READ),
    _builder("GET", "/state"): Case(READ),
    _builder("GET", "/builds/{build_id}"): Case(READ),
    _builder("GET", "/builds/{build_id}/picture"): Case(READ, uses={"build_id": "picture_id"}),
    _revision("POST", "/picture"): Case(WRITE, owner=202, json={"path": "/"}),
    _builder("GET", "/thumbnail"): Case(READ),
    _builder("GET", "/revisions/{revision_id}/thumbnail"): Case(READ),
    _builder("POST", "/revisions"): Case(WRITE, owner=201, json=_SAVE),
    _builder("GET", "/revisions"): Case(READ),
    _revision("GET"): Case(READ),
    _revision("PATCH"): Case(WRITE, json={"label": "first"}),
    _revision("GET", "/files"): Case(READ),
    _revision("GET", "/files/{path}"): Case(READ),
    _revision("GET", "/diff"): Case(READ),
    _revision("POST", "/restore"): Case(WRITE, owner=201),
    _revision("GET", "/build"): Case(READ),
    _revision("POST", "/build/retry"): Case(WRITE, owner=409),
    _builder("POST", "/confirm-source"): Case(WRITE, json={"revision_id": "{revision_id}"}, person=True),
    _builder("POST", "/repair"): Case(WRITE, owner=202, uses={"app_id": "failing_id"}),
    _builder("GET", "/repair"): Case(READ),
    _builder("POST", "/template-reset"): Case(WRITE, owner=201, json={"template": "{template}"}),
    _builder("POST", "/validate"): Case(WRITE, json=_SAVE),
    _builder("GET", "/validate/{build_id}"): Case(READ),
    _builder("POST", "/undo"): Case(WRITE, uses=_CHANGED),
    _builder("POST", "/revert-file"): Case(
        WRITE, owner=201, json={"path": "src/App.tsx", "revision_id": "{revision_id}"}, uses=_CHANGED
    ),
    _builder("POST", "/explain"): Case(READ, json={"diff_id": "{diff_id}"}),
    _builder("POST", "/preview-token"): Case(READ, json={"revision_id": "{revision_id}"}),
    _builder("DELETE", "/preview-token"): Case(WRITE, owner=204),
    _builder("POST", "/chat/stream"): Case(WRITE, json={"message": "Make it blue"}, endless=True),
    _builder("GET", "/chat/{id}/stream"): Case(READ, endless=True),
    _builder("POST", "/chat/{run_id}/cancel"): Case(WRITE, owner=202),
    _builder("GET", "/queue"): Case(READ, uses=_QUEUED),
    _builder("PATCH", "/queue/{run_id}"): Case(WRITE, json={"place": 1}, uses=_QUEUED),
    _builder("DELETE", "/queue/{run_id}"): Case(WRITE, owner=204, uses=_QUEUED),
    _builder("GET", "/conversations"): Case(READ),
    _builder("GET", "/threads"): Case(READ),
    _builder("GET", "/threads/search"): Case(READ, params={"q": "blue"}),
    _thread("GET"): Case(READ, uses=_CHAT),
    _thread("PATCH"): Case(WRITE, json={"title": "Colours"}, uses=_CHAT),
    _thread("DELETE"): Case(WRITE, owner=204, uses=_CHAT),
    ("GET", "/sessions/{session_id}/diffs"): Case(READ),
    ("GET", "/sessions/{session_id}/diffs/pending"): Case(READ),
    ("GET", "/diffs/{diff_id}"): Case(READ),
    ("GET", "/diffs/{diff_id}/preview"): Case(READ),
    ("POST", "/diffs/{diff_id}/review"): Case(WRITE, json={"decision": "approve"}),
    ("POST", "/diffs/{diff_id}/commit"): Case(WRITE, owner=409, json={"commit_message": "Done"}),
    ("POST", "/diffs/{diff_id}/refine-message"): Case(READ, json={"style": "short"}),
    ("POST", "/diffs/{diff_id}/rebase"): Case(WRITE),
    ("POST", "/diffs/{diff_id}/discard"): Case(WRITE),
    ("POST", "/build-result"): Case(WRITE, json={"status": "success", "stage": "build"}, headers=_RESULT),
    ("GET", "/build-result"): Case(READ, headers=_RESULT),
    ("DELETE", "/build-result"): Case(WRITE, owner=204, headers=_RESULT),
    ("GET", "/runs/{run_id}"): Case(READ),
    ("GET", "/runs/{run_id}/messages"): Case(READ),
    ("POST", "/runs/{run_id}/advance"): Case(WRITE, owner=409, json={"approval": "approve"}),
    ("GET", "/runs/{run_id}/diff"): Case(READ),
    ("GET", "/runs/{run_id}/rollback"): Case(READ, uses={"run_id": "changed_run_id"}),
    ("POST", "/runs/{run_id}/rollback"): Case(WRITE, owner=422),
    ("POST", "/runs/{run_id}/resume"): Case(WRITE, owner=202, uses={"run_id": "failed_run_id"}),
    ("GET", "/projects"): Case(READ, "own"),
    ("POST", "/projects"): Case(WRITE, "own", 201, {"name": "Another"}),
    _project("GET"): Case(READ),
    _project("DELETE"): Case(WRITE, owner=204),
    _project("POST", "/sessions"): Case(WRITE, json={"session_type": "global"}),
    _project("GET", "/sessions"): Case(READ),
    _project("GET", "/conversations"): Case(READ),
    _project("GET", "/diffs"): Case(READ),
    _project("GET", "/runs"): Case(READ),
    _project("POST", "/runs"): Case(WRITE, owner=202, json={"message": "Make it blue"}),
    _project("GET", "/state"): Case(READ),
    _project("PATCH", "/state"): Case(WRITE, json={"version": 0, "plan": ["One"]}),
    _project("GET", "/tool-log"): Case(READ),
    _project("GET", "/usage"): Case(READ),
    _project("GET", "/events"): Case(READ, endless=True),
    _project("GET", "/files/content"): Case(TOOLS, params={"path": "src/main.tsx"}),
    _project("POST", "/files/apply_edit"): Case(TOOLS, json={"path": "src/a.ts", "content": "export {};\n"}),
    _project("POST", "/terminal/run"): Case(TOOLS, json={"command": "npm run build"}),
    _project("POST", "/search/docs"): Case(TOOLS, json={"query": "react"}),
    _project("POST", "/search/messages"): Case(TOOLS, json={"query": "blue"}),
    ("POST", "/search/docs"): Case(TOOLS, json={"project_id": "{app_id}", "query": "react"}),
    ("POST", "/search/messages"): Case(TOOLS, json={"project_id": "{app_id}", "query": "blue"}),
    ("GET", "/api/tools"): Case(TOOLS, "own"),
    ("POST", "/api/tools/{tool}"): Case(TOOLS, json={"project_id": "{app_id}", "params": {}}),
    ("POST", "/sessions/{session_id}/messages"): Case(WRITE, owner=202, json={"message": "Make it blue"}),
    ("GET", "/sessions/{session_id}/messages"): Case(READ),
    ("DELETE", "/sessions/{session_id}"): Case(WRITE, owner=204),
    ("GET", "/sessions/{session_id}"): Case(READ),
    ("GET", "/messages/{message_id}/full"): Case(READ),
    ("GET", "/public/apps/{slug}/runtime"): Case(None, "public", uses=_LIVE),
    ("GET", "/public/apps/{slug}/ui"): Case(None, "public", 410),
    ("GET", "/public/apps/preview/revisions/{revision_id}/runtime"): Case(None, "public", 401),
    ("GET", "/public/apps/preview/revisions/{revision_id}/assets/{path}"): Case(None, "public", 401),
    ("GET", "/apps/{slug}/{revision_id}/"): Case(None, "public", 302, uses=_LIVE),
}
