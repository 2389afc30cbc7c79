"""What the loop waited for has ended: tell the stream and the model. Of a green build its checks decide, of which
those that failed are compared with the base.
"""

from dataclasses import replace

from shared.domain.agent.model_messages import ToolCall, tool_calls_of
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import (
    CHECKS,
    NOT_ASKED,
    Verdict,
    VerdictPart,
    own_findings,
    unknown_base,
    without_base_failures,
)
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.revision import Build, BuildError
from shared.domain.runs import what_next
from shared.domain.runs.data_chunks import (
    BuildData,
    DataBuild,
    DataDiagnostics,
    DataVerdict,
    DiagnosticsData,
    VerdictData,
)
from shared.domain.runs.question import accepted
from shared.domain.runs.run import Run
from shared.services.agent.checks.plan_verdict import base_verdict, required_failures, stored_verdict
from shared.services.agent.checks.prove_checks import is_proof, proof_build, proved
from shared.services.agent.checks.receive_task import answer_call, duration_ms, receive_task
from shared.services.agent.checks.require_work import note_tests
from shared.services.agent.decide_next import go_on_queue
from shared.services.agent.loop_work import Work, call_id_of
from shared.services.builds.build_errors import WORKER_LOST, WORKER_SILENT
from shared.services.builds.start_build import ENQUEUE_FAILED
from shared.services.builds.worker.describe_verdict import blocking_findings, part_text, verdict_text
from shared.services.spending.build_budget import BUDGET_EXCEEDED, QUEUE_FULL
from shared.tools.base import clip
from shared.tools.compiling import describe
from shared.tools.more import as_meant

_LOST = "BUILD_LOST"
_NOT_THE_PROJECT = (_LOST, ENQUEUE_FAILED, WORKER_LOST.code, WORKER_SILENT.code, "WORKER_ERROR", QUEUE_FULL)
VERDICT_FAILED = "VERDICT_FAILED"
_ADVICE = "It was not kept. Repair this, then finish again."
_KEPT, _KEPT_CHARS = 5, 300


def receive_build(work: Work) -> Work:
    """Take in the result of `run.build_id`. A green build of a finished run leads to `finish`."""
    run, ports = work.run, work.inputs.ports
    if run.waiting.build_id is None:
        return work
    build = ports.builds.get(run.tenant_id, run.app_id, run.waiting.build_id)
    base = None
    if run.waiting.judged_build_id is not None:
        base, build = build, ports.builds.get(run.tenant_id, run.app_id, run.waiting.judged_build_id)
    call = _call_of(work, run.waiting.pending_call_id)
    work = note_tests(work.change(build_id=None, judged_build_id=None, pending_call_id=None, finishing=False), build)
    if build.work.task != "build":
        work = receive_task(work, build, call, _NOT_THE_PROJECT)
    elif build.status == BuildStatus.SUCCEEDED:
        if base is None:
            data = BuildData(build_id=build.id, status=BuildStatus.SUCCEEDED, duration_ms=duration_ms(build))
            work.inputs.writer.emit(DataBuild(data=data))
        work = receive_verdict(work, build, call, run, base)
    else:
        work = _failed(work, build, call)
    return go_on_queue(work, call)


def _call_of(work: Work, call_id: str | None) -> ToolCall | None:
    return next((as_meant(call) for call in tool_calls_of(work.past) if call.call_id == call_id), None)


def _failed(work: Work, build: Build, call: ToolCall | None) -> Work:
    error = build.error or BuildError(code=_LOST, message="The build worker did not answer.")
    data = BuildData(build_id=build.id, status=BuildStatus.FAILED, code=error.code, message=error.message)
    work.inputs.writer.emit(DataBuild(data=data))
    found = DiagnosticsData(source="build", ok=False, diagnostics=error.diagnostics)
    work.inputs.writer.emit(DataDiagnostics(data=found), diagnostics=error.diagnostics)
    text = clip(
        "\n".join([f"The build failed ({error.code}): {error.message}", _details(error), _others(build)]).strip()
    )
    work = answer_call(work, call, build, text, f"{text}\n\n{_advice(error)}")
    if error.code == BUDGET_EXCEEDED:
        return work.fail(BUDGET_EXCEEDED, f"{error.message} What the run did is kept as a diff.")
    work.inputs.writer.enter_stage("repair")
    lost = error if error.code in _NOT_THE_PROJECT else None
    return replace(work, lost=lost).note_failure(error.code, _comparable(error))


