"""A run that is ordered by its kind: for a task, or for itself. Its steps are written before it begins."""

from typing import assert_never

from pydantic import Field

from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.ids import is_id
from shared.domain.planning.task import Task
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import RunType
from shared.services.loop_ports import LoopPorts
from shared.services.runs.start.run_request import RunRequest
from shared.services.runs.start.run_start import RunStart
from shared.services.runs.start.start_run import start_run

_FILES = 20


class RunOrder(RunRequest):
    """A message, or without one a kind of run: then its steps are written first, and wait for approval."""

    message: str = Field(default="")

    @property
    def by_kind(self) -> bool:
        """Whether it says no more than what kind of run it is, and for which task."""
        return not self.message.strip() and bool(self.model_fields_set & {"run_type", "task_id"})


def order_run(principal: Principal, app_id: str, order: RunOrder, start: RunStart) -> Run:
    """As `start_run`. NotFound for a task of another project; an id of another form is the caller's own."""
    task = require_task(principal, app_id, order.task_id, start.ports)
    if order.by_kind:
        order = order.model_copy(update={"message": words_for(order.run_type, task), "steps": True})
    return start_run(principal, app_id, order, start)


def require_task(principal: Principal, app_id: str, task_id: str | None, ports: LoopPorts) -> Task | None:
    """The task that a run is for. NotFound for one of another project; None for an id of the caller's own form."""
    if task_id is None or not is_id("task", task_id):
        return None
    task = ports.plans.task(principal.tenant_id, task_id)
    if task.app_id != app_id:
        raise NotFound("There is no such task in this project.")
    return task


def words_for(kind: RunType, task: Task | None) -> str:
    """What is asked for: first, as people find it in the history, in the words of the task where there is one."""
    if task is None:
        return _of_kind(kind)
    parts = [
        task.description,
        "Implement it." if kind == "implement_feature" else _of_kind(kind),
        _list("It is done when:", task.acceptance_criteria),
        _list("Files that it is expected to change:", task.expected_files[:_FILES]),
    ]
    return "\n\n".join(filter(None, parts))


def _list(head: str, lines: tuple[str, ...]) -> str:
    return "\n".join([head, *(f"- {line}" for line in lines)]) if lines else ""


def _of_kind(kind: RunType) -> str:
    match kind:
        case "implement_feature":
            return "Implement what the plan has next."
        case "fix_bug":
            return "Find what is wrong, and mend it."
        case "refactor_module":
            return "Make the code simpler without changing what it does."
        case "write_docs":
            return "Bring the project's documents up to date with what it does."
        case "run_tests_only":
            return "Run the project's tests and report what fails. Change nothing."
        case _:
            assert_never(kind)
