"""Stores of runs and conversations that tell what they were made to store."""

from collections.abc import Sequence
from typing import Any

from shared.domain.apps.app import App
from shared.domain.diffs.diff import Diff
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn
from shared.domain.sessions.happenings import (
    ConversationChanged,
    DiffPending,
    MessageSaid,
    RunEnded,
    RunStarted,
    RunWaits,
    UsageChanged,
    queue_changed,
)
from shared.services.sessions.feed.report_happenings import ReportingStore


class ReportingRuns(ReportingStore):
    """From its message to what it leaves."""

    def start(self, run: Run, turn: Turn, conversation: Conversation | None) -> None:
        self._store.start(run, turn, conversation)
        self._tell(run.tenant_id, run.app_id, _started(run), _message_said(run, "user"))

    def enqueue(self, app: App, run: Run, turn: Turn, conversation: Conversation | None) -> None:
        self._store.enqueue(app, run, turn, conversation)
        waiting = queue_changed([*app.queued_run_ids, run.id])
        self._tell(run.tenant_id, run.app_id, waiting, _message_said(run, "user"))

    def promote(self, app: App, run: Run, queue: Sequence[str]) -> Run:
        stored: Run = self._store.promote(app, run, queue)
        self._tell(run.tenant_id, run.app_id, _started(run), queue_changed(list(queue)))
        return stored

    def drop_queued(self, app: App, queue: Sequence[str]) -> None:
        self._store.drop_queued(app, queue)
        self._tell(app.tenant_id, app.id, queue_changed(list(queue)))

    def reword(self, run: Run, turn: Turn) -> Run:
        """What waits for its turn says something else."""
        stored: Run = self._store.reword(run, turn)
        self._tell(run.tenant_id, run.app_id, _message_said(run, "user"))
        return stored

    def update(self, run: Run) -> Run:
        """What matters to others is an answer that leaves more to be answered, and a planned run that may start."""
        stored: Run = self._store.update(run)
        if run.status in (RunStatus.AWAITING_APPROVAL, RunStatus.PLANNED):
            self._tell(run.tenant_id, run.app_id, _waits(run))
        return stored

    def pause(self, run: Run) -> Run:
        stored: Run = self._store.pause(run)
        self._tell(run.tenant_id, run.app_id, _waits(run))
        return stored

    def reopen(self, run: Run) -> Run:
        stored: Run = self._store.reopen(run)
        self._tell(run.tenant_id, run.app_id, _started(run))
        return stored

    def finish(self, run: Run, turn: Turn, diff: Diff | None) -> Run:
        """A run that had ended already was told then."""
        stored: Run = self._store.finish(run, turn, diff)
        if stored.version == run.version + 1:
            left = [DiffPending(diff_id=diff.id, run_id=run.id)] if diff is not None else []
            self._tell(run.tenant_id, run.app_id, _ended(run), _message_said(run, "assistant"), *left, _used(run))
        return stored


class ReportingTurns(ReportingStore):
    """Of conversations alone: their turns are told with their runs."""

    def create_conversation(self, conversation: Conversation) -> Conversation:
        stored: Conversation = self._store.create_conversation(conversation)
        if stored.created_at == conversation.created_at:
            happening = ConversationChanged(conversation_id=conversation.id)
            self._tell(conversation.tenant_id, conversation.app_id, happening)
        return stored

    def change_conversation(self, known: Conversation, changed: Conversation) -> Conversation:
        stored: Conversation = self._store.change_conversation(known, changed)
        self._tell(changed.tenant_id, changed.app_id, ConversationChanged(conversation_id=changed.id))
        return stored


def _started(run: Run) -> RunStarted:
    return RunStarted(run_id=run.id, conversation_id=run.conversation_id, started_by=run.request.started_by)


def _waits(run: Run) -> RunWaits:
    return RunWaits(run_id=run.id, conversation_id=run.conversation_id)


def _ended(run: Run) -> RunEnded:
    return RunEnded(
        run_id=run.id,
        conversation_id=run.conversation_id,
        status=run.status,
        diff_id=run.outcome.diff_id,
        revision_id=run.outcome.revision_id,
    )


def _message_said(run: Run, role: Any) -> MessageSaid:
    return MessageSaid(run_id=run.id, conversation_id=run.conversation_id, role=role)


def _used(run: Run) -> UsageChanged:
    return UsageChanged(run_id=run.id, total_tokens=run.usage.total_tokens, cost_usd=run.usage.cost_usd)
