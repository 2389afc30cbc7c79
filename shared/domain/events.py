"""The events of a run: AI SDK UI message chunks in our envelope. Numbered, append-only, the single truth of a run."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from pydantic.alias_generators import to_camel

from shared.domain.base import Moment
from shared.domain.diagnostics import Diagnostic
from shared.domain.run import RunUsage, Stage


class Chunk(BaseModel):
    """Base of the wire's chunks. Field names are camelCase on the wire; our own `data` payloads stay snake_case."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True, extra="ignore")


class Start(Chunk):
    type: Literal["start"] = "start"
    message_id: str


class StartStep(Chunk):
    type: Literal["start-step"] = "start-step"


class FinishStep(Chunk):
    type: Literal["finish-step"] = "finish-step"


class TextStart(Chunk):
    type: Literal["text-start"] = "text-start"
    id: str


class TextDelta(Chunk):
    type: Literal["text-delta"] = "text-delta"
    id: str
    delta: str


class TextEnd(Chunk):
    type: Literal["text-end"] = "text-end"
    id: str


class ReasoningStart(Chunk):
    type: Literal["reasoning-start"] = "reasoning-start"
    id: str


class ReasoningDelta(Chunk):
    type: Literal["reasoning-delta"] = "reasoning-delta"
    id: str
    delta: str


class ReasoningEnd(Chunk):
    type: Literal["reasoning-end"] = "reasoning-end"
    id: str


class ToolInputStart(Chunk):
    type: Literal["tool-input-start"] = "tool-input-start"
    tool_call_id: str
    tool_name: str
    dynamic: bool = True


class ToolInputDelta(Chunk):
    type: Literal["tool-input-delta"] = "tool-input-delta"
    tool_call_id: str
    input_text_delta: str


class ToolInputAvailable(Chunk):
    type: Literal["tool-input-available"] = "tool-input-available"
    tool_call_id: str
    tool_name: str
    input: Any
    dynamic: bool = True


class ToolOutputAvailable(Chunk):
    type: Literal["tool-output-available"] = "tool-output-available"
    tool_call_id: str
    output: Any
    dynamic: bool = True


class ToolOutputError(Chunk):
    type: Literal["tool-output-error"] = "tool-output-error"
    tool_call_id: str
    error_text: str
    dynamic: bool = True


class ToolApprovalRequest(Chunk):
    type: Literal["tool-approval-request"] = "tool-approval-request"
    approval_id: str
    tool_call_id: str


class ErrorChunk(Chunk):
    type: Literal["error"] = "error"
    error_text: str


class Abort(Chunk):
    type: Literal["abort"] = "abort"


class Finish(Chunk):
    type: Literal["finish"] = "finish"


class StageData(BaseModel):
    stage: Stage
    message: str = ""


class PlanData(BaseModel):
    plan: list[str]


class ChangedFile(BaseModel):
    path: str
    status: Literal["added", "modified", "deleted", "renamed"]
    additions: int = 0
    deletions: int = 0


class DiffData(BaseModel):
    diff_id: str | None = None
    base_revision_id: str
    files: list[ChangedFile]


class DiagnosticsData(BaseModel):
    source: Literal["compile", "build", "policy", "tests"]
    ok: bool
    diagnostics: list[Diagnostic]


class BuildData(BaseModel):
    build_id: str
    status: Literal["queued", "running", "succeeded", "failed"]
    code: str | None = None
    message: str | None = None
    duration_ms: int | None = None


class EvaluationData(BaseModel):
    round: int
    verdict: Literal["approved", "rejected"]
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


class DoneData(BaseModel):
    status: Literal["completed", "cancelled", "failed", "interrupted", "awaiting_approval"]
    run_id: str
    turn_id: str
    revision_id: str | None = None
    diff_id: str | None = None
    summary: str | None = None
    failure_code: str | None = None
    usage: RunUsage


class DataStage(Chunk):
    type: Literal["data-stage"] = "data-stage"
    data: StageData


class DataPlan(Chunk):
    type: Literal["data-plan"] = "data-plan"
    data: PlanData


class DataDiff(Chunk):
    type: Literal["data-diff"] = "data-diff"
    data: DiffData


class DataDiagnostics(Chunk):
    type: Literal["data-diagnostics"] = "data-diagnostics"
    data: DiagnosticsData


class DataBuild(Chunk):
    type: Literal["data-build"] = "data-build"
    data: BuildData


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


class DataDone(Chunk):
    type: Literal["data-done"] = "data-done"
    data: DoneData


AnyChunk = Annotated[
    Start
    | StartStep
    | FinishStep
    | TextStart
    | TextDelta
    | TextEnd
    | ReasoningStart
    | ReasoningDelta
    | ReasoningEnd
    | ToolInputStart
    | ToolInputDelta
    | ToolInputAvailable
    | ToolOutputAvailable
    | ToolOutputError
    | ToolApprovalRequest
    | ErrorChunk
    | Abort
    | Finish
    | DataStage
    | DataPlan
    | DataDiff
    | DataDiagnostics
    | DataBuild
    | DataEvaluation
    | DataRevision
    | DataUsage
    | DataState
    | DataRetry
    | DataDone,
    Field(discriminator="type"),
]


class Event(BaseModel):
    """One numbered event: `seq` is the storage key, the poll cursor and the reconnect token."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)

    seq: int
    at: Moment
    request_id: str
    stage: Stage
    diagnostics: list[Diagnostic] | None = None
    chunk: AnyChunk

    def wire(self) -> dict[str, Any]:
        """The chunk as a client reads it: AI SDK keys, then ours."""
        body = self.chunk.model_dump(mode="json", by_alias=True, exclude_none=False)
        body |= {"seq": self.seq, "request_id": self.request_id, "stage": self.stage}
        if self.diagnostics is not None:
            body["diagnostics"] = [found.model_dump(mode="json") for found in self.diagnostics]
        return body


_QUIET = ConfigDict(hide_input_in_errors=True)
EVENTS_ADAPTER: TypeAdapter[list[Event]] = TypeAdapter(list[Event], config=_QUIET)


def ends_segment(chunk: AnyChunk) -> bool:
    """Whether a live stream closes after this chunk."""
    return isinstance(chunk, Finish)


def ends_run(chunk: AnyChunk) -> bool:
    """Whether this is the terminal `data-done` of a run."""
    return isinstance(chunk, DataDone) and chunk.data.status != "awaiting_approval"


def spoken(chunk: AnyChunk) -> int:
    """How many characters of a model's answer it holds."""
    match chunk:
        case TextDelta(delta=text) | ReasoningDelta(delta=text) | ToolInputDelta(input_text_delta=text):
            return len(text)
    return 0
