"""The end of a run, told by the loop itself or by the rule on failed, aborted and timed-out executions."""

import json
from functools import cache
from typing import Any

from shared.domain.runs.execution_end import ExecutionEnd
from shared.domain.runs.steps import read_ids
from shared.ports.engine import Workflows
from shared.runtime import engine
from shared.runtime.loop import own_loop_ports as _ports
from shared.runtime.observability import observed
from shared.runtime.settings import Settings
from shared.services.runs.end.end_run import record_ending
from shared.services.runs.queue.start_next import start_next

_ENDINGS = {"FAILED": ExecutionEnd.CRASHED, "ABORTED": ExecutionEnd.ABORTED, "TIMED_OUT": ExecutionEnd.TIMED_OUT}


@cache
def _workflows() -> Workflows:
    return engine.workflows(Settings.from_env())


@observed("run_ended")
def handler(event: dict[str, Any], context: object) -> dict[str, Any]:
    """A `LoopState` (with `error` after a crash), or a state-change event of Step Functions; of whatever release."""
    detail = event.get("detail")
    if detail is not None:
        state = read_ids(json.loads(detail["input"]))
        ending = _ENDINGS.get(detail["status"], ExecutionEnd.CRASHED)
        record_ending(state.tenant_id, state.run_id, ending, ports=_ports(), execution_name=detail["name"])
    else:
        state = read_ids(event)
        ending = ExecutionEnd.CRASHED if "error" in event else ExecutionEnd.EXPECTED
        record_ending(state.tenant_id, state.run_id, ending, ports=_ports())
    start_next(state.tenant_id, state.app_id, ports=_ports(), workflows=_workflows())
    return state.model_copy(update={"next": "done"}).model_dump(mode="json")
