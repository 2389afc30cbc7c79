"""The Chat Completions wire: what is sent, written for the profile of the server."""

import json
from collections.abc import Sequence
from typing import Any

from shared.adapters.openai.chat_reader import CHAT_ORIGIN
from shared.adapters.openai.settings import ModelSettings
from shared.domain.agent.model_messages import (
    AssistantMessage,
    Item,
    ModelRequest,
    ProviderState,
    Reasoning,
    ShownPictures,
    ToolCall,
    ToolOutput,
    UserMessage,
)
from shared.domain.agent.model_profile import BRIDGE, GENERAL, Profile, detect

Json = dict[str, Any]
_PROCEED = "Continue."
_NOT_SHOWN = "[A picture was left out: this model takes none.]"
_PLACEHOLDER_SIGNATURE = {"google": {"thought_signature": "skip_thought_signature_validator"}}
"""Google's documented value for calls that another model made."""
_PLACEHOLDER_REASONING = "(not recorded)"
_NEWER = frozenset({"additionalProperties", "$defs", "title", "default", "strict", "const", "examples"})
"""Keywords of JSON Schema that some servers refuse."""
_REASONING = frozenset({"reasoning_content", "reasoning", "reasoning_text", "reasoning_details", "thinking"})


def chat_body(request: ModelRequest, settings: ModelSettings, profile: Profile | None = None) -> Json:
    """The request's body: standard fields only, those of OpenAI alone only to OpenAI."""
    profile = profile or detect(settings.host, request.model)
    body: Json = {"model": request.model, "messages": chat_messages(request, profile)}
    body["stream_options"] = {"include_usage": True}
    if request.tools:
        body["tools"] = [{"type": "function", "function": _tool(tool.model_dump(), profile)} for tool in request.tools]
        body["tool_choice"] = request.tool_choice
        body["parallel_tool_calls"] = profile.several_calls
    if request.max_output_tokens:
        body[profile.output_limit] = request.max_output_tokens
    if settings.is_openai:
        body["store"] = False
        if request.cache_key:
            body["prompt_cache_key"] = request.cache_key
    return {name: value for name, value in body.items() if name not in profile.without}


def _tool(spec: Json, profile: Profile) -> Json:
    return _plain_tool(spec) if profile.plain_schemas else spec


def _plain_tool(spec: Json) -> Json:
    """The tool without `strict`: references written out, `null` alternatives as optional properties."""
    parameters = spec.get("parameters") or {}
    made = _plain(parameters, parameters.get("$defs") or {}, 0)
    return {"name": spec["name"], "description": spec["description"], "parameters": made}


def _plain(schema: Any, definitions: Json, depth: int) -> Any:
    if not isinstance(schema, dict) or depth > 12:
        return schema if not isinstance(schema, dict) else {"type": "object"}
    if "$ref" in schema:
        return _plain(definitions.get(str(schema["$ref"]).rpartition("/")[2], {}), definitions, depth + 1)
    for name in ("anyOf", "oneOf"):
        if name in schema:
            options = [option for option in schema[name] if option.get("type") != "null"]
            if len(options) > 1:
                return {"anyOf": [_plain(option, definitions, depth + 1) for option in options]}
            chosen = _plain(options[0] if options else {}, definitions, depth + 1)
            return {**chosen, **({"description": schema["description"]} if "description" in schema else {})}
    made = {key: value for key, value in schema.items() if key not in _NEWER}
    if isinstance(schema.get("type"), list):
        made["type"] = next((kind for kind in schema["type"] if kind != "null"), "string")
    if "const" in schema:
        made["enum"] = [schema["const"]]
    if "properties" in schema:
        made["properties"] = {
            name: _plain(value, definitions, depth + 1) for name, value in schema["properties"].items()
        }
        made["required"] = [
            name for name in schema.get("required", []) if not _takes_null(schema["properties"].get(name))
        ]
    if "items" in schema:
        made["items"] = _plain(schema["items"], definitions, depth + 1)
    return made


def _takes_null(schema: Any) -> bool:
    if not isinstance(schema, dict):
        return False
    kinds = schema.get("type")
    options = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    return (isinstance(kinds, list) and "null" in kinds) or any(option.get("type") == "null" for option in options)


def chat_messages(request: ModelRequest, profile: Profile = GENERAL) -> list[Json]:
    """The conversation as messages: one assistant message for all a model said before the next message or result.

    On this wire a tool's message holds text only: its pictures follow after the last tool's message, as a user's.
    """
    origin = CHAT_ORIGIN.format(model=request.model)
    messages = _in_turns(request.items, profile, origin)
    if not profile.several_calls:
        messages = _one_call_each(messages)
    messages = _alternating(messages, profile)
    if not request.instructions:
        return messages
    if profile.system_role:
        return [{"role": "system", "content": request.instructions}, *messages]
    return _with_instructions(messages, request.instructions)


def state_names(request: ModelRequest) -> frozenset[str]:
    """The names of the provider's state that the request's items carry."""
    return frozenset(
        name
        for item in request.items
        if isinstance(item, Reasoning | ToolCall) and item.state
        for name in item.state.fields
    )


# ---- items to messages -------------------------------------------------------------------------------------------


def _in_turns(items: Sequence[Item], profile: Profile, origin: str) -> list[Json]:
    messages: list[Json] = []
    spoken: list[Item] = []
    pictures: list[Json] = []
    for item in items:
        if pictures and not isinstance(item, ToolOutput):
            messages.append({"role": "user", "content": pictures})
            pictures = []
        if isinstance(item, ToolOutput) and profile.pictures:
            pictures += _pictured(item)
        if isinstance(item, UserMessage | ShownPictures | ToolOutput):
            messages += _assistant(spoken, profile, origin)
            spoken = []
            messages.append(_incoming(item, profile))
        else:
            spoken.append(item)
    if pictures:
        messages.append({"role": "user", "content": pictures})
    return messages + _assistant(spoken, profile, origin)


