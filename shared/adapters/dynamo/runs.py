"""Runs in DynamoDB: each has a partition of its own, and claims its app's one place by a condition on the app."""

from collections.abc import Iterable, Sequence

from boto3.dynamodb.conditions import Attr

from shared.adapters.dynamo.diffs import first_diff_writes
from shared.adapters.dynamo.table import keys
from shared.adapters.dynamo.table.bodies import Bodies
from shared.adapters.dynamo.table.items import Item, bare_item, entity_of
from shared.adapters.dynamo.table.open import open_entities
from shared.adapters.dynamo.table.records import LIVE, app_refused, next_run, run_item
from shared.adapters.dynamo.table.store import Store
from shared.adapters.dynamo.table.table import Table, raise_first
from shared.adapters.dynamo.table.writes import PRESENT, Write, changed, check, create, equals, put, update
from shared.adapters.dynamo.turns import turn_item, turn_writes
from shared.adapters.s3 import blob_keys
from shared.domain.apps.app import App
from shared.domain.base import Page
from shared.domain.diffs.diff import Diff
from shared.domain.errors import AppError, RunActive
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.iteration import Iteration
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import ENDED, RunStatus
from shared.domain.runs.turn import Turn
from shared.ports.runs import Iterations
from shared.ports.storage import BlobStore

_REMEMBERED = 4
"""Runs whose iterations a process keeps, so that a long run is not read again from its beginning at every step."""
_FEW = 2


class DynamoRunStore(Store):
    """`RunStore`; iterations and turns too large for an item go to `blobs`."""

    def __init__(self, table: Table, blobs: BlobStore) -> None:
        super().__init__(table)
        self._bodies = Bodies(blobs)
        self._seen: dict[tuple[str, str], Iterations] = {}

    def start(self, run: Run, turn: Turn, conversation: Conversation | None) -> None:
        self._table.apply(
            _claim(run),
            create(run_item(run)),
            create(keys.run_in_app(run.tenant_id, run.app_id, run.id)),
            *turn_writes(turn, conversation, self._bodies),
        )

    def enqueue(self, app: App, run: Run, turn: Turn, conversation: Conversation | None) -> None:
        self._table.apply(
            _requeue(app, [*app.queued_run_ids, run.id], **_latest(run)),
            create(run_item(run)),
            create(keys.run_in_app(run.tenant_id, run.app_id, run.id)),
            *turn_writes(turn, conversation, self._bodies),
        )

    def promote(self, app: App, run: Run, queue: Sequence[str]) -> Run:
        write, stored = next_run(run)
        self._table.apply(_requeue(app, queue, **({} if run.request.in_parallel else {"active_run_id": run.id})), write)
        return stored

    def drop_queued(self, app: App, queue: Sequence[str]) -> None:
        self._table.apply(_requeue(app, queue))

    def reword(self, run: Run, turn: Turn) -> Run:
        unchanged = equals("status", RunStatus.PLANNED)
        return self._apply(next_run(run, unchanged), put(turn_item(turn, self._bodies), PRESENT))

    def get(self, tenant_id: str, run_id: str) -> Run:
        return self._require(Run, keys.run(tenant_id, run_id), "run")

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Run]:
        partition = keys.app_partition(tenant_id, app_id)
        entries, following = self._table.page(partition, keys.RUN, limit=limit, cursor=cursor)
        found = self._table.get_many([keys.run(tenant_id, entry["SK"].removeprefix(keys.RUN)) for entry in entries])
        return Page(items=[entity_of(Run, item) for item in found if item is not None], next_cursor=following)

    def update(self, run: Run) -> Run:
        return self._apply(next_run(run))

    def pause(self, run: Run) -> Run:
        return self._apply(next_run(run), _release(run))

    def reopen(self, run: Run) -> Run:
        write, stored = next_run(run)
        claim = [] if run.request.in_parallel else [_claim(run)]
        self._table.apply(*claim, write)
        return stored

    def lease(self, tenant_id: str, run_id: str, *, now_ms: int, until_ms: int) -> Run:
        taken = update(
            keys.run(tenant_id, run_id),
            Attr("lease.until_ms").lte(now_ms),
            values={"lease.until_ms": until_ms},
            increments={"lease.attempt": 1, "version": 1},
        )
        return entity_of(Run, self._table.update(taken))

    def renew(self, tenant_id: str, run_id: str, *, attempt: int, until_ms: int) -> bool:
        mine = equals("lease.attempt", attempt)
        extended = update(keys.run(tenant_id, run_id), mine, values={"lease.until_ms": until_ms})
        return not self._table.attempt(extended)

    def save_iteration(self, run: Run, iteration: Iteration) -> Run:
        mine = equals("lease.attempt", run.lease.attempt)
        return self._apply(next_run(run, mine), create(iteration_item(run, iteration, self._bodies)))

    def iteration(self, tenant_id: str, run_id: str, number: int) -> Iteration | None:
        item = self._table.get(keys.iteration(tenant_id, run_id, number))
        return iteration_of(item, self._bodies) if item is not None else None

    def iterations(self, tenant_id: str, run_id: str) -> Iterations:
        first, last = f"{keys.ITERATION}0", f"{keys.ITERATION}9999"
        items = self._table.query(keys.run_partition(tenant_id, run_id), first, last)
        return [iteration_of(item, self._bodies) for item in items]

    def first_iterations(self, tenant_id: str, run_id: str, count: int) -> Iterations:
        known = self._seen.pop((tenant_id, run_id), [])[:count]
        if count - len(known) > _FEW:
            found = self.iterations(tenant_id, run_id)[:count]
        else:
            later = (self.iteration(tenant_id, run_id, number) for number in range(len(known), count))
            found = [*known, *(one for one in later if one is not None)]
        self._seen = {**dict(list(self._seen.items())[1 - _REMEMBERED :]), (tenant_id, run_id): found}
        return list(found)

    def finish(self, run: Run, turn: Turn, diff: Diff | None) -> Run:
        ending, stored = next_run(run, ~Attr("status").is_in(sorted(ENDED)))
        failures = self._table.attempt(
            ending,
            put(turn_item(turn, self._bodies), PRESENT),
            *(first_diff_writes(diff) if diff is not None else []),
            _release(run),
        )
        for failed in failures:
            if failed.write is ending and failed.stored and failed.stored["status"] in ENDED:
                return entity_of(Run, failed.stored)
        raise_first(failures)
        return stored

    def request_cancel(self, tenant_id: str, run_id: str) -> None:
        flag = create(keys.cancel_flag(tenant_id, run_id))
        failures = self._table.attempt(check(keys.run(tenant_id, run_id), PRESENT), flag)
        raise_first([failed for failed in failures if failed.write is not flag])

    def cancel_requested(self, tenant_id: str, run_id: str) -> bool:
        return self._table.get(keys.cancel_flag(tenant_id, run_id)) is not None

    def unfinished(self) -> Iterable[Run]:
        return open_entities(self._table, Run, "RUN", lambda run: run.open)


