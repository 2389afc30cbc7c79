"""A task: what is to be done, what it waits for, who has it, and what shows that it is done."""

from collections.abc import Sequence
from typing import Literal

from shared.domain.base import Entity, Moment, OfApp
from shared.domain.planning.words import Effort, Priority, Risk, TaskKind, TaskState

EdgeSource = Literal["person", "model", "import"]


class Dependency(Entity):
    """The task that holds it waits for the task it names."""

    task_id: str
    source: EdgeSource = "person"


class Claim(Entity):
    """Who works at it until when. A write of a worker counts only while its `fence` is the stored one.

    `released` is the state that the task has again when the claim is given back without a result.
    """

    holder: str
    """Of a person, or the id of a run."""
    until: Moment
    fence: int
    released: TaskState = TaskState.OPEN


class ShowingCheck(Entity):
    """A file that passed with the revision, and the criteria of the task that it says it shows.

    `acceptance` is an acceptance check, called by its `title`; `tests` a file of the project's own tests.
    """

    kind: Literal["acceptance", "tests"]
    path: str
    title: str = ""
    criteria: tuple[str, ...] = ()


class Withdrawal(Entity):
    """Why evidence counts no longer.

    `taken_back`: the revision `by` undid the one that it names, or restored an older one. `replaced`: the revision `by`
    holds another answer to the same message. `reopened`: the person `by` opened the task again.
    """

    reason: Literal["taken_back", "replaced", "reopened"]
    by: str
    at: Moment


class Evidence(Entity):
    """A committed revision with a green build, the kinds of `checks` that passed and that `failed` with it, and of
    those that passed the files that are about this task (`shown_by`). What is `withdrawn` stays as history.
    """

    run_id: str | None = None
    revision_id: str
    build_id: str | None = None
    checks: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    shown_by: tuple[ShowingCheck, ...] = ()
    withdrawn: Withdrawal | None = None
    at: Moment


class Confirmation(Entity):
    """The person who called the task done, and when."""

    by: str
    at: Moment


class Reopening(Entity):
    """Why a task that `was` done, or in review, is open again, and the revision that took its evidence back."""

    reason: str
    revision_id: str
    was: TaskState
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
    confirmed: Confirmation | None = None
    reopened: Reopening | None = None
    stale: str | None = None
    created_by: str
    created_at: Moment
    updated_at: Moment
    version: int = 0

    @property
    def standing_evidence(self) -> Sequence[Evidence]:
        """Evidence that was not withdrawn, oldest first."""
        return [each for each in self.evidence if each.withdrawn is None]

    @property
    def unshown(self) -> Sequence[str]:
        """Acceptance lines that no check or test of the standing evidence shows."""
        shown = {line for each in self.standing_evidence for check in each.shown_by for line in check.criteria}
        return [line for line in self.acceptance_criteria if line not in shown]
