"""Chunks of the AI SDK's UI message stream, as its clients read them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel


class Chunk(BaseModel):
    """Base of the wire's chunks. Field names are camelCase on the wire; our own `data` payloads stay snake_case."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True, extra="ignore")


class StartMetadata(BaseModel):
    """What a client keeps with the message, to send the next one to the same conversation."""

    run_id: str
    conversation_id: str


class Start(Chunk):
    """`message_metadata` is None in events stored before."""

    type: Literal["start"] = "start"
    message_id: str
    message_metadata: StartMetadata | None = None


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
