"""The run that a conversation is busy with."""

from shared.domain.apps.app import App
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.ports.runs import RunStore
from shared.services.loop_ports import LoopPorts


def current_run(tenant_id: str, app_id: str, conversation_id: str, *, ports: LoopPorts) -> Run | None:
    """The run at work, else the latest that waits for a person, else the next that waits for its turn; None at rest.

    A run that waits for a person is found among the latest runs of its app. NotFound for an app of another tenant.
    """
    app = ports.apps.get(tenant_id, app_id)
    if app.active_run_id is not None:
        active = ports.runs.get(tenant_id, app.active_run_id)
        if active.conversation_id == conversation_id:
            return active
    waiting = (run for run in waiting_runs(app, ports.runs) if _asks(run, conversation_id))
    return next(waiting, None) or _queued(app, conversation_id, ports)


def _asks(run: Run, conversation_id: str) -> bool:
    return run.status == RunStatus.AWAITING_APPROVAL and run.conversation_id == conversation_id


def _queued(app: App, conversation_id: str, ports: LoopPorts) -> Run | None:
    """The first message of the conversation in the app's queue that may start; at work by now, perhaps."""
    runs = (ports.runs.get(app.tenant_id, run_id) for run_id in app.queued_run_ids)
    mine = (run for run in runs if run.conversation_id == conversation_id and not run.ended)
    return next((run for run in mine if not run.waiting.awaits_start), None)


_LOOKED_AT = 50


def waiting_runs(app: App, runs: RunStore) -> list[Run]:
    """Newest first, found among the latest runs: those that wait for an answer, and those that a person lets begin.

    Not one whose steps are still being written, nor one that the autopilot lets begin by itself.
    """
    return [run for run in runs.list(app.tenant_id, app.id, limit=_LOOKED_AT).items if _waits(run, app)]


def _waits(run: Run, app: App) -> bool:
    if run.status != RunStatus.PLANNED:
        return run.status == RunStatus.AWAITING_APPROVAL
    return run.waiting.awaits_start is True and not run.writes_steps and not _begins_itself(run, app)


def _begins_itself(run: Run, app: App) -> bool:
    """Whether the autopilot lets it begin with its next tick."""
    by_itself = app.autonomy_mode in ("semi_auto", "full_auto") and not app.autopilot_paused
    return run.request.started_by == "manager" and by_itself
