"""What is said about unfinished work that a run goes on with, or does not: to the model, and in the stream."""

from typing import assert_never

from shared.domain.agent.model_messages import Item, UserMessage
from shared.domain.diffs.changes import changed_paths
from shared.domain.runs.continued import Continued
from shared.domain.runs.data_chunks import ContinuedData, DataContinued
from shared.domain.runs.run import Run
from shared.domain.runs.work_outcome import WorkKind, WorkOutcome
from shared.domain.untrusted import as_data
from shared.services.agent.loop_work import Work
from shared.services.runs.start.continue_work import close_continued

_SHOWN_PATHS = 60


def tell_work(work: Work) -> list[Item]:
    """Say in the stream which work the run begins with, and close its diff; the words for the model."""
    told = work.run.continues
    if told is None:
        return []
    close_continued(work.run, work.ports)
    data = told.model_dump(exclude={"tree"}) | {"message": _sentence(told)}
    work.writer.emit(DataContinued(data=ContinuedData.model_validate(data)))
    lines = _went_on(told, _paths(work)) if told.outcome == WorkOutcome.CONTINUED else [_sentence(told)]
    return [UserMessage(content="\n".join(["<unfinished_work>", *lines, "</unfinished_work>"]))]


def _sentence(told: Continued) -> str:
    match told.outcome:
        case WorkOutcome.CONTINUED:
            whose = "the open proposal" if told.kind == WorkKind.PROPOSAL else "the unfinished work of the run before"
            moved = ", merged with the newer draft" if told.rebased else ""
            return f"This run goes on with {whose}{moved}."
        case WorkOutcome.SET_ASIDE:
            why = told.kind.words.aside
            return f"The changes of run {told.run_id} are not in the files below: {why}. They are kept as a diff."
        case WorkOutcome.CONFLICT:
            where = ", ".join(told.paths[:20])
            return (
                f"The changes of run {told.run_id} are not in the files below, since that work does not fit the newer "
                f"draft at {where}. They are kept as a diff."
            )
        case _:
            assert_never(told.outcome)


def _went_on(told: Continued, paths: list[str]) -> list[str]:
    shown = ", ".join(paths[:_SHOWN_PATHS]) + (f" and {len(paths) - _SHOWN_PATHS} more" * (len(paths) > _SHOWN_PATHS))
    moved = "The draft has changed since, and the work was merged onto it: what was verified is to be verified again."
    return [
        f"The files below are not the app's draft. {told.kind.words.began}",
        f"Changed so far: {shown or 'nothing'}.",
        *([f"Why it stopped: {told.stopped}"] if told.stopped else []),
        *(f"Verified: {fact}" for fact in told.verified),
        *(["Failed:", as_data("\n".join(told.failed))] if told.failed else []),  # a page's words may be in it
        *([moved] if told.rebased else []),
        "`finish` keeps all of it together with what you do now.",
    ]


def _paths(work: Work) -> list[str]:
    run: Run = work.run
    return changed_paths(work.ports.snapshots.get(run.tenant_id, run.app_id, run.base_tree), work.workspace.files)
