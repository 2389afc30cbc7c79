"""POST /api/tools/{tool} and the older names: reads, saves, and every refusal."""

import base64
from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import call, say
from devkit.fakes.outgoing import FakeResolver
from devkit.fakes.samples import SAMPLE_FILES
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from shared.domain.apps.app import App, AppSettings
from shared.domain.revisions.revision import Revision
from shared.tools import db_query
from tests.shared.tools.test_db_query import SHOP


def started(files: dict[str, bytes] | None = None, **world: Any) -> tuple[Api, App, Revision]:
    api = Api(World(**world))
    app, revision = api.world.make_app(files or SAMPLE_FILES)
    return api, app, revision


def use(api: Api, tool: str, app: App, params: Any = None, **more: Any) -> Any:
    headers = more.pop("headers", None)
    body = {"project_id": app.id, "params": params or {}} | more
    return api.client.post(f"/api/tools/{tool}", json=body, headers=headers)


def draft_of(api: Api, app: App) -> str | None:
    return api.world.apps.get(app.tenant_id, app.id).draft_revision_id


def files_of(api: Api, app: App) -> dict[str, bytes]:
    revision = api.world.revisions.get(app.tenant_id, app.id, str(draft_of(api, app)))
    return api.world.snapshots.get(app.tenant_id, app.id, revision.tree)


def test_a_read_looks_at_the_draft() -> None:
    api, app, revision = started()
    answer = use(api, "read_file", app, {"path": "src/App.tsx"})
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body.keys() == {"success", "stdout", "stderr", "data"} and body["success"] and body["stderr"] == ""
    assert '2\t  return "Hello";' in body["stdout"]
    assert body["data"]["content"] == SAMPLE_FILES["src/App.tsx"].decode()
    missing = use(api, "read_file", app, {"path": "src/Ap.tsx"}).json()
    assert (missing["success"], missing["stdout"]) == (False, "") and "src/App.tsx" in missing["stderr"]
    assert draft_of(api, app) == revision.id


def test_a_write_is_a_save() -> None:
    api, app, revision = started()
    edits = [{"old": "Hello", "new": "Hallo"}]
    answer = use(api, "edit_file", app, {"path": "src/App.tsx", "edits": edits}, base_revision_id=revision.id)
    assert answer.json()["success"] and answer.json()["data"]["build_status"] == "queued", answer.text
    made = api.world.revisions.get(app.tenant_id, app.id, answer.json()["data"]["revision_id"])
    assert (made.origin, made.parent_revision_id, made.id) == ("save", revision.id, draft_of(api, app))
    assert b"Hallo" in files_of(api, app)["src/App.tsx"]
    stale = use(api, "delete_file", app, {"path": "src/App.tsx"}, base_revision_id=revision.id)
    assert code(stale) == (409, "REVISION_CONFLICT") and stale.json()["current_revision_id"] == made.id


@pytest.mark.parametrize(
    ("tool", "params"),
    [
        ("write_file", {"path": "src/new.ts", "content": "export {};\n"}),
        ("rename_file", {"path": "src/App.tsx", "new_path": "src/Page.tsx"}),
        ("delete_file", {"path": "src/App.tsx"}),
        ("add_dependency", {"name": "date-fns"}),
    ],
)
def test_every_writing_tool_saves(tool: str, params: dict[str, str]) -> None:
    api, app, revision = started()
    answer = use(api, tool, app, params)
    assert answer.json()["success"], answer.text
    assert draft_of(api, app) == answer.json()["data"]["revision_id"] != revision.id


def test_what_the_rules_and_the_compiler_refuse_is_not_saved() -> None:
    api, app, revision = started()
    outside = use(api, "write_file", app, {"path": "../x.ts", "content": "x"}).json()
    assert not outside["success"] and "othing was applied" in outside["stderr"]
    broken = use(api, "write_file", app, {"path": "src/new.ts", "content": COMPILE_ERROR})
    assert code(broken) == (422, "BUILDER_COMPILE_FAILED") and broken.json()["diagnostics"]
    same = use(api, "write_file", app, {"path": "src/App.tsx", "content": SAMPLE_FILES["src/App.tsx"].decode()}).json()
    assert same["success"] and "revision_id" not in same["data"]
    assert draft_of(api, app) == revision.id


