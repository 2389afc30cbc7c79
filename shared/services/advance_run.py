"""A person answers a run that waits: approve, skip or abort, for one call or for all."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, StringConstraints

from shared.domain.errors import Conflict, Invalid
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.run import HeldCall, Run
from shared.ports.engine import Workflows
from shared.services.cancel_run import cancel_run
from shared.services.loop_ports import LoopPorts
from shared.services.rebase_run import rebase_run

Feedback = Annotated[str, StringConstraints(strip_whitespace=True, max_length=4_000)]


class Advance(BaseModel):
    """One answer; `step_id` names one waiting call, without it all that wait are meant."""

    model_config = ConfigDict(extra="forbid")

    approval: Literal["approve", "skip", "abort"]
    step_id: str | None = None
    feedback: Feedback | None = None


def advance_run(*, principal: Principal, run_id: str, request: Advance, ports: LoopPorts, workflows: Workflows) -> Run:
    """The run with the answer in it; when the last one is given it goes on, on the draft as it is now.

    Conflict `NOT_AWAITING_APPROVAL`; `RUN_ACTIVE` while another run is at work on the app; `MERGE_CONFLICT` when others
    have changed the same places meanwhile. In all of these the run waits on. Sending the last answer again is harmless.
    """
    run = ports.runs.get(principal.tenant_id, require_id("run", run_id))
    if request.approval == "abort" and not run.ended:
        return cancel_run(run.tenant_id, run.app_id, run.id, ports=ports, workflows=workflows)
    if run.status == "running" and run.held and not run.undecided:
        return _wake(run, workflows)
    if run.status != "awaiting_approval":
        raise Conflict("The run waits for nobody.", code="NOT_AWAITING_APPROVAL", run_status=run.status)
    decided = run.model_copy(update={"held": _decided(run, request, principal)})
    if decided.undecided:
        return ports.runs.update(decided)
    return _wake(ports.runs.reopen(_running(rebase_run(decided, ports), ports)), workflows)


def _decided(run: Run, request: Advance, principal: Principal) -> list[HeldCall]:
    if request.step_id is not None and request.step_id not in {held.call_id for held in run.held if held.waits}:
        raise Invalid("No waiting step of this run has that id.", steps=[one.call_id for one in run.held if one.waits])
    said = {"decision": request.approval, "feedback": request.feedback, "decided_by": principal.subject}
    return [
        held.model_copy(update=said) if held.undecided and request.step_id in (None, held.call_id) else held
        for held in run.held
    ]


def _running(run: Run, ports: LoopPorts) -> Run:
    """Time spent waiting is not the run's."""
    since = run.waiting_since or ports.clock.now()
    waited = run.waited_seconds + (ports.clock.now() - since).total_seconds()
    return run.model_copy(update={"status": "running", "waiting_since": None, "waited_seconds": waited})


def _wake(run: Run, workflows: Workflows) -> Run:
    if run.approval_token is not None:
        workflows.complete_task(run.approval_token, {"outcome": "decided"})
    return run
