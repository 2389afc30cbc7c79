"""One run as people follow it: its steps in order, who made them and when, and how each file is brought back."""

from typing import Literal

from pydantic import BaseModel

from shared.domain.base import Moment
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.runs.iteration import Iteration, Step
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Role
from shared.services.loop_ports import LoopPorts
from shared.services.runs.list_runs import find_run, live_run, steps_of

Actor = Literal["manager", "code_worker", "test_worker", "doc_worker"]
Hashes = dict[str, str]


class TouchedFile(BaseModel):
    """A file by the sha256 of its content before the run and with its work; None where there is none."""

    before: str | None
    after: str | None


class Original(BaseModel):
    """A file as it was before the run: in this revision, with this sha256; None when there was none."""

    path: str
    revision_id: str
    sha256: str | None


class StepStory(BaseModel):
    """A step in its place. `actor` is the role in the older API's words; `rollback_data` has each changed file."""

    id: str
    order_index: int
    actor: Actor
    role: Role
    created_at: Moment
    rollback_data: list[Original]
    step: Step


class RunStory(BaseModel):
    """A run, its steps in the order they were made, and what its work changes in the revision it began with."""

    run: Run
    steps: list[StepStory]
    touched_files: dict[str, TouchedFile]


def read_run(*, principal: Principal, run_id: str, ports: LoopPorts) -> RunStory:
    """The run as it stands. NotFound also when its app is deleted."""
    run = live_run(find_run(principal=principal, run_id=run_id, ports=ports), ports)
    iterations = ports.runs.iterations(run.tenant_id, run.id)
    before, after = _hashes(run, run.base_tree, ports), _hashes(run, run.candidate_tree, ports)
    return RunStory(run=run, steps=_steps(run, iterations, before), touched_files=_touched(before, after))


def _steps(run: Run, iterations: list[Iteration], before: Hashes) -> list[StepStory]:
    made: dict[str, Iteration] = {}
    for iteration in iterations:
        for step in iteration.steps:
            made.setdefault(step.call_id, iteration)
    return [
        StepStory(
            id=step.call_id,
            order_index=order,
            actor=_actor(made[step.call_id].role),
            role=made[step.call_id].role,
            created_at=made[step.call_id].created_at,
            rollback_data=[
                Original(path=path, revision_id=run.base_revision_id, sha256=before.get(path))
                for path in step.changed_paths
            ],
            step=step,
        )
        for order, step in enumerate(steps_of(run, iterations))
    ]


def _actor(role: Role) -> Actor:
    match role:
        case "manager" | "planner" | "evaluator":
            return "manager"
        case "coder" | "fixer" | "single":
            return "code_worker"
        case "tester":
            return "test_worker"
        case "writer":
            return "doc_worker"


def _touched(before: Hashes, after: Hashes) -> dict[str, TouchedFile]:
    if not before or not after:
        return {}
    changed = sorted(path for path in {*before, *after} if before.get(path) != after.get(path))
    return {path: TouchedFile(before=before.get(path), after=after.get(path)) for path in changed}


def _hashes(run: Run, tree: str, ports: LoopPorts) -> Hashes:
    """By path; nothing of a tree that is gone: no tree is empty."""
    try:
        return {entry.path: entry.sha256 for entry in ports.snapshots.manifest(run.tenant_id, run.app_id, tree)}
    except NotFound:
        return {}
