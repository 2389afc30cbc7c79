"""The steps of a run that are written before it begins: who does what, in which order, and how far that has come."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Annotated, Literal, assert_never

from pydantic import BaseModel, BeforeValidator, Field, ValidationError

from shared.domain.base import Entity, Moment, without_unseen
from shared.domain.errors import Invalid
from shared.domain.json_weight import parse_bounded
from shared.domain.runs.step_status import StepStatus

Worker = Literal["code_worker", "test_worker", "doc_worker"]
PlannedTool = Literal["read_file", "write_file", "run_terminal", "search_docs", "search_messages"]
WorkerRole = Literal["coder", "tester", "writer"]
STEPS_MOST, TITLE_MOST = 12, 300
_SUMMARY = 2_000


class PlannedStep(Entity):
    """One of them. `tool` and `input_payload` say what it begins with, as the plan has it; the worker decides."""

    id: str
    order_index: int
    actor: Worker
    tool: PlannedTool
    title: str
    input_payload: dict[str, str] = {}
    status: StepStatus = StepStatus.PENDING
    summary: str = ""
    created_at: Moment
    started_at: Moment | None = None
    finished_at: Moment | None = None


_MEANT: dict[str, PlannedTool] = {
    **dict.fromkeys(("edit_file", "delete_file", "rename_file"), "write_file"),
    **dict.fromkeys(("run_command", "run_targeted_tests"), "run_terminal"),
    **dict.fromkeys(("list_files", "search_code"), "read_file"),
}
"""Tools of the workers, by which a model may name a step's first one."""


def _meant(given: object) -> object:
    return _MEANT.get(given, given) if isinstance(given, str) else given


class _Written(BaseModel):
    """A step in a model's answer."""

    actor: Worker
    tool: Annotated[PlannedTool, BeforeValidator(_meant)] = "read_file"
    title: Annotated[str, Field(min_length=1, max_length=2_000)]
    input: dict[Annotated[str, Field(max_length=60)], Annotated[str, Field(max_length=1_000)]] = Field(
        default_factory=dict, max_length=8
    )


class _Plan(BaseModel):
    steps: list[_Written] = Field(min_length=1, max_length=STEPS_MOST)


def read_steps(text: str, at: datetime) -> list[PlannedStep]:
    """The steps in the JSON object of an answer, whatever stands around it. Invalid says what does not fit."""
    found = text[text.find("{") : text.rfind("}") + 1]
    try:
        plan = _Plan.model_validate(parse_bounded(found))
    except ValidationError as error:
        wrong = ", ".join(".".join(map(str, one["loc"])) or "the whole" for one in error.errors()[:5])
        raise Invalid(f"it is not an object with `steps` in the form that was asked for ({wrong}).") from None
    except ValueError as error:
        raise Invalid(f"its JSON cannot be read ({error}).") from None
    return [
        PlannedStep(
            id=f"plan_{order}",
            order_index=order,
            actor=step.actor,
            tool=step.tool,
            title=without_unseen(" ".join(step.title.split()))[:TITLE_MOST],
            input_payload=step.input,
            created_at=at,
        )
        for order, step in enumerate(plan.steps)
    ]


def role_of(worker: Worker) -> WorkerRole:
    match worker:
        case "code_worker":
            return "coder"
        case "test_worker":
            return "tester"
        case "doc_worker":
            return "writer"
        case _:
            assert_never(worker)


def current(steps: Iterable[PlannedStep]) -> PlannedStep | None:
    """The step at work, or the first that waits; None when none is left."""
    return next((step for step in steps if step.status in (StepStatus.RUNNING, StepStatus.PENDING)), None)


def running(steps: Iterable[PlannedStep]) -> PlannedStep | None:
    return next((step for step in steps if step.status == StepStatus.RUNNING), None)


def following(steps: Iterable[PlannedStep]) -> PlannedStep | None:
    return next((step for step in steps if step.status == StepStatus.PENDING), None)


def changed(steps: Sequence[PlannedStep], step: PlannedStep, **fields: object) -> list[PlannedStep]:
    return [one.model_copy(update=fields) if one.id == step.id else one for one in steps]


def started_step(steps: Sequence[PlannedStep], step: PlannedStep, at: datetime) -> list[PlannedStep]:
    return changed(steps, step, status=StepStatus.RUNNING, started_at=at)


def closed(steps: Sequence[PlannedStep], status: StepStatus, summary: str, at: datetime) -> list[PlannedStep]:
    """The steps with the one at work at its end, if there is one."""
    step = running(steps)
    said = {"status": status, "summary": summary[:_SUMMARY], "finished_at": at}
    return list(steps) if step is None else changed(steps, step, **said)


def skipped(steps: Sequence[PlannedStep], at: datetime) -> list[PlannedStep]:
    step = following(steps)
    return list(steps) if step is None else changed(steps, step, status=StepStatus.SKIPPED, finished_at=at)
