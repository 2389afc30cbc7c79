"""One request of a person repairs what the draft fails with: its build, its page in a browser, or its checks."""

from collections.abc import Sequence
from contextlib import suppress

from shared.domain.apps.app import App, PageFailure
from shared.domain.errors import NotFound, NotReady, RepairsUsedUp
from shared.domain.feedback.build_result import BuildResult, ResultStatus
from shared.domain.feedback.repairs import ATTEMPTS_MOST
from shared.domain.feedback.reproduction import repair_of
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.ports.build_results import RepairStore
from shared.services.builds.worker.report_worker import conversation_of
from shared.services.change_app import change_app
from shared.services.feedback.find_trouble import Trouble, TroubleKind, bounds_of_repair, find_trouble
from shared.services.feedback.read_repair import attempts_at
from shared.services.feedback.repair_preview import remember, repair_request
from shared.services.get_app import get_draft
from shared.services.loop_ports import LoopPorts
from shared.services.runs.list_runs import find_run
from shared.services.runs.start.resume_run import resume_run
from shared.services.runs.start.run_request import Budget, RunRequest
from shared.services.runs.start.run_start import PLAIN, RunBasis, RunStart
from shared.services.runs.start.start_run import start_run
from shared.tools.compiling import describe

_WORDS: dict[TroubleKind, str] = {
    "build": "The draft does not build. Find the cause and repair it; change nothing else.",
    "checks": "The draft fails its checks ({}). Find the cause and repair it; change nothing else.",
    "page": "",
}


def repair_draft(*, principal: Principal, app_id: str, repairs: RepairStore, start: RunStart) -> Run:
    """The run that a person asks for, within the bounds of a repair. For a page it is a fixer as after a visitor's
    report, with its tools and its review; for a build or checks one that knows what our own worker found.

    Invalid `NOT_READY` when the draft fails with nothing that is known; Conflict `REPAIRS_USED_UP` when two repairs of
    it have not helped, `RUN_ACTIVE` as for a message.
    """
    ports = start.ports
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    trouble = find_trouble(app, draft, ports.builds.get(app.tenant_id, app.id, draft.build_id))
    if trouble is None:
        raise NotReady("Nothing is known that the draft fails with.")
    require_attempt_left(app, attempts_at(app, draft, repairs, ports))
    failure = app.failure_of_draft if trouble.kind == "page" else None
    run = start_run(
        principal,
        app.id,
        _page_request(app, failure, ports) if failure else _request(app, draft, trouble, ports),
        start,
        RunBasis(untrusted=("report",), repair=repair_of(failure.errors, failure.page)) if failure else PLAIN,
    )
    remember(app, run, repairs, ports)
    if failure is not None:
        _name(run, failure.revision_id, ports)
    return run


def require_attempt_left(app: App, tried: Sequence[Run]) -> None:
    """Conflict `REPAIRS_USED_UP` after two. While a run is at work, that is reported instead."""
    if app.active_run_id is None and len(tried) >= ATTEMPTS_MOST:
        raise RepairsUsedUp(
            f"{ATTEMPTS_MOST} repairs have not helped. Restore a revision that worked, or say in words what to do.",
        )


def _page_request(app: App, failure: PageFailure, ports: LoopPorts) -> RunRequest:
    result = BuildResult(
        tenant_id=app.tenant_id,
        session_id=app.id,
        status=ResultStatus.FAILED,
        stage="runtime",
        errors=failure.errors,
        app_id=app.id,
        revision_id=failure.revision_id,
        source="browser",
        reported_at=failure.at,
    )
    return repair_request(result, ports).model_copy(update={"started_by": "user"})


def _request(app: App, draft: Revision, trouble: Trouble, ports: LoopPorts) -> RunRequest:
    bounds = bounds_of_repair(app, trouble, ports.limits)
    said = [_WORDS[trouble.kind].format(trouble.message), trouble.message if trouble.kind == "build" else ""]
    return RunRequest(
        message="\n".join(filter(None, [*said, describe(trouble.findings)])),
        conversation_id=conversation_of(draft, ports.runs),
        base_revision_id=draft.id,
        run_type="fix_bug",
        plan=False,
        budget=Budget(model_calls=bounds.model_calls, dollars=bounds.dollars),
    )


def _name(run: Run, revision_id: str, ports: LoopPorts) -> None:
    """A person who sees the failure sees that somebody has asked for its repair."""

    def change(app: App) -> App:
        failure = app.page_failure
        if failure is None or failure.revision_id != revision_id:
            return app
        return app.model_copy(update={"page_failure": failure.model_copy(update={"run_id": run.id})})

    with suppress(NotFound):
        change_app(ports, run.tenant_id, run.app_id, change)


def resume_and_count(*, principal: Principal, run_id: str, repairs: RepairStore, start: RunStart) -> Run:
    """As `resume_run`; Conflict `REPAIRS_USED_UP` too, for a repair of this draft when two of them have not helped."""
    ports = start.ports
    old = find_run(principal=principal, run_id=run_id, ports=ports)
    app, draft = get_draft(principal=principal, app_id=old.app_id, ports=ports)
    tried = attempts_at(app, draft, repairs, ports)
    counts = any(run.id == old.id for run in tried)
    if counts and old.ended:
        require_attempt_left(app, tried)
    run = resume_run(principal=principal, run_id=run_id, start=start)
    if counts:
        remember(app, run, repairs, ports)
    return run
