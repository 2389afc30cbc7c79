"""The planner: writes plan, requirements and stack of the project, then the same run carries them out."""

from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.model import Call, calls, say
from devkit.fakes.tool_calls import finish
from devkit.loop import USER, LoopDriver, outputs
from shared.domain.apps.project_state import ProjectState

PLAN = Call(
    name="update_state",
    arguments={
        "plan": ["Add a note"],
        "requirements": [{"name": "tone", "values": ["calm"]}],
        "stack": [{"part": "ui", "choice": "tailwind"}],
        "decisions": None,
    },
)
WRITE = Call(name="write_file", arguments={"path": "src/note.ts", "content": "export {};\n"})


def test_the_plan_is_kept_and_then_carried_out_in_one_run() -> None:
    loop = LoopDriver([calls(PLAN, finish("Planned.")), calls(WRITE, finish("A note."))])
    run = loop.play("Make notes", plan=True)
    assert (run.status, run.outcome.summary) == ("completed", "A note.")
    state = loop.world.states.get(USER.tenant_id, run.app_id)
    assert state is not None and state.plan == ["Add a note"]
    planner, coder = loop.model.requests
    assert "write_file" not in {tool.name for tool in planner.tools}
    assert planner.instructions != coder.instructions and "write_file" in {tool.name for tool in coder.tools}
    assert "data-plan" in loop.kinds(run)
    roles = [done.role for done in loop.world.runs.iterations(run.tenant_id, run.id)]
    assert roles == ["planner", "coder", "coder"]


def test_plan_is_written_whatever_the_model_does() -> None:
    """Refused once; then what was asked for stands in the state in the person's words."""
    loop = LoopDriver([calls(finish("Planned.")), calls(finish("Planned.")), calls(WRITE, finish("A note."))])
    run = loop.play("Make notes", plan=True)
    assert "Not finished: nothing was written down." in outputs(loop, 1)[-1]
    state = loop.world.states.get(USER.tenant_id, run.app_id)
    assert (state.plan, state.requirements) == (["Make notes"], {"request": ["Make notes"]})
    assert (run.status, run.outcome.summary) == ("completed", "A note.")


def test_refused_planner_that_writes_its_plan_keeps_it() -> None:
    loop = LoopDriver([say("I would plan."), calls(PLAN, finish("Planned.")), calls(WRITE, finish("A note."))])
    run = loop.play("Make notes", plan=True)
    assert "nothing was written down" in str(loop.model.requests[1].items[-1])
    assert loop.world.states.get(USER.tenant_id, run.app_id).plan == ["Add a note"]


def test_run_that_only_plans_is_held_to_the_same() -> None:
    loop = LoopDriver([calls(finish("Planned.")), calls(PLAN, finish("Planned."))])
    run = loop.play("Make notes", only="plan")
    assert run.status == "completed" and len(loop.model.requests) == 2
    assert loop.world.states.get(USER.tenant_id, run.app_id).requirements == {"tone": "calm"}


ASKED = "Nothing is written down about this project yet."


def asked(loop: LoopDriver, number: int = 0) -> bool:
    return any(ASKED in str(item) for item in loop.model.requests[number].items)


def test_the_first_turn_of_a_project_is_asked_to_write_its_plan_down_without_a_call_of_its_own() -> None:
    loop = LoopDriver([calls(PLAN, WRITE, finish("A note.")), calls(finish("Nothing to do."))])
    run = loop.play("Make notes")
    assert run.status == "completed" and loop.world.states.get(USER.tenant_id, run.app_id).plan == ["Add a note"]
    assert asked(loop) and len(loop.model.requests) == 1
    loop.follow(loop.start("And now?", app_id=run.app_id))
    assert not asked(loop, 1), "something was done in it"


@pytest.mark.parametrize("plan", [True, False])
def test_a_word_about_the_plan_is_only_for_auto(plan: bool) -> None:
    loop = LoopDriver([calls(*([PLAN] if plan else []), finish("Planned.")), calls(finish("Done."))])
    loop.play("Make notes", plan=plan)
    assert not any(asked(loop, number) for number in range(len(loop.model.requests)))
    assert (len(loop.model.requests) == 2) is plan


def test_what_is_written_down_is_not_asked_for() -> None:
    loop = LoopDriver([calls(finish("Done."))])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    loop.world.states.put(ProjectState(tenant_id=app.tenant_id, app_id=app.id, plan=["Add a note"]))
    loop.play("Make notes", app_id=app.id)
    assert not asked(loop)


@pytest.mark.parametrize(("plan", "first"), [("auto", "coder"), (True, "planner")])
def test_a_session_may_ask_for_a_plan(plan: Any, first: str) -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    api = Api(loop.world)
    session = api.client.post(f"/projects/{app.id}/sessions", json={}).json()["id"]
    sent = api.client.post(f"/sessions/{session}/messages", json={"message": "Make notes", "plan": plan})
    run = loop.world.runs.get(USER.tenant_id, sent.json()["run_id"])
    assert (run.role, run.request.asks_plan) == (first, plan == "auto")


def test_a_planner_that_only_talks_hands_on_all_the_same() -> None:
    loop = LoopDriver([say("First a note."), say("First a note."), calls(WRITE, finish("A note."))])
    assert loop.play("Make notes", plan=True).outcome.summary == "A note."


def test_the_planner_cannot_write() -> None:
    loop = LoopDriver([calls(WRITE), calls(PLAN, finish("Planned.")), calls(finish("Nothing to do."))])
    run = loop.play("Make notes", plan=True)
    assert (run.status, run.candidate_tree) == ("completed", run.base_tree)
