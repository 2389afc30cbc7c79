"""A task: what is to be done, what it waits for, who has it, and what shows that it is done."""

from typing import Literal

from shared.domain.base import Entity, Moment, OfApp
from shared.domain.planning.words import Effort, Priority, Risk, TaskKind, TaskState

EdgeSource = Literal["person", "model", "import"]


class Dependency(Entity):
    """The task that holds it waits for the task it names."""

    task_id: str
    source: EdgeSource = "person"


class Claim(Entity):
    """Who works at it until when. A write of a worker counts only while its `fence` is the stored one."""

    holder: str
    """Of a person, or the id of a run."""
    until: Moment
    fence: int


class ShowingCheck(Entity):
    """A file that passed with the revision, and the criteria of the task that it says it shows.

    `acceptance` is an acceptance check, called by its `title`; `tests` a file of the project's own tests.
    """

    kind: Literal["acceptance", "tests"]
    path: str
    title: str = ""
    criteria: tuple[str, ...] = ()


class Evidence(Entity):
    """A committed revision with a green build, the kinds of `checks` that passed with it, and of those the files that
    are about this task (`shown_by`).
    """

    run_id: str | None = None
    revision_id: str
    build_id: str | None = None
    checks: tuple[str, ...] = ()
    shown_by: tuple[ShowingCheck, ...] = ()
    at: Moment


class Task(OfApp):
    """`fence` counts claims. `depends_on` is no list of titles: what could not be resolved is in `unresolved`."""

    id: str
    description: str
    kind: TaskKind = "frontend"
    state: TaskState = TaskState.OPEN
    acceptance_criteria: tuple[str, ...] = ()
    depends_on: tuple[Dependency, ...] = ()
    unresolved: tuple[str, ...] = ()
    effort: Effort = "M"
    risk: Risk = "medium"
    priority: Priority = "normal"
    expected_files: tuple[str, ...] = ()
    blueprint_id: str | None = None
    source_plan_node_id: str | None = None
    covers: tuple[str, ...] = ()
    """Parts inside its node that it carries out, by their ids."""
    order_index: int = 0
    claim: Claim | None = None
    fence: int = 0
    evidence: tuple[Evidence, ...] = ()
    unproven: bool = False
    """A person called it done without evidence."""
    stale: str | None = None
    created_by: str
    created_at: Moment
    updated_at: Moment
    version: int = 0
