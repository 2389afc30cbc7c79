"""The log of an ended run: its last words, then one object that holds every event exactly."""

import zstandard

from shared.domain.errors import Transient
from shared.domain.runs.broken_off import OpenParts
from shared.domain.runs.chunks import Abort, ErrorChunk, Finish
from shared.domain.runs.data_chunks import DataDone, DoneData
from shared.domain.runs.events import EVENTS_ADAPTER, AnyChunk, Event, ends_run
from shared.domain.runs.kpis import kpi_of
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.loop_ports import LoopPorts
from shared.services.measure import measure_run
from shared.services.or_none import or_none
from shared.services.runs.log.event_writer import EventWriter, Fenced
from shared.services.runs.log.read_events import all_events
from shared.services.until_written import until_written

_TRIES = 5


def close_log(run: Run, ports: LoopPorts) -> Run:
    """Write the terminal events once, archive the log up to them, let its items expire, and note and count it."""
    read = all_events(run, ports.events)
    events = whole_log(read)
    if events is None:
        _last_words(run, read, ports)
        events = whole_log(all_events(run, ports.events, read))
    if events is None:
        raise Transient("The end of the run could not be written; try again.")
    body = zstandard.ZstdCompressor(level=6).compress(EVENTS_ADAPTER.dump_json(events, by_alias=True))
    ports.blobs.put(events_key(run), body, "application/zstd")
    expiry = round(ports.clock.now().timestamp()) + ports.limits.event_ttl_seconds
    ports.events.expire(run.tenant_id, run.id, expiry)
    return _note(run, events, ports)


def whole_log(events: list[Event]) -> list[Event] | None:
    """The events up to the end of the run; None when that is not written yet.

    What an attempt that did not know of the end wrote after it is ignored.
    """
    said = False
    for event in events:
        said = said or ends_run(event.chunk)
        if said and isinstance(event.chunk, Finish):
            return events[: event.seq]
    return None


def events_key(run: Run) -> str:
    """Where the exact events of an ended run lie."""
    return f"apps/{run.tenant_id}/{run.app_id}/runs/{run.id}/events.json.zst"


def archived_events(run: Run, ports: LoopPorts) -> bytes | None:
    """The archive's JSON, or None before there is one."""
    packed = or_none(ports.blobs.get, events_key(run))
    if packed is None:
        return None
    return zstandard.ZstdDecompressor().decompress(packed, max_output_size=256 * 1024 * 1024)


def _last_words(run: Run, known: list[Event], ports: LoopPorts) -> None:
    """Close what is open, then say the end in one batch. A second caller finds it written and adds nothing."""

    def still_unsaid() -> bool:
        return whole_log(all_events(run, ports.events, known)) is None

    writer = EventWriter(
        run, events=ports.events, clock=ports.clock, flush_seconds=0, last_seq=len(known), still_mine=still_unsaid
    )
    writer.stage = "done"
    said = OpenParts(event.chunk for event in known)
    try:
        writer.emit(*said.closings("Not finished: the run ended first."))
        writer.flush()
        writer.emit(*_closing(run))
        writer.flush()
    except Fenced:
        return


def _closing(run: Run) -> list[AnyChunk]:
    done = DataDone(
        data=DoneData.model_validate(
            {
                "status": run.status.shown_as,
                "run_id": run.id,
                "turn_id": run.turn_id,
                "revision_id": run.outcome.revision_id,
                "diff_id": run.outcome.diff_id,
                "summary": run.outcome.summary,
                "failure_code": run.outcome.failure_code,
                "stopped_by": run.outcome.stopped_by,
                "usage": run.usage,
            }
        )
    )
    before: list[AnyChunk] = [Abort()] if run.status == RunStatus.ABORTED else []
    if run.status == RunStatus.FAILED:
        before = [ErrorChunk(error_text=f"{run.outcome.failure_code}: {run.outcome.summary or 'The run failed.'}")]
    return [*before, done, Finish()]


def _note(run: Run, events: list[Event], ports: LoopPorts) -> Run:
    """Only the caller that wins this conditional write emits the run's metrics, so a run counts once.

    How well it went is recorded before, so that a run that is noted has its row.
    """
    ports.kpis.record(kpi_of(run, events))

    def write(known: Run) -> tuple[Run, bool]:
        if known.events_archived:
            return known, False
        return ports.runs.update(known.change(events_archived=True, last_seq=len(events))), True

    noted, is_ours = until_written(
        lambda: ports.runs.get(run.tenant_id, run.id), write, "The run", first=run, tries=_TRIES
    )
    if is_ours:
        measure_run(noted, events, ports.metrics)
    return noted
