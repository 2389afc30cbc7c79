"""The events of a run: AI SDK UI message chunks in our envelope. Numbered, append-only, the single truth of a run."""

from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter

from shared.domain.base import Entity, Moment, rfc3339
from shared.domain.diagnostics import Diagnostic
from shared.domain.runs import data_chunks
from shared.domain.runs.chunks import (
    Abort,
    ErrorChunk,
    Finish,
    FinishStep,
    ReasoningDelta,
    ReasoningEnd,
    ReasoningStart,
    Start,
    StartStep,
    TextDelta,
    TextEnd,
    TextStart,
    ToolApprovalRequest,
    ToolInputAvailable,
    ToolInputDelta,
    ToolInputStart,
    ToolOutputAvailable,
    ToolOutputError,
)
from shared.domain.runs.run_parts import Stage
from shared.domain.runs.run_status import ShownRunStatus

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
    | data_chunks.DataStage
    | data_chunks.DataContinued
    | data_chunks.DataPlan
    | data_chunks.DataDiff
    | data_chunks.DataDraftPage
    | data_chunks.DataDiagnostics
    | data_chunks.DataBuild
    | data_chunks.DataVerdict
    | data_chunks.DataEvaluation
    | data_chunks.DataRevision
    | data_chunks.DataUsage
    | data_chunks.DataState
    | data_chunks.DataRetry
    | data_chunks.DataApproval
    | data_chunks.DataDone,
    Field(discriminator="type"),
]


class Event(Entity):
    """One numbered event: `seq` is the storage key, the poll cursor and the reconnect token."""

    seq: int
    at: Moment
    request_id: str
    stage: Stage
    diagnostics: list[Diagnostic] | None = None
    chunk: AnyChunk

    def wire(self) -> dict[str, Any]:
        """The chunk as a client reads it: AI SDK keys, then ours."""
        body = self.chunk.model_dump(mode="json", by_alias=True, exclude_none=False)
        body |= {"seq": self.seq, "at": rfc3339(self.at), "request_id": self.request_id, "stage": self.stage}
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
    return isinstance(chunk, data_chunks.DataDone) and chunk.data.status != ShownRunStatus.AWAITING_APPROVAL
