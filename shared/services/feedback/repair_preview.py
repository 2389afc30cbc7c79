"""Self-repair: a preview that fails starts one run, where the app's mode lets the agent begin by itself."""

import logging
from collections.abc import Callable

from shared.domain.apps.app import App, PageFailure
from shared.domain.errors import AppError, Conflict, Unavailable
from shared.domain.feedback.build_report import ReportedPage
from shared.domain.feedback.build_result import BuildResult, result_text
from shared.domain.feedback.repairs import RepairLedger, calls_for_repair, fingerprint, fingerprints
from shared.domain.feedback.reproduction import REPAIR_DOLLARS, REPAIR_MODEL_CALLS, repair_of
from shared.domain.identity import Principal
from shared.domain.runs.run import Run
from shared.domain.untrusted import shortened
from shared.ports.build_results import RepairStore
from shared.services.assets.load_prompt import load_prompt
from shared.services.builds.worker.report_worker import conversation_of
from shared.services.change_app import change_app
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.runs.start.run_request import Budget, RunRequest
from shared.services.runs.start.run_start import RunBasis, RunStart
from shared.services.runs.start.start_run import start_run

logger = logging.getLogger(__name__)
SUBJECT = "self-repair"
_BY_ITSELF = ("semi_auto", "full_auto")
_TRIES = 5
_REPORT_CHARACTERS = 6_000


def repair_preview(
    result: BuildResult,
    *,
    page: ReportedPage | None = None,
    repairs: RepairStore,
    start: RunStart,
) -> Run | None:
    """The run that was started for the report, if one was.

    An unknown visitor's word starts only a fixer with a small cap of its own, whose work waits for review, unless the
    worker's browser meets the same failure first.

    Only for the app's draft, in a mode that allows it, once per failure, a few times a day, with no other run at work.
    Where none begins, people are told with the app.
    What goes wrong here is logged: the report itself has been taken.
    """
    if not calls_for_repair(result) or result.app_id is None or result.revision_id is None:
        return None
    ports = start.ports
    app = ports.apps.get(result.tenant_id, result.app_id)
    if app.draft_revision_id != result.revision_id:
        return None
    if app.autonomy_mode not in _BY_ITSELF:
        note_failure(result, page, ports)
        return None
    found = fingerprints(result)
    active = app.active_run_id or _unended(app, repairs, ports)
    if active is not None:
        _absorb(app, active, found, repairs)
        return None
    claimed = _claim(app, found, repairs, ports)
    if not claimed:
        note_failure(result, page, ports)
        return None
    run = _started(app, result, page, claimed, repairs, start)
    if run is not None:
        remember(app, run, repairs, ports)
        ports.results.put(result.model_copy(update={"session_id": run.conversation_id}))
    return run


def _unended(app: App, repairs: RepairStore, ports: LoopPorts) -> str | None:
    """The latest repair, unless it has ended: one that waits for a person holds no lock, and no second one joins it."""
    run_id = repairs.get(app.tenant_id, app.id).run_id
    run = or_none(ports.runs.get, app.tenant_id, run_id) if run_id is not None else None
    return run_id if run is not None and not run.ended else None


def _claim(app: App, found: list[str], repairs: RepairStore, ports: LoopPorts) -> list[str]:
    """The failures that are new and now ours to repair; none when all are known or the day is used up."""
    before = _change(app, repairs, lambda ledger: ledger.claim(found, ports.clock.now()))
    return [mark for mark in found if mark not in before.fingerprints] if before else []


def _change(
    app: App, repairs: RepairStore, change: Callable[[RepairLedger], RepairLedger | None]
) -> RepairLedger | None:
    """Keep what `change` makes of the ledger; the ledger as it was before, or None when nothing was kept."""
    for _ in range(_TRIES):
        ledger = repairs.get(app.tenant_id, app.id)
        changed = change(ledger)
        if changed is None:
            return None
        try:
            repairs.put(changed)
        except Conflict:
            continue
        return ledger
    return None


def _started(
    app: App,
    result: BuildResult,
    page: ReportedPage | None,
    claimed: list[str],
    repairs: RepairStore,
    start: RunStart,
) -> Run | None:
    """The run; None when it could not begin. A claim without a run is given back, unless a run was stored and ended."""
    try:
        return start_run(
            Principal(tenant_id=app.tenant_id, subject=SUBJECT),
            app.id,
            repair_request(result, start.ports),
            start,
            RunBasis(
                untrusted=("report",),
                repair=repair_of([error for error in result.errors if fingerprint(error) in claimed], page),
            ),
        )
    except Unavailable:
        logger.warning("a repair could not be started", extra={"app_id": app.id})
    except AppError as refusal:
        logger.info("no repair was started: %s", refusal.code, extra={"app_id": app.id})
        _give_back(app, claimed, repairs)
    return None


def repair_request(result: BuildResult, ports: LoopPorts) -> RunRequest:
    revision = ports.revisions.get(result.tenant_id, str(result.app_id), str(result.revision_id))
    report = shortened(result_text(result, ports.clock.now()), _REPORT_CHARACTERS)
    return RunRequest(
        message=f"{load_prompt('preview_failure')}\n{report}",
        conversation_id=conversation_of(revision, ports.runs),
        base_revision_id=revision.id,
        review="before",
        run_type="fix_bug",
        started_by="manager",
        budget=Budget(model_calls=REPAIR_MODEL_CALLS, dollars=REPAIR_DOLLARS),
    )


def _absorb(app: App, active: str, found: list[str], repairs: RepairStore) -> None:
    """What a page goes on to report while its repair is at work belongs to that repair."""

    def absorbed(ledger: RepairLedger) -> RepairLedger | None:
        ours = ledger.version > 0 and ledger.run_id in (None, active)
        return ledger.absorb(found) if ours else None

    _change(app, repairs, absorbed)


def remember(app: App, run: Run, repairs: RepairStore, ports: LoopPorts) -> None:
    """Which run the latest claim began, and that it is one more attempt at what the draft fails with."""
    draft = ports.revisions.get(app.tenant_id, app.id, run.base_revision_id)
    _change(app, repairs, lambda ledger: ledger.with_attempt(run.id, draft.id, draft.run_id))


def _give_back(app: App, claimed: list[str], repairs: RepairStore) -> None:
    _change(app, repairs, lambda ledger: ledger.give_back(claimed))


_ERRORS, _CHARACTERS = 3, 300


def note_failure(result: BuildResult, page: ReportedPage | None, ports: LoopPorts) -> None:
    """Keep the first failure of the draft's page with the app: one write a revision, however much is reported."""
    failure = PageFailure(
        revision_id=str(result.revision_id),
        at=result.reported_at,
        errors=[
            error.model_copy(update={"message": shortened(error.message, _CHARACTERS), "stack": None})
            for error in result.errors[:_ERRORS]
        ],
        page=page,
    )

    def change(app: App) -> App:
        known = app.page_failure is not None and app.page_failure.revision_id == failure.revision_id
        same = app.draft_revision_id == failure.revision_id
        return app.model_copy(update={"page_failure": failure}) if same and not known else app

    change_app(ports, result.tenant_id, str(result.app_id), change)
