"""Learns from a refusal what a server does not accept, so that the next request is written for it."""

import re
from collections.abc import Callable

from shared.domain.agent.model_profile import Profile

_FIXED = frozenset({"model", "messages", "input", "instructions", "tools", "stream"})
"""What no request can do without; every other field that was sent may be given up."""
_SIGNATURES, _REASONING = ("thought_signature", "extra_content"), ("reasoning_content", "reasoning_details")
_WANTED = re.compile(r"missing|must be|required|require|passed back|needs? to|expected|provide", re.IGNORECASE)


def _changed(name: str, value: object) -> Callable[[Profile], Profile]:
    return lambda profile: profile.model_copy(update={name: value})


_ALTERNATION = r"unexpected role 'user' after role 'tool'|after role 'tool'|roles must alternate|alternat"
_LESSONS: tuple[tuple[str, Callable[[Profile], Profile]], ...] = (
    (r"only supports single tool.?calls?|single tool.?call|multiple tool calls|parallel tool calls? (?:is|are) not",
     _changed("several_calls", False)),
    (r"system role (?:is )?not supported|system message|'?system'? role|developer role|unexpected role 'system'",
     _changed("system_role", False)),
    (_ALTERNATION, _changed("user_after_tool", False)),
    (_ALTERNATION, _changed("several_calls", False)),  # two results in a row count as two turns of the user
    (r"image_url|image input|images? (?:is|are) not supported|does not support (?:image|vision)|multimodal|"
     r"content\.?\[?\d*\]?\.?type|unknown content part|mmproj",
     _changed("pictures", False)),
    (r"additionalproperties|json.?schema|\$defs|\$ref|\bstrict\b|function_declarations|any_?of|invalid schema",
     _changed("plain_schemas", True)),
    (r"content[^.]{0,40}(?:null|none|must be a string|string type|non-?empty|required)|(?:null|none)[^.]{0,40}content",
     _changed("empty_content", True)),
)  # fmt: skip


def learn(message: str, profile: Profile, sent: frozenset[str]) -> Profile | None:
    """The profile after a refusal with this message; None when it teaches nothing new.

    `sent` are the names of the request's fields, and of the provider's state in its messages. Every lesson gives up
    one thing, so there can be only a few.
    """
    words = message.lower()
    learned = (_of_state(words, profile), _of_field(words, profile, sent), *_of_messages(words, profile))
    return next((found for found in learned if found is not None and found != profile), None)


def _of_messages(words: str, profile: Profile) -> list[Profile]:
    return [change(profile) for pattern, change in _LESSONS if re.search(pattern, words)]


def _of_state(words: str, profile: Profile) -> Profile | None:
    signature, reasoning = (any(name in words for name in names) for names in (_SIGNATURES, _REASONING))
    if not (signature or reasoning):
        return None
    if _WANTED.search(words):
        needed = {"needs_state": "signature"} if signature else {"needs_state": "reasoning", "reasoning": "with_calls"}
        return profile.model_copy(update=needed)
    return profile.model_copy(update={"reasoning": "never", "needs_state": "none"})


def _of_field(words: str, profile: Profile, sent: frozenset[str]) -> Profile | None:
    for name in sorted(sent - _FIXED):
        if name in profile.without or not _names(words, name):
            continue
        if name in ("max_tokens", "max_completion_tokens"):
            other = "max_completion_tokens" if name == "max_tokens" else "max_tokens"
            return profile.model_copy(update={"output_limit": other} if other in words else _without(profile, name))
        return profile.model_copy(update=_without(profile, name))
    return None


def _without(profile: Profile, name: str) -> dict[str, object]:
    return {"without": profile.without | {name}}


def _names(words: str, name: str) -> bool:
    return re.search(rf"(?<![a-z_]){name}(?![a-z_])", words) is not None or (
        name == "include" and "encrypted content" in words
    )
