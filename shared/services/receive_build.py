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
from shared.domain.revision import Build, BuildError
from shared.services.loop_work import Work
from shared.tools.base import clip
from shared.tools.compile_project import describe


def receive_build(work: Work) -> None:
    """Take in the result of `run.build_id`. A green build of a finished run leads to `finish`."""
    run = work.run
    if run.build_id is None:
        return
    build = work.ports.builds.get(run.tenant_id, run.app_id, run.build_id)
    work.change(build_id=None, pending_call_id=None, finishing=False)
    if build.status == "succeeded":
        _succeeded(work, build, run.pending_call_id, run.finishing)
    else:
        _failed(work, build, run.pending_call_id)


def _succeeded(work: Work, build: Build, call_id: str | None, finishing: bool) -> None:
    milliseconds = _duration_ms(build)
    work.change(green_tree=build.tree, green_build_id=build.id)
    work.writer.emit(DataBuild(data=BuildData(build_id=build.id, status="succeeded", duration_ms=milliseconds)))
    text = f"The build succeeded in {milliseconds} ms." if milliseconds is not None else "The build succeeded."
    if call_id:
        work.writer.emit(ToolOutputAvailable(tool_call_id=call_id, output={"text": text, "build_id": build.id}))
    if finishing:
        work.next = "finish"
    else:
        work.answer(call_id, text)


def _failed(work: Work, build: Build, call_id: str | None) -> None:
    error = build.error or BuildError(code="BUILD_LOST", message="The build worker did not answer.")
    data = BuildData(build_id=build.id, status="failed", code=error.code, message=error.message)
    work.writer.emit(DataBuild(data=data))
    found = DiagnosticsData(source="build", ok=False, diagnostics=error.diagnostics)
    work.writer.emit(DataDiagnostics(data=found), diagnostics=error.diagnostics)
    text = clip(f"The build failed ({error.code}): {error.message}\n{_details(error)}".strip())
    if call_id:
        work.writer.emit(ToolOutputError(tool_call_id=call_id, error_text=text))
    work.answer(call_id, f"{text}\n\nRepair this, then finish again.")
    work.writer.enter_stage("repair")
    work.note_failure(error.code, _comparable(error))


def _details(error: BuildError) -> str:
    return describe(error.diagnostics) or error.log_tail[-4000:]


def _comparable(error: BuildError) -> list[Diagnostic]:
    return error.diagnostics or [Diagnostic(code=error.code, message=error.log_tail[-2000:])]


def _duration_ms(build: Build) -> int | None:
    if build.started_at is None or build.finished_at is None:
        return None
    return round((build.finished_at - build.started_at).total_seconds() * 1000)
