"""Runs, iterations, turns and conversations."""

from typing import Literal

from pydantic import Field

from shared.domain.agent.egress import Concern, UntrustedSource
from shared.domain.agent.model_messages import Item, ToolCall
from shared.domain.apps.app import AutonomyMode, EvaluatorMode, ModelMode, ReviewMode
from shared.domain.base import Entity, Moment, without_unseen
from shared.domain.builds.verdict import Verdict
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.judgement import Judgement
from shared.domain.feedback.build_result import DEFAULT_SESSION
from shared.domain.feedback.reproduction import Repair
from shared.domain.runs.attachments import Attachment
from shared.domain.runs.continued import Continued, StartFrom
from shared.domain.runs.question import Question
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.steps import NextStep

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


class Run(Entity):
    """One user message at work. `candidate_tree` is never the app's draft until it is committed.

    `diagnostics` is what the last gate found; empty once a gate was passed. `tight`: the model's window proved small.
    `held` are the calls of the last iteration that have not run; `moved_paths` what a rebase changed under the run
    while it waited; the time it waited for people does not count against its caps. `role` is whose turn it is next,
    `rounds` how often the model evaluator has decided, `judged_tree` what its last verdict is about. `fixed` says what
    was repaired without asking since the model last heard. `untrusted`: which strangers' text the run has read, or an
    earlier turn that it was told of. `repair`: a visitor's page caused it, so all its work is the fixer's.
    `mode` is what `model` was chosen for; `session_id` names the reports that its person's client sends.
    `regenerates` is the turn that it does again, beginning with `start_tree`: the draft without what that turn made.
    `only`: it answers or plans, has no tool that changes a file, and commits nothing.
    `asks_plan`: nothing was done in its project yet, so its coder is asked to write the plan down.
    `task_id` and `meta` are its caller's own; `rolled_back_by_revision` took back what it changed.
    `stopped` says in words at which cap it was ended before its work was done, whether what it had done was kept or
    not, and `stopped_by` names that cap.
    `continues` is unfinished work of its conversation that it begins with or leaves aside; `start_from` is what was
    asked for. `awaits_start`: it is planned until somebody approves it; False when somebody has.
    `verdict` is the last one, about `verdict_tree` as `verdict_build_id` built it; `judged_build_id` the build that
    waits for the base's, to be compared with. `question` is what a person was asked about checks that fail. `queued`
    are calls of the last answer that the worker has not done yet; `queue_failed` names the first of them that failed,
    `unapplied` says which changes of that answer were refused.
    """

    id: str
    tenant_id: str
    app_id: str
    conversation_id: str
    turn_id: str
    request_id: str
    traceparent: str | None = None
    message: str
    mentions: list[str] = []
    attachments: list[Attachment] = []
    run_type: RunType = "implement_feature"
    started_by: Starter = "user"
    task_id: str | None = None
    meta: dict[str, MetaValue] = {}
    created_by: str
    status: RunStatus = RunStatus.RUNNING
    stage: Stage = "queued"
    autonomy: AutonomyMode = "off"
    review: ReviewMode = "after"
    evaluator: EvaluatorMode = "build"
    role: Role = "coder"
    only: Only | None = None
    asks_plan: bool = False
    rounds: int = 0
    evaluator_verdict: Judgement = Judgement.NONE
    evaluator_reasoning: str = ""
    judged_tree: str | None = None
    commit_message: str | None = None
    model: str
    mode: ModelMode = "auto"
    session_id: str = DEFAULT_SESSION
    bounds: Bounds
    base_revision_id: str
    base_tree: str
    candidate_tree: str
    green_tree: str | None = None
    green_build_id: str | None = None
    build_id: str | None = None
    judged_build_id: str | None = None
    verdict: Verdict | None = None
    verdict_tree: str | None = None
    verdict_build_id: str | None = None
    question: Question | None = None
    finishing: bool = False
    pending_call_id: str | None = None
    queued: list[WorkerCall] = []
    queue_failed: str | None = None
    unapplied: str = ""
    iteration: int = 0
    failures: dict[str, int] = {}
    refusals: dict[str, int] = {}
    tight: bool = False
    diagnostics: list[Diagnostic] = []
    strategy_changed: bool = False
    cancel_requested: bool = False
    queue: bool = False
    awaits_start: bool | None = None
    lease: Lease = Lease()
    settled_attempt: int = 0
    usage: RunUsage = RunUsage()
    execution: str | None = None
    approval_token: str | None = None
    history_from: Moment | None = None
    regenerates: str | None = None
    start_tree: str | None = None
    start_from: StartFrom | None = None
    continues: Continued | None = None
    held: list[HeldCall] = []
    moved_paths: list[str] = []
    fixed: str = ""
    repair: Repair | None = None
    untrusted: list[UntrustedSource] = []
    waiting_since: Moment | None = None
    waited_seconds: float = 0.0
    restarts: int = 0
    summary: str | None = None
    rationale: str | None = None
    assumptions: list[str] = []
    failure_code: str | None = None
    stopped: str | None = None
    stopped_by: StoppedBy | None = None
    revision_id: str | None = None
    diff_id: str | None = None
    rolled_back_by_revision: str | None = None
    last_seq: int = 0
    events_archived: bool = False
    created_at: Moment
    started_at: Moment | None = None
    finished_at: Moment | None = None
    version: int = 1

    @property
    def ended(self) -> bool:
        """Nothing more will be done for it."""
        return self.status.ended

    @property
    def undecided(self) -> bool:
        """Whether a person must answer before anything else is done."""
        return any(call.undecided for call in self.held)

    @property
    def error_message(self) -> str | None:
        """Why nothing of it stands: it did not complete, or somebody took it back."""
        if self.rolled_back_by_revision is not None:
            return "Rolled back by user"
        return (self.summary or self.failure_code) if self.ended and self.status != RunStatus.COMPLETED else None

    @property
    def open(self) -> bool:
        """Something is still owed: work, or the archive of its events. Open runs are what the sweeper looks at."""
        return not (self.ended and self.events_archived)


