"""A command, a test run or a browser has ended: tell the stream and the model. Nothing here makes a tree green."""

from shared.domain.agent.model_messages import ToolCall
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import NotFound, TooLarge
from shared.domain.revisions.revision import Build, BuildError
from shared.domain.runs.data_chunks import DataDiagnostics, DiagnosticsData
from shared.services.agent.context.show_pictures import picture_of
from shared.services.agent.loop_work import Work
from shared.services.agent.tools.answer_call import answer_call
from shared.services.builds.build_errors import WORKER_LOST
from shared.services.builds.worker.describe_page import PictureGoes, page_text
from shared.services.builds.worker.describe_task import command_text, is_unavailable, tests_text
from shared.services.builds.worker.read_task import read_page
from shared.services.site.dist_objects import log_key
from shared.tools.compiling import unsaid

_NO_FAULT = ("TESTS_NO_SCRIPT", "TESTS_NO_PROGRAM", "TESTS_CANCELLED")


def receive_task(work: Work, build: Build, call: ToolCall | None, not_the_project: tuple[str, ...]) -> Work:
    """Answer the call that asked for it. Failing tests count as a failure of a gate does."""
    match build.work.task:
        case "tests":
            return _tests(work, build, call, (*not_the_project, *_NO_FAULT))
        case "browser":
            return _page(work, build, call)
        case _:
            text = command_text(build, _log(work, build))
            found = build.error.diagnostics if build.error else []
            return answer_call(work, call, build, text, f"{text}\n{unsaid(found, text)}".strip())


def _tests(work: Work, build: Build, call: ToolCall | None, no_fault: tuple[str, ...]) -> Work:
    ok, error = build.status == BuildStatus.SUCCEEDED, build.error or WORKER_LOST
    found = [] if ok else error.diagnostics
    work.inputs.writer.enter_stage("test")
    work.inputs.writer.emit(DataDiagnostics(data=DiagnosticsData(source="tests", ok=ok, diagnostics=found)))
    text = tests_text(build, _log(work, build))
    data = {"tests": build.tests.model_dump(include={"passed", "failed", "skipped", "total"})} if build.tests else {}
    work = answer_call(work, call, build, text, text, data)
    if ok or error.code in no_fault:
        return work
    work.inputs.writer.enter_stage("repair")
    return work.note_failure(error.code, found or _comparable(error))


def _page(work: Work, build: Build, call: ToolCall | None) -> Work:
    report = read_page(build, work.inputs.ports.blobs)
    picture = picture_of(work, build) if report is not None and report.screenshot else None
    sees = work.inputs.ports.models.takes_images(work.run.model)
    goes: PictureGoes = "to the model" if picture else "to the person" if sees else "blind"
    text = page_text(build, report, picture=goes)
    screenshot = {"screenshot": report is not None and report.screenshot}
    data = {**screenshot, "status": CheckStatus.UNAVAILABLE} if is_unavailable(build) else screenshot
    return answer_call(work, call, build, text, text, data, picture)


def _log(work: Work, build: Build) -> str:
    try:
        stored = work.inputs.ports.blobs.get(log_key(build), max_bytes=work.inputs.ports.limits.worker_output_bytes)
    except (NotFound, TooLarge):
        return build.error.log_tail if build.error else ""
    return stored.decode("utf-8", "replace")


def _comparable(error: BuildError) -> list[Diagnostic]:
    return [Diagnostic(code=error.code, message=error.log_tail[-2000:] or error.message)]
