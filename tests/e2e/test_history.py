"""An app's life beside chat: checkpoints, comparisons, a new start from another template, deleted and brought back."""

from typing import Any

import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client, visit_site
from devkit.stack.project import Project
from devkit.studio.browser import Browser
from local.stack import LocalStack
from tests.support.eventually import eventually

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def project(client: Client, model: ScriptedModel) -> Project:
    made = Project.create(client, model.script, "vanilla", "History")
    made.built()
    return made


def test_a_change_can_be_named_compared_and_found_again(project: Project) -> None:
    first = project.draft
    saved = project.save(
        {"op": "upsert_file", "path": "src/new.ts", "content": "export const fresh = true;\n"},
        {"op": "edit_file", "path": "src/content.ts", "edits": [{"old": 'name: "Starter"', "new": 'name: "Named"'}]},
        {"op": "delete_file", "path": "README.md"},
    )
    path = f"{project.builder}/revisions/{saved['id']}"
    project.client.call("PATCH", path, {"label": "Before the launch"}, status=200)
    assert project.revision(saved["id"])["label"] == "Before the launch"
    diff = project.client.call("GET", f"{path}/diff?against={first}")
    changed = {(file["path"], file["status"]) for file in diff["files"]}
    assert changed == {("src/new.ts", "added"), ("src/content.ts", "modified"), ("README.md", "deleted")}
    assert '-  name: "Starter"' in diff["patch"] and '+  name: "Named"' in diff["patch"]
    pages = project.client.call("GET", f"{project.builder}/revisions?limit=1")
    rest = project.client.call("GET", f"{project.builder}/revisions?limit=1&cursor={pages['next_cursor']}")
    assert [one["id"] for page in (pages, rest) for one in page["items"]] == [saved["id"], first]
    project.built(saved["id"])


def test_what_a_real_build_would_say_can_be_asked_beforehand(project: Project) -> None:
    typed = project.save_text("package.json", '"vite build"', '"tsc --noEmit && vite build"')
    project.built(typed["id"])
    before = project.state()
    body = {
        "base_revision_id": before["draft"]["id"],
        "operations": [{"op": "upsert_file", "path": "src/odd.ts", "content": "export const odd: string = 1;\n"}],
    }
    assert project.client.call("POST", f"{project.builder}/validate", body | {"worker": False})["valid"] is True
    answer = verdict_of(project, project.client.call("POST", f"{project.builder}/validate", body | {"worker": True}))
    assert (answer["valid"], answer["pending"]) == (False, False)
    assert [(found["path"], found["line"]) for found in answer["diagnostics"]] == [("src/odd.ts", 1)]
    assert project.state() == before


def verdict_of(project: Project, answer: dict[str, Any]) -> dict[str, Any]:
    """The answer once its build has ended, which takes longer than a request on a slow machine."""
    if not answer["pending"]:
        return answer
    path = f"{project.builder}/validate/{answer['build_id']}"
    return eventually(lambda: project.client.call("GET", path), lambda found: not found["pending"])


def test_it_can_start_over_from_another_template(project: Project, browser: Browser) -> None:
    reset = project.client.call("POST", f"{project.builder}/template-reset", {"template": "svelte"}, status=201)
    assert (reset["origin"], reset["parent_revision_id"] is not None) == ("reset", True)
    project.built(reset["id"])
    visit = browser.visit(project.publish()["live_url"], wait_for="h1")
    assert "A good place to start" in visit.text and visit.complaints == []


def test_deleted_it_is_gone_and_brought_back_it_is_whole(project: Project, client: Client, stack: LocalStack) -> None:
    live = f"http://{project.slug}.apps.localhost:{stack.site_port}/"
    project.built()
    project.publish()
    before = project.state()
    client.call("DELETE", project.path, status=204)
    assert client.problem("GET", project.path)[:2] == (404, "NOT_FOUND")
    assert client.problem("POST", f"{project.path}/publish")[:2] == (404, "NOT_FOUND")
    assert visit_site(live).status_code == 404
    taken = client.problem("POST", "/admin/apps", {"name": "Thief", "slug": project.slug, "framework": "vanilla"})
    assert taken[:2] == (409, "SLUG_TAKEN")
    client.call("POST", f"{project.path}/undelete", status=200)
    assert (project.state()["draft"], project.state()["tree"]) == (before["draft"], before["tree"])
    assert visit_site(live).status_code == 404
    project.publish()
    assert visit_site(live).status_code == 200
