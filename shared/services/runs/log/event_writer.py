"""Writes a run's events: numbers them, gathers them into batches, stores each batch under its first number."""

import threading
from collections.abc import Callable
from datetime import datetime
from types import TracebackType

from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Conflict
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.chunks import Start, StartMetadata
from shared.domain.runs.data_chunks import DataStage, StageData
from shared.domain.runs.events import EVENTS_ADAPTER, AnyChunk, Event
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Stage
from shared.ports.clock import Clock
from shared.ports.runs import EventLog

_TRIES = 20


def start_of(run: Run) -> Start:
    """The first chunk of a segment, which names the run and its conversation."""
    metadata = StartMetadata(run_id=run.id, conversation_id=run.conversation_id)
    return Start(message_id=run.turn_id, message_metadata=metadata)


class Fenced(Exception):
    """A later attempt has taken the run over; this one must stop and store nothing more."""


class EventWriter:
    """One writer of one run. Used as a context manager it flushes in the background, so no token waits for the next.

    `still_mine` is asked when somebody else has written the next number; False raises `Fenced`.
    `last_seq` is the last number when the caller has it; when it is stale, what was written since is numbered around.
    """

    def __init__(
        self,
        run: Run,
        *,
        events: EventLog,
        clock: Clock,
        flush_seconds: float,
        last_seq: int | None = None,
        still_mine: Callable[[], bool] = lambda: True,
    ) -> None:
        self.stage: Stage = run.stage
        self._run = run
        self._events = events
        self._clock = clock
        self._still_mine = still_mine
        self._seconds = flush_seconds
        self._pending: list[Event] = []
        self._next = (events.last_seq(run.tenant_id, run.id) if last_seq is None else last_seq) + 1
        self._lock = threading.Lock()
        self._store = threading.Lock()
        self._wake = threading.Event()
        self._over = threading.Event()
        self._given_up = False
        self._failure: BaseException | None = None
        self._thread: threading.Thread | None = None

    @property
    def last_seq(self) -> int:
        return self._next - 1

    def now(self) -> datetime:
        return _as_stored(self._clock.now())

    def __enter__(self) -> "EventWriter":
        self._thread = threading.Thread(target=self._flush_in_background, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Store the rest; after a failure nothing more, since another attempt will say it again."""
        self._given_up = kind is not None
        self._over.set()
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
        if kind is None:
            self.flush()

    def emit(self, *chunks: AnyChunk, diagnostics: list[Diagnostic] | None = None) -> None:
        """Number the chunks and store them soon, in this order."""
        self._raise_failure()
        with self._lock:
            for chunk in chunks:
                self._pending.append(self._event(chunk, diagnostics))
                self._next += 1
        self._wake.set()

    def enter_stage(self, stage: Stage, message: str = "") -> None:
        """Announce a stage once; staying in it says nothing."""
        if stage != self.stage or message:
            self.stage = stage
            self.emit(DataStage(data=StageData(stage=stage, message=message)))

    def flush(self) -> None:
        """Store everything emitted so far before returning."""
        self._raise_failure()
        while self._store_batch():
            pass

    def _event(self, chunk: AnyChunk, diagnostics: list[Diagnostic] | None) -> Event:
        return Event(
            seq=self._next,
            at=self.now(),
            request_id=self._run.request_id,
            stage=self.stage,
            diagnostics=diagnostics,
            chunk=chunk,
        )

    def _store_batch(self) -> bool:
        with self._store:
            with self._lock:
                batch = self._pending[: DEFAULT_LIMITS.event_batch]
            if not batch:
                return False
            self._append(batch)
            return True

    def _append(self, batch: list[Event]) -> None:
        for _ in range(_TRIES):
            try:
                self._events.append(self._run.tenant_id, self._run.id, batch)
                break
            except Conflict:
                if self._already_stored(batch):
                    break
                batch = self._renumber(len(batch))
        else:
            raise Fenced("The event log of this run is written by somebody else.")
        with self._lock:
            del self._pending[: len(batch)]

    def _already_stored(self, batch: list[Event]) -> bool:
        stored = self._events.read(self._run.tenant_id, self._run.id, after=batch[0].seq - 1, limit=len(batch))
        return EVENTS_ADAPTER.dump_json(stored) == EVENTS_ADAPTER.dump_json(batch)

    def _renumber(self, size: int) -> list[Event]:
        first = self._events.last_seq(self._run.tenant_id, self._run.id) + 1
        if not self._still_mine():  # asked after the number: a later writer has taken that number
            raise Fenced("A later attempt has taken this run over.")
        with self._lock:
            self._pending = [
                event.model_copy(update={"seq": first + offset}) for offset, event in enumerate(self._pending)
            ]
            self._next = first + len(self._pending)
            return self._pending[:size]

    def _flush_in_background(self) -> None:
        while not self._over.is_set():
            self._wake.wait()
            self._wake.clear()
            try:
                while not self._given_up and self._store_batch():
                    pass
            except BaseException as error:  # handed to the caller at its next word
                self._failure = error
                return
            self._over.wait(self._seconds)

    def _raise_failure(self) -> None:
        if self._failure is not None:
            raise self._failure


def _as_stored(moment: datetime) -> datetime:
    """To the millisecond, so that an event equals what a store gives back."""
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
