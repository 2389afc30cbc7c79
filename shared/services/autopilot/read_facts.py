"""The facts that a tick decides on, out of the stores."""

from collections.abc import Iterator
from typing import NamedTuple

from shared.domain.apps.app import App
from shared.domain.autopilot.record import Autopilot, ManagedRun, night_of
from shared.domain.autopilot.state import AutopilotState, Money, RunFacts, TaskFacts
from shared.domain.errors import NotFound
from shared.domain.limits import Limits
from shared.domain.planning.plan import Plan, next_tasks
from shared.domain.planning.task import Task
from shared.domain.planning.words import TaskState
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.spending.spending import micro
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.planning.change_plan import read_plan

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
    state = AutopilotState(
        mode=app.autonomy_mode,
        paused=app.autopilot_paused,
        phase_id=app.active_phase_node_id if app.active_phase_node_id in plan.nodes else None,
        runs=tuple(_run_facts(managed, runs.get(managed.run_id), app, ports) for managed in row.runs),
        next_tasks=tuple(
            TaskFacts(task.id, frozenset(task.expected_files)) for task in next_tasks(plan, app.active_phase_node_id)
        ),
        left=len(left),
        tasks=len(tasks),
        max_parallel_runs=app.max_parallel_runs,
        phase_money=_money(row.spent_phase, row.phase_cap, ports.limits.phase_dollars, runs),
        night_money=_money(row.spent_night, row.night_cap, ports.limits.night_dollars, _of_night(row, runs)),
        failures=row.failures,
        refusals=row.refusals,
        stale=_stale(left, plan),
    )
    missing = tuple(managed for managed in row.runs if managed.run_id not in runs)
    return Reading(app, row, plan, runs, missing, state)


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


def _of_night(row: Autopilot, runs: dict[str, Run]) -> dict[str, Run]:
    return {run.id: run for run in runs.values() if night_of(run.created_at) == row.night}


def _money(spent: int, own: int | None, dollars: float, runs: dict[str, Run]) -> Money:
    """What runs under way have cost counts too."""
    return Money(spent + sum(map(cost_of, runs.values())), micro(dollars) if own is None else own)


def caps_of(row: Autopilot, limits: Limits) -> tuple[int, int]:
    """Of the phase and of the night, in micro-dollars."""
    phase = micro(limits.phase_dollars) if row.phase_cap is None else row.phase_cap
    return phase, micro(limits.night_dollars) if row.night_cap is None else row.night_cap


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
