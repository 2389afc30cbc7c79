"""One request of a person repairs what the draft's page was reported to fail with."""

from contextlib import suppress

from shared.domain.app import App
from shared.domain.build_result import BuildResult
from shared.domain.errors import Invalid, NotFound
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.reproduction import repair_of
from shared.domain.run import Run
from shared.ports.build_results import RepairStore
from shared.ports.engine import Workflows
from shared.services.change_app import change_app
from shared.services.loop_ports import LoopPorts
from shared.services.repair_preview import remember, repair_request
from shared.services.start_run import start_run


def repair_noted(
    *,
    principal: Principal,
    app_id: str,
    request_id: str,
    default_model: str,
    repairs: RepairStore,
    ports: LoopPorts,
    workflows: Workflows,
) -> Run:
    """The run that a person asks for: a fixer as after a visitor's report, with its caps, its tools and its review.

    Invalid `NOT_READY` when no page of the draft has failed; Conflict `RUN_ACTIVE` as for a message.
    """
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    failure = app.failure_of_draft
    if failure is None:
        raise Invalid("No page of the draft has failed.", code="NOT_READY")
    result = BuildResult(
        tenant_id=app.tenant_id,
        session_id=app.id,
        status="failed",
        stage="runtime",
        errors=failure.errors,
        app_id=app.id,
        revision_id=failure.revision_id,
        source="browser",
        reported_at=failure.at,
    )
    run = start_run(
        principal,
        app.id,
        repair_request(result, ports).model_copy(update={"started_by": "user"}),
        request_id=request_id,
        default_model=default_model,
        ports=ports,
        workflows=workflows,
        untrusted=("report",),
        repair=repair_of(failure.errors, failure.page),
    )
    remember(app, run, repairs)
    _name(run, failure.revision_id, ports)
    return run


def _name(run: Run, revision_id: str, ports: LoopPorts) -> None:
    """Whoever sees the failure sees that somebody has asked for its repair."""

    def change(app: App) -> App:
        failure = app.page_failure
        if failure is None or failure.revision_id != revision_id:
            return app
        return app.model_copy(update={"page_failure": failure.model_copy(update={"run_id": run.id})})

    with suppress(NotFound):
        change_app(tenant_id=run.tenant_id, app_id=run.app_id, change=change, apps=ports.apps, clock=ports.clock)