class Step(Entity):
    """One tool call of one iteration. `diff`: what a held write would change, as it was when it was held."""

    call_id: str
    tool: str
    status: StepStatus
    arguments: str
    output: str
    changed_paths: list[str] = []
    duration_ms: int = 0
    diff: str | None = None
    started_at: Moment | None = None
    finished_at: Moment | None = None


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


class Turn(Entity):
    """One user message and all that followed, for replay and audit. `regenerates` is the turn that it does again.

    `stopped_by` names the cap that ended it early, also where it is completed: what it had done was kept.
    """

    id: str
    tenant_id: str
    app_id: str
    conversation_id: str
    run_id: str
    prompt: str
    attachments: list[Attachment] = []
    status: RunStatus
    summary: str | None = None
    rationale: str | None = None
    assumptions: list[str] = []
    operations: list[dict[str, str]] = Field(default_factory=list)
    tool_trace: list[dict[str, str]] = Field(default_factory=list)
    diagnostics: list[Diagnostic] = []
    failure_code: str | None = None
    stopped_by: StoppedBy | None = None
    revision_id: str | None = None
    diff_id: str | None = None
    usage: RunUsage = RunUsage()
    untrusted: list[UntrustedSource] = []
    regenerates: str | None = None
    created_at: Moment
    finished_at: Moment | None = None

    @property
    def last_word(self) -> Moment:
        """Until when something may have come into it: who vouched before that has not seen it all."""
        return self.finished_at or self.created_at


SessionType = Literal["global", "node"]
TITLE, LAST_MESSAGE = 80, 160
"""Characters of a title that nobody gave, and of the last message in a list of conversations."""


def first_title(message: str) -> str:
    """What a conversation is called until somebody renames it: its first words, in one line."""
    words = without_unseen(" ".join(message.split()))
    if len(words) <= TITLE:
        return words
    cut = words[: TITLE - 1]
    return f"{cut[: cut.rfind(' ')] if ' ' in cut[TITLE // 2 :] else cut}…"


class Conversation(Entity):
    """A thread of turns about one app. The first seed's sessions are those with a `session_type`.

    What came before `cleared_at` is neither shown nor told to the model; one with `archived_at` is in no list and takes
    no message. `turns`, `last_message` and `last_turn_at` are written with each turn. `counted`: since its first turn,
    so that `turns` is all of them and each is in its list; not so in rows of older releases.
    """

    id: str
    tenant_id: str
    app_id: str
    title: str = ""
    session_type: SessionType | None = None
    node_id: str | None = None
    cleared_at: Moment | None = None
    archived_at: Moment | None = None
    counted: bool = False
    turns: int = 0
    last_message: str = ""
    last_turn_at: Moment | None = None
    created_at: Moment

    def with_turn(self, turn: Turn) -> "Conversation":
        """With one turn more."""
        said = " ".join(turn.prompt.split())[:LAST_MESSAGE]
        return self.model_copy(update={"turns": self.turns + 1, "last_message": said, "last_turn_at": turn.created_at})

    def shows(self, turn: Turn) -> bool:
        """Whether the turn is one of its own that people and models still see."""
        own = turn.conversation_id == self.id and self.archived_at is None
        return own and (self.cleared_at is None or turn.created_at > self.cleared_at)
