"""A run: one user message at work."""

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any, Final

from pydantic import SerializerFunctionWrapHandler, model_serializer, model_validator

from shared.domain.base import Entity, Moment
from shared.domain.builds.verdict import Verdict
from shared.domain.runs.planned_step import PlannedStep, current, role_of
from shared.domain.runs.run_parts import Actor, Bounds, Lease, Memory, Outcome, Request, Role, RunUsage, Stage, Waiting
from shared.domain.runs.run_status import RunStatus

PARTS: Final[dict[str, type[Entity]]] = {"request": Request, "memory": Memory, "waiting": Waiting, "outcome": Outcome}
_PART_OF: Final = {field: part for part, kind in PARTS.items() for field in kind.model_fields}


class Run(Entity):
    """One user message at work. `candidate_tree` is never the app's draft until it is committed.

    `role` is whose turn it is next, `plan_steps` what was laid out before it began. `verdict` is the last one, about
    `verdict_tree` as `verdict_build_id` built it. `settled_attempt` stored the last iteration; calls of attempts up to
    `charged` are in `usage`.
    Stored and shown it is flat: the fields of `PARTS` lie beside its own, so their names are unique among all of them.
    """

    id: str
    tenant_id: str
    app_id: str
    conversation_id: str
    turn_id: str
    request_id: str
    traceparent: str | None = None
    status: RunStatus = RunStatus.RUNNING
    stage: Stage = "queued"
    role: Role = "coder"
    plan_steps: list[PlannedStep] = []
    iteration: int = 0
    base_revision_id: str
    base_tree: str
    candidate_tree: str
    green_tree: str | None = None
    green_build_id: str | None = None
    verdict: Verdict | None = None
    verdict_tree: str | None = None
    verdict_build_id: str | None = None
    request: Request
    bounds: Bounds
    memory: Memory = Memory()
    waiting: Waiting = Waiting()
    outcome: Outcome = Outcome()
    usage: RunUsage = RunUsage()
    cancel_requested: bool = False
    lease: Lease = Lease()
    execution: str | None = None
    restarts: int = 0
    settled_attempt: int = 0
    charged_attempt: int = 0
    last_seq: int = 0
    events_archived: bool = False
    created_at: Moment
    started_at: Moment | None = None
    finished_at: Moment | None = None
    version: int = 1

    @model_validator(mode="before")
    @classmethod
    def _of_flat(cls, fields: Any) -> Any:
        if not isinstance(fields, dict):
            return fields
        own, inner = _sorted(fields)
        return {"request": {}} | inner | own

    @model_serializer(mode="wrap")
    def _as_flat(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return _flat(dump(self))

    @property
    def fields(self) -> dict[str, Any]:
        """All fields by name, those of the parts too."""
        return _flat(dict(self))

    def change(self, **fields: object) -> "Run":
        """With other values of these fields, wherever they belong. TypeError for one that a run does not have."""
        own, inner = _sorted(fields)
        if unknown := own.keys() - Run.model_fields.keys():
            raise TypeError(f"a run has no {', '.join(sorted(unknown))}")
        parts = {part: getattr(self, part).model_copy(update=values) for part, values in inner.items()}
        return self.model_copy(update=own | parts)

    @property
    def ended(self) -> bool:
        return self.status.ended

    @property
    def charged(self) -> int:
        return max(self.settled_attempt, self.charged_attempt)

    @property
    def undecided(self) -> bool:
        """Whether a person must answer before anything else is done: to its calls, or to its steps."""
        return self.is_laid_out or any(call.undecided for call in self.waiting.held)

    @property
    def is_laid_out(self) -> bool:
        """Whether its steps are written, and it waits for its start."""
        return self.status == RunStatus.PLANNED and bool(self.plan_steps)

    @property
    def writes_steps(self) -> bool:
        """Whether it is planned and its steps are still being written: nobody can let it begin yet."""
        return self.status == RunStatus.PLANNED and self.request.with_steps and not self.plan_steps

    @property
    def worker(self) -> Role:
        step = current(self.plan_steps)
        return "coder" if step is None else role_of(step.actor)

    @property
    def actors(self) -> frozenset[Actor]:
        """The workers of its steps, the code worker where it has none; the manager where it wrote or started them."""
        workers = frozenset[Actor](step.actor for step in self.plan_steps) or frozenset[Actor]({"code_worker"})
        managed = self.request.started_by == "manager" or self.request.with_steps
        return workers | {"manager"} if managed else workers

    @property
    def error_message(self) -> str | None:
        """Why nothing of it stands: it did not complete, or somebody took it back."""
        if self.outcome.rolled_back_by_revision is not None:
            return "Rolled back by user"
        failed = self.ended and self.status != RunStatus.COMPLETED
        return (self.outcome.summary or self.outcome.failure_code) if failed else None

    @property
    def open(self) -> bool:
        """Something is still owed: work, or the archive of its events. Open runs are what the sweeper looks at."""
        return not (self.ended and self.events_archived)


def _sorted(fields: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Flat fields as those of a run itself, and those of its parts by part."""
    own: dict[str, Any] = {}
    inner: dict[str, dict[str, Any]] = {}
    for name, value in fields.items():
        part = _PART_OF.get(name)
        (own if part is None else inner.setdefault(part, {}))[name] = value
    return own, inner


def _flat(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The way back: the fields of the parts beside the run's own."""
    own = {name: value for name, value in fields.items() if name not in PARTS}
    return reduce(or_, (dict(fields.get(part, {})) for part in PARTS), own)
