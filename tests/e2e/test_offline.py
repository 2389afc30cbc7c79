"""What README says can be tried without a key, on a stack of its own with the offline model.

The requests of its list, a question, a refusal, a second opinion, a session, a plan, an autopilot phase in each mode.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from devkit.stack.client import Client
from devkit.stack.stack import bring_assemblies, share_toolchain
from local.stack import LocalStack
from tests.local.offline_model.readme_claims import claimed
from tests.support.eventually import eventually

Json = dict[str, Any]
SPECIFICATION = """# Phase 1: The page

The headline must say "Fresh bread daily". The page must show a pricing section.

- The page must be dark green.
- The list must be exported as CSV.
"""
CSV = "Export the list as CSV"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A member of a fresh stack whose model is the offline one."""
    data = tmp_path_factory.mktemp("offline")
    share_toolchain(data)
    bring_assemblies(data)
    with (
        LocalStack(data, env={"CHATBUILDER_FORBID_PAID_MODELS": "1", "CHATBUILDER_SAMPLE": "0"}) as stack,
        Client(stack.api_url, stack.token()) as client,
    ):
        yield client


def an_app(demo: Client, **settings: Any) -> str:
    app = demo.call("POST", "/admin/apps", {"name": "Offline", "framework": "react"}, status=201)
    if settings:
        demo.call("PATCH", f"/admin/apps/{app['id']}", settings)
    path = f"/admin/apps/{app['id']}/builder/revisions/{app['draft_revision_id']}/build"
    eventually(lambda: demo.call("GET", path)["build_status"], lambda status: status == "succeeded")
    return str(app["id"])


def ended(demo: Client, run_id: str) -> Json:
    over = ("completed", "failed", "cancelled")
    found: Json = eventually(lambda: demo.call("GET", f"/runs/{run_id}"), lambda run: run["status"] in over)
    assert (found["status"], found["error_message"]) == ("completed", None), found
    return found


def ask(demo: Client, app_id: str, message: str, **more: Any) -> Json:
    started = demo.call("POST", f"/admin/apps/{app_id}/builder/chat", {"message": message, **more}, status=202)
    return ended(demo, started["run_id"])


def draft_of(demo: Client, app_id: str) -> str:
    return str(demo.call("GET", f"/admin/apps/{app_id}/builder/state")["app"]["draft_revision_id"])


def test_each_request_of_readmes_list_becomes_a_revision_under_a_second_opinion(demo: Client) -> None:
    app_id = an_app(demo, evaluator="model")
    for message, _ in claimed():
        before = draft_of(demo, app_id)
        ask(demo, app_id, message)
        assert draft_of(demo, app_id) != before, message


def test_a_question_and_a_refusal_end_in_words_without_a_proposal(demo: Client) -> None:
    app_id = an_app(demo, evaluator="model")
    before = draft_of(demo, app_id)
    for message, words in (("What is this project?", "react project"), (CSV, "cannot do this")):
        assert words in str(ask(demo, app_id, message)), message
    assert draft_of(demo, app_id) == before


def test_a_session_reaches_an_approved_diff_and_a_question_leaves_it(demo: Client) -> None:
    app_id = an_app(demo)
    session = demo.call("POST", f"/projects/{app_id}/sessions", {})["id"]
    for message in ("Add a gallery", "What is this project?"):
        sent = demo.call("POST", f"/sessions/{session}/messages", {"message": message}, status=202)
        ended(demo, sent["run_id"])
        (diff,) = demo.call("GET", f"/projects/{app_id}/diffs/pending")["items"]
        assert diff["status"] == "evaluator_approved", message


def test_a_plan_is_kept_and_carried_out(demo: Client) -> None:
    app_id = an_app(demo)
    ask(demo, app_id, "Add a gallery and an FAQ section", plan=True)
    state = demo.call("GET", f"/projects/{app_id}/state")
    assert len(state["plan"]) == 2 and state["requirements"]


@pytest.mark.parametrize("mode", ["suggest", "semi_auto", "full_auto"])
def test_a_phase_of_a_pasted_specification_reaches_its_end(demo: Client, mode: str) -> None:
    app_id = an_app(demo)
    phase_id = planned(demo, app_id)
    demo.call("POST", f"/projects/{app_id}/autopilot", {"action": "start", "mode": mode, "phase_node_id": phase_id})
    plan = eventually(lambda: go_on(demo, app_id), is_over)
    tasks = demo.call("GET", f"/projects/{app_id}/tasks?limit=50")["items"]
    states = {task["description"]: task["status"] for task in tasks}
    assert states == {
        'The headline must say "Fresh bread daily"': "done",
        "The page must show a pricing section": "done",
        "The page must be dark green": "in_review",
        "The list must be exported as CSV": "open",
    }, (states, plan["autopilot"])
    assert [one["task"]["description"] for one in plan["set_aside"]] == ["The list must be exported as CSV"]


def planned(demo: Client, app_id: str) -> str:
    """The phase of the pasted text, with a task for each sentence."""
    body = {"title": "Bread", "kind": "markdown", "text": SPECIFICATION}
    document = demo.call("POST", f"/projects/{app_id}/docs/text", body)
    request = {"document_id": document["id"], "title": "Bread", "mark_active": True}
    path = f"/blueprints/{demo.call('POST', f'/projects/{app_id}/blueprints', request)['id']}"
    demo.call("POST", f"{path}/generate_plan")
    eventually(lambda: demo.call("GET", path)["ingestion_job"], lambda job: job["status"] == "done")
    demo.call("POST", f"{path}/generate_all_tasks")
    eventually(lambda: demo.call("GET", f"{path}/tasks_job"), lambda job: job["status"] == "done")
    (phase,) = demo.call("GET", path)["plan_tree"]
    return str(phase["id"])


def go_on(demo: Client, app_id: str) -> Json:
    """The manager's plan; what waits for a person is approved."""
    plan: Json = demo.call("GET", f"/projects/{app_id}/manager/plan")
    for run in plan["runs_in_progress"]:
        if plan["autopilot"]["pill"] == "waiting" and run["status"] in ("planned", "awaiting_approval"):
            demo.http.post(f"/runs/{run['id']}/advance", json={"approval": "approve"})
    return plan


def is_over(plan: Json) -> bool:
    return not plan["runs_in_progress"] and not plan["next_tasks"] and plan["autopilot"]["pill"] in ("error", "idle")
