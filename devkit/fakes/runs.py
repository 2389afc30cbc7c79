"""Runs in memory."""

from collections.abc import Iterable, Sequence

from pydantic import BaseModel

from devkit.fakes.records import Records, next_version, page
from devkit.fakes.revisions import live_app
from shared.domain.apps.app import App
from shared.domain.base import Page
from shared.domain.diffs.diff import Diff
from shared.domain.errors import Conflict, NotFound, RunActive
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.iteration import Iteration
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Lease
from shared.domain.runs.run_status import ENDED
from shared.domain.runs.turn import Turn


class _CancelFlag(BaseModel):
    run_id: str


class FakeRunStore:
    """`RunStore` over shared records."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def start(self, run: Run, turn: Turn, conversation: Conversation | None) -> None:
        tenant, app_id = run.tenant_id, run.app_id
        with self._records.lock:
            app = live_app(self._records, tenant, app_id)
            if app.active_run_id is not None:
                raise RunActive("A run is at work on this app.", active_run_id=app.active_run_id)
            self._refuse_stored(run, turn, conversation)
            self._records.put(run, tenant, run.id)
            self._put_turn(turn, conversation)
            claimed = app.model_copy(update={"active_run_id": run.id} | _latest(run))
            self._records.put(next_version(claimed), tenant, app_id)

    def enqueue(self, app: App, run: Run, turn: Turn, conversation: Conversation | None) -> None:
        with self._records.lock:
            live_app(self._records, app.tenant_id, app.id)
            self._records.expect_version(app, app.tenant_id, app.id)
            self._refuse_stored(run, turn, conversation)
            self._records.put(run, run.tenant_id, run.id)
            self._put_turn(turn, conversation)
            self._requeue(app.model_copy(update=_latest(run)), [*app.queued_run_ids, run.id])

    def promote(self, app: App, run: Run, queue: Sequence[str]) -> Run:
        with self._records.lock:
            live_app(self._records, app.tenant_id, app.id)
            self._records.expect_version(app, app.tenant_id, app.id)
            self._records.expect_version(run, run.tenant_id, run.id)
            claim = {} if run.request.in_parallel else {"active_run_id": run.id}
            self._requeue(app.model_copy(update=claim), queue)
            return self._records.replace(run, run.tenant_id, run.id)

    def drop_queued(self, app: App, queue: Sequence[str]) -> None:
        with self._records.lock:
            live_app(self._records, app.tenant_id, app.id)
            self._records.expect_version(app, app.tenant_id, app.id)
            self._requeue(app, queue)

    def reword(self, run: Run, turn: Turn) -> Run:
        tenant, app_id = run.tenant_id, run.app_id
        with self._records.lock:
            self._records.expect_version(run, tenant, run.id)
            if self.get(tenant, run.id).status != "planned":
                raise Conflict("The run is planned no more.")
            self._records.get(Turn, tenant, app_id, turn.id)
            self._records.put(turn, tenant, app_id, turn.id)
            return self._records.replace(run, tenant, run.id)

    def _requeue(self, app: App, queue: Sequence[str]) -> None:
        changed = app.model_copy(update={"queued_run_ids": list(queue)})
        self._records.put(next_version(changed), app.tenant_id, app.id)

    def get(self, tenant_id: str, run_id: str) -> Run:
        return self._records.get(Run, tenant_id, run_id)

    def list(self, tenant_id: str, app_id: str, *, limit: int, cursor: str | None = None) -> Page[Run]:
        rows = [run for run in self._records.under(Run, tenant_id) if run.app_id == app_id]
        return page(rows, lambda run: run.id, "RUN#", limit=limit, cursor=cursor)

    def update(self, run: Run) -> Run:
        return self._records.replace(run, run.tenant_id, run.id)

    def pause(self, run: Run) -> Run:
        with self._records.lock:
            self._records.expect_version(run, run.tenant_id, run.id)
            self._release(run.tenant_id, run.app_id, run.id)
            return self._records.replace(run, run.tenant_id, run.id)

    def reopen(self, run: Run) -> Run:
        with self._records.lock:
            app = live_app(self._records, run.tenant_id, run.app_id)
            if run.request.in_parallel:
                return self._records.replace(run, run.tenant_id, run.id)
            if app.active_run_id is not None:
                raise RunActive("A run is at work on this app.", active_run_id=app.active_run_id)
            self._records.expect_version(run, run.tenant_id, run.id)
            claimed = app.model_copy(update={"active_run_id": run.id} | _latest(run))
            self._records.put(next_version(claimed), run.tenant_id, app.id)
            return self._records.replace(run, run.tenant_id, run.id)

    def lease(self, tenant_id: str, run_id: str, *, now_ms: int, until_ms: int) -> Run:
        with self._records.lock:
            run = self.get(tenant_id, run_id)
            if run.lease.until_ms > now_ms:
                raise Conflict("Another attempt is at work on this run.")
            lease = Lease(attempt=run.lease.attempt + 1, until_ms=until_ms)
            return self._records.replace(run.change(lease=lease), tenant_id, run_id)

    def renew(self, tenant_id: str, run_id: str, *, attempt: int, until_ms: int) -> bool:
        with self._records.lock:
            run = self._records.find(Run, tenant_id, run_id)
            if run is None or run.lease.attempt != attempt:
                return False
            lease = Lease(attempt=attempt, until_ms=until_ms)
            self._records.put(run.change(lease=lease), tenant_id, run_id)
            return True

    def save_iteration(self, run: Run, iteration: Iteration) -> Run:
        with self._records.lock:
            if self.get(run.tenant_id, run.id).lease.attempt != run.lease.attempt:
                raise Conflict("A later attempt has taken this run over.")
            self._records.expect_version(run, run.tenant_id, run.id)
            self._records.create(iteration, run.tenant_id, run.id, f"{iteration.number:04d}")
            return self._records.replace(run, run.tenant_id, run.id)

    def iteration(self, tenant_id: str, run_id: str, number: int) -> Iteration | None:
        return self._records.find(Iteration, tenant_id, run_id, f"{number:04d}")

    def iterations(self, tenant_id: str, run_id: str) -> "list[Iteration]":
        return self._records.under(Iteration, tenant_id, run_id)

    def first_iterations(self, tenant_id: str, run_id: str, count: int) -> "list[Iteration]":
        return self.iterations(tenant_id, run_id)[:count]

    def finish(self, run: Run, turn: Turn, diff: Diff | None) -> Run:
        tenant, app_id = run.tenant_id, run.app_id
        with self._records.lock:
            stored = self.get(tenant, run.id)
            if stored.status in ENDED:
                return stored
            self._records.expect_version(run, tenant, run.id)
            self._records.get(Turn, tenant, app_id, turn.id)
            if diff is not None:
                self._records.create(diff, tenant, app_id, diff.id)
            self._records.put(turn, tenant, app_id, turn.id)
            self._release(tenant, app_id, run.id)
            return self._records.replace(run, tenant, run.id)

    def request_cancel(self, tenant_id: str, run_id: str) -> None:
        self.get(tenant_id, run_id)
        self._records.put(_CancelFlag(run_id=run_id), tenant_id, run_id)

    def cancel_requested(self, tenant_id: str, run_id: str) -> bool:
        return self._records.find(_CancelFlag, tenant_id, run_id) is not None

    def unfinished(self) -> Iterable[Run]:
        rows = [run for run in self._records.under(Run) if run.open]
        return sorted(rows, key=lambda run: run.created_at)

    def _refuse_stored(self, run: Run, turn: Turn, conversation: Conversation | None) -> None:
        taken = [
            self._records.find(Run, run.tenant_id, run.id),
            self._records.find(Turn, run.tenant_id, run.app_id, turn.id),
            conversation and self._records.find(Conversation, run.tenant_id, run.app_id, conversation.id),
        ]
        if any(taken):
            raise Conflict("This run is already stored.")
        if conversation is None:
            known = self._records.find(Conversation, run.tenant_id, run.app_id, run.conversation_id)
            if known is None or known.archived_at is not None:
                raise NotFound("There is no such conversation.")

    def _put_turn(self, turn: Turn, conversation: Conversation | None) -> None:
        place = (turn.tenant_id, turn.app_id)
        known = conversation or self._records.get(Conversation, *place, turn.conversation_id)
        self._records.put(turn, *place, turn.id)
        self._records.put(known.with_turn(turn), *place, known.id)

    def _release(self, tenant_id: str, app_id: str, run_id: str) -> None:
        app = self._records.find(App, tenant_id, app_id)
        if app is not None and app.active_run_id == run_id:
            self._records.put(next_version(app.model_copy(update={"active_run_id": None})), tenant_id, app_id)


def _latest(run: Run) -> dict[str, object]:
    return {} if run.request.repair or run.request.in_parallel else {"conversation_id": run.conversation_id}
