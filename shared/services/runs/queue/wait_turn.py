"""A message for an app at work waits for its turn; one that is only planned waits for somebody to approve it."""

from functools import partial

from shared.domain.apps.app import App
from shared.domain.errors import Conflict, RunActive, Unavailable
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.data_chunks import DataStage, StageData
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn
from shared.ports.engine import Workflows
from shared.services.loop_ports import LoopPorts
from shared.services.planning.claim import claim_for_run
from shared.services.runs.end.end_run import end_run
from shared.services.runs.log.event_writer import EventWriter, start_of
from shared.services.runs.queue.start_next import start_next
from shared.services.until_written import until_written

MOST_WAITING = 10
_APPROVAL = "Planned. It starts when somebody approves it."
_STEPS = "Planned. Its steps are written now; it starts when somebody approves them."


def wait_turn(
    run: Run,
    turn: Turn,
    conversation: Conversation | None,
    *,
    awaits_start: bool | None = None,
    ports: LoopPorts,
    workflows: Workflows,
) -> Run:
    """The run, planned; at work already when its turn came at once. Conflict `RUN_ACTIVE` when ten wait before it."""
    waiting = {"status": RunStatus.PLANNED, "started_at": None, "queue": True, "awaits_start": awaits_start}
    planned = run.change(**waiting)
    _enqueue(planned, turn.model_copy(update={"status": RunStatus.PLANNED}), conversation, ports)
    claim_for_run(planned, ports)
    writer = EventWriter(planned, events=ports.events, clock=ports.clock, flush_seconds=0)
    waits = StageData(stage="queued", message=_words(planned))
    writer.emit(start_of(run), DataStage(data=waits))
    writer.flush()
    if planned.request.with_steps:
        _lay_out(planned, ports, workflows)
    start_next(run.tenant_id, run.app_id, ports=ports, workflows=workflows)
    return ports.runs.get(run.tenant_id, run.id)


def _words(run: Run) -> str:
    if run.waiting.awaits_start:
        return _STEPS if run.request.with_steps else _APPROVAL
    return "Waiting for the run before it."


def _lay_out(run: Run, ports: LoopPorts, workflows: Workflows) -> None:
    """Its execution begins at once: it writes the steps, and then waits for the approval."""
    try:
        workflows.start_run(run)
    except Unavailable:
        said, code = "The steps of the run could not be written. Try again in a moment.", "DEPENDENCY_UNAVAILABLE"
        end_run(run.tenant_id, run.id, status=RunStatus.FAILED, failure_code=code, summary=said, ports=ports)
        raise


def _enqueue(run: Run, turn: Turn, conversation: Conversation | None, ports: LoopPorts) -> None:
    def write(app: App) -> None:
        if len(app.queued_run_ids) >= MOST_WAITING:
            said = f"{MOST_WAITING} messages wait for their turn already. Cancel one, or send this one later."
            raise RunActive(said, active_run_id=app.active_run_id)
        ports.runs.enqueue(app, run, turn, conversation)

    read = partial(ports.apps.get, run.tenant_id, run.app_id)
    until_written(read, write, "The queue", tries=8, lost=Conflict)
