"""Reading a run's events: what is stored, then what comes, from any point on."""

from shared.domain.runs.chunks import Finish
from shared.domain.runs.events import EVENTS_ADAPTER, Event, ends_run, ends_segment
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.loop_ports import LoopPorts
from shared.services.runs.log.close_log import archived_events

_LOOK_EVERY = 10
"""Empty steps between two looks at the run itself: its end is told by its events, this is for when they are silent."""


class Follower:
    """Gives each event with `seq` > `after` once, in order, until the segment ends. It never waits."""

    def __init__(self, run: Run, *, after: int, ports: LoopPorts) -> None:
        self.over = False
        self._run = run
        self._last = after
        self._ports = ports
        self._terminal = False
        self._empty = 0

    def step(self) -> list[Event]:
        """What is new; `over` when nothing will come after it. A step that fails has moved nothing."""
        batch = read_events(self._run, after=self._last, ports=self._ports)
        terminal = self._terminal
        for count, event in enumerate(batch, 1):
            terminal = terminal or ends_run(event.chunk)
            if ends_segment(event.chunk) and (terminal or not self._more(batch, count)):
                self.over = True
                batch = batch[:count]
                break
        if not batch:
            self._look()
            return batch
        self._last, self._terminal = batch[-1].seq, terminal
        return batch

    def _more(self, batch: list[Event], count: int) -> bool:
        return count < len(batch) or has_more(self._run, batch[-1].seq, self._ports)

    def _look(self) -> None:
        """Nothing is new: is that because the run has ended?"""
        if self._empty % _LOOK_EVERY == 0:
            archive_was_read = self._run.events_archived
            self._run = self._ports.runs.get(self._run.tenant_id, self._run.id)
            self.over = archive_was_read or nothing_left(self._run, self._last, self._ports)
        self._empty += 1


def read_events(run: Run, *, after: int, ports: LoopPorts) -> list[Event]:
    """What is stored now: from the table, or from the archive when the items have expired."""
    batch = ports.events.read(run.tenant_id, run.id, after=after)
    if batch or not run.events_archived or after >= run.last_seq:
        return batch
    archive = archived_events(run, ports)
    return [event for event in EVENTS_ADAPTER.validate_json(archive or b"[]") if event.seq > after]


def has_more(run: Run, after: int, ports: LoopPorts) -> bool:
    return bool(ports.events.read(run.tenant_id, run.id, after=after, limit=1))


def nothing_left(run: Run, after: int, ports: LoopPorts) -> bool:
    """Whether somebody who has seen `after` has seen all there will be in this segment."""
    if run.events_archived:
        return after >= run.last_seq
    if after < 1 or not (run.ended or run.status == RunStatus.AWAITING_APPROVAL):
        return False
    seen = ports.events.read(run.tenant_id, run.id, after=after - 1, limit=2)
    return len(seen) == 1 and isinstance(seen[0].chunk, Finish)


def seen_at_most(run: Run, after: int, ports: LoopPorts) -> int:
    """`after`, or the last number there is: nobody has seen what was never said."""
    if after == 0:
        return 0
    return min(after, run.last_seq if run.events_archived else ports.events.last_seq(run.tenant_id, run.id))
