"""What a run is made of."""

from typing import Final, Literal

from shared.domain.agent.egress import Concern, UntrustedSource
from shared.domain.agent.model_messages import ToolCall
from shared.domain.agent.model_profile import Profile
from shared.domain.apps.app import AutonomyMode, EvaluatorMode, ModelMode, ReviewMode
from shared.domain.base import Entity, Moment
from shared.domain.builds.verdict import VerdictPart
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.diagnostics import Diagnostic, Imitation
from shared.domain.diffs.diff_status import Judgement
from shared.domain.feedback.build_result import DEFAULT_SESSION
from shared.domain.feedback.reproduction import Repair
from shared.domain.runs.attachments import Attachment
from shared.domain.runs.continued import Continued, StartFrom
from shared.domain.runs.question import Question
from shared.domain.spending.pool import Charge

Stage = Literal[
    "queued", "context", "plan", "inspect", "edit", "compile", "test", "build", "evaluate", "repair", "commit", "done"
]
Role = Literal["manager", "planner", "coder", "fixer", "tester", "writer", "evaluator", "single"]
"""`manager` writes the steps that the workers (coder, tester, writer) carry out."""
EDITORS: Final = frozenset[Role]({"coder", "fixer", "tester", "writer"})
"""Those that change files."""
Only = Literal["answer", "plan"]
"""What a run may be asked for instead of a change."""
RunType = Literal["implement_feature", "fix_bug", "refactor_module", "write_docs", "run_tests_only"]
Starter = Literal["user", "manager"]
Actor = Literal["manager", "code_worker", "test_worker", "doc_worker"]
"""Who works in a run: the manager writes steps or starts it, the workers carry it out."""
Author = Literal["person", "autopilot", "repair"]
"""Whose words a message is: a person's, the autopilot's order, or those of a repair that no person asked for."""
StoppedBy = Literal["model_calls", "tokens", "dollars", "seconds", "answers", "budget"]
"""A cap of the run; or its answers took too long too often, or the tenant's budget had no room for another call."""
MetaValue = str | int | float | bool


