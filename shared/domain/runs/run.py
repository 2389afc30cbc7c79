"""A run: one user message at work."""

from shared.domain.agent.egress import UntrustedSource
from shared.domain.apps.app import AutonomyMode, EvaluatorMode, ModelMode, ReviewMode
from shared.domain.base import Entity, Moment
from shared.domain.builds.verdict import Verdict
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.judgement import Judgement
from shared.domain.feedback.build_result import DEFAULT_SESSION
from shared.domain.feedback.reproduction import Repair
from shared.domain.runs.attachments import Attachment
from shared.domain.runs.continued import Continued, StartFrom
from shared.domain.runs.question import Question
from shared.domain.runs.run_parts import (
    Bounds,
    HeldCall,
    Lease,
    MetaValue,
    Only,
    Role,
    RunType,
    RunUsage,
    Stage,
    Starter,
    StoppedBy,
    WorkerCall,
)
from shared.domain.runs.run_status import RunStatus


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
