"""The facts that a tick decides on, out of the stores."""

from collections.abc import Iterator
from typing import NamedTuple

from shared.domain.agent.model_messages import Usage
from shared.domain.apps.app import App
from shared.domain.autopilot.record import Autopilot, ManagedRun
from shared.domain.autopilot.run_budget import LEAST
from shared.domain.autopilot.state import AutopilotState, Money, RunFacts, TaskFacts
from shared.domain.errors import NotFound
from shared.domain.planning.plan import Plan, next_tasks
from shared.domain.planning.task import Task
from shared.domain.planning.words import TaskState
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.spending.pool import Pool
from shared.domain.spending.spending import micro
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.planning.change_plan import read_plan
from shared.services.spending.choose_model import AUTO
from shared.services.spending.run_bounds import caps_of_app

_LOOKED_BACK = 30
_OVER = (TaskState.DONE, TaskState.CANCELLED)


class Reading(NamedTuple):
    """A moment of a project, as it was read. `missing` are runs that were to be made, and are not there."""

    app: App
    row: Autopilot
    plan: Plan
    runs: dict[str, Run]
    missing: tuple[ManagedRun, ...]
    state: AutopilotState


def read_facts(app: App, ports: LoopPorts) -> Reading:
    """Everything that `decide` asks for."""
    row = ports.autopilots.get(app.tenant_id, app.id).at(app.active_phase_node_id, ports.clock.now())
    plan = read_plan(app, ports)
    runs = {run.id: run for run in _runs(row, ports)}
    tasks = _in_phase(app, plan)
    left = [task for task in tasks if task.state not in _OVER]
    aside = {task.id: failure for task in left if (failure := row.set_aside.get(task.id)) is not None}
    taken_back = [task.id for task in left if is_taken_back(task, row)]
    skipped = {*aside, *taken_back}
    phase_money, night_money = _monies(row, runs, ports)
    run_most = micro(caps_of_app(app, ports.limits).dollars)
    state = AutopilotState(
        mode=app.autonomy_mode,
        paused=app.autopilot_paused,
        phase_id=app.active_phase_node_id if app.active_phase_node_id in plan.nodes else None,
        runs=tuple(_run_facts(managed, runs.get(managed.run_id), app, ports) for managed in row.runs),
        next_tasks=tuple(
            TaskFacts(task.id, frozenset(task.expected_files))
            for task in next_tasks(plan, app.active_phase_node_id)
            if task.id not in skipped
        ),
        left=len(left),
        tasks=len(tasks),
        max_parallel_runs=app.max_parallel_runs,
        phase_money=phase_money,
        night_money=night_money,
        run_least=min(LEAST, run_most) if _costs(app, ports) else 0,
        run_most=run_most,
        failures=row.failures,
        aside=aside,
        taken_back=tuple(taken_back),
        to_confirm=sum(task.state == TaskState.IN_REVIEW for task in left),
        refusals=row.refusals,
        stale=_stale(left, plan),
    )
    missing = tuple(managed for managed in row.runs if managed.run_id not in runs)
    return Reading(app, row, plan, runs, missing, state)


def is_taken_back(task: Task, row: Autopilot) -> bool:
    """Whether a person took back what was built, and has not continued the autopilot since."""
    return task.reopened is not None and (row.looked is None or task.reopened.at >= row.looked)


def cost_of(run: Run) -> int:
    """What a run has cost so far, in micro-dollars."""
    return micro(run.usage.counted_usd)


def _runs(row: Autopilot, ports: LoopPorts) -> Iterator[Run]:
    for managed in row.runs:
        try:
            yield ports.runs.get(row.tenant_id, managed.run_id)
        except NotFound:
            continue


def _run_facts(managed: ManagedRun, run: Run | None, app: App, ports: LoopPorts) -> RunFacts:
    files = frozenset(managed.files)
    if run is None:
        return RunFacts(managed.run_id, managed.task_id, RunStatus.PLANNED, files=files)
    edited = frozenset() if run.ended else files & edited_since(run, app, ports)
    return RunFacts(run.id, managed.task_id, run.status, ready=run.is_laid_out, files=files, edited=edited)


def _in_phase(app: App, plan: Plan) -> list[Task]:
    phase = plan.nodes.get(app.active_phase_node_id or "")
    return plan.tasks_in(phase.id) if phase is not None else []


def _stale(left: list[Task], plan: Plan) -> str | None:
    """What of the phase a newer text has left behind, and nobody has looked at since."""
    return next((task.id for task in left if plan.standing(task).stale is not None), None)


def _monies(row: Autopilot, runs: dict[str, Run], ports: LoopPorts) -> tuple[Money, Money]:
    """Return the money of the phase and of the night: the ledger counts what is spent, the row what runs reserve."""
    phase_cap, night_cap = row.caps(ports.limits)
    night = Pool(kind="night", id=row.night, cap=night_cap)
    phase = Pool(kind="phase", id=row.phase_id or "none", cap=phase_cap)
    of_phase, of_night = ports.spending.pools(row.tenant_id, row.app_id, [phase, night])
    current = {managed.run_id: managed for managed in row.runs if managed.phase_id in (None, row.phase_id)}
    costs = sum(cost_of(run) for run_id, run in runs.items() if run_id in current)
    # Runs of older releases were counted in the row alone.
    spent = max(of_phase.spent, row.spent_phase + costs)
    return (
        Money(spent, phase_cap, sum(_reserved(managed, runs) for managed in current.values())),
        Money(of_night.spent, night_cap, sum(_reserved(managed, runs) for managed in row.runs)),
    )


def _reserved(managed: ManagedRun, runs: dict[str, Run]) -> int:
    """What the run may still spend of its budget."""
    run = runs.get(managed.run_id)
    if run is None:
        return managed.budget
    return 0 if run.ended else max(0, managed.budget - cost_of(run))


def _costs(app: App, ports: LoopPorts) -> bool:
    """Whether the model of the app's runs has a price that is not zero."""
    model = app.settings.models.get(AUTO, ports.models.default)
    return bool(ports.price(model, Usage(input_tokens=1_000_000, output_tokens=1_000_000)))


def edited_since(run: Run, app: App, ports: LoopPorts) -> frozenset[str]:
    """Of the revisions after the one that the run began with, those that no run beside it has made."""
    if app.draft_revision_id in (None, run.base_revision_id):
        return frozenset()
    later = _later(run, app, ports)
    return frozenset(path for one, before in later if not _managed(one, ports) for path in _changed(one, before, ports))


def _later(run: Run, app: App, ports: LoopPorts) -> Iterator[tuple[Revision, Revision]]:
    """Each with its parent, newest first."""
    one = ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id or "")
    for _ in range(_LOOKED_BACK):
        if one.id == run.base_revision_id or one.parent_revision_id is None:
            return
        before = ports.revisions.get(app.tenant_id, app.id, one.parent_revision_id)
        yield one, before
        one = before


def _managed(revision: Revision, ports: LoopPorts) -> bool:
    run = or_none(ports.runs.get, revision.tenant_id, revision.run_id) if revision.run_id else None
    return run is not None and run.request.in_parallel


def _changed(after: Revision, before: Revision, ports: LoopPorts) -> set[str]:
    def hashes(one: Revision) -> set[tuple[str, str]]:
        return {(entry.path, entry.sha256) for entry in ports.snapshots.manifest(one.tenant_id, one.app_id, one.tree)}

    return {path for path, _ in hashes(after) ^ hashes(before)}
