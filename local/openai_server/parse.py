"""Reads a request of either wire, as strictly as OpenAI does, into the one internal form."""

import base64
from typing import Any, Literal

from shared.domain.agent.model_messages import (
    AssistantMessage,
    Item,
    ModelRequest,
    Reasoning,
    ToolCall,
    ToolChoice,
    ToolOutput,
    ToolSpec,
    UserMessage,
)
from shared.domain.agent.model_profile import BRIDGE

Wire = Literal["chat", "responses"]
Body = dict[str, Any]


class BadRequest(Exception):
    """What OpenAI answers 400 to."""

    def __init__(self, message: str, param: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.param = param


def parse(wire: Wire, body: Body) -> ModelRequest:
    """The request behind `body`; raises BadRequest where OpenAI would."""
    try:
        request = _parse_chat(body) if wire == "chat" else _parse_responses(body)
    except (KeyError, TypeError, AttributeError) as error:
        raise BadRequest(f"malformed request: {error!r}") from error
    _check_pairs(request.items)
    for tool in request.tools:
        if tool.strict:
            check_strict(tool.parameters, tool.name)
    return request


# ---- Chat Completions --------------------------------------------------------------------------------------------


def _parse_chat(body: Body) -> ModelRequest:
    system = [_text(m["content"]) for m in body["messages"] if m["role"] in ("system", "developer")]
    items: list[Item] = []
    for message in body["messages"]:
        items.extend(_chat_items(message))
    return ModelRequest(
        model=body["model"],
        instructions="\n\n".join(system),
        items=tuple(items),
        tools=tuple(_tool(each["function"]) for each in body.get("tools", ())),
        tool_choice=_choice(body.get("tool_choice", "auto")),
        max_output_tokens=body.get("max_completion_tokens") or body.get("max_tokens"),
        cache_key=body.get("prompt_cache_key"),
    )


def _chat_items(message: Body) -> list[Item]:
    match message["role"]:
        case "system" | "developer":
            return []
        case "user":
            return [UserMessage(content=_text(message["content"]))]
        case "tool" if any(part["type"] != "text" for part in message["content"] if isinstance(part, dict)):
            raise BadRequest("a tool message holds text only", "messages")
        case "tool":
            return [ToolOutput(call_id=message["tool_call_id"], output=_text(message["content"]))]
        case "assistant":
            return _chat_assistant(message)
        case other:
            raise BadRequest(f"unknown role {other!r}", "messages")


def _chat_assistant(message: Body) -> list[Item]:
    content, calls = message.get("content"), message.get("tool_calls")
    if content == BRIDGE and not calls:
        return []  # it only separates a tool's result from what the user says next
    if content is None and not calls:
        raise BadRequest("an assistant message needs content or tool_calls", "messages")
    if calls is not None and not calls:
        raise BadRequest("tool_calls is empty: expected at least one", "messages")
    said: list[Item] = [AssistantMessage(content=_text(content))] if content else []
    functions = [(each["id"], each["function"]) for each in calls or ()]
    return [*said, *(ToolCall(call_id=i, name=f["name"], arguments=f["arguments"]) for i, f in functions)]


# ---- Responses ---------------------------------------------------------------------------------------------------


def _parse_responses(body: Body) -> ModelRequest:
    return ModelRequest(
        model=body["model"],
        instructions=body.get("instructions") or "",
        items=tuple(_responses_item(each) for each in _as_list(body["input"])),
        tools=tuple(_tool(each) for each in body.get("tools", ())),
        tool_choice=_choice(body.get("tool_choice", "auto")),
        max_output_tokens=body.get("max_output_tokens"),
        cache_key=body.get("prompt_cache_key"),
    )


def _as_list(value: Any) -> list[Body]:
    return [{"role": "user", "content": value}] if isinstance(value, str) else value


def _responses_item(item: Body) -> Item:
    match item.get("type", "message"):
        case "message" if item["role"] == "assistant":
            return AssistantMessage(content=_text(item["content"]), phase=item.get("phase"))
        case "message":
            return UserMessage(content=_text(item["content"]))
        case "function_call":
            return ToolCall(call_id=item["call_id"], name=item["name"], arguments=item["arguments"])
        case "function_call_output":
            return ToolOutput(call_id=item["call_id"], output=_text(item["output"]))
        case "reasoning":
            return _reasoning(item)
        case other:
            raise BadRequest(f"unknown item type {other!r}", "input")


def _reasoning(item: Body) -> Reasoning:
    encrypted = item.get("encrypted_content")
    if encrypted != seal(item["id"]):
        raise BadRequest("the encrypted content of a reasoning item could not be verified", "input")
    return Reasoning(id=item["id"], encrypted=encrypted, summary="".join(part["text"] for part in item["summary"]))


def seal(reasoning_id: str) -> str:
    """The opaque content this server gives a reasoning item, so that it can tell an altered one."""
    return f"sealed:{reasoning_id[::-1]}"


# ---- both --------------------------------------------------------------------------------------------------------


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(map(_part, content))


def _part(part: Body) -> str:
    """A part's text; of a picture what kind it is and how many bytes it has."""
    if part["type"] not in ("image_url", "input_image"):
        return str(part["text"])
    url = part["image_url"]["url"] if part["type"] == "image_url" else part["image_url"]
    kind, _, data = url.partition(";base64,")
    try:
        return f"[{kind.removeprefix('data:')} of {len(base64.b64decode(data, validate=True))} bytes]"
    except ValueError as error:
        raise BadRequest("the picture is no base64", "messages") from error


def _tool(function: Body) -> ToolSpec:
    return ToolSpec(
        name=function["name"],
        description=function.get("description", ""),
        parameters=function.get("parameters") or {},
        strict=bool(function.get("strict", False)),
    )


def _choice(value: Any) -> ToolChoice:
    if value in ("auto", "none", "required"):
        return value  # type: ignore[no-any-return]  # narrowed by the test above
    raise BadRequest(f"tool_choice {value!r} is not supported here", "tool_choice")


def _check_pairs(items: tuple[Item, ...]) -> None:
    called = [item.call_id for item in items if isinstance(item, ToolCall)]
    answered = [item.call_id for item in items if isinstance(item, ToolOutput)]
    if len(set(called)) != len(called):
        raise BadRequest("two function calls share one call_id", "input")
    for missing in set(called) - set(answered):
        raise BadRequest(f"No tool output found for function call {missing}.", "input")
    for stray in set(answered) - set(called):
        raise BadRequest(f"No tool call found for function call output with call_id {stray}.", "input")


def check_strict(schema: Any, name: str) -> None:
    """Raises BadRequest unless every object in `schema` closes its properties and requires them all."""
    if isinstance(schema, list):
        for each in schema:
            check_strict(each, name)
    if not isinstance(schema, dict):
        return
    if "properties" in schema:
        wanted = set(schema["properties"])
        if schema.get("additionalProperties") is not False or set(schema.get("required", ())) != wanted:
            raise BadRequest(f"Invalid schema for function '{name}': not strict", "tools")
    for each in schema.values():
        check_strict(each, name)
