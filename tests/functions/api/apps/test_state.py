"""GET /projects/{id}/state and /tool-log: written by a run, read while it works and after."""

import json
from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.broken import raising
from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import call, say
from devkit.fakes.world import World
from devkit.loop import LoopDriver
from shared.domain.errors import Unavailable
from shared.domain.revisions.revision import Build
from tests.shared.services.agent.checks.test_verdicts import PAGE, PASSED, written
from tests.shared.services.agent.checks.test_worker_tasks import EXIT_1, PipelineDriver, ended, finish
from tests.shared.services.builds.pipeline import DIST, archive

STATE = {
    "plan": ["Title", "Colours"],
    "requirements": [{"name": "tone", "values": ["calm"]}],
    "stack": [{"part": "ui", "choice": "tailwind"}],
    "decisions": [{"decision": "No login", "reason": "static"}],
}


def played(*replies: Any, **over: Any) -> tuple[Api, LoopDriver, Any]:
    loop, run = LoopDriver.played([*replies, say("Done.")], **over)
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
    assert (body["test_results"], body["lint_results"], body["deploy_result"]) == (None, None, None)
    chunks = {chunk["type"]: chunk for chunk in loop.chunks(run)}
    assert chunks["data-plan"]["data"] == {"plan": STATE["plan"]}
    assert chunks["data-state"]["data"]["state"]["stack"] == {"ui": "tailwind"}


def green(build: Build) -> bytes:
    return archive(build, dist=DIST, checks=dict.fromkeys(build.work.checks, PASSED), page=PAGE)


def command(line: str) -> Any:
    return call("run_command", command=line)


def test_what_tests_and_linter_said_last_is_in_it() -> None:
    said = iter([EXIT_1, {}, EXIT_1, {}])
    loop, run = PipelineDriver.played(
        [*map(command, ("npm run lint", "npx vitest run", "npx eslint src/a.test.ts", "npm run build")), say("Done.")],
        answers={"command": lambda build: ended(build, log=" ".join(build.work.command).encode(), **next(said))},
    )
    body = get(Api(loop.world), f"/projects/{run.app_id}/state").json()
    tests, lint = body["test_results"], body["lint_results"]
    assert (tests["success"], "npx vitest run" in tests["output"], tests["run_id"]) == (True, True, run.id)
    assert (lint["success"], "npx eslint src/a.test.ts" in lint["output"], lint["tool"]) == (False, True, "run_command")


def test_what_the_worker_found_when_it_judged_a_change_is_what_the_tests_said_last() -> None:
    loop = PipelineDriver([written("tests/sum.test.ts"), written("src/sum.ts"), finish()], answers={"build": green})
    run = loop.play()
    tests = get(Api(loop.world), f"/projects/{run.app_id}/state").json()["test_results"]
    assert (tests["tool"], tests["success"], tests["run_id"]) == ("verdict", True, run.id)
    for _ in range(6):
        LoopDriver([say("Looked.")], world=loop.world).play("What is there?", app_id=run.app_id)
    later = get(Api(loop.world), f"/projects/{run.app_id}/state").json()["test_results"]
    assert (later["tool"], later["run_id"]) == ("verdict", run.id), (
        "the draft is as it was, however much was asked since"
    )


def test_what_tests_and_linter_said_is_known_many_calls_later() -> None:
    lines = ["npm test", "npm run lint", *["npm run build"] * 12]
    loop, run = PipelineDriver.played(
        [*map(command, lines), say("Done.")], answers={"command": lambda build: ended(build, log=b"ok\n")}
    )
    looks = [call("list_files", prefix=f"src/{number}") for number in range(21)]
    LoopDriver([*looks, say("Looked.")], world=loop.world).play("Look", app_id=run.app_id)
    body = get(Api(loop.world), f"/projects/{run.app_id}/state").json()
    assert {entry["tool"] for entry in body["tool_log"]} == {"list_files"}
    assert (body["test_results"]["run_id"], body["lint_results"]["run_id"]) == (run.id, run.id)


def test_the_next_run_is_told_of_it_in_its_first_message(world: World) -> None:
    _, loop, run = played(call("update_state", **STATE), world=world)
    assert not any("project_state" in str(item) for item in loop.model.requests[0].items)
    following = LoopDriver([say("Nothing to do.")], world=world)
    following.play("Go on", app_id=run.app_id)
    first = next(item for item in following.model.requests[0].items if "<tree>" in str(item))
    assert first.content.startswith("<project_state>\nPlan:\n1. Title\n2. Colours\n")


def test_deleted_files_and_refused_writes_are_no_artifacts() -> None:
    api, _, run = played(
        call("write_file", path="src/a.ts", content="export {}\n"),
        call("write_file", path="../b.ts", content="x"),
        call("write_file", path="src/c.ts", content="export {}\n"),
        call("delete_file", path="src/a.ts"),
    )
    assert get(api, f"/projects/{run.app_id}/state").json()["artifacts"] == ["src/c.ts"]


