"""Every state of `plan_reading`: a document becomes a plan, its nodes get tasks, or a change of it is proposed."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, assert_never

from shared.domain.errors import PlanFailed, PlanTooLarge, Unavailable
from shared.domain.planning.blueprint import JobWork
from shared.domain.planning.plan_state import PLAN_STATE_VERSION, Part, PlanState, PlanWork
from shared.ports.model import ModelPort
from shared.runtime.loop import own_loop_ports as _ports
from shared.runtime.model import open_model
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.services.planning.ingest.draft_plan import draft_plan, finish_reading, prepare_reading
from shared.services.planning.ingest.job_row import end_job
from shared.services.planning.ingest.merge_list import merge_lists
from shared.services.planning.ingest.read_leaf import read_leaves
from shared.services.planning.ingest.write_tasks import finish_tasks, prepare_tasks, write_tasks
from shared.services.planning.propose.write_change import finish_change, prepare_change, write_change


@cache
def _model() -> ModelPort:
    return open_model(Settings.from_env())


@observed("plan_step")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """`{work, state, part?}` in, a `PlanState` out; `ended` when there is nothing left to do."""
    if event.get("version", 0) > PLAN_STATE_VERSION:
        raise Unavailable("This job was started by a newer release.")
    state = PlanState.model_validate(event["state"])
    try:
        return _act(event["work"], state, event.get("part")).model_dump(mode="json")
    except (PlanFailed, PlanTooLarge) as error:
        end_job(state, error.code, error.message, ports=_ports())
        return state.model_copy(update={"parts": (), "ended": True}).model_dump(mode="json")


class _Job(NamedTuple):
    """What a job does in the states that all of them have."""

    prepare: Callable[[PlanState], PlanState]
    read: Callable[[PlanState, Any], None]
    finish: Callable[[PlanState], None]


_JOBS: dict[JobWork, _Job] = {
    "plan": _Job(
        lambda state: prepare_reading(state, ports=_ports()),
        lambda state, part: read_leaves(state, Part.model_validate(part), model=_model(), ports=_ports()),
        lambda state: finish_reading(state, ports=_ports()),
    ),
    "tasks": _Job(
        lambda state: prepare_tasks(state, ports=_ports()),
        lambda state, part: write_tasks(state, Part.model_validate(part), model=_model(), ports=_ports()),
        lambda state: finish_tasks(state, ports=_ports()),
    ),
    "change": _Job(
        lambda state: prepare_change(state, ports=_ports()),
        lambda state, part: write_change(state, model=_model(), ports=_ports()),
        lambda state: finish_change(state, ports=_ports()),
    ),
}


def _act(work: PlanWork, state: PlanState, part: Any) -> PlanState:
    match work:
        case "prepare":
            return _JOBS[state.job].prepare(state)
        case "read":
            _JOBS[state.job].read(state, part)
        case "draft" | "merge" if state.job != "plan":  # only a plan is put together of parts
            return state.model_copy(update={"parts": ()})
        case "draft":
            return draft_plan(state, ports=_ports())
        case "merge":
            merge_lists(state, Part.model_validate(part), model=_model(), ports=_ports())
        case "finish":
            _JOBS[state.job].finish(state)
        case "crashed":
            end_job(state, "JOB_FAILED", "The job failed; it can be started again.", ports=_ports())
        case _:
            assert_never(work)
    return state
