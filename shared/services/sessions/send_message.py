"""A message to a session: coder and evaluator work on it, and what they agree on waits for a person."""

from typing import Literal

from pydantic import AliasChoices, BaseModel, Field

from shared.domain.apps.app import ModelMode
from shared.domain.identity import Principal
from shared.domain.runs.continued import StartFrom
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.loop_ports import LoopPorts
from shared.services.ports_bundle import Ports
from shared.services.runs.start.run_request import RunRequest
from shared.services.runs.start.run_start import RunBasis, RunStart
from shared.services.runs.start.start_run import start_run
from shared.services.sessions.sessions import find_session

_LOOK_SECONDS = 0.2


class SessionMessage(BaseModel, extra="forbid", populate_by_name=True):
    """The person's words, under any of the names that clients use."""

    message: str = Field(validation_alias=AliasChoices("message", "prompt", "content"))
    start_from: StartFrom | None = None
    plan: Literal["auto"] | bool = "auto"
    mode: ModelMode | None = None


def send_message(
    *,
    principal: Principal,
    session_id: str,
    request: SessionMessage,
    ports: Ports,
    start: RunStart,
    reports: str | None = None,
) -> Run:
    """The run that works on it: always with the model evaluator, always reviewed before it is kept.

    `reports` is the session in which the client tells build results.
    """
    session, app = find_session(principal=principal, session_id=session_id, ports=ports)
    asked = RunRequest(
        message=request.message,
        conversation_id=session.id,
        review="before",
        start_from=request.start_from,
        plan=request.plan,
        mode=request.mode,
        session_id=reports,
    )
    return start_run(principal, app.id, asked, start, RunBasis(evaluator="model"))


def wait_for_run(run: Run, seconds: float, ports: LoopPorts) -> Run:
    """The run as it is when it has ended or waits for a person, at the latest after `seconds`."""
    waited = 0.0
    while waited < seconds and run.status == RunStatus.RUNNING:
        ports.clock.sleep(_LOOK_SECONDS)
        waited += _LOOK_SECONDS
        run = ports.runs.get(run.tenant_id, run.id)
    return run
