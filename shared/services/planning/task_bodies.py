"""What a client says of a task, in the words of the API, and what of that is stored."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from shared.domain.base import Input, Title
from shared.domain.planning.words import Effort, Priority, Risk, TaskKind, TaskStatus

Path = Annotated[Title, StringConstraints(max_length=300)]
Order = Annotated[int, Field(ge=0, le=1_000_000)]
NAMES_MOST = 100
_STORED_AS = {"kind": "kind", "acceptance_criteria": "acceptance_criteria", "estimated_effort": "effort",
              "risk_level": "risk", "source_plan_node_id": "source_plan_node_id"}  # fmt: skip


class TaskMetadata(Input):
    """`dependencies` are ids or titles of tasks of the project; those that could not be found are kept in
    `unresolved_dependencies`, and are looked for again when a task is added.
    """

    kind: TaskKind = "frontend"
    acceptance_criteria: list[Title] = Field(default=[], max_length=50)
    dependencies: list[Title] = Field(default=[], max_length=NAMES_MOST)
    estimated_effort: Effort = "M"
    risk_level: Risk = "medium"
    source_plan_node_id: str | None = Field(default=None, max_length=40)
    unresolved_dependencies: list[Title] = Field(default=[], max_length=NAMES_MOST)

    @property
    def renames(self) -> bool:
        """Whether it says anew what the task waits for."""
        return bool(self.model_fields_set & {"dependencies", "unresolved_dependencies"})

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([*self.dependencies, *self.unresolved_dependencies]))

    def stored(self) -> dict[str, Any]:
        """The fields of a task that were given, but for what it waits for."""
        given = {_STORED_AS[name]: getattr(self, name) for name in self.model_fields_set & set(_STORED_AS)}
        return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


class TaskRequest(Input):
    """`description` is the task's title."""

    description: Title
    status: Literal["open"] = "open"
    metadata_json: TaskMetadata = TaskMetadata()
    priority: Priority = "normal"
    expected_files: list[Path] = Field(default=[], max_length=100)
    order_index: Order = 0


class EvidenceWish(Input):
    """A revision of the app whose build succeeded with no check failed, and the run that made it, if not its own."""

    revision_id: str = Field(max_length=40)
    run_id: str | None = Field(default=None, max_length=40)


class TaskPatch(Input):
    """Only what is given is changed, in `metadata_json` too.

    `in_progress` claims the task for the caller for a day; `blocked` cannot be said, as it follows from what the task
    waits for. `done` is a person's confirmation; without `evidence`, given now or recorded before, it is marked
    `unproven`. Of a program `evidence` decides: the task is done where it shows every criterion, else `in_review`.
    `open` withdraws the evidence. `stale: null` says that the task was looked at and still holds.
    """

    description: Title = ""
    status: TaskStatus = TaskStatus.OPEN
    metadata_json: TaskMetadata = TaskMetadata()
    priority: Priority = "normal"
    expected_files: list[Path] = Field(default=[], max_length=100)
    order_index: Order = 0
    evidence: EvidenceWish | None = None
    stale: None = None

    def stored(self) -> dict[str, Any]:
        """The fields of a task that were given as they are kept."""
        plain = self.model_fields_set & {"description", "priority", "order_index", "stale"}
        files = {"expected_files": tuple(self.expected_files)} if "expected_files" in self.model_fields_set else {}
        return {name: getattr(self, name) for name in plain} | files | self.metadata_json.stored()
