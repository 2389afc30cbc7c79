"""What a message asks of a run, before anything is stored."""

from typing import Annotated, Literal, Self

from pydantic import AliasChoices, BaseModel, Field, field_validator, model_validator

from shared.domain.apps.app import App, AutonomyMode, ModelMode, ReviewMode
from shared.domain.base import Input
from shared.domain.errors import Invalid, NotFound, TooLarge
from shared.domain.feedback.build_result import DEFAULT_SESSION, SessionName
from shared.domain.ids import is_id
from shared.domain.limits import Limits
from shared.domain.runs.attachments import MOST_ATTACHED
from shared.domain.runs.continued import StartFrom
from shared.domain.runs.run_parts import MetaValue, Only, Role, RunType, Starter
from shared.services.loop_ports import LoopPorts
from shared.services.runs.start.take_attachments import AttachmentWish

_META_MOST = 500


class Budget(Input):
    """Caps of one message, none above its app's."""

    model_calls: int | None = Field(default=None, ge=1)
    tokens: int | None = Field(default=None, ge=1)
    dollars: float | None = Field(default=None, gt=0)
    seconds: int | None = Field(default=None, ge=1)


class RunRequest(BaseModel, extra="forbid", populate_by_name=True):
    """What a chat message asks for.

    `plan`: true has a planner write the project's state first, with false nobody is asked to; `auto` asks the coder in
    the first turn of a project to which nothing was done yet. `only`: the run answers, or writes the plan, and changes
    no file. `planned`: nothing is done before somebody approves the
    run, and with `steps` these are written first; `queue`: it waits for its turn where another run is at work.
    """

    message: str
    conversation_id: str | None = Field(
        default=None, validation_alias=AliasChoices("conversation_id", "conversationId")
    )
    new_conversation: bool = Field(default=False, validation_alias=AliasChoices("new_conversation", "newConversation"))
    base_revision_id: str | None = Field(
        default=None, validation_alias=AliasChoices("base_revision_id", "baseRevisionId")
    )
    mentions: list[Annotated[str, Field(max_length=300)]] = Field(default_factory=list, max_length=50)
    attachments: list[AttachmentWish] = Field(default_factory=list, max_length=MOST_ATTACHED)
    autonomy: AutonomyMode | None = None
    review: ReviewMode | None = None
    budget: Budget = Budget()
    queue: bool = False
    planned: bool = False
    steps: bool = False
    plan: Literal["auto"] | bool = "auto"
    only: Only | None = None
    start_from: StartFrom | None = Field(default=None, validation_alias=AliasChoices("start_from", "startFrom"))
    mode: ModelMode | None = None
    session_id: SessionName | None = Field(default=None, validation_alias=AliasChoices("session_id", "sessionId"))
    run_type: RunType = "implement_feature"
    started_by: Starter = "user"
    task_id: str | None = Field(default=None, min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_.:-]+$")
    meta: dict[Annotated[str, Field(max_length=60)], MetaValue] = Field(default_factory=dict, max_length=20)

    @field_validator("meta")
    @classmethod
    def _short(cls, given: dict[str, MetaValue]) -> dict[str, MetaValue]:
        if any(isinstance(value, str) and len(value) > _META_MOST for value in given.values()):
            raise ValueError(f"a text in meta has at most {_META_MOST} characters")
        return given

    @model_validator(mode="after")
    def _one_wish(self) -> Self:
        if self.only == "answer" and self.plan is True:
            raise ValueError("`only: answer` writes no plan: send `only: plan`, or `plan` alone")
        return self


def check_message(message: str, limits: Limits) -> None:
    """Invalid for an empty message, TooLarge for one that no model should read."""
    if not message.strip():
        raise Invalid("The message is empty. Say what should be built or changed.")
    if len(message.encode("utf-8", "surrogatepass")) > limits.message_bytes:
        raise TooLarge(f"A message has at most {limits.message_bytes // 1024} KiB. Put long material in a file.")


def first_role(request: RunRequest, *, with_steps: bool) -> Role:
    if with_steps:
        return "manager"
    return "planner" if request.plan is True or request.only == "plan" else "coder"


def named_conversation(app: App, request: RunRequest) -> str | None:
    """The one that the message names, else the app's latest; None when it begins a new one."""
    if request.new_conversation:
        if request.conversation_id is not None:
            raise Invalid("Send either `conversation_id` or `new_conversation`, not both.")
        return None
    return request.conversation_id or app.conversation_id


def session_of(app: App, named: str | None, ports: LoopPorts) -> str:
    """Where the client of a message reports. NotFound for a conversation of another app, or another app."""
    session = named or DEFAULT_SESSION
    if is_id("conv", session):
        ports.turns.conversation(app.tenant_id, app.id, session)
    elif is_id("app", session) and session != app.id:
        raise NotFound("The session belongs to another app.")
    return session
