"""The contract of `Workflows`: the fake, and the adapter over the embedded AWS."""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from devkit.fakes.engine import FakeWorkflows
from devkit.fakes.samples import a_build, a_run, an_app
from local.emulator.emulator import Emulator
from shared.adapters.stepfunctions_workflows import StepFunctionsWorkflows
from shared.domain.errors import Unavailable
from shared.domain.runs.steps import STEP_VERSION, BuildState, LoopState
from tests.contracts.conftest import embedded

ROLE = "arn:aws:iam::000000000000:role/test"


@dataclass
class Setup:
    """One implementation, and how a test reaches behind it."""

    workflows: Any
    waiting_token: Callable[[], str]
    play_out: Callable[[], None]
    """Waits until the execution of the latest token has ended."""
    input_of: Callable[[str], dict[str, Any]]
    break_it: Callable[[], None]


@pytest.fixture(params=["fake", "ministack"])
def setup(request: pytest.FixtureRequest) -> Iterator[Setup]:
    if request.param == "fake":
        yield fake_setup()
    else:
        yield request.getfixturevalue("embedded_setup")


def fake_setup() -> Setup:
    fake = FakeWorkflows()

    def token() -> str:
        fake.waiting.add("token-1")
        return "token-1"

    def input_of(execution: str) -> dict[str, Any]:
        started = {f"{build.id}-{build.attempt}": build for build in fake.builds}
        runs = {f"{run.id}-{run.restarts}": run for run in fake.runs}
        name = execution.rsplit("/", 1)[-1]
        if name in started:
            build = started[name]
            return BuildState(tenant_id=build.tenant_id, app_id=build.app_id, build_id=build.id).model_dump()
        run = runs[name]
        return LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id).model_dump()

    return Setup(fake, token, lambda: None, input_of, lambda: setattr(fake, "down", True))


@pytest.fixture(scope="module")
def machines(ministack: Emulator) -> dict[str, str]:
    """Two machines that wait, and one that hands out its task token through a queue."""
    states, queues = embedded(ministack, "states"), ministack.client("sqs")
    queue = queues.create_queue(QueueName="tokens")["QueueUrl"]
    pause = {"StartAt": "Wait", "States": {"Wait": {"Type": "Wait", "Seconds": 600, "End": True}}}
    task = {
        "Type": "Task", "Resource": "arn:aws:states:::sqs:sendMessage.waitForTaskToken", "TimeoutSeconds": 600,
        "Parameters": {"QueueUrl": queue, "MessageBody": {"token.$": "$$.Task.Token"}}, "End": True,
    }  # fmt: skip
    made = {}
    for name, definition in (("build", pause), ("loop", pause), ("token", {"StartAt": "Ask", "States": {"Ask": task}})):
        answer = states.create_state_machine(name=f"test-{name}", definition=json.dumps(definition), roleArn=ROLE)
        made[name] = answer["stateMachineArn"]
    return made | {"queue": queue}


@pytest.fixture
def embedded_setup(ministack: Emulator, machines: dict[str, str]) -> Setup:
    client, queues = embedded(ministack, "states"), ministack.client("sqs")
    workflows = StepFunctionsWorkflows(
        client, build_pipeline_arn=machines["build"], agent_loop_arn=machines["loop"], plan_reading_arn=machines["loop"]
    )

    asked: list[str] = []

    def token() -> str:
        asked.append(client.start_execution(stateMachineArn=machines["token"])["executionArn"])
        until = time.monotonic() + 60
        found: list[Any] = []
        while not found and time.monotonic() < until:
            found = queues.receive_message(QueueUrl=machines["queue"], WaitTimeSeconds=5).get("Messages", [])
        (message,) = found
        queues.delete_message(QueueUrl=machines["queue"], ReceiptHandle=message["ReceiptHandle"])
        return str(json.loads(message["Body"])["token"])

    def play_out() -> None:
        until = time.monotonic() + 60
        while client.describe_execution(executionArn=asked[-1])["status"] == "RUNNING" and time.monotonic() < until:
            time.sleep(0.05)

    def input_of(execution: str) -> dict[str, Any]:
        return dict(json.loads(client.describe_execution(executionArn=execution)["input"]))

    def break_it() -> None:
        workflows._build_pipeline = workflows._build_pipeline.replace("test-build", "gone")
        workflows._agent_loop = workflows._agent_loop.replace("test-loop", "gone")

    return Setup(workflows, token, play_out, input_of, break_it)


