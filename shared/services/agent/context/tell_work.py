"""What is said about unfinished work that a run goes on with, or does not: to the model, and in the stream."""

from shared.domain.agent.model_messages import Item, UserMessage
from shared.domain.diffs.changes import changed_paths
from shared.domain.runs.continued import Continued
from shared.domain.runs.data_chunks import ContinuedData, DataContinued
from shared.domain.runs.run import Run
from shared.domain.untrusted import as_data
from shared.services.agent.loop_work import Work
from shared.services.runs.start.continue_work import close_continued

_SHOWN_PATHS = 60
_BEGAN = {
    "unfinished": "They hold what the run before this one did and did not finish. Go on with it; do not start again.",
    "cancelled": "They hold what a run did that the person cancelled and wants to go on with. Do not start again.",
    "proposal": "They hold your last proposal, which is not kept yet. The person asks for a change to it.",
    "rejected": "They hold work that the person rejected and wants to go on with after all. Do not start again.",
}
_ASIDE = {
    "unfinished": "the person wants to start over from the draft",
    "cancelled": "the person cancelled that run",
    "proposal": "the person wants to start over from the draft",
    "rejected": "the person rejected them",
}


def tell_work(work: Work) -> list[Item]:
    """Say in the stream which work the run begins with, and close its diff; the words for the model."""
    told = work.run.continues
    if told is None:
        return []
    close_continued(work.run, work.ports)
    data = told.model_dump(exclude={"tree"}) | {"message": _sentence(told)}
    work.writer.emit(DataContinued(data=ContinuedData.model_validate(data)))
    lines = _went_on(told, _paths(work)) if told.outcome == "continued" else [_sentence(told)]
    return [UserMessage(content="\n".join(["<unfinished_work>", *lines, "</unfinished_work>"]))]


def _sentence(told: Continued) -> str:
    match told.outcome:
        case "continued":
            whose = "the open proposal" if told.kind == "proposal" else "the unfinished work of the run before"
            moved = ", merged with the newer draft" if told.rebased else ""
            return f"This run goes on with {whose}{moved}."
        case "set_aside":
            why = _ASIDE[told.kind]
            return f"The changes of run {told.run_id} are not in the files below: {why}. They are kept as a diff."
        case "conflict":
            where = ", ".join(told.paths[:20])
            return (
                f"The changes of run {told.run_id} are not in the files below, since that work does not fit the newer "
                f"draft at {where}. They are kept as a diff."
            )


def _went_on(told: Continued, paths: list[str]) -> list[str]:
    shown = ", ".join(paths[:_SHOWN_PATHS]) + (f" and {len(paths) - _SHOWN_PATHS} more" * (len(paths) > _SHOWN_PATHS))
    moved = "The draft has changed since, and the work was merged onto it: what was verified is to be verified again."
    return [
        f"The files below are not the app's draft. {_BEGAN[told.kind]}",
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
