"""GET /projects/{id}/state and /tool-log: written by a run, read while it works and after."""

import json
from typing import Any

import pytest

from tests.fakes.engine import COMPILE_ERROR
from tests.fakes.model import call, say
from tests.fakes.world import World
from tests.support.api import Api
from tests.support.loop import LoopDriver

STATE = {
    "plan": ["Title", "Colours"],
    "requirements": [{"name": "tone", "values": ["calm"]}],
    "stack": [{"part": "ui", "choice": "tailwind"}],
    "decisions": [{"decision": "No login", "reason": "static"}],
}


def played(*replies: Any, **over: Any) -> tuple[Api, LoopDriver, Any]:
    loop = LoopDriver([*replies, say("Done.")], **over)
    run = loop.play()
    return Api(loop.world), loop, run


def get(api: Api, path: str, **query: Any) -> Any:
    return api.client.get(path, params=query)


def test_what_a_run_wrote_down_is_read_and_streamed() -> None:
    api, loop, run = played(call("update_state", **STATE), call("write_file", path="src/a.ts", content="export {}\n"))
    body = get(api, f"/projects/{run.app_id}/state").json()
    assert (body["plan"], body["requirements"], body["stack"]) == (STATE["plan"], {"tone": "calm"}, {"ui": "tailwind"})
    assert [(one["decision"], one["reason"]) for one in body["decisions"]] == [("No login", "static")]
    assert body["artifacts"] == ["src/a.ts"] and body["version"] == 1
    assert [entry["tool"] for entry in body["tool_log"]] == ["write_file", "update_state"]
    assert (body["test_results"], body["deploy_result"]) == (None, None)
    chunks = {chunk["type"]: chunk for chunk in loop.chunks(run)}
    assert chunks["data-plan"]["data"] == {"plan": STATE["plan"]}
    assert chunks["data-state"]["data"]["state"]["stack"] == {"ui": "tailwind"}


def test_the_next_run_is_told_of_it_in_its_first_message() -> None:
    world = World()
    _, loop, run = played(call("update_state", **STATE), world=world)
    assert not any("project_state" in str(item) for item in loop.model.requests[0].items)
    following = LoopDriver([say("Nothing to do.")], world=world)
    following.play("Go on", app_id=run.app_id)
    first = next(item for item in following.model.requests[0].items if "<tree>" in str(item))
    assert first.content.startswith("<project_state>\nPlan:\n1. Title\n2. Colours\n")


def test_deleted_files_and_refused_writes_are_no_artifacts() -> None:
    api, _, run = played(
        call("write_file", path="src/a.ts", content="export {}\n"), call("write_file", path="../b.ts", content="x"),
        call("write_file", path="src/c.ts", content="export {}\n"), call("delete_file", path="src/a.ts"),
    )  # fmt: skip
    assert get(api, f"/projects/{run.app_id}/state").json()["artifacts"] == ["src/c.ts"]


def test_what_was_dropped_is_no_artifact() -> None:
    """`src/main.tsx` is still there, but not as the run that failed has written it."""
    broken = [call("write_file", path="src/main.tsx", content=COMPILE_ERROR), *[say("Done.")] * 3]
    api, _, run = played(*broken)
    assert run.status == "failed" and run.diff_id
    assert get(api, f"/projects/{run.app_id}/state").json()["artifacts"] == []


def test_what_a_person_committed_later_is_an_artifact() -> None:
    world = World()
    loop = LoopDriver([call("write_file", path="src/a.ts", content="export {}\n"), say("Done.")], world=world)
    run, api = loop.play(review="before"), Api(world)
    assert get(api, f"/projects/{run.app_id}/state").json()["artifacts"] == []
    api.client.post(f"/diffs/{run.diff_id}/review", json={"decision": "approve"})
    api.client.post(f"/diffs/{run.diff_id}/commit")
    assert get(api, f"/projects/{run.app_id}/state").json()["artifacts"] == ["src/a.ts"]


def test_a_publication_is_the_deploy_result() -> None:
    api, _, run = played()
    revision = api.world.apps.get("acme", run.app_id).draft_revision_id
    api.client.post(f"/admin/apps/{run.app_id}/publish")
    deployed = get(api, f"/projects/{run.app_id}/state").json()["deploy_result"]
    assert (deployed["status"], deployed["revision_id"]) == ("published", revision)
    assert deployed["live_url"].startswith("https://")
    api.client.post(f"/admin/apps/{run.app_id}/unpublish")
    assert get(api, f"/projects/{run.app_id}/state").json()["deploy_result"] is None


def test_the_log_has_the_last_calls_of_all_runs_latest_first() -> None:
    world = World()
    api, _, run = played(call("list_files", prefix="src/"), call("read_file", path="nowhere"), world=world)
    LoopDriver([call("search_code", query="x"), say("Ok.")], world=world).play("Again", app_id=run.app_id)
    items = get(api, f"/projects/{run.app_id}/tool-log").json()["items"]
    assert [(item["tool"], item["status"]) for item in items] == [
        ("search_code", "completed"), ("read_file", "failed"), ("list_files", "completed"),
    ]  # fmt: skip
    assert json.loads(items[2]["arguments"]) == {"prefix": "src/"} and "src/App.tsx" in items[2]["output"]
    assert items[0]["run_id"] != items[1]["run_id"] == run.id
    assert [item["tool"] for item in get(api, f"/projects/{run.app_id}/tool-log", last=1).json()["items"]] == [
        "search_code"
    ]


def test_a_run_at_work_is_seen() -> None:
    loop = LoopDriver([call("write_file", path="src/a.ts", content="export {}\n"), say("Done.")])
    seen = []
    api = Api(loop.world)
    loop.before_iteration = lambda number, run: seen.append(get(api, f"/projects/{run.app_id}/state").json())
    loop.play()
    assert [state["artifacts"] for state in seen[:2]] == [[], ["src/a.ts"]]


@pytest.mark.parametrize("path", ["/state", "/tool-log"])
def test_other_tenants_and_nobody_read_nothing(path: str) -> None:
    api, _, run = played(call("update_state", **STATE))
    assert api.as_tenant("rival").get(f"/projects/{run.app_id}{path}").status_code == 404
    assert api.as_tenant("acme", "apps:publish").get(f"/projects/{run.app_id}{path}").status_code == 403
    assert api.client.get(f"/projects/app_x{path}").status_code == 404
    assert api.client.get(f"/projects/{run.app_id}{path}", headers={"Authorization": ""}).status_code == 401


@pytest.mark.parametrize("last", [0, -1, 201, "x", ""])
def test_a_senseless_length_is_refused(last: Any) -> None:
    api, _, run = played()
    assert get(api, f"/projects/{run.app_id}/tool-log", last=last).status_code == 422
