"""What a run is made of."""

from typing import Literal

from shared.domain.agent.egress import Concern, UntrustedSource
from shared.domain.agent.model_messages import ToolCall
from shared.domain.base import Entity
from shared.domain.builds.worker_task import WorkerTask

Stage = Literal[
    "queued", "context", "plan", "inspect", "edit", "compile", "test", "build", "evaluate", "repair", "commit", "done"
]
Role = Literal["planner", "coder", "fixer", "evaluator", "single"]
Only = Literal["answer", "plan"]
"""What a run may be asked for instead of a change."""
RunType = Literal["implement_feature", "fix_bug", "refactor_module", "write_docs", "run_tests_only"]
Starter = Literal["user", "manager"]
StoppedBy = Literal["model_calls", "tokens", "dollars", "seconds", "answers", "budget"]
"""A cap of the run; or its answers took too long too often, or the tenant's budget had no room for another call."""
MetaValue = str | int | float | bool


class RunUsage(Entity):
    """Tokens and dollars, summed over the calls of a run. `cost_usd` is None when the price is not known.

    `counted_usd` is what the cap of dollars sees: nothing of a model without a price, which has that of tokens alone.
    `lost_calls` brought no whole answer: they were cut, stopped or never answered (these are among `model_calls`), or
    their attempt died. `lost_tokens` is what they may have used, estimated; it is in no other figure of tokens, and
    counts for the cap. Their dollars are in `cost_usd` and `counted_usd`; those of attempts that died in the latter.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    total_tokens: int = 0
    lost_tokens: int = 0
    cached_tokens: int = 0
    cost_usd: float | None = 0.0
    counted_usd: float = 0.0
    model: str = ""
    model_calls: int = 0
    lost_calls: int = 0


class Bounds(Entity):
    """What one run may spend, fixed when it starts."""

    model_calls: int
    tokens: int
    dollars: float
    seconds: int


class Lease(Entity):
    """Who may write this run now: the highest attempt wins, an expired lease may be taken."""

    attempt: int = 0
    until_ms: int = 0


class HeldCall(Entity):
    """A tool call that has not run: it waits for a person, or (`waits` False) comes after one that does.

    The call itself stays in the iteration that made it. A call that waits for another is not `announced` in the stream
    before its turn: clients take a step with an open call to be unfinished. A request to another host names it, why it
    waits, and whose words the run has read.
    """

    call_id: str
    tool: str
    waits: bool
    announced: bool = True
    host: str | None = None
    concerns: list[Concern] = []
    untrusted: list[UntrustedSource] = []
    decision: Literal["approve", "skip"] | None = None
    feedback: str | None = None
    decided_by: str | None = None

    @property
    def undecided(self) -> bool:
        """Whether a person still owes an answer."""
        return self.waits and self.decision is None


class WorkerCall(Entity):
    """A call that waits for the worker, and what it asks for; None for a `finish` that comes after such calls."""

    call: ToolCall
    task: WorkerTask | None = None