def _advice(error: BuildError) -> str:
    if error.code in (*_NOT_THE_PROJECT, BUDGET_EXCEEDED):
        return "The build service failed, not the project: change nothing for it and finish again."
    return "Repair this, then finish again."


def _details(error: BuildError) -> str:
    return describe(error.diagnostics) or error.log_tail[-4000:]


def _others(build: Build) -> str:
    """What the checks found that ran with a failed build: told at once, so that one repair can mend it all."""
    verdict = build.verdict
    return "\n".join(part_text(name, verdict.part(name)) for name in verdict.failed) if verdict else ""


def _comparable(error: BuildError) -> list[Diagnostic]:
    return error.diagnostics or [Diagnostic(code=error.code, message=error.log_tail[-2000:])]


def receive_verdict(work: Work, build: Build, call: ToolCall | None, before: Run, base: Build | None) -> Work:
    """Take in the checks of a build that succeeded. One that fails where its base did not is a failed gate.

    `before` is the run as it waited for the build, `base` the build of its base when that has been waited for.
    """
    found = build.verdict or _unchecked()
    proof = base if base is not None and is_proof(base, work.run.base_tree) else None
    known, waits = _known(work, build, found, None if proof else base)
    verdict = accepted(judge(work, found, known), work.run.waiting.question, build.tree)
    if waits is None and proof is None:
        proof = proof_build(work, build, verdict)
        waits = proof if proof is not None and not proof.status.finished else None
    if waits is not None:
        waiting = {"build_id": waits.id, "judged_build_id": build.id, "pending_call_id": call_id_of(call)}
        return replace(work.change(**waiting, finishing=before.waiting.finishing), next=what_next.Build(waits.id))
    if proof is not None:
        verdict = accepted(proved(work, build, verdict, proof), work.run.waiting.question, build.tree)
    short = kept(verdict)
    work = work.change(verdict=short, verdict_tree=build.tree, verdict_build_id=build.id)
    _tell(work, build, verdict, short)
    if verdict.blocking:
        return _refuse(work, build, call, verdict, finishing=before.waiting.finishing)
    return _pass(work, build, call, verdict, finishing=before.waiting.finishing)


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
    if asked.status.finished or (base is not None and asked.id == base.id):
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
    if done and work.run.request.evaluator == "model":
        return replace(work.change(role="evaluator", pending_call_id=call_id_of(call)), next=what_next.Evaluate())
    return replace(work, next=what_next.Finish()) if done else work


def _unchecked() -> Verdict:
    """A build that was asked for without checks, by the release before."""
    return Verdict(build=VerdictPart(status=CheckStatus.PASSED), types=NOT_ASKED, tests=NOT_ASKED, page=NOT_ASKED)


def judge(work: Work, verdict: Verdict, base: Verdict | None) -> Verdict:
    """The verdict with what the settings make advisory, and what the base had too set apart."""
    gates = work.inputs.app.settings.gates
    for name in CHECKS:
        part = verdict.part(name)
        if part.status == CheckStatus.FAILED and base is not None:
            part = without_base_failures(part, base.part(name))
        if part.status == CheckStatus.FAILED and gates.demand(name) != "required":
            part = part.model_copy(update={"advisory": True})
        verdict = verdict.with_part(name, part)
    return verdict


def kept(verdict: Verdict) -> Verdict:
    """As a run, a revision and a diff keep it: the first findings of each part, shortened."""
    parts = {name: _short(getattr(verdict, name)) for name in ("build", *CHECKS)}
    return verdict.model_copy(update=parts)


def _short(part: VerdictPart) -> VerdictPart:
    few = {"diagnostics": _few(part.diagnostics), "known": _few(part.known)}
    return part.model_copy(update=few | ({"count": own_findings(part)} if part.status == CheckStatus.FAILED else {}))


def _few(found: list[Diagnostic]) -> list[Diagnostic]:
    return [one.model_copy(update={"message": one.message[:_KEPT_CHARS]}) for one in found[:_KEPT]]
