"""A task is started: a run is reserved, the task claimed, the run made. Each of these is harmless a second time."""

from contextlib import suppress

from shared.domain.apps.app import App
from shared.domain.autopilot.record import Autopilot, ManagedRun
from shared.domain.errors import AppError, ClaimLost, Conflict, NotFound
from shared.domain.identity import Principal
from shared.domain.ids import new_run_id
from shared.domain.planning.task import Task
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import RunType
from shared.domain.spending.pool import Charge
from shared.domain.spending.spending import dollars_of
from shared.services.autopilot.autopilot_ports import Manager
from shared.services.planning.claim import RUN_CLAIM, claim_task, release_task
from shared.services.runs.start.order_run import words_for
from shared.services.runs.start.run_request import Budget, RunRequest
from shared.services.runs.start.run_start import RunBasis
from shared.services.runs.start.start_run import start_run
from shared.services.spending.run_bounds import caps_of_app


def reserve_run(row: Autopilot, task: Task, budget: int, manager: Manager) -> tuple[Autopilot, ManagedRun]:
    """Reserve a run for the task, and its budget in micro-dollars, in one conditional write.

    The answer is the stored row. Conflict when another tick wrote first.
    """
    managed = ManagedRun(
        run_id=new_run_id(), task_id=task.id, files=task.expected_files, budget=budget, phase_id=row.phase_id
    )
    return manager.ports.autopilots.put(row.begins(managed)), managed


def make_run(row: Autopilot, managed: ManagedRun, task: Task, app: App, manager: Manager) -> Run:
    """The run that was reserved, planned; its steps are written from now on. The run that is there, where it is."""
    who = Principal(tenant_id=app.tenant_id, subject=row.by or task.created_by)
    seconds = int(RUN_CLAIM.total_seconds())
    claim_task(principal=who, task_id=task.id, seconds=seconds, ports=manager.ports, holder=managed.run_id)
    kind = kind_of(task)
    asked = RunRequest(
        message=words_for(kind, task),
        new_conversation=True,
        steps=True,
        plan=False,
        run_type=kind,
        started_by="manager",
        task_id=task.id,
        autonomy=app.autonomy_mode,
        review="after",
        budget=_budget(managed, app, manager),
        meta={"phase_id": row.phase_id or ""},
    )
    try:
        basis = RunBasis(run_id=managed.run_id, charge=_charge(row, managed, manager))
        return start_run(who, app.id, asked, manager.start, basis)
    except Conflict as clash:
        try:
            return manager.ports.runs.get(app.tenant_id, managed.run_id)
        except NotFound:
            raise clash from None


def _budget(managed: ManagedRun, app: App, manager: Manager) -> Budget:
    """Return the caps of the run. An app whose own cap was lowered since keeps that one."""
    most = caps_of_app(app, manager.ports.limits).dollars
    return Budget(dollars=min(most, dollars_of(managed.budget))) if managed.budget else Budget()


def _charge(row: Autopilot, managed: ManagedRun, manager: Manager) -> Charge | None:
    phase_id = managed.phase_id or row.phase_id
    return Charge(phase_id=phase_id, cap=row.caps(manager.ports.limits)[0]) if phase_id else None


def give_up(row: Autopilot, managed: ManagedRun, why: AppError, manager: Manager) -> Autopilot:
    """Without a run that could not be made, and without its claim: the same twice stops the autopilot."""
    with suppress(NotFound, ClaimLost):
        task = manager.ports.plans.task(row.tenant_id, managed.task_id)
        if task.claim is not None and task.claim.holder == managed.run_id:
            who = Principal(tenant_id=row.tenant_id, subject=row.by)
            release_task(principal=who, task_id=task.id, fence=task.claim.fence, ports=manager.ports)
    return manager.ports.autopilots.put(row.without(managed.run_id, cost=0, failure=why.code))


def kind_of(task: Task) -> RunType:
    match task.kind:
        case "bug":
            return "fix_bug"
        case "docs":
            return "write_docs"
        case "backend" | "frontend" | "infra" | "research":
            return "implement_feature"
