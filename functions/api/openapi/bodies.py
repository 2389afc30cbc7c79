"""Bodies of requests that routes read by themselves, so that the framework knows nothing of them."""

from typing import Any

from functions.api.openapi.derive import optional
from functions.api.runs.agui_bodies import AgUiResume
from functions.api.runs.bodies import AiSdkMessage, Open
from shared.domain.feedback.build_report import BuildReport
from shared.services.runs.start.run_request import RunRequest


class AgUiMessage(Open):
    """One message of AG-UI: text, or parts with text."""

    role: str
    content: str | list[dict[str, Any]] | None = None


class AgUiChat(Open):
    """AG-UI's `RunAgentInput`: its last user message is the message; our options may stand in `forwardedProps`."""

    threadId: str
    runId: str
    messages: list[AgUiMessage] = []
    forwardedProps: Any = None
    resume: list[AgUiResume] = []


AiSdkChat = optional(
    "AiSdkChat", RunRequest, {"message"}, base=Open,
    doc="What the AI SDK posts: its last user message is the message, or its answered approvals let a run go on.",
    messages=list[AiSdkMessage], allow_host=(bool, False),
)  # fmt: skip
ReportBody = optional(
    "BuildReport", BuildReport, (), base=Open,
    doc="What happened to a build or a page. Without a token `nonce` says which preview speaks.",
    nonce=(str | None, None), seq=(int, 1),
)  # fmt: skip

CHAT: dict[str, Any] = {"application/json": (RunRequest, AiSdkChat, AgUiChat)}
REPORT: dict[str, Any] = {"application/json": (ReportBody,), "text/plain": None}
