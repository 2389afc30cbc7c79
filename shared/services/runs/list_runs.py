"""Runs of an app, one run as it stands now, and its steps."""

from typing import Any

from shared.domain.base import Page
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.runs.iteration import Iteration, Step
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Actor, HeldCall, RunType, Stage
from shared.domain.runs.run_status import RunFilter
from shared.domain.runs.step_status import StepStatus
from shared.services.loop_ports import LoopPorts
from shared.services.matching_page import matching_page

_CUT = "Not finished: the run ended first."
_NEVER = "Not run: the run ended first."


def list_runs(
    *,
    principal: Principal,
    app_id: str,
    ports: LoopPorts,
    limit: int,
    cursor: str | None = None,
    status: RunFilter = RunFilter.ALL,
    run_type: RunType | None = None,
    actor: Actor | None = None,
) -> Page[Run]:
    """Newest first, at `status`, of `run_type` and with work of `actor`; a page may be short.

    NotFound for an app of somebody else.
    """
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))

    def read(**asked: Any) -> Page[Run]:
        page = ports.runs.list(app.tenant_id, app.id, **asked)
        return page.model_copy(update={"items": [live_run(run, ports) for run in page.items]})

    def keep(run: Run) -> bool:
        return status.takes(run.status) and run_type in (None, run.request.run_type) and actor in (None, *run.actors)

    return matching_page(read, keep, limit=limit, cursor=cursor)


def find_run(*, principal: Principal, run_id: str, ports: LoopPorts) -> Run:
    """The run; NotFound also when its app is deleted."""
    run = ports.runs.get(principal.tenant_id, require_id("run", run_id))
    ports.apps.get(run.tenant_id, run.app_id)
    return run


def steps_of(run: Run, iterations: list[Iteration]) -> list[Step]:
    """Every tool call once, in the order they were made, as it stands now; a write that was held keeps its diff."""
    latest: dict[str, Step] = {}
    for step in (step for iteration in iterations for step in iteration.steps):
        before = latest.get(step.call_id)
        known = {"diff": before.diff, "alignment": before.alignment} if before else {}
        latest[step.call_id] = step.model_copy(
            update={name: shown or getattr(step, name) for name, shown in known.items()}
        )
    held = {call.call_id: call for call in run.waiting.held}
    return [_as_it_stands(step, run, held.get(step.call_id)) for step in latest.values()]


def _as_it_stands(step: Step, run: Run, held: HeldCall | None) -> Step:
    """An ended run has no open step, and a decision counts from when it is made."""
    if step.status == StepStatus.RUNNING:
        return step.model_copy(update={"status": StepStatus.FAILED, "output": _CUT}) if run.ended else step
    if not step.status.traits.waiting:
        return step
    if run.ended or (held is not None and held.decision == "skip"):
        return step.model_copy(update={"status": StepStatus.SKIPPED, "output": _NEVER if run.ended else ""})
    return step.model_copy(update={"status": StepStatus.PENDING}) if held is not None and held.decision else step


def live_run(run: Run, ports: LoopPorts) -> Run:
    """The run with the stage of its latest event, and whether a person has asked it to stop."""
    if run.ended:
        return run
    asked = ports.runs.cancel_requested(run.tenant_id, run.id)
    return run.change(cancel_requested=asked, stage=_stage(run, ports))


def _stage(run: Run, ports: LoopPorts) -> Stage:
    last = ports.events.last_seq(run.tenant_id, run.id)
    found = ports.events.read(run.tenant_id, run.id, after=max(0, last - 1), limit=1)
    return found[-1].stage if found else run.stage
