"""The oldest message that waits, or a planned run that is approved, becomes the run at work once the app is free."""

from functools import partial

from shared.domain.apps.app import App
from shared.domain.diffs.changes import changed_paths
from shared.domain.errors import Conflict, Unavailable
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.ports.engine import Workflows
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.runs.end.end_run import end_run
from shared.services.runs.start.continue_work import close_continued, with_work_or_draft
from shared.services.until_written import until_written

_TRIES = 8


def start_next(tenant_id: str, app_id: str, *, ports: LoopPorts, workflows: Workflows) -> Run | None:
    """The run that was started; None when no run waits for its turn, or the app is not free. Idempotent, safe from many
    sides. Those that nobody has approved yet are passed over, and keep their places.

    It begins on the draft as it is now, with what its conversation left unfinished. One that cannot be started ends as
    failed, and the next has its turn.
    """
    for _ in range(_TRIES):
        app = or_none(ports.apps.get, tenant_id, app_id)
        if app is None:
            return None
        if app.active_run_id is not None or not app.queued_run_ids:
            return None
        try:
            run = _promote(app, ports)
        except Conflict:
            continue
        if run is None:
            return None
        if (started := _started(run, ports, workflows)) is not None:
            return started
    return None


def _promote(app: App, ports: LoopPorts) -> Run | None:
    """The oldest that may start and was not cancelled meanwhile; None when there was none."""
    kept = list[str]()
    for place, run_id in enumerate(app.queued_run_ids, start=1):
        run = ports.runs.get(app.tenant_id, run_id)
        if run.waiting.awaits_start and not run.ended:
            kept.append(run_id)
        elif not run.ended:
            return ports.runs.promote(app, _taking_its_turn(run, app, ports), [*kept, *app.queued_run_ids[place:]])
    if kept != app.queued_run_ids:
        ports.runs.drop_queued(app, kept)
    return None


def _taking_its_turn(run: Run, app: App, ports: LoopPorts) -> Run:
    draft = ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id or run.base_revision_id)
    running = run.change(
        status=RunStatus.RUNNING,
        started_at=ports.clock.now(),
        base_revision_id=draft.id,
        base_tree=draft.tree,
        candidate_tree=draft.tree,
        continues=None,
    )
    if run.plan_steps and draft.tree != run.base_tree:
        running = running.change(moved_paths=_moved(run, draft, ports))
    return running if run.request.only or run.request.in_parallel else with_work_or_draft(running, ports)


def _moved(run: Run, draft: Revision, ports: LoopPorts) -> list[str]:
    before = ports.snapshots.get(run.tenant_id, run.app_id, run.base_tree)
    return changed_paths(before, ports.snapshots.get(run.tenant_id, run.app_id, draft.tree))


def _started(run: Run, ports: LoopPorts, workflows: Workflows) -> Run | None:
    try:
        _claim(run, ports)
        close_continued(run, ports)
        return run.change(execution=_execution(run, workflows))
    except Unavailable:
        said = "The message waited for its turn, and then its run could not be started. Send it again."
        code = "DEPENDENCY_UNAVAILABLE"
        end_run(run.tenant_id, run.id, status=RunStatus.FAILED, failure_code=code, summary=said, ports=ports)
        return None


def _claim(run: Run, ports: LoopPorts) -> None:
    """What another had when the message was sent may be free now."""
    if run.request.task_id is not None:
        # Few runs are for a task, and many functions import this module: planning is imported when needed.
        from shared.services.planning.claim import claim_for_run

        claim_for_run(run, ports)


def _execution(run: Run, workflows: Workflows) -> str:
    """Of a run whose steps are written the execution waits already, or is just about to."""
    token = run.waiting.approval_token
    if run.plan_steps and token is not None and workflows.complete_task(token, {"outcome": "decided"}):
        return workflows.execution_of_run(run)
    return workflows.start_run(run)


def start_planned(run: Run, *, ports: LoopPorts, workflows: Workflows) -> Run:
    """The run, at work or waiting for its turn. Idempotent; Conflict when others write it all the time."""
    run = _approved(run, ports)
    if run.status == RunStatus.PLANNED and run.request.in_parallel:
        _start_parallel(run, ports, workflows)
    elif run.status == RunStatus.PLANNED:
        start_next(run.tenant_id, run.app_id, ports=ports, workflows=workflows)
    return ports.runs.get(run.tenant_id, run.id)


def _start_parallel(run: Run, ports: LoopPorts, workflows: Workflows) -> None:
    """It takes no place of its app, so that it need not be free."""

    def write(app: App) -> Run | None:
        known = ports.runs.get(run.tenant_id, run.id)
        others = [waiting for waiting in app.queued_run_ids if waiting != run.id]
        if known.status != RunStatus.PLANNED:
            return None
        return ports.runs.promote(app, _taking_its_turn(known, app, ports), others)

    read = partial(ports.apps.get, run.tenant_id, run.app_id)
    started = until_written(read, write, "The run", tries=_TRIES, lost=Conflict)
    if started is not None:
        _started(started, ports, workflows)


def _approved(run: Run, ports: LoopPorts) -> Run:
    def write(known: Run) -> Run:
        waits = known.waiting.awaits_start and known.status == RunStatus.PLANNED
        return ports.runs.update(known.change(awaits_start=False)) if waits else known

    read = partial(ports.runs.get, run.tenant_id, run.id)
    return until_written(read, write, "The run", first=run, tries=5, lost=Conflict)
