"""A profile in points that people can read: how requests are written for a server."""

from collections.abc import Iterator
from typing import Literal, get_args

from shared.domain.agent.model_profile import Profile

ProfilePoint = Literal[
    "one_system_message",
    "no_system_message",
    "strict_alternation",
    "free_order",
    "several_calls",
    "one_call_at_a_time",
    "pictures",
    "no_pictures",
    "reasoning_sent_back",
    "reasoning_left_out",
    "signature_sent_back",
    "reasoning_required",
    "empty_content",
    "plain_schemas",
    "max_completion_tokens",
]
POINTS: tuple[ProfilePoint, ...] = get_args(ProfilePoint)
POINT_WORDS: dict[ProfilePoint, str] = {
    "one_system_message": "one system message",
    "no_system_message": "no system message: instructions are in the first user message",
    "strict_alternation": "strict alternation of user and assistant",
    "free_order": "a user message may follow a tool result",
    "several_calls": "several calls in one message",
    "one_call_at_a_time": "one call at a time",
    "pictures": "pictures are sent",
    "no_pictures": "no pictures are sent",
    "reasoning_sent_back": "reasoning is sent back",
    "reasoning_left_out": "reasoning is not sent back",
    "signature_sent_back": "every call has its signature",
    "reasoning_required": "every call has its reasoning",
    "empty_content": "empty content in place of null",
    "plain_schemas": "plain tool schemas",
    "max_completion_tokens": "the output limit is max_completion_tokens",
}


def points_of(profile: Profile) -> tuple[ProfilePoint, ...]:
    """The points of a profile. Fields that are left out are not among them: see `Profile.without`."""
    return tuple(_points(profile))


def _points(profile: Profile) -> Iterator[ProfilePoint]:
    yield "one_system_message" if profile.system_role else "no_system_message"
    yield "free_order" if profile.user_after_tool else "strict_alternation"
    yield "several_calls" if profile.several_calls else "one_call_at_a_time"
    yield "pictures" if profile.pictures else "no_pictures"
    if profile.needs_state == "signature":
        yield "signature_sent_back"
    if profile.needs_state == "reasoning":
        yield "reasoning_required"
    else:
        yield "reasoning_left_out" if profile.reasoning == "never" else "reasoning_sent_back"
    if profile.empty_content:
        yield "empty_content"
    if profile.plain_schemas:
        yield "plain_schemas"
    if profile.output_limit == "max_completion_tokens":
        yield "max_completion_tokens"
