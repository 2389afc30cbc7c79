"""What the loop waited for has ended: tell the stream and the model. Of a green build its checks decide."""

from dataclasses import replace

from shared.domain.agent.model_messages import ToolCall, tool_calls_of
from shared.domain.builds.build_status import BuildStatus
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.revision import Build, BuildError
from shared.domain.runs.data_chunks import BuildData, DataBuild, DataDiagnostics, DiagnosticsData
from shared.services.agent.checks.receive_task import receive_task
from shared.services.agent.checks.receive_verdict import receive_verdict
from shared.services.agent.decide_next import go_on_queue
from shared.services.agent.loop_work import Work
from shared.services.agent.tools.answer_call import answer_call, duration_ms
from shared.services.builds.build_errors import WORKER_LOST, WORKER_SILENT
from shared.services.builds.start_build import ENQUEUE_FAILED
from shared.services.builds.worker.describe_verdict import part_text
from shared.services.spending.build_budget import BUDGET_EXCEEDED, QUEUE_FULL
from shared.tools.base import clip
from shared.tools.compiling import describe
from shared.tools.more import as_meant

_LOST = "BUILD_LOST"
_NOT_THE_PROJECT = (_LOST, ENQUEUE_FAILED, WORKER_LOST.code, WORKER_SILENT.code, "WORKER_ERROR", QUEUE_FULL)


def receive_build(work: Work) -> Work:
    """Take in the result of `run.build_id`. A green build of a finished run leads to `finish`."""
    run, ports = work.run, work.inputs.ports
    if run.build_id is None:
        return work
    build = ports.builds.get(run.tenant_id, run.app_id, run.build_id)
    base = None
    if run.judged_build_id is not None:
        base, build = build, ports.builds.get(run.tenant_id, run.app_id, run.judged_build_id)
    call = _call_of(work, run.pending_call_id)
    work = work.change(build_id=None, judged_build_id=None, pending_call_id=None, finishing=False)
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
    """The call that has waited for the build."""
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