def test_a_runs_candidate_is_read_and_not_written() -> None:
    loop = LoopDriver([call("write_file", path="src/a.ts", content="export {};\n"), say("Done.")])
    api, seen = Api(loop.world), []

    def look(number: int, run: Any) -> None:
        app = loop.world.apps.get(run.tenant_id, run.app_id)
        read = use(api, "read_file", app, {"path": "src/a.ts"}, run_id=run.id).json()["success"]
        draft = use(api, "read_file", app, {"path": "src/a.ts"}).json()["success"]
        wrote = use(api, "write_file", app, {"path": "src/b.ts", "content": "x"}, run_id=run.id)
        seen.append((number, read, draft, wrote.status_code, wrote.json()["code"]))

    loop.before_iteration = look
    run = loop.play()
    assert seen[:2] == [(0, False, False, 409, "RUN_ACTIVE"), (1, True, False, 409, "RUN_ACTIVE")]
    other, _ = loop.world.make_app()
    assert code(use(api, "list_files", other, run_id=run.id)) == (404, "NOT_FOUND")
    assert code(use(api, "list_files", other, run_id="run_x")) == (404, "NOT_FOUND")


def test_the_state_is_written_and_read() -> None:
    api, app, _ = started()
    assert use(api, "update_state", app, {"plan": ["a"], "stack": {"ui": "vue"}}).json()["success"]
    state = api.client.get(f"/projects/{app.id}/state").json()
    assert (state["plan"], state["stack"]) == (["a"], {"ui": "vue"})


def test_requests_go_out_only_to_public_hosts() -> None:
    names = {"api.example.com": [["93.184.216.34"]], "inside.example.com": [["10.0.0.1"]]}
    api, app, _ = started(resolver=FakeResolver(names))
    body = use(api, "api_request", app, {"method": "GET", "url": "https://api.example.com/"}).json()
    assert not body["success"] and "settings.api_hosts" in body["stderr"] and api.world.outgoing.sent == []
    allowed = AppSettings(api_hosts=["api.example.com", "inside.example.com:80"])
    api.world.apps.update(api.world.apps.get(app.tenant_id, app.id).model_copy(update={"settings": allowed}))
    assert use(api, "api", app, {"url": "https://api.example.com/", "headers": {"Accept": "a/b"}}).json()["success"]
    inside = use(api, "api_request", app, {"method": "GET", "url": "http://inside.example.com/"}).json()
    assert not inside["success"] and "public Internet" in inside["stderr"]
    assert len(api.world.outgoing.sent) == 1


def test_the_bundle_of_the_draft() -> None:
    api, app, _ = started()
    assert use(api, "prepare_static_bundle", app).json()["data"]["files"] == 2
    use(api, "write_file", app, {"path": "src/new.ts", "content": "export {};\n"})
    assert not use(api, "prepare_static_bundle", app).json()["success"]


