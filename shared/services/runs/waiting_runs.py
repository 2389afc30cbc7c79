"""The runs of an app that wait for a person. They hold nothing up: the app is free for other messages meanwhile."""

from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.ports.runs import RunStore

_LOOKED_AT = 50


def waiting_runs(tenant_id: str, app_id: str, runs: RunStore) -> list[Run]:
    """Newest first, found among the latest runs: those that wait for an answer, and those that may not begin yet."""
    return [run for run in runs.list(tenant_id, app_id, limit=_LOOKED_AT).items if _waits(run)]


def _waits(run: Run) -> bool:
    return run.status == RunStatus.AWAITING_APPROVAL or (run.status == RunStatus.PLANNED and run.awaits_start is True)
