"""A run that waits for a person: its token is kept, the app is free meanwhile, and the stream's segment ends."""

from contextlib import suppress
from typing import Protocol

from shared.domain.log_context import note_run
from shared.domain.runs.chunks import Finish
from shared.domain.runs.data_chunks import DataDone, DoneData
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus, ShownRunStatus
from shared.ports.clock import Clock
from shared.ports.runs import EventLog, RunStore
from shared.services.runs.log.event_writer import EventWriter, Fenced
from shared.services.runs.log.read_events import all_events
from shared.services.until_written import until_written


class WaitPorts(Protocol):
    """What beginning to wait needs."""

    @property
    def runs(self) -> RunStore: ...
    @property
    def events(self) -> EventLog: ...
    @property
    def clock(self) -> Clock: ...


def await_approval(tenant_id: str, run_id: str, *, token: str, ports: WaitPorts) -> bool:
    """Keep the token, free the app, close the segment. False when there is nothing to wait for.

    Then the run has ended, was cancelled, or has its answers already. Idempotent: a repeated call with the same token
    changes nothing, a new token replaces the one of an execution that is gone.
    """
    run = ports.runs.get(tenant_id, run_id)
    note_run(run)
    if not run.ended and run.undecided:
        _close_segment(run, ports)
        run = _pause(run, token, ports)
    return run.undecided and not run.ended and not ports.runs.cancel_requested(tenant_id, run_id)


def _pause(run: Run, token: str, ports: WaitPorts) -> Run:
    def write(known: Run) -> Run:
        if known.ended or not known.undecided or known.waiting.approval_token == token:
            return known
        since = known.waiting.waiting_since or ports.clock.now()
        planned = known.status == RunStatus.PLANNED
        changes = {
            "status": known.status if planned else RunStatus.AWAITING_APPROVAL,
            "approval_token": token,
            "waiting_since": None if planned else since,
        }
        return ports.runs.pause(known.change(**changes))

    return until_written(lambda: ports.runs.get(run.tenant_id, run.id), write, "The run", first=run, tries=5)


def _close_segment(run: Run, ports: WaitPorts) -> None:
    """Said once a segment, before anybody can decide: a second caller finds it written."""
    events = all_events(run, ports.events)
    if events and isinstance(events[-1].chunk, Finish):
        return
    writer = EventWriter(
        run, events=ports.events, clock=ports.clock, flush_seconds=0, last_seq=len(events), still_mine=lambda: False
    )
    data = DoneData(status=ShownRunStatus.AWAITING_APPROVAL, run_id=run.id, turn_id=run.turn_id, usage=run.usage)
    writer.emit(DataDone(data=data), Finish())
    with suppress(Fenced):
        writer.flush()
