"""Runs of an app, and one run with its steps."""

from shared.domain.base import Page
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.run import Iteration, Run, Step
from shared.services.loop_ports import LoopPorts


def list_runs(
    *, principal: Principal, app_id: str, ports: LoopPorts, limit: int, cursor: str | None = None
) -> Page[Run]:
    """Newest first; NotFound for an app that is not the caller's."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    return ports.runs.list(app.tenant_id, app.id, limit=limit, cursor=cursor)


def find_run(*, principal: Principal, run_id: str, ports: LoopPorts) -> Run:
    """The run; NotFound also when its app is deleted."""
    run = ports.runs.get(principal.tenant_id, require_id("run", run_id))
    ports.apps.get(run.tenant_id, run.app_id)
    return run


def steps_of(iterations: list[Iteration]) -> list[Step]:
    """Every tool call once, in the order they were made; one that waited appears as it was settled."""
    latest = {step.call_id: step for iteration in iterations for step in iteration.steps}
    return list(latest.values())
