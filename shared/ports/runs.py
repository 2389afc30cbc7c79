"""Stores of runs, their events, and what they leave behind."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from shared.domain.apps.app import App
from shared.domain.base import Page
from shared.domain.diffs.diff import Diff
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.events import Event
from shared.domain.runs.iteration import Iteration
from shared.domain.runs.run import Run
from shared.domain.runs.turn import Turn

Iterations = list[Iteration]
Events = list[Event]


class RunStore(Protocol):
    """Runs. One run at work an app: the claim and the release are conditional writes on the app itself."""

    def start(self, run: Run, turn: Turn, conversation: Conversation | None) -> None:
        """Store run and turn and claim the app, all or nothing. Conflict `RUN_ACTIVE`.

        The turn is counted by its conversation, which is stored too when it is new; NotFound when that was archived.
        """

    def get(self, tenant_id: str, run_id: str) -> Run: ...

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Run]: ...

    def update(self, run: Run) -> Run:
        """Write if `version` is unchanged; the answer has the next version. Else Conflict."""

    def enqueue(self, app: App, run: Run, turn: Turn, conversation: Conversation | None) -> None:
        """Store a planned run and turn, as `start` does, and put it last in the app's queue, all or nothing.

        Conflict when the app is not as it was read.
        """

    def promote(self, app: App, run: Run, queue: Sequence[str]) -> Run:
        """`update` the run, claim the app for it and leave `queue` waiting, together; Conflict as `enqueue`.

        One that works in parallel claims nothing.
        """

    def drop_queued(self, app: App, queue: Sequence[str]) -> None:
        """Leave only `queue` waiting, in this order; Conflict as `enqueue`."""

    def reword(self, run: Run, turn: Turn) -> Run:
        """`update` a planned run, and write its turn, together; Conflict when it is planned no more."""

    def pause(self, run: Run) -> Run:
        """`update`, and free the app if it is this run's, together."""

    def reopen(self, run: Run) -> Run:
        """`update`, and claim the app again, together. Conflict `RUN_ACTIVE` when another run is at work on it.

        One that works in parallel claims nothing.
        """

    def lease(self, tenant_id: str, run_id: str, *, now_ms: int, until_ms: int) -> Run:
        """Take the run for one attempt: `lease.attempt` + 1, `version` + 1. Conflict when a lease still runs."""

    def renew(self, tenant_id: str, run_id: str, *, attempt: int, until_ms: int) -> bool:
        """Extend a lease that is still this attempt's; False when a later attempt has taken over.

        Touches only the lease: `version` stays, so the holder's next write still succeeds.
        """

    def save_iteration(self, run: Run, iteration: Iteration) -> Run:
        """Store the iteration (its number must be free) and the run (version and lease attempt unchanged) together."""

    def iteration(self, tenant_id: str, run_id: str, number: int) -> Iteration | None: ...

    def iterations(self, tenant_id: str, run_id: str) -> Iterations:
        """In order. Large ones may lie outside the table; the answer is whole."""

    def first_iterations(self, tenant_id: str, run_id: str, count: int) -> Iterations:
        """The first `count`, all of which are stored. They never change, so a process may remember them."""

    def finish(self, run: Run, turn: Turn, diff: Diff | None) -> Run:
        """Write the ended run, its turn and its leftover diff, and free the app if it is this run's, together.

        Conflict when the version moved. A run that has already ended is left as it is (the stored one is returned).
        """

    def request_cancel(self, tenant_id: str, run_id: str) -> None:
        """Leave the flag that a run looks for at every chunk. Idempotent."""

    def cancel_requested(self, tenant_id: str, run_id: str) -> bool: ...

    def unfinished(self) -> Iterable[Run]:
        """Runs that are still owed something (`Run.open`), of all tenants, oldest first."""


class EventLog(Protocol):
    """The numbered events of a run. Several may write; an append succeeds only with the next free number."""

    def append(self, tenant_id: str, run_id: str, events: Sequence[Event]) -> None:
        """Store consecutive events (at most `Limits.event_batch`) as one item keyed by the first `seq`.

        Conflict when that number is taken. The same batch stored twice by the same writer also conflicts.
        """

    def read(self, tenant_id: str, run_id: str, *, after: int = 0, limit: int = 1000) -> Events:
        """Events with `seq` > `after`, in order, stopping at any gap; consistent."""

    def last_seq(self, tenant_id: str, run_id: str) -> int:
        """The highest stored number; 0 when there is none."""

    def expire(self, tenant_id: str, run_id: str, at_epoch: int) -> None:
        """Let the items expire at that time (their archive object stays)."""


class TurnStore(Protocol):
    """Conversations and their turns."""

    def conversation(self, tenant_id: str, app_id: str, conversation_id: str) -> Conversation: ...

    def find_conversation(self, tenant_id: str, conversation_id: str) -> Conversation:
        """By id alone, within the tenant."""

    def create_conversation(self, conversation: Conversation) -> Conversation:
        """Store it, or answer the one already stored under its id."""

    def change_conversation(self, known: Conversation, changed: Conversation) -> Conversation:
        """Store the fields in which they differ. NotFound; Conflict when it has other `turns` by now than `known`."""

    def conversations(
        self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None
    ) -> Page[Conversation]: ...

    def turn(self, tenant_id: str, app_id: str, turn_id: str) -> Turn: ...

    def turns(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Turn]:
        """Turns of all conversations of the app, newest first."""

    def turns_in(
        self, tenant_id: str, app_id: str, conversation_id: str, *, limit: int, cursor: str | None = None
    ) -> Page[Turn]:
        """Turns of one conversation, newest first; of one that is not `counted`, only the later ones may be there."""


class DiffStore(Protocol):
    """Diffs of an app."""

    def create(self, diff: Diff) -> None: ...

    def get(self, tenant_id: str, app_id: str, diff_id: str) -> Diff: ...

    def find(self, tenant_id: str, diff_id: str) -> Diff:
        """By id alone, within the tenant."""

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Diff]: ...

    def update(self, diff: Diff) -> Diff:
        """Write if `version` is unchanged; the answer has the next version. Else Conflict."""
