"""A specification that is to be built, its versions, and how far it has been read."""

from typing import Literal

from shared.domain.base import Moment, Name, OfApp, OneOfApp
from shared.domain.planning.words import BlueprintStatus, JobStatus

JobWork = Literal["plan", "tasks", "change"]
Decided = Literal["applying", "applied", "discarded"]
JOB_WORKS: tuple[JobWork, JobWork, JobWork] = ("plan", "tasks", "change")


class Blueprint(OfApp):
    """One version. The newest of a line is primary; `replaced_by_id` of an older one names what came after it."""

    id: str
    document_id: str
    title: Name
    description: str = ""
    status: BlueprintStatus = BlueprintStatus.ACTIVE
    line: int = 1
    """`version` in the seed's words: 1 for a first one."""
    is_primary: bool = True
    parent_blueprint_id: str | None = None
    replaced_by_id: str | None = None
    created_by: str
    created_at: Moment
    updated_at: Moment
    version: int = 0
    """Of the stored row, for conditional writes."""


class IngestionJob(OneOfApp):
    """The reading of one blueprint (`plan`), the writing of its tasks, a chunk a node (`tasks`), or what a person wants
    to be another, as a proposal (`change`): `decided` says what became of that, `result_id` which version it made.

    `gaps` are chunks that could not be read twice; `cost` is in micro-dollars.

    `round` counts how often a person has asked for it, `attempt` the executions of all rounds.
    """

    blueprint_id: str
    work: JobWork = "plan"
    status: JobStatus = JobStatus.PENDING
    total_chunks: int | None = None
    processed_chunks: int = 0
    gaps: int = 0
    unplanned_paragraphs: int = 0
    cost: int = 0
    cost_cap: int
    model: str = ""
    round: int = 1
    attempt: int = 1
    error_code: str | None = None
    error_message: str | None = None
    decided: Decided | None = None
    result_id: str | None = None
    created_at: Moment
    updated_at: Moment

    @property
    def key(self) -> str:
        """Under which it is stored and found."""
        return job_key(self.blueprint_id, self.work)

    @property
    def open(self) -> bool:
        return self.status in (JobStatus.PENDING, JobStatus.RUNNING)


def job_key(blueprint_id: str, work: JobWork) -> str:
    """A blueprint has at most one job of each kind."""
    return blueprint_id if work == "plan" else f"{blueprint_id}.{work}"
