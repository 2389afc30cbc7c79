"""What one step of a run did."""

from shared.domain.agent.model_messages import Item
from shared.domain.base import Entity, Moment
from shared.domain.brain.alignment import Alignment
from shared.domain.runs.run_parts import Role, RunUsage
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.steps import NextStep


class Step(Entity):
    """One tool call of one iteration. `diff`: what a write changed in files that were there, or would change while it
    is held. `alignment`: how a write or an unsafe command of a run with a task fits it, the plan and what was decided.
    """

    call_id: str
    tool: str
    status: StepStatus
    arguments: str
    output: str
    changed_paths: list[str] = []
    duration_ms: int = 0
    diff: str | None = None
    alignment: Alignment | None = None
    started_at: Moment | None = None
    finished_at: Moment | None = None


DECLINED = "Not run: the person declined this."
"""What the output of a call that a person refused begins with."""
CUT = "cut"
"""The `finish_reason` of an answer of which only a part came through."""


class ResponseNote(Entity):
    """What a provider said about its answer; `CUT` is our own word. `kept` is the key of its own answer, whole."""

    id: str | None = None
    model: str = ""
    finish_reason: str = ""
    kept: str | None = None


class Iteration(Entity):
    """What one `agent_step` did: one model call and the tools it asked for. Stored before the function returns.

    `items` from `answer_from` on begin with what the model answered; None when it did not (or in rows written before).
    `role` made the call; what an evaluator says to the coder is `handoff`. `abandoned` names calls that the stream has
    started and no item holds, so that no later call takes their ids.
    """

    run_id: str
    number: int
    attempt: int
    role: Role = "coder"
    items: list[Item]
    answer_from: int | None = None
    handoff: list[Item] = []
    steps: list[Step] = []
    abandoned: list[str] = []
    candidate_tree: str
    next: NextStep
    build_id: str | None = None
    usage: RunUsage = RunUsage()
    response: ResponseNote | None = None
    created_at: Moment
