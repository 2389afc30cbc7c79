"""Bodies of requests that routes read by themselves, so that the framework knows nothing of them."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from functions.api.openapi.derive import optional
from shared.domain.agui.interrupt_answer import InterruptAnswer
from shared.domain.feedback.build_report import BuildReport
from shared.services.runs.start.run_request import RunRequest


class _Open(BaseModel):
    model_config = ConfigDict(extra="allow")


class AiSdkApproval(_Open):
    """A person's answer to an approval request; `id` is the request's."""

    id: str
    approved: bool | None = None
    reason: str | None = None


class AiSdkPart(_Open):
    """A part of a message; of its kinds `text` is read, and answered approvals."""

    type: str
    text: str = ""
    state: str | None = None
    approval: AiSdkApproval | None = None


class AiSdkMessage(_Open):
    """One message of the AI SDK."""

    role: Literal["system", "user", "assistant"]
    parts: list[AiSdkPart] = []


class AgUiMessage(_Open):
    """One message of AG-UI: text, or parts with text."""

    role: str
    content: str | list[dict[str, Any]] | None = None


class AgUiResume(_Open):
    """An answer to an interrupt."""

    interruptId: str
    status: InterruptAnswer
    payload: Any = None


class AgUiChat(_Open):
    """AG-UI's `RunAgentInput`: its last user message is the message; our options may stand in `forwardedProps`."""

    threadId: str
    runId: str
    messages: list[AgUiMessage] = []
    forwardedProps: Any = None
    resume: list[AgUiResume] = []


AiSdkChat = optional(
    "AiSdkChat", RunRequest, {"message"}, base=_Open,
    doc="What the AI SDK posts: its last user message is the message, or its answered approvals let a run go on.",
    messages=list[AiSdkMessage], allow_host=(bool, False),
)  # fmt: skip
ReportBody = optional(
    "BuildReport", BuildReport, (), base=_Open,
    doc="What happened to a build or a page. Without a token `nonce` says which preview speaks.",
    nonce=(str | None, None), seq=(int, 1),
)  # fmt: skip

CHAT: dict[str, Any] = {"application/json": (RunRequest, AiSdkChat, AgUiChat)}
REPORT: dict[str, Any] = {"application/json": (ReportBody,), "text/plain": None}
