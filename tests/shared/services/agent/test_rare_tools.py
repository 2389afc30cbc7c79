"""Tools behind `more` in a run: recorded, held and answered as the tools they are; the prefix stays the same bytes."""

import itertools
import json

from benchmarks.quality.scripted import words_of
from devkit.fakes.model import Call, calls
from devkit.loop import LoopDriver
from shared.domain.agent.model_messages import ToolCall, ToolOutput
from shared.domain.runs.run import Run
from shared.services.runs.list_runs import steps_of
from tests.shared.services.agent.checks.test_worker_tasks import PipelineDriver, ended

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
PLAN = {"plan": ["A page"], "requirements": None, "stack": None, "decisions": None}
WRITE = Call(name="write_file", arguments={"path": "src/a.ts", "content": "export {};\n"})


def more(tool: str, **arguments: object) -> Call:
    return Call(name="more", arguments={"tool": tool, "arguments": json.dumps(arguments) if arguments else None})


def steps(loop: LoopDriver, run: Run) -> list[tuple[str, str]]:
    return [(step.tool, step.status) for step in steps_of(run, loop.world.runs.iterations(run.tenant_id, run.id))]


def test_a_rare_tool_runs_under_its_own_name() -> None:
    loop, run = LoopDriver.played([calls(more("update_state", **PLAN)), calls(FINISH)])
    assert loop.world.states.get(run.tenant_id, run.app_id).plan == ["A page"]
    assert steps(loop, run) == [("update_state", "completed"), ("finish", "completed")]
    (asked,) = [item for item in loop.model.requests[1].items if isinstance(item, ToolCall)]
    assert asked.name == "more", "what the model said is sent back as it said it"


def test_a_rare_tool_is_called_by_its_own_name_too() -> None:
    loop, run = LoopDriver.played([calls(Call(name="update_state", arguments=PLAN)), calls(FINISH)])
    assert loop.world.states.get(run.tenant_id, run.app_id).plan == ["A page"]


def test_what_waits_for_a_person_waits_behind_more_too() -> None:
    out = {"method": "POST", "url": "https://api.example.com/x", "headers": None, "body": "secret"}
    loop, run = LoopDriver.played([calls(more("api_request", **out)), calls(FINISH)])
    assert run.status == "awaiting_approval" and loop.world.outgoing.sent == []
    assert [(held.tool, held.waits, held.host) for held in run.waiting.held] == [
        ("api_request", True, "api.example.com")
    ]
    asked = [chunk for chunk in loop.chunks(run) if chunk["type"] == "data-approval"]
    assert asked[0]["data"]["request"]["url"] == "https://api.example.com/x"


def test_a_removal_behind_more_waits_where_writes_wait() -> None:
    loop = LoopDriver([calls(more("remove_dependency", name="react")), calls(FINISH)])
    manifest = json.dumps({"scripts": {"build": "vite build"}, "dependencies": {"react": "19.3.1"}})
    app, _ = loop.world.make_app({"package.json": manifest.encode(), "src/main.ts": b"export {};\n"}, tenant_id="acme")
    run = loop.follow(loop.start(app_id=app.id, autonomy="suggest"))
    assert [(held.tool, held.waits) for held in run.waiting.held] == [("remove_dependency", True)]


def test_the_worker_answers_a_command_behind_more() -> None:
    loop, run = PipelineDriver.played(
        [calls(more("run_command", command="npm run lint")), calls(FINISH)],
        answers={"command": lambda build: ended(build, log=b"clean\n")},
    )
    assert next(item.output for item in loop.model.requests[1].items if isinstance(item, ToolOutput)).endswith("clean")
    assert steps(loop, run)[0] == ("run_command", "completed")


def test_requests_of_a_run_begin_with_the_bytes_of_the_one_before() -> None:
    read = Call(name="read_files", arguments={"paths": ["src/App.tsx"]})
    loop = LoopDriver([calls(read), calls(more("update_state", **PLAN), WRITE), calls(read, read), calls(FINISH)])
    loop.play()
    sent = [words_of(request) for request in loop.model.requests]
    assert len(sent) == 4 and all(after.startswith(before) for before, after in itertools.pairwise(sent))
    tools = {"".join(tool.model_dump_json() for tool in request.tools) for request in loop.model.requests}
    assert len(tools) == 1
