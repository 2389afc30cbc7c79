"""Our own data parts of the stream: `data-*` chunks and what they hold."""

from typing import Any, Literal

from pydantic import BaseModel

from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.verdict import Verdict
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.diff_status import Judgement
from shared.domain.diffs.file_status import FileStatus
from shared.domain.runs.chunks import Chunk
from shared.domain.runs.run_parts import RunUsage, Stage, StoppedBy
from shared.domain.runs.run_status import SegmentEnd
from shared.domain.runs.work_outcome import WorkKind, WorkOutcome


class StageData(BaseModel):
    stage: Stage
    message: str = ""


class ContinuedData(BaseModel):
    """Unfinished work of the conversation that the run begins with, or leaves aside; `message` says which and why."""

    run_id: str
    diff_id: str
    kind: WorkKind
    outcome: WorkOutcome
    rebased: bool = False
    stopped: str = ""
    verified: list[str] = []
    failed: list[str] = []
    paths: list[str] = []
    message: str


class PlanData(BaseModel):
    plan: list[str]


class ChangedFile(BaseModel):
    path: str
    status: FileStatus
    additions: int = 0
    deletions: int = 0


class DiffData(BaseModel):
    """`contacts`: the hosts that the change names and no one has allowed (`NEW_HOST` in its review)."""

    diff_id: str | None = None
    base_revision_id: str
    files: list[ChangedFile]
    contacts: list[str] = []


class DraftPageData(BaseModel):
    """The run's tree has changed. `POST .../builder/preview-token {run_id, tree}` shows it before its build, when it
    compiles."""

    run_id: str
    tree: str


class DiagnosticsData(BaseModel):
    source: Literal["compile", "build", "policy", "types", "tests", "page", "acceptance"]
    ok: bool
    diagnostics: list[Diagnostic]


class BuildData(BaseModel):
    build_id: str
    status: BuildStatus
    code: str | None = None
    message: str | None = None
    duration_ms: int | None = None


class VerdictData(BaseModel):
    """`ok`: nothing in it stops the change."""

    build_id: str
    ok: bool
    verdict: Verdict


class EvaluationData(BaseModel):
    round: int
    verdict: Literal[Judgement.APPROVED, Judgement.REJECTED]
    reasoning: str


class RevisionData(BaseModel):
    revision_id: str
    parent_revision_id: str | None
    message: str


class StateData(BaseModel):
    state: dict[str, Any]


class RetryData(BaseModel):
    iteration: int
    attempt: int
    reason: str


class ApprovalData(BaseModel):
    """`request`: the method, the whole address, the headers and the whole body that wait, and why."""

    approval_id: str
    step_id: str
    request: dict[str, Any]


class DoneData(BaseModel):
    """`stopped_by` names the cap that ended the run before its work was done, also where that work was kept."""

    status: SegmentEnd
    run_id: str
    turn_id: str
    revision_id: str | None = None
    diff_id: str | None = None
    summary: str | None = None
    failure_code: str | None = None
    stopped_by: StoppedBy | None = None
    usage: RunUsage


class DataStage(Chunk):
    type: Literal["data-stage"] = "data-stage"
    data: StageData


class DataContinued(Chunk):
    type: Literal["data-continued"] = "data-continued"
    data: ContinuedData


class DataPlan(Chunk):
    type: Literal["data-plan"] = "data-plan"
    data: PlanData


class DataDiff(Chunk):
    type: Literal["data-diff"] = "data-diff"
    data: DiffData


class DataDraftPage(Chunk):
    type: Literal["data-draft-page"] = "data-draft-page"
    data: DraftPageData


class DataDiagnostics(Chunk):
    type: Literal["data-diagnostics"] = "data-diagnostics"
    data: DiagnosticsData


class DataBuild(Chunk):
    type: Literal["data-build"] = "data-build"
    data: BuildData


class DataVerdict(Chunk):
    type: Literal["data-verdict"] = "data-verdict"
    data: VerdictData


class DataEvaluation(Chunk):
    type: Literal["data-evaluation"] = "data-evaluation"
    data: EvaluationData


class DataRevision(Chunk):
    type: Literal["data-revision"] = "data-revision"
    data: RevisionData


class DataUsage(Chunk):
    type: Literal["data-usage"] = "data-usage"
    data: RunUsage


class DataState(Chunk):
    type: Literal["data-state"] = "data-state"
    data: StateData


class DataRetry(Chunk):
    type: Literal["data-retry"] = "data-retry"
    data: RetryData


class DataApproval(Chunk):
    type: Literal["data-approval"] = "data-approval"
    data: ApprovalData


class DataDone(Chunk):
    type: Literal["data-done"] = "data-done"
    data: DoneData
