"""Every tool with another tenant's project, run or revision beside good parameters: not found, nothing changed."""

from typing import Any

import pytest

from devkit.api.api import Api
from devkit.api.estate import Estate
from shared.tools.registry import CODER_TOOLS

GOOD: dict[str, dict[str, Any]] = {
    "list_files": {},
    "read_file": {"path": "src/main.tsx", "start_line": None, "end_line": None},
    "read_files": {"paths": ["src/main.tsx"]},
    "search_code": {"query": "export"},
    "search_docs": {"query": "react"},
    "search_messages": {"query": "blue"},
    "db_query": {"path": "data.sqlite", "sql": "select 1"},
    "write_file": {"path": "src/a.ts", "content": "export {};\n"},
    "edit_file": {"path": "src/main.tsx", "edits": [{"old": "a", "new": "b", "replace_all": None}]},
    "rename_file": {"path": "src/main.tsx", "new_path": "src/b.tsx"},
    "delete_file": {"path": "src/main.tsx"},
    "delete_files": {"paths": ["src/main.tsx"]},
    "design_guide": {},
    "add_check": {
        "title": "The page greets",
        "steps": [{"do": "open", "path": "/", "role": None, "name": None, "text": None}],
        "expect": [{"text": "Hello", "role": None, "name": None, "value": None, "count": None, "url": None}],
    },
    "add_dependency": {"name": "react"},
    "remove_dependency": {"name": "react"},
    "apply_patch_dry_run": {"patch": "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n"},
    "update_state": {"plan": None},
    "api_request": {"method": "GET", "url": "https://example.com/", "headers": None, "body": None},
    "compile_project": {},
    "build_project_worker": {},
    "verify": {},
    "run_targeted_tests": {"paths": None, "name": None},
    "run_command": {"command": "npm run build"},
    "browser": {"path": None, "actions": None, "width": None},
    "prepare_static_bundle": {},
    "security_scan": {},
    "read_build_result": {},
}
PLACES = ("project", "run", "base")


class Scene:
    """The rival asks with its own key; `before` is all that is stored of acme."""

    def __init__(self) -> None:
        self.api = Api()
        self.acme, self.rival = Estate(self.api), Estate(self.api, "rival")
        self.client = self.api.as_tenant("rival")
        self.before = self.stored()

    def stored(self) -> Any:
        world = self.api.world
        kept = (world.stored(), world.blobs.objects, world.site.objects)
        return [{key: value for key, value in rows.items() if "acme" in str(key)} for rows in kept]

    def body(self, tool: str, place: str) -> dict[str, Any]:
        """A call on the rival's own app, with one thing that is acme's."""
        body: dict[str, Any] = {"project_id": self.rival.names["app_id"], "params": GOOD[tool]}
        match place:
            case "project":
                body["project_id"] = self.acme.names["app_id"]
            case "run":
                body["run_id"] = self.acme.names["run_id"]
            case _:
                body["base_revision_id"] = self.acme.names["revision_id"]
        return body


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene()


def test_every_tool_that_a_person_may_call_is_tried() -> None:
    assert set(GOOD) == set(CODER_TOOLS) - {"finish"}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("tool", GOOD)
def test_a_tool_finds_nothing_of_another_tenant(tool: str, place: str, scene: Scene) -> None:
    scene.api.world.clock.advance(2)  # so that no limit of calls a minute is met
    answer = scene.client.post(f"/api/tools/{tool}", json=scene.body(tool, place))
    writes = CODER_TOOLS[tool].kind == "write"
    if place == "base" and not writes:
        assert scene.acme.names["revision_id"] not in answer.text  # only a write has a base
    else:
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND"), answer.text
    assert scene.stored() == scene.before
    assert "acme" not in answer.text


@pytest.mark.parametrize("tool", GOOD)
def test_the_parameters_are_good(tool: str) -> None:
    """Else a 404 would prove nothing: with its own ids the rival is never refused for what it asks."""
    api = Api()
    estate = Estate(api, "rival")
    answer = api.as_tenant("rival").post(
        f"/api/tools/{tool}", json={"project_id": estate.names["app_id"], "params": GOOD[tool]}
    )
    assert answer.status_code == 200 or answer.json()["code"] == "BUILDER_COMPILE_FAILED", answer.text