def test_what_was_dropped_is_no_artifact() -> None:
    """`src/main.tsx` is still there, but not as the run that failed has written it."""
    broken = [call("write_file", path="src/main.tsx", content=COMPILE_ERROR), *[say("Done.")] * 3]
    api, _, run = played(*broken)
    assert run.status == "failed" and run.outcome.diff_id
    assert get(api, f"/projects/{run.app_id}/state").json()["artifacts"] == []


def test_what_a_person_committed_later_is_an_artifact(world: World) -> None:
    loop = LoopDriver([call("write_file", path="src/a.ts", content="export {}\n"), say("Done.")], world=world)
    run, api = loop.play(review="before"), Api(world)
    assert get(api, f"/projects/{run.app_id}/state").json()["artifacts"] == []
    api.client.post(f"/diffs/{run.outcome.diff_id}/review", json={"decision": "approve"})
    api.client.post(f"/diffs/{run.outcome.diff_id}/commit")
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


def test_a_publication_that_was_refused_is_the_deploy_result_until_one_is_made() -> None:
    api, _, run = played()
    path = f"/projects/{run.app_id}/state"
    api.client.post(f"/admin/apps/{run.app_id}/publish")
    app = api.world.apps.get("acme", run.app_id)
    broken = api.world.add_revision(app, {"src/App.tsx": b"export default 2;\n"}, status="failed")
    assert api.client.post(f"/admin/apps/{app.id}/publish").json()["code"] == "BUILD_FAILED"
    body = get(api, path).json()["deploy_result"]
    assert (body["status"], body["code"], body["revision_id"]) == ("failed", "BUILD_FAILED", broken.id)
    assert body["at"] and body["message"] and body["live_url"] == app.live_url, "what was published still serves"
    assert "publish_failure" not in api.client.get(f"/admin/apps/{app.id}").json()
    api.world.add_revision(api.world.apps.get("acme", app.id), {"src/App.tsx": b"export default 3;\n"})
    assert api.client.post(f"/admin/apps/{app.id}/publish").status_code == 200
    again = get(api, path).json()["deploy_result"]
    assert (again["status"], again["code"]) == ("published", None)


def test_a_publication_whose_site_cannot_be_made_is_told() -> None:
    api, _, run = played()
    write = api.world.site.put
    api.world.site.put = raising(Unavailable("The store does not answer."))  # type: ignore[method-assign]  # a fault of the store
    assert api.client.post(f"/admin/apps/{run.app_id}/publish").status_code == 503
    api.world.site.put = write  # type: ignore[method-assign]
    body = get(api, f"/projects/{run.app_id}/state").json()["deploy_result"]
    assert (body["status"], body["code"]) == ("failed", "DEPENDENCY_UNAVAILABLE")


def test_a_build_that_is_not_over_is_no_failure() -> None:
    api, _, run = played()
    app = api.world.apps.get("acme", run.app_id)
    api.world.add_revision(app, {"src/App.tsx": b"export default 2;\n"}, status="queued")
    assert api.client.post(f"/admin/apps/{app.id}/publish").json()["code"] == "BUILD_PENDING"
    assert get(api, f"/projects/{app.id}/state").json()["deploy_result"] is None


def test_a_new_app_has_its_templates_stack(api: Api) -> None:
    app = api.client.post("/admin/apps", json={"name": "Shop", "framework": "vue"}).json()
    stack = get(api, f"/projects/{app['id']}/state").json()["stack"]
    assert stack["framework"].startswith("Vue ") and stack["styling"].startswith("Tailwind CSS ")
    asked = {"project_id": app["id"], "params": {"plan": ["One"], "stack": {"router": "none"}}}
    assert api.client.post("/api/tools/update_state", json=asked).json()["success"]
    assert get(api, f"/projects/{app['id']}/state").json()["stack"] == stack | {"router": "none"}


def patched(api: Api, app_id: str, **body: Any) -> Any:
    return api.client.patch(f"/projects/{app_id}/state", json=body)


def test_a_person_edits_and_removes_decisions() -> None:
    api, _, run = played(call("update_state", **STATE))
    before = get(api, f"/projects/{run.app_id}/state").json()
    asked = {
        "version": before["version"], "plan": [], "requirements": {"pages": ["one", "two"]}, "stack": {"ui": "plain"},
        "decisions": [{"decision": "No login", "reason": "a shop window"}, {"decision": "One page"}],
    }  # fmt: skip
    body = patched(api, run.app_id, **asked).json()
    assert {name: body[name] for name in ("plan", "requirements", "stack")} == {
        name: asked[name] for name in ("plan", "requirements", "stack")
    }
    first, second = body["decisions"]
    assert (first["reason"], first["at"]) == ("a shop window", before["decisions"][0]["at"])
    assert patched(api, run.app_id, version=body["version"], decisions=[asked["decisions"][1]]).json()["decisions"] == [
        second
    ]


def test_a_state_too_large_for_its_place_is_refused_and_nothing_is_lost() -> None:
    api, _, run = played(call("update_state", **STATE))
    before = get(api, f"/projects/{run.app_id}/state").json()
    long = {f"part {number}": ["語" * 500] * 20 for number in range(60)}
    refused = patched(api, run.app_id, version=before["version"], requirements=long)
    assert refused.status_code == 422 and "200 KB" in refused.json()["detail"]
    assert get(api, f"/projects/{run.app_id}/state").json() == before


