"""One task of the worker for a person who waits: a build, a command, tests or a page of a tree."""

from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.diagnostics import Diagnostic
from shared.domain.ids import new_id
from shared.domain.revisions.revision import Build, Revision
from shared.services.builds.start_build import await_build
from shared.services.builds.trial_build import begin_trial, new_candidate
from shared.services.builds.worker.describe_page import page_text
from shared.services.builds.worker.describe_task import command_text, is_unavailable, tests_text
from shared.services.builds.worker.describe_verdict import blocking_findings, verdict_text
from shared.services.builds.worker.read_task import read_output, read_page
from shared.services.ports_bundle import Ports
from shared.tools.base import ToolResult, clip
from shared.tools.compiling import describe

_WAIT_SECONDS = 22.0


def run_task(*, draft: Revision, slug: str, tree: str, task: WorkerTask, ports: Ports) -> ToolResult:
    """What came of it within 22 seconds; after that only that it is still at work. Nothing of the app changes."""
    candidate = new_candidate(new_id("bld"), draft.tenant_id, draft.app_id, slug, tree, task, ports)
    build = begin_trial(candidate, ports)
    return _result(await_build(build=build, seconds=_WAIT_SECONDS, ports=ports), ports)


def _result(build: Build, ports: Ports) -> ToolResult:
    data: dict[str, object] = {"build_id": build.id, "build_status": build.status}
    if not build.status.finished:
        why = build.error.message if build.error else "The worker is still at it; nothing was changed. Try again later."
        return ToolResult(False, why, data)
    if is_unavailable(build):
        return ToolResult(True, _text(build, ports), data | {"status": CheckStatus.UNAVAILABLE})
    refused = build.verdict is not None and bool(build.verdict.blocking)
    return ToolResult(
        build.status == BuildStatus.SUCCEEDED and not refused, _text(build, ports), data, diagnostics=_found(build)
    )


def _text(build: Build, ports: Ports) -> str:
    match build.work.task:
        case "tests":
            return tests_text(build, read_output(build, ports.blobs, ports.limits.worker_output_bytes))
        case "browser":
            return page_text(build, read_page(build, ports.blobs))
        case "command":
            return command_text(build, read_output(build, ports.blobs, ports.limits.worker_output_bytes))
    if build.verdict is not None and build.error is None:
        return verdict_text(build.verdict)
    if build.error is None:
        return "The build succeeded."
    return clip(f"The build failed: {build.error.message}\n{describe(build.error.diagnostics)}".strip())


def _found(build: Build) -> tuple[Diagnostic, ...]:
    if build.verdict is not None and build.error is None:
        return tuple(blocking_findings(build.verdict))
    return tuple(build.error.diagnostics) if build.error else ()