def _pictured(item: ToolOutput) -> list[Json]:
    if item.picture is None or not item.picture.data:
        return []
    shown = [{"type": "image_url", "image_url": {"url": url}} for url in item.picture.urls]
    return [{"type": "text", "text": item.picture_words}, *shown]


def _incoming(item: UserMessage | ShownPictures | ToolOutput, profile: Profile) -> Json:
    if isinstance(item, UserMessage):
        return {"role": "user", "content": item.content}
    if isinstance(item, ToolOutput):
        return {"role": "tool", "tool_call_id": item.call_id, "content": item.output}
    if not profile.pictures:
        return {"role": "user", "content": f"{item.content}\n{_NOT_SHOWN}"}
    shown = [{"type": "image_url", "image_url": {"url": picture.url}} for picture in item.pictures if picture.data]
    return {"role": "user", "content": [{"type": "text", "text": item.content}, *shown]}


def _assistant(spoken: Sequence[Item], profile: Profile, origin: str) -> list[Json]:
    """The message of everything in `spoken`, with what the provider wants back; none for reasoning alone."""
    texts = [item.content for item in spoken if isinstance(item, AssistantMessage) and item.content]
    calls = [_call(item, origin) for item in spoken if isinstance(item, ToolCall)]
    if not (texts or calls):
        return []
    empty = "" if profile.empty_content else None
    message: Json = {"role": "assistant", "content": "\n\n".join(texts) or empty}
    for item in spoken:
        if isinstance(item, Reasoning) and _is_own(item.state, origin) and item.state:
            message |= _wanted_back(item.state.fields, profile, bool(calls))
    if calls:
        message["tool_calls"] = calls
        _stand_in(message, profile)
    return [message]


def _is_own(state: ProviderState | None, origin: str) -> bool:
    return state is not None and state.origin == origin


def _wanted_back(fields: Json, profile: Profile, has_calls: bool) -> Json:
    kept = {name: value for name, value in fields.items() if name not in profile.without}
    if profile.reasoning == "with_calls" and has_calls:
        return kept
    return {name: value for name, value in kept.items() if name not in _REASONING}


def _call(item: ToolCall, origin: str) -> Json:
    function = {"name": item.name, "arguments": _valid_arguments(item.arguments)}
    call: Json = {"id": item.call_id, "type": "function", "function": function}
    if not _is_own(item.state, origin) or item.state is None:
        return call
    extra = dict(item.state.fields)
    function |= extra.pop("function", {})
    return {**extra, **call}


def _stand_in(message: Json, profile: Profile) -> None:
    """Placeholders for state that the server insists on, where another model made the calls or an answer was cut."""
    if profile.needs_state == "signature" and "thought_signature" not in json.dumps(message["tool_calls"][0]):
        message["tool_calls"][0] = {**message["tool_calls"][0], "extra_content": _PLACEHOLDER_SIGNATURE}
    if profile.needs_state == "reasoning" and not message.get("reasoning_content"):
        message["reasoning_content"] = message.get("reasoning") or _PLACEHOLDER_REASONING


def _valid_arguments(arguments: str) -> str:
    """Servers that template the history parse it, so text that is no JSON object is sent inside one."""
    try:
        if isinstance(json.loads(arguments), dict):
            return arguments
    except (ValueError, RecursionError):
        pass
    return json.dumps({"invalid_json": arguments})


# ---- what strict servers want ------------------------------------------------------------------------------------


def _one_call_each(messages: list[Json]) -> list[Json]:
    """Every message with several calls as one message a call, each followed by its result."""
    results = {message["tool_call_id"]: message for message in messages if message["role"] == "tool"}
    split: list[Json] = []
    for message in messages:
        calls = message.get("tool_calls") or []
        if message["role"] == "tool":
            continue
        split.append({**message, "tool_calls": calls[:1]} if calls else message)
        for place, call in enumerate(calls):
            if place:
                extra = {key: value for key, value in message.items() if key not in ("content", "tool_calls")}
                split.append({**extra, "content": message["content"] and "", "tool_calls": [call]})
            if (result := results.get(call["id"])) is not None:
                split.append(result)
    return split


def _alternating(messages: list[Json], profile: Profile) -> list[Json]:
    """Begins with a user, has no two user messages in a row, and none after a tool where that is refused."""
    made: list[Json] = []
    for message in messages:
        before = made[-1]["role"] if made else None
        if message["role"] == "user" and before == "user":
            made[-1] = {"role": "user", "content": _both(made[-1]["content"], message["content"])}
            continue
        if message["role"] == "user" and before == "tool" and not profile.user_after_tool:
            made.append({"role": "assistant", "content": BRIDGE})
        if message["role"] != "user" and before is None:
            made.append({"role": "user", "content": _PROCEED})
        made.append(message)
    return made


def _both(first: Any, second: Any) -> Any:
    if isinstance(first, str) and isinstance(second, str):
        return f"{first}\n\n{second}"
    return [*_parts(first), *_parts(second)]


def _parts(content: Any) -> list[Json]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def _with_instructions(messages: list[Json], instructions: str) -> list[Json]:
    if messages and messages[0]["role"] == "user":
        return [{"role": "user", "content": _both(instructions, messages[0]["content"])}, *messages[1:]]
    return [{"role": "user", "content": instructions}, *messages]
