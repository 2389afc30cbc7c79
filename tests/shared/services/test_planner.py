"""The planner: writes plan, requirements and stack of the project, then the same run carries them out."""

from tests.fakes.model import Call, calls, say
from tests.support.loop import USER, LoopDriver

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


def finish(summary: str) -> Call:
    return Call(name="finish", arguments={"summary": summary, "rationale": None, "assumptions": None})


def test_the_plan_is_kept_and_then_carried_out_in_one_run() -> None:
    loop = LoopDriver([calls(PLAN, finish("Planned.")), calls(WRITE, finish("A note."))])
    run = loop.play("Make notes", plan=True)
    assert (run.status, run.summary) == ("completed", "A note.")
    state = loop.world.states.get(USER.tenant_id, run.app_id)
    assert state is not None and state.plan == ["Add a note"]
    planner, coder = loop.model.requests
    assert "write_file" not in {tool.name for tool in planner.tools}
    assert planner.instructions != coder.instructions and "write_file" in {tool.name for tool in coder.tools}
    assert "data-plan" in loop.kinds(run)
    roles = [done.role for done in loop.world.runs.iterations(run.tenant_id, run.id)]
    assert roles == ["planner", "coder", "coder"]


def test_a_planner_that_only_talks_hands_on_all_the_same() -> None:
    loop = LoopDriver([say("First a note."), calls(WRITE, finish("A note."))])
    assert loop.play("Make notes", plan=True).summary == "A note."


def test_the_planner_cannot_write() -> None:
    loop = LoopDriver([calls(WRITE), calls(PLAN, finish("Planned.")), calls(finish("Nothing to do."))])
    run = loop.play("Make notes", plan=True)
    assert (run.status, run.candidate_tree) == ("completed", run.base_tree)
