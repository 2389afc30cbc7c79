"""Reading a run's events: what is stored, then what comes, from any point on."""

from collections.abc import Iterator

from shared.domain.events import EVENTS_ADAPTER, Event, ends_run, ends_segment
from shared.domain.run import Run
from shared.services.close_log import archived_events
from shared.services.loop_ports import LoopPorts

_HEARTBEAT_SECONDS = 15.0


def follow_run(run: Run, *, after: int, ports: LoopPorts, poll_seconds: float) -> Iterator[Event | None]:
    """Events with `seq` > `after`, in order, none twice, none missing, until the segment ends.

    None stands for a heartbeat when nothing has happened for 15 s. Leaving does not stop the run.
    """
    last, quiet_since, terminal = after, ports.clock.now(), False
    while True:
        batch = read_events(run, after=last, ports=ports)
        for event in batch:
            last = event.seq
            terminal = terminal or ends_run(event.chunk)
            yield event
            if ends_segment(event.chunk) and (terminal or not has_more(run, last, ports)):
                return
        if batch:
            quiet_since = ports.clock.now()
        elif _over(run, last, ports):
            return
        elif (ports.clock.now() - quiet_since).total_seconds() >= _HEARTBEAT_SECONDS:
            quiet_since = ports.clock.now()
            yield None
        if not batch:
            ports.clock.sleep(poll_seconds)


def read_events(run: Run, *, after: int, ports: LoopPorts) -> list[Event]:
    """What is stored now: from the table, or from the archive when the items have lapsed."""
    batch = ports.events.read(run.tenant_id, run.id, after=after)
    if batch or not run.events_archived or after >= run.last_seq:
        return batch
    archive = archived_events(run, ports)
    return [event for event in EVENTS_ADAPTER.validate_json(archive or b"[]") if event.seq > after]


def has_more(run: Run, after: int, ports: LoopPorts) -> bool:
    """Whether anything is stored behind `after`."""
    return bool(ports.events.read(run.tenant_id, run.id, after=after, limit=1))


def _over(run: Run, last: int, ports: LoopPorts) -> bool:
    """Nothing will come any more: the run's log is archived and all of it was read."""
    current = ports.runs.get(run.tenant_id, run.id)
    return current.events_archived and last >= current.last_seq
