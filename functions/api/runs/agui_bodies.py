"""What an AG-UI client posts: `RunAgentInput`, of which we take the user's last words or the answers to interrupts."""

from collections.abc import Collection
from typing import Any, NamedTuple, TypeGuard

from pydantic import BaseModel

from functions.api.runs.sent_files import SentFile, from_ag_ui
from shared.domain.agui.end import InterruptAnswer
from shared.domain.errors import Invalid
from shared.domain.ids import is_id


class AgUiPart(BaseModel, extra="allow"):
    """A part of a message: text, or what is sent with it."""

    type: str
    text: str = ""


class AgUiMessage(BaseModel, extra="allow"):
    """One message of AG-UI: text, or parts with text."""

    role: str
    content: str | list[AgUiPart] | Any = None

    def text(self) -> str:
        if isinstance(self.content, str):
            return self.content
        parts = self.content if isinstance(self.content, list) else []
        return "".join(part.text for part in parts if isinstance(part, AgUiPart) and part.type == "text")

    def files(self) -> list[SentFile]:
        parts = self.content if isinstance(self.content, list) else []
        sent = [part for part in parts if isinstance(part, AgUiPart) and part.type != "text"]
        return [from_ag_ui(part.model_extra or {}) for part in sent]


class AgUiResume(BaseModel, extra="allow"):
    """An answer to an interrupt."""

    interruptId: str
    status: InterruptAnswer
    payload: Any = None


class AgUiChat(BaseModel, extra="allow"):
    """AG-UI's `RunAgentInput`: its last user message is the message; our options may stand in `forwardedProps`.

    `tools`, `context` and `state` are the client's affair: our agent has its own.
    """

    threadId: str
    runId: str
    messages: list[AgUiMessage] = []
    forwardedProps: Any = None
    resume: list[AgUiResume] = []


class Answer(NamedTuple):
    """A person's word on one interrupt."""

    interrupt_id: str
    approved: bool
    reason: str | None
    allow_host: bool = False


def is_run_input(body: Any) -> TypeGuard[dict[str, Any]]:
    """Whether the body is meant as a `RunAgentInput`."""
    return isinstance(body, dict) and {"threadId", "runId"} <= body.keys()


def request_fields(body: dict[str, Any], options: Collection[str]) -> dict[str, Any]:
    """The fields of a chat message. Our own `options` are read from `forwardedProps`, a thread of ours is continued."""
    sent = AgUiChat.model_validate(body)
    said = [message for message in sent.messages if message.role == "user"]
    if not said:
        raise Invalid("The messages hold none of the user's.")
    given = sent.forwardedProps if isinstance(sent.forwardedProps, dict) else {}
    fields = {name: given[name] for name in options if given.get(name) is not None}
    if is_id("conv", sent.threadId) and not {"conversation_id", "conversationId"} & fields.keys():
        fields["conversation_id"] = sent.threadId
    return {"message": said[-1].text(), **fields}


def sent_files(body: dict[str, Any]) -> list[SentFile]:
    """What stands beside the text of the user's last words."""
    return [message for message in AgUiChat.model_validate(body).messages if message.role == "user"][-1].files()


def answers(body: dict[str, Any]) -> list[Answer]:
    """What `resume` says; resolved without a word is a yes, cancelled is a no."""
    return [Answer(one.interruptId, *_read(one)) for one in AgUiChat.model_validate(body).resume]


def _read(entry: AgUiResume) -> tuple[bool, str | None, bool]:
    if entry.status == InterruptAnswer.CANCELLED:
        return False, None, False
    if not isinstance(entry.payload, dict):
        return entry.payload in (None, True), None, False
    reason, allow = entry.payload.get("reason"), entry.payload.get("allow_host") is True
    return entry.payload.get("approved") is True, reason if isinstance(reason, str) else None, allow
