"""What evidence makes of a task: done, or built and to be confirmed; and what taking a revision back makes of it.

A task is done when every acceptance line is shown by a check or a test, or when a person says so. One without
acceptance lines is shown by the checks of its revision, if one passed and none failed. Pure functions.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from shared.domain.planning.task import Confirmation, Evidence, Reopening, Task, Withdrawal
from shared.domain.planning.words import TaskState

EVIDENCE_MOST = 20
"""Of one task: the oldest is dropped first."""
_FREE = {"claim": None, "unproven": False, "reopened": None}


class TakenBack(NamedTuple):
    """The revision that took another one back, and what people know it by."""

    revision_id: str
    title: str


def with_evidence(task: Task, evidence: Evidence) -> Task:
    """Return the task with the evidence, at the state that it had. The same revision is recorded once."""
    if any(each.revision_id == evidence.revision_id for each in task.standing_evidence):
        return task
    return task.model_copy(update={"evidence": (*task.evidence, evidence)[-EVIDENCE_MOST:], "unproven": False})


def apply_evidence(task: Task, evidence: Evidence) -> Task:
    """Return the task done, or in review until a person confirms it. What a person called done stays so."""
    after = with_evidence(task, evidence)
    if task.state == TaskState.DONE:
        return after
    state = TaskState.DONE if _is_shown(after) else TaskState.IN_REVIEW
    return after.model_copy(update={**_FREE, "state": state, "confirmed": None})


def confirm(task: Task, by: str, at: datetime) -> Task:
    """Return the task done by a person's word; `unproven` where no built revision stands behind it."""
    unproven = not task.standing_evidence
    said = {"state": TaskState.DONE, "unproven": unproven, "confirmed": Confirmation(by=by, at=at)}
    return task.model_copy(update={**_FREE, **said})


def reopen(task: Task, by: str, at: datetime) -> Task:
    """Return the task opened by a person, who does not take its evidence for enough."""
    withdrawal = Withdrawal(reason="reopened", by=by, at=at)
    kept = task.evidence if task.state == TaskState.OPEN else _withdrawn(task, withdrawal)
    return task.model_copy(update={**_FREE, "state": TaskState.OPEN, "evidence": kept, "confirmed": None})


def replace_evidence(task: Task, run_id: str, by: str, at: datetime) -> Task:
    """Return the task without the evidence of a run whose message was answered again by the revision `by`.

    One that nothing else shows is open.
    """
    withdrawal = Withdrawal(reason="replaced", by=by, at=at)
    kept = tuple(
        each.model_copy(update={"withdrawn": withdrawal}) if each.run_id == run_id and each.withdrawn is None else each
        for each in task.evidence
    )
    after = task.model_copy(update={"evidence": kept})
    if after.standing_evidence or after == task or task.state not in (TaskState.DONE, TaskState.IN_REVIEW):
        return after
    return after.model_copy(update={**_FREE, "state": TaskState.OPEN, "confirmed": None})


def follow_history(task: Task, taken_back: Mapping[str, TakenBack], at: datetime) -> Task:
    """Return the task as the revisions in effect show it.

    Evidence of a revision that was taken back is withdrawn, and counts again once the revision is back. A task that no
    evidence shows any more is open again, with the reason; it is done or in review again when its evidence is back.
    """
    followed = tuple(_followed(each, taken_back, at) for each in task.evidence)
    if followed == task.evidence:
        return task
    lost = next((each for each in reversed(followed) if each not in task.evidence and each.withdrawn), None)
    after = task.model_copy(update={"evidence": followed})
    if not after.standing_evidence:
        return _reopened(after, taken_back[lost.revision_id], at) if lost is not None else after
    if task.state == TaskState.OPEN and task.reopened is not None:
        return after.model_copy(update={**_FREE, "state": task.reopened.was})
    return after


def _reopened(task: Task, by: TakenBack, at: datetime) -> Task:
    match task.state:
        case TaskState.DONE | TaskState.IN_REVIEW if not task.unproven:
            reason = f"What showed it was taken back: {by.title}"
            reopening = Reopening(reason=reason, revision_id=by.revision_id, was=task.state, at=at)
            return task.model_copy(update={"state": TaskState.OPEN, "reopened": reopening})
        case TaskState.CLAIMED if task.claim is not None:
            return task.model_copy(update={"claim": task.claim.model_copy(update={"released": TaskState.OPEN})})
        case _:
            return task


def _followed(evidence: Evidence, taken_back: Mapping[str, TakenBack], at: datetime) -> Evidence:
    by = taken_back.get(evidence.revision_id)
    if by is not None and evidence.withdrawn is None:
        withdrawal = Withdrawal(reason="taken_back", by=by.revision_id, at=at)
        return evidence.model_copy(update={"withdrawn": withdrawal})
    if by is None and evidence.withdrawn is not None and evidence.withdrawn.reason == "taken_back":
        return evidence.model_copy(update={"withdrawn": None})
    return evidence


def _withdrawn(task: Task, withdrawal: Withdrawal) -> tuple[Evidence, ...]:
    return tuple(
        each if each.withdrawn is not None else each.model_copy(update={"withdrawn": withdrawal})
        for each in task.evidence
    )


def _is_shown(task: Task) -> bool:
    """Whether no one needs to look at it: a failed check of the latest revision always wants a person's eye."""
    latest = task.standing_evidence[-1]
    if latest.failed or not latest.checks:
        return False
    return not task.unshown
