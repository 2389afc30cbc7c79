"""The words of planning: how blueprints, ingestion, plan nodes and tasks stand, and the scales they are measured on."""

from typing import Literal

from shared.domain.status import Status

NodeKind = Literal["phase", "epic", "feature", "story", "task_spec"]
NODE_KINDS: tuple[NodeKind, ...] = ("phase", "epic", "feature", "story", "task_spec")
"""From the outermost to the innermost: a node's kind comes after its parent's."""
DocumentKind = Literal["text", "markdown", "snapshot"]
TaskKind = Literal["backend", "frontend", "infra", "docs", "research", "bug"]
Priority = Literal["low", "normal", "high"]
Risk = Literal["low", "medium", "high"]
Effort = Literal["XS", "S", "M", "L", "XL"]
Need = Literal["server", "database", "accounts", "payments", "mail", "schedule"]
NEEDS: tuple[Need, ...] = ("server", "database", "accounts", "payments", "mail", "schedule")
"""What static files in a browser have not. `schedule`: something is done at set times, also while no page is open."""
EFFORTS: tuple[Effort, ...] = ("XS", "S", "M", "L", "XL")


class BlueprintStatus(Status):
    """What a blueprint is to its project."""

    DRAFT = "draft"
    ACTIVE = "active"
    ARCHIVED = "archived"


class JobStatus(Status):
    """How the reading of a blueprint stands. One that has gaps is done, and counts them."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    ERROR = "error"


class NodeStatus(Status):
    """As it is stored: said by a person, or derived from its tasks where the node asks for that."""

    PLANNED = "planned"
    IN_PROGRESS = "in_progress"
    BLOCKED = "blocked"
    DONE = "done"


class TaskStatus(Status):
    """How a task stands, in the words of the API: derived from its state, its claim and what it waits for."""

    OPEN = "open"
    IN_PROGRESS = "in_progress"
    BLOCKED = "blocked"
    DONE = "done"
    CANCELLED = "cancelled"


class TaskState(Status):
    """As it is stored. Ready, blocked and stale are derived from the graph when it is read."""

    OPEN = "open"
    CLAIMED = "claimed"
    IN_REVIEW = "in_review"
    DONE = "done"
    CANCELLED = "cancelled"
