"""What an operator may do to a running system, and what it does by itself."""

import json
import time
from typing import Any

import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.project import Make, Project
from devkit.stack.stack import refusals
from local.config import STACK_NAME
from local.openai_server.reply import Call, calls, say
from local.stack import LocalStack
from tests.support.eventually import eventually

LONG = 3.0
EDIT = Call(
    name="edit_file",
    arguments={"path": "src/content.ts", "edits": [{"old": "Starter", "new": "Changed", "replace_all": True}]},
)


@pytest.fixture(scope="module")
def project(make: Make) -> Project:
    return make("vanilla", "Operations").ready()


def machine(stack: LocalStack, part: str) -> str:
    """The ARN of a state machine."""
    machines = stack.boto("stepfunctions").list_state_machines()["stateMachines"]
    (found,) = [one["stateMachineArn"] for one in machines if part in one["name"].lower().replace("_", "")]
    return str(found)


def execution_of(stack: LocalStack, loop: str, run_id: str) -> str:
    """The execution of that machine that works on a run."""
    running = stack.boto("stepfunctions").list_executions(stateMachineArn=loop, statusFilter="RUNNING")["executions"]
    (found,) = [one["executionArn"] for one in running if one["name"].startswith(run_id)]
    return str(found)


def test_an_execution_that_is_stopped_ends_its_run_and_what_still_works_on_it_is_fenced_off(
    project: Project, stack: LocalStack, model: ScriptedModel
) -> None:
    before, loop = project.state(), machine(stack, "agentloop")
    talkative = say(*(f"{number} " for number in range(600)), delay=0.1)
    with project.talking("Change it, then talk.", calls(EDIT), talkative) as (talk, arriving):
        talk.chunks.append(next(chunk for chunk in arriving if chunk["type"] == "text-delta"))
        stack.boto("stepfunctions").stop_execution(executionArn=execution_of(stack, loop, talk.run_id), cause="a test")
        talk.chunks.extend(arriving)
    assert (talk.done["status"], talk.done["failure_code"]) == ("interrupted", "INTERRUPTED")
    events = project.replay(talk.run_id)
    after = project.state()
    assert (after["draft"], after["active_run"]) == (before["draft"], None)
    (diff,) = [one for one in after["pending_diffs"] if one["run_id"] == talk.run_id]
    assert diff["status"] == "interrupted"
    assert project.chat("Free again?", say("Yes.")).done["status"] == "completed"
    asked = len(model.script.requests)
    time.sleep(LONG)  # StopExecution leaves a running function running, and the model still has words for it
    assert len(model.script.requests) == asked
    assert project.replay(talk.run_id) == events


def test_the_sweeper_leaves_what_is_well_alone(project: Project, stack: LocalStack) -> None:
    before = project.state()
    nothing = {"builds": 0, "apps": 0, "moved": 0, "places": 0, "runs": 0, "readings": 0}
    # at first it may find what other tests left; what is well, it never does
    eventually(lambda: invoke(stack, "sweeper", {}), lambda answer: answer == nothing)
    assert project.state() == before
    assert refusals(stack) == []


def invoke(stack: LocalStack, name: str, event: dict[str, Any]) -> Any:
    answer = stack.boto("lambda").invoke(FunctionName=f"{STACK_NAME}-{name}:live", Payload=json.dumps(event).encode())
    payload = json.loads(answer["Payload"].read())
    assert "FunctionError" not in answer, payload
    return payload
