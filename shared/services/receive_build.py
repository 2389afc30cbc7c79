"""A build that the loop waited for has ended: tell the stream and the model, and remember a green tree."""

from shared.domain.diagnostics import Diagnostic
from shared.domain.events import (
    BuildData,
    DataBuild,
    DataDiagnostics,
    DiagnosticsData,
    ToolOutputAvailable,
    ToolOutputError,
)
from shared.domain.model_messages import ToolCall, tool_calls_of
from shared.domain.revision import Build, BuildError
from shared.domain.run import Step
from shared.services.build_errors import WORKER_LOST, WORKER_SILENT
from shared.services.loop_work import Work
from shared.services.start_build import ENQUEUE_FAILED
from shared.tools.base import clip
from shared.tools.compile_project import describe

_LOST = "BUILD_LOST"
_NOT_THE_PROJECT = (_LOST, ENQUEUE_FAILED, WORKER_LOST.code, WORKER_SILENT.code, "WORKER_ERROR")


def receive_build(work: Work) -> None:
    """Take in the result of `run.build_id`. A green build of a finished run leads to `finish`."""
    run = work.run
    if run.build_id is None:
        return
    build = work.ports.builds.get(run.tenant_id, run.app_id, run.build_id)
    call = _call_of(work, run.pending_call_id)
    work.change(build_id=None, pending_call_id=None, finishing=False)
    if build.status == "succeeded":
        _succeeded(work, build, call, run.finishing)
    else:
        _failed(work, build, call)


def _call_of(work: Work, call_id: str | None) -> ToolCall | None:
    """The call that has waited for the build."""
    return next((call for call in tool_calls_of(work.past) if call.call_id == call_id), None)


def _answer(work: Work, call: ToolCall | None, build: Build, shown: str, told: str | None) -> None:
    """Answer the call: to the timeline, in the record, and (unless the run ends here) to the model."""
    ok = build.status == "succeeded"
    if call is not None and ok:
        work.writer.emit(ToolOutputAvailable(tool_call_id=call.call_id, output={"text": shown, "build_id": build.id}))
    elif call is not None:
        work.writer.emit(ToolOutputError(tool_call_id=call.call_id, error_text=shown))
    if call is not None:
        work.steps.append(
            Step(
                call_id=call.call_id,
                tool=call.name,
                status="completed" if ok else "failed",
                arguments=call.arguments,
                output=shown,
                duration_ms=_duration_ms(build) or 0,
            )
        )
    if told is not None:
        work.answer(call.call_id if call else None, told)


def _succeeded(work: Work, build: Build, call: ToolCall | None, finishing: bool) -> None:
    milliseconds = _duration_ms(build)
    work.change(green_tree=build.tree, green_build_id=build.id, diagnostics=[])
    work.writer.emit(DataBuild(data=BuildData(build_id=build.id, status="succeeded", duration_ms=milliseconds)))
    text = f"The build succeeded in {milliseconds} ms." if milliseconds is not None else "The build succeeded."
    done = finishing and build.tree == work.run.candidate_tree
    _answer(work, call, build, text, None if done else text)
    if done:
        work.next = "finish"


def _failed(work: Work, build: Build, call: ToolCall | None) -> None:
    error = build.error or BuildError(code=_LOST, message="The build worker did not answer.")
    data = BuildData(build_id=build.id, status="failed", code=error.code, message=error.message)
    work.writer.emit(DataBuild(data=data))
    found = DiagnosticsData(source="build", ok=False, diagnostics=error.diagnostics)
    work.writer.emit(DataDiagnostics(data=found), diagnostics=error.diagnostics)
    text = clip(f"The build failed ({error.code}): {error.message}\n{_details(error)}".strip())
    _answer(work, call, build, text, f"{text}\n\n{_advice(error)}")
    work.writer.enter_stage("repair")
    work.note_failure(error.code, _comparable(error))


def _advice(error: BuildError) -> str:
    if error.code in _NOT_THE_PROJECT:
        return "The build service failed, not the project: change nothing for it and finish again."
    return "Repair this, then finish again."


def _details(error: BuildError) -> str:
    return describe(error.diagnostics) or error.log_tail[-4000:]


def _comparable(error: BuildError) -> list[Diagnostic]:
    return error.diagnostics or [Diagnostic(code=error.code, message=error.log_tail[-2000:])]


def _duration_ms(build: Build) -> int | None:
    if build.started_at is None or build.finished_at is None:
        return None
    return round((build.finished_at - build.started_at).total_seconds() * 1000)
