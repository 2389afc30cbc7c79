"""What stands after a call that waits is judged as if it stood alone: by the tools of its role, and by the mode."""

from typing import Any

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, calls
from devkit.fakes.tool_calls import write
from devkit.loop import USER, LoopDriver
from shared.domain.runs.run import Run
from shared.services.runs.advance_run import Advance, advance_run
from tests.shared.services.agent.test_evaluator import parses

FINISH = Call(name="finish", arguments={"summary": "A note.", "rationale": None, "assumptions": None})
UNLISTED = Call(name="run_command", arguments={"command": "npx cowsay hello"})
OUTSIDE = Call(
    name="api_request", arguments={"method": "POST", "url": "https://example.com/", "headers": None, "body": "x"}
)


def approve_all(loop: LoopDriver, run: Run) -> Run:
    advance_run(
        principal=USER, run_id=run.id, request=Advance(approval="approve"), ports=loop.ports,
        workflows=loop.world.workflows,
    )  # fmt: skip
    return loop.follow(loop.world.runs.get(run.tenant_id, run.id))


def steps(loop: LoopDriver, run: Run) -> list[tuple[str, str, str]]:
    done = loop.world.runs.iterations(run.tenant_id, run.id)
    return [(step.tool, step.status, step.output) for each in done for step in each.steps]


def test_a_fixer_gets_no_tool_that_is_not_its_own_by_way_of_an_approval() -> None:
    verdict: dict[str, Any] = {"decision": "approve", "reasoning": "Fine.", "commit_message": None}
    loop = LoopDriver(
        [
            calls(write(COMPILE_ERROR), FINISH),
            calls(write("export {}\n"), UNLISTED, OUTSIDE, FINISH),
            calls(FINISH),
            calls(Call(name="verdict", arguments=verdict)),
        ]
    )
    loop.world.compiler.respond = parses
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id, evaluator="model")
    run = loop.play(app_id=app.id, autonomy="semi_auto")
    run = approve_all(loop, run)
    assert (run.status, run.role) == ("awaiting_approval", "fixer")
    assert [(one.tool, one.waits) for one in run.waiting.held] == [
        ("write_file", True), ("run_command", False), ("api_request", False), ("finish", False),
    ]  # fmt: skip
    run = approve_all(loop, run)
    said = [(tool, output[:27]) for tool, status, output in steps(loop, run) if status == "failed"]
    assert ("run_command", "There is no tool run_command"[:27]) in said
    assert ("api_request", "There is no tool api_request"[:27]) in said
    assert loop.world.outgoing.sent == []
    assert "command" not in {build.work.task for build in loop.world.every_build()}
