"""What is said about unfinished work that a run goes on with, or does not: to the model, and in the stream."""

from typing import assert_never

from shared.domain.agent.model_messages import UserMessage
from shared.domain.diffs.changes import changed_paths
from shared.domain.runs.continued import Continued
from shared.domain.runs.data_chunks import ContinuedData, DataContinued
from shared.domain.runs.work_outcome import WorkKind, WorkOutcome
from shared.domain.untrusted import as_data
from shared.services.agent.loop_work import Work
from shared.services.runs.start.continue_work import close_continued

_SHOWN_PATHS = 60


def tell_work(work: Work) -> Work:
    """Say in the stream and to the model which work the run begins with, and close its diff."""
    continued = work.run.continues
    if continued is None:
        return work
    close_continued(work.run, work.inputs.ports)
    data = continued.model_dump(exclude={"tree"}) | {"message": _sentence(continued)}
    work.inputs.writer.emit(DataContinued(data=ContinuedData.model_validate(data)))
    lines = _went_on(continued, _paths(work)) if continued.outcome == WorkOutcome.CONTINUED else [_sentence(continued)]
    return work.say(UserMessage(content="\n".join(["<unfinished_work>", *lines, "</unfinished_work>"])))


def _sentence(continued: Continued) -> str:
    match continued.outcome:
        case WorkOutcome.CONTINUED:
            whose = (
                "the open proposal" if continued.kind == WorkKind.PROPOSAL else "the unfinished work of the run before"
            )
            moved = ", merged with the newer draft" if continued.rebased else ""
            return f"This run goes on with {whose}{moved}."
        case WorkOutcome.SET_ASIDE:
            why = continued.kind.words.aside
            return f"The changes of run {continued.run_id} are not in the files below: {why}. They are kept as a diff."
        case WorkOutcome.CONFLICT:
            where = ", ".join(continued.paths[:20])
            return (
                f"The changes of run {continued.run_id} are not in the files below, since that work does not fit the "
                f"newer draft at {where}. They are kept as a diff."
            )
        case _:
            assert_never(continued.outcome)


def _went_on(continued: Continued, paths: list[str]) -> list[str]:
    shown = ", ".join(paths[:_SHOWN_PATHS]) + (f" and {len(paths) - _SHOWN_PATHS} more" * (len(paths) > _SHOWN_PATHS))
    moved = "The draft has changed since, and the work was merged onto it: what was verified is to be verified again."
    return [
        f"The files below are not the app's draft. {continued.kind.words.began}",
        f"Changed so far: {shown or 'nothing'}.",
        *([f"Why it stopped: {continued.stopped}"] if continued.stopped else []),
        *(f"Verified: {fact}" for fact in continued.verified),
        *(["Failed:", as_data("\n".join(continued.failed))] if continued.failed else []),  # a page's words may be in it
        *([moved] if continued.rebased else []),
        "`finish` keeps all of it together with what you do now.",
    ]


def _paths(work: Work) -> list[str]:
    run, inputs = work.run, work.inputs
    before = inputs.ports.snapshots.get(run.tenant_id, run.app_id, run.base_tree)
    return changed_paths(before, inputs.workspace.files)
