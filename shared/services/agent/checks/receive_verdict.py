"""A green build's checks have ended: compare what failed with the base, tell the stream and the model, remember it."""

from dataclasses import replace

from shared.domain.agent.model_messages import ToolCall
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import CHECKS, Verdict, VerdictPart, unknown_base
from shared.domain.revisions.revision import Build
from shared.domain.runs import what_next
from shared.domain.runs.data_chunks import DataDiagnostics, DataVerdict, DiagnosticsData, VerdictData
from shared.domain.runs.question import accepted
from shared.domain.runs.run import Run
from shared.services.agent.checks.judge_verdict import judge, kept
from shared.services.agent.checks.plan_verdict import base_verdict, required_failures, stored_verdict
from shared.services.agent.loop_work import Work, call_id_of
from shared.services.agent.tools.answer_call import answer_call, duration_ms
from shared.services.builds.change_build import is_finished
from shared.services.builds.worker.describe_verdict import blocking_findings, verdict_text

VERDICT_FAILED = "VERDICT_FAILED"
_ADVICE = "It was not kept. Repair this, then finish again."


def receive_verdict(work: Work, build: Build, call: ToolCall | None, before: Run, base: Build | None) -> Work:
    """Take in the checks of a build that succeeded. One that fails where its base did not is a failed gate.

    `before` is the run as it waited for the build, `base` the build of its base when that has been waited for.
    """
    found = build.verdict or _unchecked()
    known, waits = _known(work, build, found, base)
    if waits is not None:
        waiting = {"build_id": waits.id, "judged_build_id": build.id, "pending_call_id": call_id_of(call)}
        return replace(work.change(**waiting, finishing=before.finishing), next=what_next.Build(waits.id))
    verdict = accepted(judge(work, found, known), work.run.question, build.tree)
    short = kept(verdict)
    work = work.change(verdict=short, verdict_tree=build.tree, verdict_build_id=build.id)
    _tell(work, build, verdict, short)
    if verdict.blocking:
        return _refuse(work, build, call, verdict, finishing=before.finishing)
    return _pass(work, build, call, verdict, finishing=before.finishing)


def _known(work: Work, build: Build, found: Verdict, base: Build | None) -> tuple[Verdict | None, Build | None]:
    """What is known of the base, or the build that has to be waited for to know it."""
    failed = required_failures(work.inputs.app.settings.gates, found)
    if not failed or build.tree == work.run.base_tree:
        return None, None
    if base is not None and base.verdict is not None:
        return base.verdict, None
    if base is None and (stored := stored_verdict(work, failed)) is not None:
        return stored, None
    if work.inputs.cancelled():  # nothing is kept any more, and nobody waits for it
        return None, None
    asked = base_verdict(work, build, failed, lost=base)
    if asked is None:
        return None, None
    if is_finished(asked) or (base is not None and asked.id == base.id):
        return asked.verdict or unknown_base(), None
    return None, asked


def _tell(work: Work, build: Build, verdict: Verdict, short: Verdict) -> None:
    """Each failed check with all its findings, then the verdict as it is kept."""
    work.inputs.writer.enter_stage("test")
    for name in CHECKS:
        part = verdict.part(name)
        if part.status == CheckStatus.FAILED:
            data = DiagnosticsData(source=name, ok=part.advisory, diagnostics=[*part.diagnostics, *part.known])
            work.inputs.writer.emit(DataDiagnostics(data=data), diagnostics=data.diagnostics)
    work.inputs.writer.emit(DataVerdict(data=VerdictData(build_id=build.id, ok=not verdict.blocking, verdict=short)))


def _refuse(work: Work, build: Build, call: ToolCall | None, verdict: Verdict, *, finishing: bool) -> Work:
    text = verdict_text(verdict)
    work = answer_call(work, call, build, text, f"{text}\n\n{_ADVICE}" if finishing else text, ok=False)
    work.inputs.writer.enter_stage("repair")
    return work.note_failure(VERDICT_FAILED, blocking_findings(verdict))


def _pass(work: Work, build: Build, call: ToolCall | None, verdict: Verdict, *, finishing: bool) -> Work:
    work = work.change(green_tree=build.tree, green_build_id=build.id, diagnostics=[])
    text = verdict_text(verdict, duration_ms(build))
    done = finishing and build.tree == work.run.candidate_tree
    work = answer_call(work, call, build, text, None if done else text)
    if done and work.run.evaluator == "model":
        return replace(work.change(role="evaluator", pending_call_id=call_id_of(call)), next=what_next.Evaluate())
    return replace(work, next=what_next.Finish()) if done else work


def _unchecked() -> Verdict:
    """A build that was asked for without checks, by the release before."""
    none = VerdictPart(status=CheckStatus.SKIPPED, reason="It was not asked for.")
    return Verdict(build=VerdictPart(status=CheckStatus.PASSED), types=none, tests=none, page=none)
