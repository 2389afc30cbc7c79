"""The bodies a chat message may come in: ours, the AI SDK's, and AG-UI's."""

from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from fastapi import Header
from pydantic import AliasChoices, BaseModel, ValidationError

from functions.api.http.problems import invalid_of
from functions.api.runs import agui_bodies
from functions.api.runs.sent_files import SentFile, from_ai_sdk
from shared.domain.errors import Invalid, NotFound
from shared.domain.ids import is_id
from shared.services.runs.advance_run import Advance
from shared.services.runs.start.run_request import RunRequest


class Open(BaseModel, extra="allow"):
    """A body may hold more than we read."""


class AiSdkApproval(Open):
    """A person's answer to an approval request; `id` is the request's."""

    id: str
    approved: bool | None = None
    reason: str | None = None


class AiSdkPart(Open):
    """A part of a message; of its kinds `text` is read, and answered approvals."""

    type: str
    text: str = ""
    state: str | None = None
    approval: AiSdkApproval | None = None


class AiSdkMessage(Open):
    """One message of the AI SDK."""

    role: Literal["system", "user", "assistant"]
    parts: list[AiSdkPart] = []

    def text(self) -> str:
        return "".join(part.text for part in self.parts if part.type == "text")

    def files(self) -> list[SentFile]:
        return [from_ai_sdk(part.model_extra or {}) for part in self.parts if part.type == "file"]


class _AiSdkBody(Open):
    """What `DefaultChatTransport` of the AI SDK posts; our own options may stand beside it."""

    id: str | None = None
    messages: list[AiSdkMessage]
    trigger: str | None = None
    messageId: str | None = None


_OPTIONS = tuple(
    name
    for field, info in RunRequest.model_fields.items()
    for name in (info.validation_alias.choices if isinstance(info.validation_alias, AliasChoices) else (field,))
    if isinstance(name, str) and name != "message"
)
"""Ours, by every name that they may be sent under."""


_Asked = TypeVar("_Asked", bound=RunRequest)
SessionHeader = Annotated[str | None, Header(alias="X-Session-Id", min_length=1, max_length=200)]
"""Where the client that sends the message reports its builds and pages."""


def with_session(asked: _Asked, header: str | None) -> _Asked:
    """The request with the session of its header, unless its body names one."""
    return asked if header is None or asked.session_id else asked.model_copy(update={"session_id": header})


def read_chat_body(body: Any) -> RunRequest:
    """The request in any of the forms. Invalid when it is none."""
    if not isinstance(body, dict):
        raise Invalid("Send a JSON object with a `message`.")
    try:
        if agui_bodies.is_run_input(body):
            return RunRequest.model_validate(agui_bodies.request_fields(body, _OPTIONS))
        return _from_ai_sdk(body) if "messages" in body else RunRequest.model_validate(body)
    except ValidationError as error:
        raise invalid_of(error) from error


def read_sent_files(body: Any) -> list[SentFile]:
    """Those of the message in a body that `read_chat_body` takes."""
    if agui_bodies.is_run_input(body):
        return agui_bodies.sent_files(body)
    if not isinstance(body, dict) or "messages" not in body:
        return []
    said = [message for message in _AiSdkBody.model_validate(body).messages if message.role == "user"]
    return said[-1].files()


class Regenerate(NamedTuple):
    """The wish to have an answer done again: that of the turn named, or of the latest message."""

    turn_id: str | None


def read_regenerate(body: Any) -> Regenerate | None:
    """Whether an AI SDK body asks for another answer. NotFound for a message that is no answer of ours."""
    if not isinstance(body, dict) or agui_bodies.is_run_input(body) or body.get("trigger") != "regenerate-message":
        return None
    named = _AiSdkBody.model_validate(body).messageId
    if named is not None and not is_id("turn", named):
        raise NotFound(
            "No answer has that message id. Send the id of an assistant message as the stream gave it, or none for the "
            "latest answer.",
            message_id=named[:200],
        )
    return Regenerate(named)


class ApprovalAnswer(NamedTuple):
    """A person's word on one waiting call."""

    run_id: str
    answer: Advance


def read_approvals(body: Any) -> list[ApprovalAnswer]:
    """The answers that an AI SDK body ends with, or an AG-UI body resumes with; none when it is a message."""
    if agui_bodies.is_run_input(body):
        return _resumed(body)
    if not isinstance(body, dict) or "messages" not in body:
        return []
    try:
        last = _AiSdkBody.model_validate(body).messages[-1:]
    except ValidationError:
        return []  # told by `read_chat_body`, which reads it as a message
    parts = [part for message in last if message.role == "assistant" for part in message.parts]
    allowed = body.get("allow_host") is True
    return [_answered(part.approval, allowed) for part in parts if part.state == "approval-responded" and part.approval]


def _resumed(body: dict[str, Any]) -> list[ApprovalAnswer]:
    try:
        said = agui_bodies.answers(body)
    except ValidationError as error:
        raise invalid_of(error) from error
    return [
        _answered(AiSdkApproval(id=one.interrupt_id, approved=one.approved, reason=one.reason), one.allow_host)
        for one in said
    ]


def _answered(approval: AiSdkApproval, allow_host: bool) -> ApprovalAnswer:
    run_id, _, call_id = approval.id.partition(":")
    if not is_id("run", run_id) or not call_id:
        raise Invalid("An approval names no step of a run.", approval_id=approval.id[:200])
    said: Literal["approve", "skip"] = "approve" if approval.approved else "skip"
    try:
        answer = Advance(approval=said, step_id=call_id, feedback=approval.reason, allow_host=allow_host)
        return ApprovalAnswer(run_id, answer)
    except ValidationError as error:
        raise Invalid("The reason of an approval is too long.") from error


def _from_ai_sdk(body: dict[str, Any]) -> RunRequest:
    sent = _AiSdkBody.model_validate(body)
    said = [message for message in sent.messages if message.role == "user"]
    if not said:
        raise Invalid("The messages hold none of the user's.")
    fields = {name: body[name] for name in _OPTIONS if body.get(name) is not None}
    if sent.id and is_id("conv", sent.id) and not {"conversation_id", "conversationId"} & fields.keys():
        fields["conversation_id"] = sent.id
    return RunRequest.model_validate({"message": said[-1].text(), **fields})