class RunUsage(Entity):
    """Tokens and dollars, summed over the calls of a run. `cost_usd` is None when the price is not known.

    `counted_usd` is what the cap of dollars sees: nothing of a model without a price, which has that of tokens alone.
    `lost_calls`, which are among `model_calls`, brought no answer that could be stored whole: they were cut, stopped or
    never answered, or their attempt died. `lost_tokens` is what they have used, mostly estimated; it is in no other
    figure of tokens, and counts for the cap. Their dollars are in `cost_usd` and `counted_usd`.
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


class Request(Entity):
    """What was asked for: the message, how it is to be done, and what it goes on from.

    `mode` is what `model` was chosen for; `session_id` names the reports that its person's client sends.
    `only`: it answers or plans, has no tool that changes a file, and commits nothing. `asks_plan`: nothing was done in
    its project yet, so its coder is asked to write the plan down. `task_id` names the task that it settles; an id of
    another form, like `meta`, is its caller's own.
    `regenerates` is the turn that it does again, beginning with `start_tree`: the draft without what that turn made.
    `with_steps`: its steps are written before it begins. `in_parallel`: it takes no place of its app, others may work
    at the same time, and its commit is merged with theirs.
    `continues` is unfinished work of its conversation that it begins with or leaves aside; `start_from` is what was
    asked for. `repair`: a visitor's page caused it, so all its work is the fixer's. `charge`: the budget of the
    autopilot that pays for it.
    """

    message: str
    mentions: list[str] = []
    attachments: list[Attachment] = []
    run_type: RunType = "implement_feature"
    started_by: Starter = "user"
    task_id: str | None = None
    meta: dict[str, MetaValue] = {}
    created_by: str
    autonomy: AutonomyMode = "off"
    review: ReviewMode = "after"
    evaluator: EvaluatorMode = "build"
    only: Only | None = None
    asks_plan: bool = False
    with_steps: bool = False
    in_parallel: bool = False
    model: str
    mode: ModelMode = "auto"
    session_id: str = DEFAULT_SESSION
    queue: bool = False
    history_from: Moment | None = None
    regenerates: str | None = None
    start_tree: str | None = None
    start_from: StartFrom | None = None
    continues: Continued | None = None
    repair: Repair | None = None
    charge: Charge | None = None

    @property
    def author(self) -> Author:
        """Whose words its message is."""
        if self.started_by == "user":
            return "person"
        return "autopilot" if self.repair is None else "repair"


Packing = Literal["full", "tight", "smallest"]
"""`tight`: long messages are cut. `smallest`: also few tools, a short manual, and only what fits the window."""


class TestedTree(Entity):
    """What the last tests found that came to their end. `step`: the planned step that ran them, if the run has any."""

    tree: str
    build_id: str
    step: str | None = None
    part: VerdictPart


class Memory(Entity):
    """What later iterations know of earlier ones.

    `diagnostics` is what the last gate found; empty once a gate was passed. `tight` and `smallest`
    are the `packing` of requests to a model with a small window; `window` is the size that refusals named, in tokens,
    and is believed until `window_until`. `lessons` is the profile that refusals of the model's server have taught.
    Later iterations, and the next run of the conversation, begin with them, whichever process makes them.
    `rounds` is how often the model evaluator has decided, `judged_tree` what its last verdict is about. `fixed` says
    what was repaired without asking since the model last heard, `unapplied` which changes of its last answer were
    refused. `untrusted`: which strangers' text the run has read, or an earlier turn that it was told of.
    """

    failures: dict[str, int] = {}
    refusals: dict[str, int] = {}
    tight: bool = False
    smallest: bool = False
    window: int | None = None
    window_until: Moment | None = None
    lessons: Profile | None = None
    diagnostics: list[Diagnostic] = []
    strategy_changed: bool = False
    rounds: int = 0
    evaluator_verdict: Judgement = Judgement.NONE
    evaluator_reasoning: str = ""
    judged_tree: str | None = None
    tested: TestedTree | None = None
    fixed: str = ""
    unapplied: str = ""
    untrusted: list[UntrustedSource] = []

    @property
    def packing(self) -> Packing:
        return "smallest" if self.smallest else "tight" if self.tight else "full"


class Waiting(Entity):
    """What the run waits for, and what is done with it when it comes.

    `held` are the calls of the last iteration that have not run; `moved_paths` what a rebase changed under the run
    while it waited; `merged`: it was put onto a newer draft, and is verified again. The time it waited for people does
    not count against its caps. `awaits_start`: it is planned until somebody approves it; False when somebody has.
    `judged_build_id` is the build that waits for the base's, to be compared with; `question` what a person was asked
    about checks that fail. `queued` are calls of the last answer that the worker has not done yet; `queue_failed` names
    the first of them that failed.
    """

    awaits_start: bool | None = None
    build_id: str | None = None
    judged_build_id: str | None = None
    finishing: bool = False
    pending_call_id: str | None = None
    queued: list[WorkerCall] = []
    queue_failed: str | None = None
    held: list[HeldCall] = []
    question: Question | None = None
    approval_token: str | None = None
    moved_paths: list[str] = []
    merged: bool = False
    waiting_since: Moment | None = None
    waited_seconds: float = 0.0


class Outcome(Entity):
    """What came of the run. `rolled_back_by_revision` took back what it changed.

    `stopped` says in words at which cap it was ended before its work was done, whether what it had done was kept or
    not, and `stopped_by` names that cap. `imitates`: what the app only imitates now; null where nothing was stated.
    """

    summary: str | None = None
    rationale: str | None = None
    assumptions: list[str] = []
    imitates: list[Imitation] | None = None
    commit_message: str | None = None
    failure_code: str | None = None
    stopped: str | None = None
    stopped_by: StoppedBy | None = None
    revision_id: str | None = None
    diff_id: str | None = None
    rolled_back_by_revision: str | None = None
