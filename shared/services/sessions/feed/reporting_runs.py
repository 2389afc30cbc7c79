"""What writes to the stores of runs and conversations mean: from a run's message to what it leaves."""

from typing import Any

from shared.domain.diffs.diff import Diff
from shared.domain.runs.conversation import Conversation
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.turn import Turn
from shared.domain.sessions import happenings
from shared.services.sessions.feed.report_happenings import Meanings, Write


def _started(run: Run) -> happenings.RunStarted:
    return happenings.RunStarted(run_id=run.id, conversation_id=run.conversation_id, started_by=run.request.started_by)


def _waits(run: Run) -> happenings.RunWaits:
    return happenings.RunWaits(run_id=run.id, conversation_id=run.conversation_id)


def _said(run: Run, role: Any = "user") -> happenings.MessageSaid:
    return happenings.MessageSaid(run_id=run.id, conversation_id=run.conversation_id, role=role)


def _updated(_: Write, run: Run) -> list[happenings.Happening]:
    """What matters to others is an answer that leaves more to be answered, and a planned run that may start."""
    return [_waits(run)] if run.status in (RunStatus.AWAITING_APPROVAL, RunStatus.PLANNED) else []


def _finished(write: Write, run: Run, turn: Turn, diff: Diff | None) -> list[happenings.Happening]:
    """A run that had ended already was told then."""
    if write.stored.version != run.version + 1:
        return []
    ended = happenings.RunEnded(
        run_id=run.id,
        conversation_id=run.conversation_id,
        status=run.status,
        diff_id=run.outcome.diff_id,
        revision_id=run.outcome.revision_id,
    )
    left = [happenings.DiffPending(diff_id=diff.id, run_id=run.id)] if diff is not None else []
    used = happenings.UsageChanged(run_id=run.id, total_tokens=run.usage.total_tokens, cost_usd=run.usage.cost_usd)
    return [ended, _said(run, "assistant"), *left, used]


RUNS: Meanings = {
    "start": lambda _, run, *rest: [_started(run), _said(run)],
    "enqueue": lambda _, app, run, *rest: [happenings.queue_changed([*app.queued_run_ids, run.id]), _said(run)],
    "promote": lambda _, app, run, queue: [_started(run), happenings.queue_changed([*queue])],
    "drop_queued": lambda _, app, queue: [happenings.queue_changed([*queue])],
    "reword": lambda _, run, turn: [_said(run)],
    "update": _updated,
    "pause": lambda _, run: [_waits(run)],
    "reopen": lambda _, run: [_started(run)],
    "finish": _finished,
}


def _made(write: Write, conversation: Conversation) -> list[happenings.Happening]:
    is_new = write.stored.created_at == conversation.created_at
    return [happenings.ConversationChanged(conversation_id=conversation.id)] if is_new else []


TURNS: Meanings = {
    "create_conversation": _made,
    "change_conversation": lambda _, known, changed: [happenings.ConversationChanged(conversation_id=changed.id)],
}
"""Of conversations alone: their turns are told with their runs."""
