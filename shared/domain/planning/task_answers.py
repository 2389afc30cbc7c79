"""What a model answers about one node of the plan: the tasks that carry it out."""

from typing import Annotated, NamedTuple

from pydantic import BeforeValidator, Field, ValidationError

from shared.domain.base import ModelAnswer
from shared.domain.planning.requirements import Criterion, Title, faults_of, json_in
from shared.domain.planning.words import Effort, Risk, TaskKind

TASKS_MOST = 20


def _names(given: object) -> object:
    """Those that are words: no task is lost over another."""
    return [one for one in given if isinstance(one, str)] if isinstance(given, list) else []


class TaskAnswer(ModelAnswer):
    """One task. `dependencies` are titles of other tasks, `parts` names of parts of its node."""

    title: Title
    kind: TaskKind
    acceptance_criteria: Annotated[list[Criterion], Field(max_length=20)] = []
    dependencies: Annotated[list[Title], Field(max_length=20)] = []
    parts: Annotated[list[str], BeforeValidator(_names)] = []
    estimated_effort: Effort = "M"
    risk_level: Risk = "medium"
    expected_files: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=30)] = []


class TaskAnswers(ModelAnswer):
    tasks: Annotated[list[TaskAnswer], Field(max_length=TASKS_MOST)]


class ReadTasks(NamedTuple):
    found: TaskAnswers | None
    errors: list[str]


def read_tasks(answer: str) -> ReadTasks:
    """The tasks in a model's answer, or what is wrong with it."""
    try:
        return ReadTasks(TaskAnswers.model_validate(json_in(answer)), [])
    except ValidationError as error:
        return ReadTasks(None, faults_of(error))
    except ValueError as error:
        return ReadTasks(None, [f"The JSON cannot be read: {error}."])
