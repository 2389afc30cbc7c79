"""What a server of Chat Completions accepts: the differences between families of servers and of chat templates."""

import re
from datetime import timedelta
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from shared.domain.base import Entity

ReasoningBack = Literal["never", "with_calls"]
NeededState = Literal["none", "signature", "reasoning"]
OutputLimit = Literal["max_tokens", "max_completion_tokens"]


class Profile(Entity):
    """How messages are written for a server. The defaults are the most general form: what nearly every server accepts.

    `system_role`: False puts the instructions into the first user message.
    `user_after_tool`: whether a user message may follow a tool's result; False puts a short assistant message between.
    `several_calls`: whether one assistant message may hold several calls.
    `pictures`: whether pictures may be sent at all.
    `reasoning`: whether the model's reasoning is sent back with the message whose calls it led to.
    `needs_state`: which state calls are refused without, so that a placeholder stands in for one that is not known.
    `empty_content`: whether an assistant message with calls alone has the content "" instead of null.
    `plain_schemas`: whether tool schemas go without `strict` and without keywords that older servers refuse.
    `without`: fields of the request, or of the provider's state in a message, that the server refuses.
    `window`: tokens of a request and its answer together, where a refusal said how many there may be.
    """

    system_role: bool = True
    user_after_tool: bool = False
    several_calls: bool = True
    pictures: bool = True
    reasoning: ReasoningBack = "with_calls"
    needs_state: NeededState = "none"
    empty_content: bool = False
    plain_schemas: bool = False
    output_limit: OutputLimit = "max_tokens"
    without: Annotated[frozenset[str], Field(max_length=20)] = frozenset()
    window: int | None = None

    def with_lessons(self, lessons: "Profile", base: "Profile") -> "Profile":
        """This profile with what `lessons` changed of `base`; fields that are left out add up."""
        changed = {name: value for name, value in dict(lessons).items() if value != getattr(base, name)}
        return self.model_copy(update={**changed, "without": self.without | lessons.without})


class ProfileChoice(BaseModel):
    """`profile` of an entry of `MODELS`: what of a profile the operator decides. The rest is detected."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    system_role: bool | None = None
    user_after_tool: bool | None = None
    several_calls: bool | None = None
    pictures: bool | None = None
    reasoning: ReasoningBack | None = None
    needs_state: NeededState | None = None
    empty_content: bool | None = None
    plain_schemas: bool | None = None
    output_limit: OutputLimit | None = None
    without: Annotated[frozenset[str], Field(max_length=20)] | None = None

    def over(self, profile: Profile) -> Profile:
        """`profile` with the operator's decisions."""
        return profile.model_copy(update=self.model_dump(exclude_none=True))


BRIDGE = "Continuing."
"""What the assistant says where a server takes no user message after a tool's result."""
WINDOW_LASTS = timedelta(days=1)
"""How long a window that a refusal named is believed: its server may be started with a larger one."""
GENERAL = Profile()
STRICTEST = Profile(system_role=True, user_after_tool=False, several_calls=False, pictures=False, plain_schemas=True)
_OPENAI = Profile(user_after_tool=True, reasoning="never", output_limit="max_completion_tokens")
_GEMINI = Profile(user_after_tool=True, reasoning="never", needs_state="signature")
_DEEPSEEK = Profile(user_after_tool=True, needs_state="reasoning")
_MISTRAL = Profile(reasoning="never")
_PLAIN = Profile(user_after_tool=True, reasoning="never")

_BY_HOST: tuple[tuple[str, Profile], ...] = (
    (r"(^|\.)openai\.com$|\.openai\.azure\.com$|\.services\.ai\.azure\.com$", _OPENAI),
    (r"^generativelanguage\.googleapis\.com$|-?aiplatform\.googleapis\.com$", _GEMINI),
    (r"(^|\.)deepseek\.com$", _DEEPSEEK),
    (r"(^|\.)mistral\.ai$", _MISTRAL),
    (r"(^|\.)anthropic\.com$|(^|\.)groq\.com$|(^|\.)cerebras\.ai$", _PLAIN),
)
_BY_MODEL: tuple[tuple[str, Profile], ...] = (
    (r"(^|/)gemini-", _GEMINI),
    (r"(^|/)deepseek-(?!r1)", _DEEPSEEK),
    (r"(^|/)(mistral|ministral|magistral|codestral|devstral|pixtral)", _MISTRAL),
    (r"(^|/)(gemma)", Profile(reasoning="never", several_calls=False)),
    (r"(^|/)claude-", _PLAIN),
)


def detect(host: str, model: str) -> Profile:
    """The profile of a family by its address, else by the model's name, else the most general one."""
    for pattern, profile in _BY_HOST:
        if re.search(pattern, host.lower()):
            return profile
    for pattern, profile in _BY_MODEL:
        if re.search(pattern, model.lower()):
            return profile
    return GENERAL