def test_starting_a_build_runs_the_pipeline_on_it(setup: Setup) -> None:
    build = a_build(an_app())
    execution = setup.workflows.start_build(build)
    assert setup.workflows.is_running(execution)
    ids = {"tenant_id": build.tenant_id, "app_id": build.app_id, "build_id": build.id}
    assert setup.input_of(execution) == {"version": STEP_VERSION} | ids


def test_starting_a_run_begins_the_loop(setup: Setup) -> None:
    run = a_run(an_app())
    execution = setup.workflows.start_run(run)
    assert execution == setup.workflows.execution_of_run(run)
    ids = {"tenant_id": run.tenant_id, "app_id": run.app_id, "run_id": run.id}
    assert setup.input_of(execution) == LoopState(**ids).model_dump() | {"version": STEP_VERSION}


def test_a_second_start_finds_the_first(setup: Setup) -> None:
    build, run = a_build(an_app()), a_run(an_app())
    assert setup.workflows.start_build(build) == setup.workflows.start_build(build)
    assert setup.workflows.start_run(run) == setup.workflows.start_run(run)


def test_another_attempt_is_another_execution(setup: Setup) -> None:
    build, run = a_build(an_app()), a_run(an_app())
    retried = build.model_copy(update={"attempt": build.attempt + 1})
    assert setup.workflows.start_build(build) != setup.workflows.start_build(retried)
    assert setup.workflows.start_run(run) != setup.workflows.start_run(run.change(restarts=1))


def test_a_stopped_execution_runs_no_more(setup: Setup) -> None:
    execution = setup.workflows.start_build(a_build(an_app()))
    setup.workflows.stop(execution, "x" * 40_000)
    assert not setup.workflows.is_running(execution)
    setup.workflows.stop(execution, "again")


def test_an_execution_nobody_started_does_not_run(setup: Setup) -> None:
    execution = setup.workflows.execution_of_run(a_run(an_app()))
    assert not setup.workflows.is_running(execution)
    setup.workflows.stop(execution, "not there")


def test_a_task_is_completed_once(setup: Setup) -> None:
    token = setup.waiting_token()
    assert setup.workflows.complete_task(token, {"status": "done"})
    setup.play_out()
    assert not setup.workflows.complete_task(token, {"status": "again"})


def test_a_task_is_failed_once(setup: Setup) -> None:
    token = setup.waiting_token()
    assert setup.workflows.fail_task(token, "WorkerBusy", "x" * 40_000)
    setup.play_out()
    assert not setup.workflows.fail_task(token, "WorkerBusy", "again")
    assert not setup.workflows.complete_task(token, {})


@pytest.mark.parametrize("token", ["", "unknown", "x" * 3000])
def test_a_token_that_waits_for_nothing(setup: Setup, token: str) -> None:
    assert not setup.workflows.complete_task(token, {})
    assert not setup.workflows.fail_task(token, "WorkerBusy", "")


def test_what_cannot_be_started_is_unavailable(setup: Setup) -> None:
    setup.break_it()
    with pytest.raises(Unavailable):
        setup.workflows.start_build(a_build(an_app()))
    with pytest.raises(Unavailable):
        setup.workflows.start_run(a_run(an_app()))


def test_an_execution_started_by_an_alias_is_the_machines_own(ministack: Emulator, machines: dict[str, str]) -> None:
    client, loop = embedded(ministack, "states"), machines["loop"]
    version = client.publish_state_machine_version(stateMachineArn=loop)["stateMachineVersionArn"]
    route = [{"stateMachineVersionArn": version, "weight": 100}]
    alias = client.create_state_machine_alias(name="live", routingConfiguration=route)["stateMachineAliasArn"]
    called = StepFunctionsWorkflows(
        client, build_pipeline_arn=machines["build"], agent_loop_arn=alias, plan_reading_arn=alias
    )
    direct = StepFunctionsWorkflows(
        client, build_pipeline_arn=machines["build"], agent_loop_arn=loop, plan_reading_arn=loop
    )
    run = a_run(an_app())
    execution = called.start_run(run)
    assert execution == called.execution_of_run(run) == direct.execution_of_run(run)
    assert called.start_run(run) == execution, "a second start finds the first"
    assert called.is_running(execution)
    called.stop(execution, "enough")
    assert not direct.is_running(execution)
