"""Bodies of requests that routes read by themselves, so that the framework knows nothing of them."""

from collections.abc import Collection
from typing import Any

from pydantic import BaseModel, create_model

from functions.api.runs.agui_bodies import AgUiChat
from functions.api.runs.bodies import AiSdkMessage, Open
from shared.domain.feedback.build_report import BuildReport
from shared.services.runs.start.run_request import RunRequest


def _also(name: str, of: type[BaseModel], without: Collection[str], doc: str, /, **more: Any) -> type[BaseModel]:
    """A body with the fields of `of`, under their own names, that may hold more than we read."""
    fields: dict[str, Any] = {
        field: (info.annotation, ... if info.is_required() else info.get_default(call_default_factory=True))
        for field, info in of.model_fields.items()
        if field not in without
    }
    made: type[BaseModel] = create_model(name, __base__=Open, __doc__=doc, **(fields | more))
    return made


AiSdkChat = _also(
    "AiSdkChat",
    RunRequest,
    {"message"},
    "What the AI SDK posts: its last user message is the message, or its answered approvals let a run go on.",
    messages=(list[AiSdkMessage], ...),
    allow_host=(bool, False),
)
ReportBody = _also(
    "BuildReport",
    BuildReport,
    (),
    "What happened to a build or a page. Without a token `nonce` says which preview speaks.",
    nonce=(str | None, None),
    seq=(int, 1),
)

CHAT: dict[str, Any] = {"application/json": (RunRequest, AiSdkChat, AgUiChat)}
REPORT: dict[str, Any] = {"application/json": (ReportBody,), "text/plain": None}