def test_a_state_that_was_written_meanwhile_is_not_written_over() -> None:
    api, _, run = played(call("update_state", **STATE))
    assert patched(api, run.app_id, version=1, plan=["Mine"]).status_code == 200
    late = patched(api, run.app_id, version=1, plan=["Late"])
    assert (late.status_code, late.json()["code"], late.json()["current_version"]) == (409, "STATE_CONFLICT", 2)
    assert get(api, f"/projects/{run.app_id}/state").json()["plan"] == ["Mine"]


@pytest.mark.parametrize(
    "body",
    [
        {"plan": ["x"]}, {"version": 0}, {"version": 0, "plan": ["x" * 501]}, {"version": 0, "plan": ["x"] * 51},
        {"version": 0, "decisions": [{"decision": "a"}, {"decision": "a"}]}, {"version": 0, "stack": {"": "x"}},
        {"version": 0, "requirements": {"a": []}}, {"version": 0, "plan": [""]}, {"version": 0, "odd": 1},
        {"version": 0, "decisions": [{"decision": str(n)} for n in range(101)]}, {"version": 0, "plan": ["a\0b"]},
    ],
    ids=lambda body: json.dumps(body)[:40],
)  # fmt: skip
def test_a_patch_that_does_not_fit_is_refused(body: dict[str, Any]) -> None:
    api, _, run = played()
    assert code(patched(api, run.app_id, **body)) == (422, "VALIDATION_FAILED")
    assert get(api, f"/projects/{run.app_id}/state").json()["version"] == 0


def test_the_log_has_the_last_calls_of_all_runs_latest_first(world: World) -> None:
    api, _, run = played(call("list_files", prefix="src/"), call("read_file", path="nowhere"), world=world)
    LoopDriver([call("search_code", query="x"), say("Ok.")], world=world).play("Again", app_id=run.app_id)
    items = get(api, f"/projects/{run.app_id}/tool-log").json()["items"]
    assert [(item["tool"], item["status"]) for item in items] == [
        ("search_code", "completed"),
        ("read_file", "failed"),
        ("list_files", "completed"),
    ]
    assert json.loads(items[2]["arguments"]) == {"prefix": "src/"} and "src/App.tsx" in items[2]["output"]
    assert items[0]["run_id"] != items[1]["run_id"] == run.id
    assert [item["tool"] for item in get(api, f"/projects/{run.app_id}/tool-log", last=1).json()["items"]] == [
        "search_code"
    ]


def test_the_log_is_read_a_page_at_a_time_and_new_runs_move_no_page(world: World) -> None:
    api, _, run = played(*[call("list_files", prefix=f"src/{at}") for at in range(5)], world=world)
    path = f"/projects/{run.app_id}/tool-log"
    first = get(api, path, last=2).json()
    for again in range(25):
        LoopDriver([call("search_code", query=str(again)), say("Ok.")], world=world).play("Again", app_id=run.app_id)
    second = get(api, path, last=2, cursor=first["next_cursor"]).json()
    third = get(api, path, last=2, cursor=second["next_cursor"]).json()
    body = [json.loads(item["arguments"])["prefix"] for item in [*first["items"], *second["items"], *third["items"]]]
    assert (body, third["next_cursor"]) == ([f"src/{at}" for at in reversed(range(5))], None)
    everything, cursor = list[Any](), None
    while cursor is not None or not everything:
        page = get(api, path, last=7, **({"cursor": cursor} if cursor else {})).json()
        everything += [(item["run_id"], item["call_id"]) for item in page["items"]]
        cursor = page["next_cursor"]
    assert (len(everything), len(set(everything))) == (30, 30)


@pytest.mark.parametrize("cursor", ["x", "W10", "WzEsMiwzXQ", "W251bGwsInJ1bl94IiwieCJd", "%00", "é", "[" * 900])
def test_a_cursor_of_another_list_is_refused_or_ends_the_list(cursor: str) -> None:
    api, _, run = played(call("list_files", prefix="src/"))
    answer = get(api, f"/projects/{run.app_id}/tool-log", cursor=cursor)
    assert (answer.status_code == 400) or answer.json() == {"items": [], "next_cursor": None}


def test_a_run_at_work_is_seen() -> None:
    loop = LoopDriver([call("write_file", path="src/a.ts", content="export {}\n"), say("Done.")])
    seen = []
    api = Api(loop.world)
    loop.before_iteration = lambda number, run: seen.append(get(api, f"/projects/{run.app_id}/state").json())
    loop.play()
    assert [state["artifacts"] for state in seen[:2]] == [[], ["src/a.ts"]]


@pytest.mark.parametrize("last", [0, -1, 201, "x", ""])
def test_a_senseless_length_is_refused(last: Any) -> None:
    api, _, run = played()
    assert get(api, f"/projects/{run.app_id}/tool-log", last=last).status_code == 422
