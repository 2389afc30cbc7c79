"""A run that has come to a cap: what passes the gates of `finish` is kept as a revision, the rest as a diff."""

from dataclasses import replace
from typing import assert_never

from shared.domain.agent.model_messages import Completed
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import CHECKS, VerdictPart, is_new
from shared.domain.runs.question import accepted_failures
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import StoppedBy
from shared.domain.runs.what_next import Continue, Fail, Finish
from shared.domain.untrusted import shortened
from shared.services.agent.decide_next import finish_work
from shared.services.agent.loop_work import ToolRound, Work
from shared.services.runs.end.diff_problems import failed_build, suggested, verdict_of
from shared.tools.finish import SUMMARY_MOST

_KEPT = "Stopped at the cap; this"
_NOTHING = "Nothing was changed."


def stop_at_cap(work: Work, by: StoppedBy, why: str) -> Work:
    """Put the candidate through what `finish` asks of it, once; what does not pass ends the run as failed.

    `by` names the cap, `why` says what was counted and what the next call would have cost. A candidate that the model
    evaluator has not judged yet becomes a proposal. A repair that no person asked for is never kept half done.
    """
    judging = work.inputs.role == "evaluator"  # it may come to a cap after the coder has: the build was waited for
    if (work.run.outcome.stopped is not None and not judging) or not _is_worth_a_try(work):
        return _give_up(work, by, why)
    own = work.run.outcome.summary
    work = work.change(stopped=work.run.outcome.stopped or why, stopped_by=work.run.outcome.stopped_by or by)
    if judging:
        return replace(work.change(review="before"), next=Finish())
    work = finish_work(replace(work, round=ToolRound()), Completed(items=()))
    return _give_up(work, by, why) if isinstance(work.next, Continue | Fail) else work.change(summary=own)


def end_stopped(work: Work) -> Work:
    """A run that was stopped makes no further call: what its gates did not let through is kept as a diff."""
    run = work.run
    if run.outcome.stopped is None or run.role == "evaluator":
        return work
    stuck = isinstance(work.next, Fail) and work.next.code == "STUCK"
    return _give_up(work, run.outcome.stopped_by, run.outcome.stopped) if work.goes_on or stuck else work


def tell_stopped(work: Work) -> Work:
    """Say of a stopped run whose work is kept what is known of it, and that the work was not finished."""
    run = work.run
    if run.outcome.stopped is None or not isinstance(work.next, Finish):
        return work
    own = run.outcome.summary or f"Done so far: {suggested(run, run.candidate_tree, work.inputs.ports)}."
    state, why = _known(run)
    said = f"{_KEPT} {state}: {why}, but the work may not be complete ({run.outcome.stopped}). {own}"
    message = f"{_KEPT} {state}. {run.outcome.commit_message or suggested(run, run.candidate_tree, work.inputs.ports)}"
    return work.change(summary=shortened(said, SUMMARY_MOST), commit_message=message)


def tell_accepted(work: Work) -> Work:
    """Say of work that is kept with checks that fail which these are, before the model's own words about it."""
    run = work.run
    failed = accepted_failures(verdict_of(run, run.candidate_tree))
    if run.outcome.stopped is not None or not isinstance(work.next, Finish) or not failed:
        return work
    own = run.outcome.summary or f"Done so far: {suggested(run, run.candidate_tree, work.inputs.ports)}."
    said = f"Kept by a person as it is: it builds, but fails its {', '.join(failed)}."
    message = f"{run.outcome.commit_message or own} (fails its {', '.join(failed)}; kept as it is by a person)"
    return work.change(summary=shortened(f"{said} {own}", SUMMARY_MOST), commit_message=message)


def _known(run: Run) -> tuple[str, str]:
    """A word for the state of the work that is kept, and why it is no better one."""
    if run.green_tree != run.candidate_tree:
        return "compiles", "no worker has built it"
    verdict = verdict_of(run, run.candidate_tree)
    doubts = [f"{name} {said}" for name in CHECKS if verdict and (said := _doubt(verdict.part(name)))]
    return ("builds", ", ".join(doubts)) if doubts else ("works", "it passes the checks")


def _doubt(part: VerdictPart) -> str | None:
    if part.accepted_by is not None:
        return "failed, which a person accepted"
    match part.status:
        case CheckStatus.PASSED | CheckStatus.SKIPPED:
            return None
        case CheckStatus.FAILED if is_new(part):
            return "failed, which stops no change of this app"
        case CheckStatus.FAILED if part.known:
            return "failed in the same way before this change"
        case CheckStatus.FAILED:
            return "failed on pages that were not opened before this change"
        case CheckStatus.UNAVAILABLE:
            return "could not be checked"
        case _:
            assert_never(part.status)


def _is_worth_a_try(work: Work) -> bool:
    """Whether there is a change that may pass: not one whose build or checks have just failed."""
    run = work.run
    verdict = verdict_of(run, run.candidate_tree)
    refused = verdict is not None and bool(verdict.blocking)
    builds = failed_build(run, run.candidate_tree, work.inputs.ports) is None
    return _changed(run) and run.request.repair is None and builds and not refused


def _give_up(work: Work, by: StoppedBy | None, why: str) -> Work:
    kept = "Its work is kept as a diff, since it has not passed the checks." if _changed(work.run) else _NOTHING
    work = work.change(stopped=why, stopped_by=by)
    return work.fail("BUDGET_EXCEEDED", f"The run stopped at a cap: {why}. {kept}")


def _changed(run: Run) -> bool:
    return run.candidate_tree not in (run.base_tree, run.request.start_tree)