def _claim(run: Run) -> Write:
    return update(
        keys.app(run.tenant_id, run.app_id),
        LIVE & equals("active_run_id", None),
        values={"active_run_id": run.id} | _latest(run),
        increments={"version": 1},
        refused=_app_taken,
    )


def _latest(run: Run) -> dict[str, str]:
    """The app's latest conversation: that of the latest message; what nobody asked for is no message."""
    return {} if run.request.repair or run.request.in_parallel else {"conversation_id": run.conversation_id}


def _requeue(app: App, queue: Sequence[str], **claim: str) -> Write:
    """The app as it was read, with another queue."""
    return update(
        keys.app(app.tenant_id, app.id),
        LIVE & equals("version", app.version),
        values={"queued_run_ids": list(queue), **claim},
        increments={"version": 1},
        refused=lambda stored: app_refused(stored) or changed(stored),
    )


def _app_taken(stored: Item | None) -> AppError:
    active = (stored or {}).get("active_run_id")
    return app_refused(stored) or RunActive("A run is at work on this app.", active_run_id=active)


def _release(run: Run) -> Write:
    """Left out when the app is another run's by now."""
    return update(
        keys.app(run.tenant_id, run.app_id),
        equals("active_run_id", run.id),
        values={"active_run_id": None},
        increments={"version": 1},
        optional=True,
        refused=changed,
    )


_BULKY = frozenset({"items", "steps"})


def iteration_item(run: Run, iteration: Iteration, bodies: Bodies) -> Item:
    folder = blob_keys.run_bodies(run.tenant_id, run.app_id, run.id)
    item = bare_item(iteration, keys.iteration(run.tenant_id, run.id, iteration.number), _BULKY)
    return item | bodies.pack(iteration.model_dump_json(include=set(_BULKY)).encode(), folder)


def iteration_of(item: Item, bodies: Bodies) -> Iteration:
    return entity_of(Iteration, item, bodies.unpack(item))
