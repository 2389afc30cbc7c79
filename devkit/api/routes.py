"""Every route of the API: the scope it needs, whose things it names, and a request that its owner may well make.

They are the application's own. `WRITTEN` adds what cannot be read off a route: a good body, above all.
"""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from devkit.api.api import Api
from functions.api.openapi.document import Described, described

Route = tuple[str, str]
Kind = Literal["theirs", "own", "public"]
TOOLS, ADMIN = "tools:run", "admin"


@dataclass(frozen=True)
class Case:
    """`theirs` names stored things and answers 404 to strangers; `own` names nothing that another could have.

    What asks for no scope is `public`. `owner` is what the owner is answered, 0 for the route's own status. `uses` puts
    another of the estate's names under a placeholder. Streams that are `endless` are not asked for where one may read
    them. What only a `person` may do answers 403 to a key.
    """

    scope: str | None = None
    kind: Kind = "theirs"
    owner: int = 0
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
CONNECTION = {"url": "https://github.com/ann/todo-list.git", "token": "github_pat_11AAexample"}
_LIVE = {"app_id": "live_id", "slug": "live_slug", "revision_id": "live_revision_id"}
_QUEUED = {"app_id": "busy_id", "run_id": "queued_run_id"}
_CHANGED = {"app_id": "changed_id", "revision_id": "unchanged_revision_id"}
_CHAT = {"conversation_id": "session_id"}
_RESULT = {"X-Session-Id": "{app_id}"}
WRITTEN: dict[Route, Case] = {
    ("GET", "/me"): Case(kind="own"),
    ("GET", "/admin/templates"): Case(kind="own"),
    ("GET", "/admin/catalog"): Case(kind="own"),
    ("GET", "/admin/catalog/lines"): Case(kind="own"),
    ("POST", "/admin/catalog/packages"): Case(kind="own", json={"name": "tinycolor2"}),
    ("GET", "/admin/catalog/packages"): Case(kind="own"),
    ("GET", "/admin/scaffolds"): Case(kind="own"),
    ("GET", "/admin/scaffolds/{key}"): Case(kind="own"),
    ("GET", "/admin/models"): Case(kind="own"),
    ("POST", "/admin/models/test"): Case(kind="own", owner=503, json={"model": "fake"}),
    ("GET", "/admin/models/test"): Case(kind="own"),
    ("POST", "/admin/api-keys"): Case(kind="own", json={"name": "CI", "scopes": [ADMIN]}),
    ("GET", "/admin/api-keys"): Case(kind="own"),
    ("GET", "/admin/events"): Case(kind="own", endless=True),
    ("GET", "/admin/apps/{app_id}/events"): Case(endless=True),
    ("GET", "/admin/kpis"): Case(kind="own"),
    ("GET", "/admin/usage"): Case(kind="own"),
    ("GET", "/admin/usage/days"): Case(kind="own"),
    ("GET", "/admin/usage/apps"): Case(kind="own"),
    ("GET", "/admin/budgets"): Case(kind="own"),
    ("PUT", "/admin/budgets"): Case(
        kind="own", json={"version": 0, "day_usd": 5, "month_usd": None, "day_tokens": None, "month_tokens": 9}
    ),
    ("POST", "/admin/uploads"): Case(kind="own"),
    ("POST", "/admin/apps/import"): Case(json={"upload_id": "{upload_id}"}),
    ("POST", "/admin/apps"): Case(kind="own", json={"name": "Another"}),
    ("GET", "/admin/apps"): Case(kind="own"),
    _app("PATCH"): Case(json={"name": "Renamed"}),
    _app("POST", "/undelete"): Case(uses={"app_id": "deleted_id"}),
    _app("POST", "/rollback"): Case(json={"revision_id": "{revision_id}"}, uses=_LIVE),
    _app("POST", "/unpublish"): Case(uses=_LIVE),
    _builder("GET", "/builds/{build_id}/picture"): Case(uses={"build_id": "picture_id"}),
    _revision("POST", "/picture"): Case(json={"path": "/"}),
    _builder("POST", "/revisions"): Case(json=_SAVE),
    _revision("PATCH"): Case(json={"label": "first"}),
    _revision("POST", "/build/retry"): Case(owner=409),
    _builder("POST", "/allow-host"): Case(json={"host": "api.example.com"}, person=True),
    _builder("POST", "/confirm-source"): Case(json={"revision_id": "{revision_id}"}, person=True),
    _builder("POST", "/repair"): Case(uses={"app_id": "failing_id"}),
    _builder("POST", "/template-reset"): Case(json={"template": "{template}"}),
    _builder("POST", "/line"): Case(json={"line": "classic", "base_revision_id": "{revision_id}"}),
    _builder("POST", "/validate"): Case(json=_SAVE),
    _builder("POST", "/undo"): Case(uses=_CHANGED),
    _builder("POST", "/revert-file"): Case(json={"path": "src/App.tsx", "revision_id": "{revision_id}"}, uses=_CHANGED),
    _builder("POST", "/scaffolds/{key}"): Case(json={"values": {}}),
    _builder("POST", "/explain"): Case(json={"diff_id": "{diff_id}"}),
    _builder("POST", "/preview-token"): Case(json={"revision_id": "{revision_id}"}),
    _builder("POST", "/chat/stream"): Case(json={"message": "Make it blue"}, endless=True),
    _builder("GET", "/chat/{id}/stream"): Case(endless=True),
    _builder("GET", "/queue"): Case(uses=_QUEUED),
    _builder("PATCH", "/queue/{run_id}"): Case(json={"place": 1}, uses=_QUEUED),
    _builder("DELETE", "/queue/{run_id}"): Case(uses=_QUEUED),
    _builder("GET", "/threads/search"): Case(params={"q": "blue"}),
    _thread("GET"): Case(uses=_CHAT),
    _thread("PATCH"): Case(json={"title": "Colours"}, uses=_CHAT),
    _thread("DELETE"): Case(uses=_CHAT),
    ("POST", "/diffs/{diff_id}/review"): Case(json={"decision": "approve"}),
    ("POST", "/diffs/{diff_id}/commit"): Case(owner=409, json={"commit_message": "Done"}),
    ("POST", "/diffs/{diff_id}/refine-message"): Case(json={"style": "short"}),
    ("POST", "/build-result"): Case(json={"status": "success", "stage": "build"}, headers=_RESULT),
    ("GET", "/build-result"): Case(headers=_RESULT),
    ("DELETE", "/build-result"): Case(headers=_RESULT),
    ("POST", "/runs/{run_id}/advance"): Case(owner=409, json={"approval": "approve"}),
    ("GET", "/runs/{run_id}/rollback"): Case(uses={"run_id": "changed_run_id"}),
    ("POST", "/runs/{run_id}/rollback"): Case(owner=422),
    ("POST", "/runs/{run_id}/resume"): Case(uses={"run_id": "failed_run_id"}),
    ("GET", "/projects"): Case(kind="own"),
    ("POST", "/projects"): Case(kind="own", json={"name": "Another"}),
    _project("POST", "/sessions"): Case(json={"session_type": "global"}),
    _project("POST", "/runs"): Case(json={"message": "Make it blue"}),
    _project("PATCH", "/state"): Case(json={"version": 1, "plan": ["One"]}),
    _project("GET", "/conversations/{conversation_id}/summary"): Case(uses=_CHAT),
    _project("POST", "/search"): Case(json={"query": "calm colours"}),
    _project("POST", "/notes"): Case(json={"title": "Colours", "text": "Ann wants it calm."}),
    _project("PATCH", "/notes/{note_id}"): Case(json={"text": "Ann wants it loud."}),
    _project("POST", "/memory"): Case(json={"text": "The shop closes on Mondays.", "tags": ["hours"]}),
    _project("PATCH", "/memory/{memory_id}"): Case(json={"version": 1, "pinned": True}),
    _project("POST", "/decisions"): Case(json={"decision": "No cookies", "reason": "No banner", "forbids": ["cookie"]}),
    _project("PATCH", "/decisions/{decision_id}"): Case(json={"reason": "Ann said so"}),
    _project("POST", "/decisions/{decision_id}/supersede"): Case(json={"decision": "Sign in by mail"}),
    _project("POST", "/autopilot"): Case(json={"action": "pause"}),
    _project("POST", "/intents"): Case(json={"message": "Start with the first phase"}),
    _project("GET", "/events"): Case(endless=True),
    _project("GET", "/files/content"): Case(params={"path": "src/main.tsx"}),
    _project("POST", "/files/apply_edit"): Case(json={"path": "src/a.ts", "content": "export {};\n"}),
    _project("POST", "/terminal/run"): Case(json={"command": "npm run build"}),
    _project("POST", "/search/docs"): Case(json={"query": "react"}),
    _project("POST", "/search/messages"): Case(json={"query": "blue"}),
    ("POST", "/search/docs"): Case(json={"project_id": "{app_id}", "query": "react"}),
    ("POST", "/search/messages"): Case(json={"project_id": "{app_id}", "query": "blue"}),
    _project("PATCH"): Case(json={"active_phase_node_id": "{phase_id}"}),
    _project("POST", "/tasks"): Case(
        json={"description": "Show the cart", "metadata_json": {"kind": "frontend", "dependencies": ["Pay"]}}
    ),
    _project("POST", "/blueprints"): Case(json={"document_id": "{document_id}", "title": "Shop"}),
    ("GET", "/tasks/{task_id}"): Case(uses={"task_id": "waiting_task_id"}),
    ("PATCH", "/tasks/{task_id}"): Case(json={"priority": "high"}),
    ("POST", "/tasks/{task_id}/claim"): Case(json={"seconds": 60}),
    ("POST", "/tasks/{task_id}/release"): Case(json={"fence": 0}),
    _project("POST", "/docs/text"): Case(json={"title": "Shop", "kind": "markdown", "text": "# Shop\n\nA cart.\n"}),
    _project("POST", "/docs/{document_id}/confirm"): Case(person=True),
    _project("DELETE", "/docs/{document_id}"): Case(owner=409),
    ("POST", "/blueprints/{blueprint_id}/generate_plan"): Case(json={"regenerate": False}),
    ("POST", "/blueprints/{blueprint_id}/compare_to_parent"): Case(uses={"blueprint_id": "next_blueprint_id"}),
    ("POST", "/blueprints/{blueprint_id}/generate_all_tasks"): Case(
        json={"max_dollars": 2}, uses={"blueprint_id": "next_blueprint_id"}
    ),
    ("POST", "/plan_nodes/{node_id}/generate_tasks"): Case(json={"max_dollars": 0.5}),
    ("POST", "/blueprints/{blueprint_id}/proposal"): Case(json={"message": "Payment comes before the cart."}),
    ("POST", "/blueprints/{blueprint_id}/proposal/apply"): Case(json={"round": 1}),
    ("POST", "/blueprints/{blueprint_id}/proposal/discard"): Case(json={"round": 1}),
    ("PATCH", "/blueprints/{blueprint_id}"): Case(json={"mark_active": True}),
    ("PATCH", "/plan_nodes/{node_id}"): Case(json={"status": "in_progress", "priority": "high"}),
    ("GET", "/git/{app_id}.git/info/refs"): Case(params={"service": "git-upload-pack"}),
    ("POST", "/git/{app_id}.git/git-upload-pack"): Case(owner=400),
    _builder("PUT", "/git"): Case(json=CONNECTION),
    _builder("POST", "/git/push"): Case(owner=422, json={}),
    _builder("POST", "/git/device"): Case(json={"url": CONNECTION["url"]}),
    _builder("POST", "/git/device/poll"): Case(owner=422, json={"handle": "00"}),
    _builder("POST", "/git/pull"): Case(owner=422, json={}),
    _builder("GET", "/git/status"): Case(owner=422),
    _builder("GET", "/git/pull-request"): Case(owner=422),
    _builder("POST", "/export/pull-request"): Case(owner=422, json={}),
    _builder("GET", "/export"): Case(headers={"Accept": "application/json"}),
    ("GET", "/api/tools"): Case(kind="own"),
    ("POST", "/api/tools/{tool}"): Case(json={"project_id": "{app_id}", "params": {}}),
    ("POST", "/sessions/{session_id}/messages"): Case(json={"message": "Make it blue"}),
    ("GET", "/public/apps/{slug}/runtime"): Case(uses=_LIVE),
    ("GET", "/public/apps/{slug}/ui"): Case(owner=410),
    ("GET", "/public/apps/preview/revisions/{revision_id}/runtime"): Case(owner=401),
    ("GET", "/public/apps/preview/revisions/{revision_id}/assets/{path}"): Case(owner=401),
    ("GET", "/public/apps/preview/revisions/{revision_id}/tab/{path}"): Case(owner=401),
    ("GET", "/apps/{slug}/{revision_id}/"): Case(owner=302, uses=_LIVE),
}


def _case(route: Route, operation: Described) -> Case:
    known = WRITTEN.get(route, Case())
    kind: Kind = known.kind if operation.scope else "public"
    return replace(known, scope=operation.scope, kind=kind, owner=known.owner or operation.status)


CASES = {route: _case(route, operation) for route, operation in described(Api().app.routes).items()}
