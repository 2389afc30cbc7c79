"""The state machines on Step Functions."""

import json
from collections.abc import Callable
from typing import Any

from botocore.exceptions import ClientError

from shared.adapters.aws_errors import code_of, translated
from shared.domain.autopilot.record import Autopilot
from shared.domain.autopilot.steps import TickState
from shared.domain.errors import NotFound
from shared.domain.planning.blueprint import IngestionJob
from shared.domain.planning.plan_state import PlanState, state_of
from shared.domain.revisions.revision import Build
from shared.domain.runs.run import Run
from shared.domain.runs.steps import BuildState, LoopState
from shared.domain.traceparent import parse_traceparent

_WAITS_NO_MORE = frozenset({"TaskTimedOut", "TaskDoesNotExist", "InvalidToken"})
_UNKNOWN = {code: lambda: NotFound("There is no such execution.") for code in ("ExecutionDoesNotExist", "InvalidArn")}


_State = LoopState | BuildState | TickState | PlanState


class StepFunctionsWorkflows:
    """`Workflows`. An execution is named by what it works on and its attempt, so a second start finds the first."""

    def __init__(
        self, client: Any, *, build_pipeline_arn: str, agent_loop_arn: str, autopilot_arn: str = "",
        plan_reading_arn: str = "",
    ) -> None:  # fmt: skip
        self._client = client
        self._build_pipeline = build_pipeline_arn
        self._agent_loop = agent_loop_arn
        self._autopilot = autopilot_arn
        self._plan_reading = plan_reading_arn

    def start_build(self, build: Build) -> str:
        state = BuildState(tenant_id=build.tenant_id, app_id=build.app_id, build_id=build.id)
        return self._start(self._build_pipeline, f"{build.id}-{build.attempt}", state, build.traceparent)

    def start_run(self, run: Run) -> str:
        last = max(run.iteration - 1, 0)  # a run that goes on begins with what its last stored iteration answered
        state = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id, iteration=last)
        return self._start(self._agent_loop, _run_name(run), state, run.traceparent)

    def execution_of_run(self, run: Run) -> str:
        return execution_arn(self._agent_loop, _run_name(run))

    def start_ticks(self, autopilot: Autopilot) -> str:
        state = TickState(tenant_id=autopilot.tenant_id, app_id=autopilot.app_id, generation=autopilot.generation)
        return self._start(self._autopilot, _ticks_name(autopilot), state, None)

    def execution_of_ticks(self, autopilot: Autopilot) -> str:
        return execution_arn(self._autopilot, _ticks_name(autopilot))

    def start_reading(self, job: IngestionJob) -> str:
        state = state_of(job)
        return self._start(self._plan_reading, _reading_name(job), state, None)

    def execution_of_reading(self, job: IngestionJob) -> str:
        return execution_arn(self._plan_reading, _reading_name(job))

    def complete_task(self, token: str, output: dict[str, str]) -> bool:
        return bool(token) and self._sent(
            lambda: self._client.send_task_success(taskToken=token, output=json.dumps(output))
        )

    def fail_task(self, token: str, error: str, cause: str) -> bool:
        return bool(token) and self._sent(
            lambda: self._client.send_task_failure(taskToken=token, error=error, cause=cause[:32768])
        )

    def is_running(self, execution: str) -> bool:
        try:
            with translated(_UNKNOWN):
                answer = self._client.describe_execution(executionArn=execution)
        except NotFound:
            return False
        return bool(answer["status"] in ("RUNNING", "PENDING_REDRIVE"))

    def stop(self, execution: str, reason: str) -> None:
        try:
            with translated(_UNKNOWN):
                self._client.stop_execution(executionArn=execution, error="Stopped", cause=reason[:32768])
        except NotFound:
            return

    def _sent(self, send: Callable[[], object]) -> bool:
        """False when the token waits no more."""
        with translated():
            try:
                send()
            except ClientError as error:
                if code_of(error) not in _WAITS_NO_MORE:
                    raise
                return False
        return True

    def _start(self, machine: str, name: str, state: _State, traceparent: str | None) -> str:
        asked = {"stateMachineArn": machine, "name": name, "input": state.model_dump_json()}
        if (place := parse_traceparent(traceparent)) is not None:
            asked["traceHeader"] = place.xray()  # so that X-Ray's own segments of the execution are in the same trace
        with translated():
            try:
                answer = self._client.start_execution(**asked)
            except ClientError as error:
                if code_of(error) != "ExecutionAlreadyExists":
                    raise
                return execution_arn(machine, name)
        return str(answer["executionArn"])


def _run_name(run: Run) -> str:
    return f"{run.id}-{run.restarts}"


def _ticks_name(autopilot: Autopilot) -> str:
    return f"{autopilot.app_id}-{autopilot.generation}"


def _reading_name(job: IngestionJob) -> str:
    return f"{job.key}-{job.attempt}"


def execution_arn(machine: str, name: str) -> str:
    """The execution of that name. A machine may be called by its alias; an execution belongs to the machine itself."""
    whole = machine.split(":")
    return ":".join([*whole[:5], "execution", whole[6], name])
