"""What README says can be tried without a key, on a stack of its own with the offline model.

The requests of its list, a question, a refusal, a second opinion, a session, a plan.
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
    started = demo.call("POST", f"/projects/{app_id}/runs", {"message": message, **more}, status=202)
    return ended(demo, started["id"])


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
        (diff,) = demo.call("GET", f"/sessions/{session}/diffs/pending")["items"]
        assert diff["status"] == "evaluator_approved", message


def test_a_plan_is_kept_and_carried_out(demo: Client) -> None:
    app_id = an_app(demo)
    ask(demo, app_id, "Add a gallery and an FAQ section", plan=True)
    state = demo.call("GET", f"/projects/{app_id}/state")
    assert len(state["plan"]) == 2 and state["requirements"]


SPECIFICATION = """# Corner bakery

## Phase 1: The page

The page must show a gallery of the bakery.

The page must have an FAQ section.

## Phase 2: Later

The page should have a contact form.
"""


def a_phase(demo: Client, app_id: str) -> str:
    """The first phase of a specification, read and split into tasks by the offline model, as the active one."""
    body = {"title": "Corner bakery", "kind": "markdown", "text": SPECIFICATION}
    document = demo.call("POST", f"/projects/{app_id}/docs/text", body, status=201)["id"]
    wanted = {"document_id": document, "title": "Corner bakery", "mark_active": True}
    blueprint = demo.call("POST", f"/projects/{app_id}/blueprints", wanted, status=201)["id"]
    demo.call("POST", f"/blueprints/{blueprint}/generate_plan", {}, status=202)
    over = ("done", "error")
    read = eventually(
        lambda: demo.call("GET", f"/blueprints/{blueprint}"), lambda found: found["ingestion_job"]["status"] in over
    )
    assert read["ingestion_job"]["status"] == "done", read["ingestion_job"]
    phase = next(node for node in read["plan_tree"] if node["kind"] == "phase")
    demo.call("POST", f"/plan_nodes/{phase['id']}/generate_tasks", {}, status=202)
    tasks = eventually(
        lambda: demo.call("GET", f"/blueprints/{blueprint}/tasks_job"), lambda found: found["status"] in over
    )
    assert tasks["status"] == "done", tasks
    demo.call("PATCH", f"/projects/{app_id}", {"active_blueprint_id": blueprint, "active_phase_node_id": phase["id"]})
    return str(phase["id"])


def advance(demo: Client, run_id: str) -> None:
    """Approve what the run waits for; it may have gone on by itself, or its steps are still being written."""
    run = demo.call("GET", f"/runs/{run_id}")
    if run["status"] == "awaiting_approval" or (run["status"] == "planned" and run["plan_steps"]):
        demo.call("POST", f"/runs/{run_id}/advance", {"approval": "approve"})


def is_for_a_person(plan: Json) -> bool:
    """Whether a run or a finished task waits for a person, or nothing is left."""
    asks = any(run["status"] in ("planned", "awaiting_approval") for run in plan["runs_in_progress"])
    return asks or plan["to_confirm"]["count"] > 0 or not plan["tasks_left"]


@pytest.mark.parametrize("mode", ["suggest", "semi_auto"])
def test_a_phase_of_a_specification_is_carried_out_step_by_step_with_a_persons_approval(
    demo: Client, mode: str
) -> None:
    app_id = an_app(demo)
    before = draft_of(demo, app_id)
    a_phase(demo, app_id)
    demo.call("POST", f"/projects/{app_id}/autopilot", {"action": "start", "mode": mode})

    def plan() -> Json:
        found: Json = demo.call("GET", f"/projects/{app_id}/manager/plan")
        return found

    waiting = eventually(plan, lambda found: found["autopilot"]["pill"] == "waiting")
    assert draft_of(demo, app_id) == before, "nothing is changed before a person has approved it"
    while waiting["tasks_left"]:
        for run in waiting["runs_in_progress"]:
            advance(demo, run["id"])
        for task in waiting["to_confirm"]["tasks"]:  # a person who looked at it says what no check shows
            demo.call("PATCH", f"/tasks/{task['id']}", {"status": "done"})
        waiting = eventually(plan, is_for_a_person)
    assert draft_of(demo, app_id) != before
    assert waiting["tasks_done"] >= 2
