"""What an app's draft fails with, as far as an agent can repair it."""

from typing import Literal

from pydantic import BaseModel

from shared.domain.apps.app import App, PageFailure
from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import CHECKS, Verdict, VerdictPart, errors_of
from shared.domain.diagnostics import Diagnostic
from shared.domain.feedback.build_result import ReportedError
from shared.domain.feedback.reproduction import REPAIR_DOLLARS, REPAIR_MODEL_CALLS
from shared.domain.limits import Limits
from shared.domain.revisions.revision import Build, Revision
from shared.domain.runs.run_parts import Bounds
from shared.domain.untrusted import shortened
from shared.services.builds.build_errors import is_ours
from shared.services.spending.run_bounds import bounds_of

TroubleKind = Literal["build", "page", "checks"]
_FINDINGS, _CHARACTERS = 10, 300
_OWN_CALLS, _OWN_DOLLARS = 15, 0.50
"""Of a repair that no stranger's words cause."""


class Trouble(BaseModel):
    """`findings` are the first ones; those of a page are a visitor's words. `path` is the page that failed."""

    kind: TroubleKind
    message: str = ""
    findings: list[Diagnostic] = []
    path: str | None = None


def find_trouble(app: App, draft: Revision, build: Build) -> Trouble | None:
    """The gravest thing; None when nothing is known, or it was our machinery that failed: that is tried again."""
    if build.status == BuildStatus.FAILED:
        return None if is_ours(build.error) else _of_build(build)
    failure = app.failure_of_draft
    if failure is not None:
        return _of_page(failure)
    return _of_checks(draft.verdict) if draft.verdict is not None else None


def bounds_of_repair(app: App, trouble: Trouble | None, limits: Limits) -> Bounds:
    """What a repair may spend: never more than a run of the app."""
    by_page = trouble is not None and trouble.kind == "page"
    calls, dollars = (REPAIR_MODEL_CALLS, REPAIR_DOLLARS) if by_page else (_OWN_CALLS, _OWN_DOLLARS)
    return bounds_of(app, {"model_calls": calls, "dollars": dollars}, limits)


def _of_build(build: Build) -> Trouble:
    error = build.error
    found = error.diagnostics if error else []
    return Trouble(kind="build", message=shortened(error.message if error else "", _CHARACTERS), findings=_few(found))


def _of_page(failure: PageFailure) -> Trouble:
    path = failure.page.path if failure.page else None
    return Trouble(kind="page", findings=_few([_finding(error) for error in failure.errors]), path=path)


def _finding(error: ReportedError) -> Diagnostic:
    return Diagnostic(code="PAGE_FAILED", message=error.message)


def _of_checks(verdict: Verdict) -> Trouble | None:
    """A check that fails although it is demanded: somebody has kept the change all the same."""
    failed = [name for name in CHECKS if _fails(verdict.part(name))]
    found = [one for name in failed for one in errors_of(verdict.part(name))]
    return Trouble(kind="checks", message=", ".join(failed), findings=_few(found)) if failed else None


def _fails(part: VerdictPart) -> bool:
    return part.status == CheckStatus.FAILED and not part.advisory


def _few(found: list[Diagnostic]) -> list[Diagnostic]:
    return [one.model_copy(update={"message": shortened(one.message, _CHARACTERS)}) for one in found[:_FINDINGS]]