@pytest.mark.parametrize(
    ("tool", "params"),
    [
        ("file", {"action": "read", "path": "src/App.tsx"}),
        ("file", {"action": "list"}),
        ("file", {"action": "list", "path": "src/"}),
        ("file", {"action": "write", "path": "src/new.ts", "content": "export {};\n"}),
        ("file", {"action": "write", "path": "src/new.ts", "new_content": "export {};\n"}),
        ("file", {"action": "edit", "path": "src/App.tsx", "old": "Hello", "new": "Hallo"}),
        ("file", {"action": "delete", "path": "src/App.tsx"}),
        ("file", {"action": "rename", "path": "src/App.tsx", "new_path": "src/B.tsx"}),
        ("db", {"path": "public/data.sqlite", "query": "SELECT count(*) FROM item"}),
        ("db", {"action": "query", "path": "public/data.sqlite", "sql": "SELECT 1"}),
    ],
)
def test_the_older_names_of_tools(tool: str, params: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(db_query, "_WAIT_SECONDS", 60)  # a busy machine may take seconds to begin the process
    api, app, _ = started({**SAMPLE_FILES, "public/data.sqlite": SHOP})
    answer = use(api, tool, app, params)
    assert answer.status_code == 200 and answer.json()["success"], answer.text


def test_a_folder_needs_nothing_to_be_made() -> None:
    api, app, revision = started()
    body = use(api, "file", app, {"action": "mkdir", "path": "src/parts/"}).json()
    assert body["success"] and "once a file is in it" in body["stdout"] and body["data"] == {"prefix": "src/parts/"}
    assert draft_of(api, app) == revision.id
    for path in ({"path": "../x"}, {"path": ""}, {}):
        assert code(use(api, "file", app, {"action": "mkdir", **path})) == (422, "BUILDER_PATCH_POLICY_VIOLATION")


def test_the_searches_at_their_first_paths() -> None:
    api, app, _ = started()
    for what in ("docs", "messages"):
        answer = api.client.post(f"/search/{what}", json={"project_id": app.id, "query": "react"})
        inside = api.client.post(f"/projects/{app.id}/search/{what}", json={"query": "react"})
        assert (answer.status_code, answer.json()) == (200, inside.json())


@pytest.mark.parametrize(
    ("tool", "params"),
    [
        ("file", {}), ("file", {"action": ["read"], "path": "x"}),
        ("file", {"action": "read"}), ("file", {"action": "edit", "path": "src/App.tsx"}), ("run", {}),
        ("run", {"command": 3}), ("run_terminal", {"command": "npm test", "cwd": "/etc"}), ("api", {}),
        ("api", {"method": "DELETE", "url": "http://a.b/"}), ("browser", {"action": "evaluate"}), ("db", {"path": "x"}),
        ("finish", {"summary": "x"}), ("read_file", {"path": 3}), ("read_file", {"path": "a", "more": 1}),
        ("write_file", {"path": "src/a.ts", "content": None}),
    ],
    ids=str,
)  # fmt: skip
def test_parameters_that_do_not_fit(tool: str, params: dict[str, Any]) -> None:
    api, app, revision = started()
    assert code(use(api, tool, app, params)) == (422, "VALIDATION_FAILED")
    assert draft_of(api, app) == revision.id


def test_hostile_commands_and_pages_never_reach_the_worker() -> None:
    api, app, _ = started()
    for command in ("rm -rf /", "npm test; cat /etc/passwd", ""):
        answer = use(api, "run", app, {"command": command})
        assert answer.status_code == 200 and not answer.json()["success"], command
    page = use(api, "browser", app, {"action": "navigate", "url": "http://169.254.169.254/"}).json()
    assert not page["success"] and "own pages" in page["stderr"]
    assert api.world.workflows.builds == []


def test_the_worker_is_waited_for_and_then_left_to_its_work() -> None:
    api, app, revision = started()
    answer = use(api, "run_terminal", app, {"command": "npm run lint"}).json()
    assert not answer["success"] and "still at it" in answer["stderr"]
    build = api.world.builds.get(app.tenant_id, app.id, answer["data"]["build_id"])
    assert (build.work.task, build.work.command, build.kind) == ("command", ["npm", "run", "lint"], "candidate")
    assert draft_of(api, app) == revision.id


def test_a_tool_that_is_none_is_not_found() -> None:
    api, app, _ = started()
    assert code(use(api, "nonsense", app)) == (404, "NOT_FOUND")
    assert code(use(api, "x" * 65, app)) == (422, "VALIDATION_FAILED")


def test_the_older_paths() -> None:
    api, app, revision = started({**SAMPLE_FILES, "README.md": b"# Shop\n\nA basket.\n"})
    base = f"/projects/{app.id}"
    read = api.client.get(f"{base}/files/content", params={"path": "src/App.tsx"})
    assert read.json() == {"path": "src/App.tsx", "content": SAMPLE_FILES["src/App.tsx"].decode()}
    assert code(api.client.get(f"{base}/files/content", params={"path": "../x"})) == (404, "NOT_FOUND")
    assert code(api.client.get(f"{base}/files/content")) == (422, "VALIDATION_FAILED")
    new = {"path": "src/App.tsx", "new_content": "export const App = () => 1;\n", "base_revision_id": revision.id}
    wrote = api.client.post(f"{base}/files/apply_edit", json=new).json()
    assert wrote["success"] and wrote["data"]["revision_id"] == draft_of(api, app)
    assert code(api.client.post(f"{base}/files/apply_edit", json=new)) == (409, "REVISION_CONFLICT")
    assert code(api.client.post(f"{base}/files/apply_edit", json={"path": "src/a.ts"})) == (422, "VALIDATION_FAILED")
    edit = {"path": "src/App.tsx", "edits": [{"old": "=> 1", "new": "=> 2"}]}
    assert api.client.post(f"{base}/files/apply_edit", json=edit).json()["success"]
    docs = api.client.post(f"{base}/search/docs", json={"query": "basket"}).json()
    assert docs["data"]["results"][0]["source"] == "README.md"
    assert api.client.post(f"{base}/search/messages", json={"query": "basket"}).json()["success"]
    ran = api.client.post(f"{base}/terminal/run", json={"command": "rm -rf /"}).json()
    assert not ran["success"] and ran["stderr"].startswith("Not run")


def test_binary_files_survive_a_write_beside_them() -> None:
    logo = base64.b64decode("iVBORw0KGgo=") + bytes(range(256))
    api, app, _ = started({**SAMPLE_FILES, "public/logo.png": logo})
    use(api, "rename_file", app, {"path": "public/logo.png", "new_path": "public/mark.png"})
    assert files_of(api, app)["public/mark.png"] == logo
