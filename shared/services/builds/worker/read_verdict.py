"""A verdict from what the worker says of a build and its checks. It ran foreign code: nothing is believed."""

import re
from collections.abc import Iterable, Sequence

from shared.domain.base import Files
from shared.domain.build_log.read import diagnostics_from_log
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.job_result import CheckResult, JobResult
from shared.domain.builds.verdict import MOST_FINDINGS, MOST_OF_NAME, RouteNames, Verdict, VerdictPart
from shared.domain.builds.worker_contract import Check
from shared.domain.builds.worker_page import OriginalPage, PageReport, Routes
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.builds.worker_tests import TestSummary
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.revision import BuildError
from shared.domain.untrusted import shortened
from shared.services.builds.worker.compare_page import compared
from shared.services.builds.worker.page_findings import blank_finding, page_findings, routes_text

_CHARS = 1_000
_ROOM = (3_200, 1_500, *[700] * 18, *[300] * (MOST_FINDINGS - 20))
"""Characters of each finding's message: of the first, also what a test compared, or the page it looked at.
The first two stand before what `clip` leaves out of many."""
_NO_WORD = "The worker said nothing of it."


def read_verdict(
    work: WorkerTask, summary: JobResult, error: BuildError | None, files: Files, *, is_first_look: bool = False
) -> Verdict:
    """The parts of a build that was asked for with checks. `is_first_look`: nobody here has seen the page before, so
    that an empty one is a fault of its own.
    """
    first = is_first_look or work.checks == ["page"]
    return Verdict(
        build=_build(error),
        types=_part("types", work, summary, files, first),
        tests=_part("tests", work, summary, files, first),
        page=_part("page", work, summary, files, first),
        acceptance=_part("acceptance", work, summary, files, first),
    )


def _build(error: BuildError | None) -> VerdictPart:
    if error is None:
        return VerdictPart(status=CheckStatus.PASSED)
    return VerdictPart(status=CheckStatus.FAILED, reason=_short(error.message), diagnostics=_bounded(error.diagnostics))


def _part(name: Check, work: WorkerTask, summary: JobResult, files: Files, is_first_look: bool) -> VerdictPart:
    if name not in work.checks:
        return VerdictPart(status=CheckStatus.SKIPPED, reason=work.left_out.get(name, "It was not asked for."))
    result = (summary.checks or {}).get(name)
    if result is None:
        return VerdictPart(status=CheckStatus.UNAVAILABLE, reason=_NO_WORD)
    if name == "page" and result.status == CheckStatus.PASSED:
        return _page(summary.page, files, summary.original, is_first_look=is_first_look)
    part = VerdictPart(status=result.status, reason=_short(result.message))
    if result.status == CheckStatus.FAILED:
        part = part.model_copy(update={"diagnostics": _bounded(_findings(name, result, summary, files))})
    return _counted(part, summary.tests) if name == "tests" and summary.tests else part


def _counted(part: VerdictPart, tests: TestSummary) -> VerdictPart:
    """With the numbers of its tests; how many failed in all is at least what is told."""
    failing = max(tests.failing, len(tests.failures)) if part.status == CheckStatus.FAILED and tests.failing else 0
    return part.model_copy(update={"counts": tests.counts(), "count": failing})


def _findings(name: Check, result: CheckResult, summary: JobResult, files: Files) -> Sequence[Diagnostic]:
    """What made the check fail; never empty, so that it can be compared and told."""
    if name == "acceptance" and summary.acceptance:
        return [one.diagnostic() for one in summary.acceptance if not one.ok]
    counted = summary.tests if name == "tests" else None
    found = counted.diagnostics() if counted and counted.failures else diagnostics_from_log(result.log, files)
    code = f"{name.upper()}_{(result.reason or 'exit').upper()}"
    return found or [Diagnostic(code=code, message=f"{result.message}\n{result.log[-_CHARS:]}".strip())]


def _page(
    report: PageReport | None, files: Files, original: OriginalPage | None, *, is_first_look: bool
) -> VerdictPart:
    if report is None:
        return VerdictPart(status=CheckStatus.UNAVAILABLE, reason=_NO_WORD)
    found = page_findings(report, vue=_uses_vue(files), files=files)
    found += compared(report, original)
    if is_first_look and not any(one.severity == "error" for one in found):
        found += blank_finding(report)
    failed = any(one.severity == "error" for one in found)
    status = CheckStatus.FAILED if failed else CheckStatus.PASSED
    return VerdictPart(
        status=status,
        reason=_short(routes_text(report.routes)),
        diagnostics=_bounded(found),
        routes=_names(report.routes) if report.routes else None,
    )


def _names(routes: Routes) -> RouteNames:
    opened = [one.path[:MOST_OF_NAME] for one in routes.opened]
    return RouteNames(opened=opened, skipped=[one.path[:MOST_OF_NAME] for one in routes.skipped])


def _uses_vue(files: Files) -> bool:
    return re.search(rb'"vue"\s*:', files.get("package.json", b"")) is not None


def _bounded(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Errors first, as many as can be compared with those of another tree."""
    errors_first = sorted(found, key=lambda one: one.severity != "error")[:MOST_FINDINGS]
    bounded = zip(errors_first, _ROOM, strict=False)
    return [one.model_copy(update={"message": shortened(one.message, most)}) for one, most in bounded]


def _short(text: str) -> str:
    return shortened(text, _CHARS)
