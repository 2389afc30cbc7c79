"""Reads tool calls that a model wrote as text, since its server does not read them from the chat template."""

import json
import re
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from shared.adapters.openai.spoken import CALL_MARKS
from shared.adapters.openai.values import Json, mapping, text
from shared.domain.json_weight import JSON_VALUES, holds_more_values, parse_bounded

_DECODER = json.JSONDecoder()
_CALLS_MOST, _TEXT_MOST = 50, 2_000_000
_TAGGED = re.compile(r"<(tool_call|function_call|seed:tool_call)>|<function=([\w.-]{1,64})(?:>|(?=\{))")
_FUNCTION = re.compile(r"\s{0,8}<function=([\w.-]{1,64})(?:>|(?=\{))")
_PARAMETER = re.compile(r"<parameter=([\w.-]{1,64})>\n?")
_INVOKE = re.compile(r'<invoke name="([\w.-]{1,64})">')
_INVOKE_PARAMETER = re.compile(r'<parameter name="([\w.-]{1,64})"[^>]{0,64}>')
_HARMONY = re.compile(
    r"to=(?:functions\.)?([\w-]{1,64})(?:<\|channel\|>\w{1,16})?\s{0,4}(?:<\|constrain\|>\w{1,16})?<\|message\|>"
)
_DEEPSEEK = re.compile(r"<｜tool▁call▁begin｜>(?:function<｜tool▁sep｜>)?([\w.-]{1,64})")
_KIMI = re.compile(
    r"<\|tool_call_begin\|>\s{0,4}(?:functions\.)?([\w-]{1,64})(?::\d{1,4})?\s{0,4}<\|tool_call_argument_begin\|>"
)
_LISTED = re.compile(r"\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool_call\|>|<tool_calls>|<\|START_ACTION\|>|functools(?=\[)")
_LIST_ENDS = ("</tool_calls>", "<|END_ACTION|>", "<|END_RESPONSE|>", "<|eom_id|>", "<|eot_id|>")
_AROUND = re.compile(r"</?(?:minimax:tool_call|function_calls|tool_calls)>|<\|tool_calls_section_(?:begin|end)\|>")
"""What stands around the calls of a text."""
_BETWEEN = re.compile(r"[\s;,]{0,16}")
_NAMED = re.compile(r"\s{0,8}([\w.-]{1,64})(?:\[CALL_ID\]\w{1,64})?(?:\[ARGS\])?\s{0,8}(?=\{)")


class TextCall(NamedTuple):
    """A tool call that came as text."""

    name: str
    arguments: str


class _Block(NamedTuple):
    start: int
    end: int
    opening: "re.Match[str]"
    body: str


_Found = tuple[str, list[TextCall]] | None


def looks_like_call(content: str) -> bool:
    """Whether a text holds the marks of a tool call, readable or not."""
    return any(mark in content for mark in CALL_MARKS)


def calls_in_text(content: str, known: Collection[str]) -> tuple[str, list[TextCall]]:
    """The text without its calls, and the calls of known tools in it, in the forms that chat templates use.

    All calls of a text are read, or none: a half-understood answer is better asked for again.
    """
    if known and len(content) <= _TEXT_MOST:
        plain = content.replace("｜DSML｜", "")  # DeepSeek writes it into each tag
        for form in (_tagged, _invoked, _kimi, _harmony, _deepseek, _listed, _json_whole):
            found = form(plain, known)
            if found and 0 < len(found[1]) <= _CALLS_MOST:
                return found
    return content, []


def _tagged(content: str, known: Collection[str]) -> _Found:
    """`<tool_call>{...}</tool_call>` (Hermes, Qwen), `<function=name>` (Qwen coder, Llama), GLM's keys and values."""
    blocks = list(_blocks(content, _TAGGED, lambda opening: f"</{opening[1] or 'function'}>"))
    return _all(content, blocks, [_one_tagged(block, known) for block in blocks])


def _one_tagged(block: _Block, known: Collection[str]) -> TextCall | None:
    name, body = block.opening[2], block.body
    if name is None and (inner := _FUNCTION.match(body)) is not None:
        name, body = inner[1], body[inner.end() :].partition("</function>")[0]
    if name is not None:
        return _call(name, _parameters(body, _PARAMETER) or body, known)
    if "<arg_key>" in body:
        return _call(body.partition("<arg_key>")[0], _keyed(body), known)
    return _of_value(_parsed(body), known)


def _invoked(content: str, known: Collection[str]) -> _Found:
    blocks = list(_blocks(content, _INVOKE, lambda _: "</invoke>"))
    calls = [_call(block.opening[1], _parameters(block.body, _INVOKE_PARAMETER), known) for block in blocks]
    return _all(content, blocks, calls)


def _kimi(content: str, known: Collection[str]) -> _Found:
    blocks = list(_blocks(content, _KIMI, lambda _: "<|tool_call_end|>"))
    return _all(content, blocks, [_call(block.opening[1], block.body, known) for block in blocks])


def _harmony(content: str, known: Collection[str]) -> _Found:
    """gpt-oss: `<|channel|>commentary to=functions.name<|message|>{...}<|call|>`; other channels are dropped."""
    blocks = list(_blocks(content, _HARMONY, lambda _: "<|"))
    found = _all(content, blocks, [_call(block.opening[1], block.body, known) for block in blocks])
    return ("", found[1]) if found else None


def _deepseek(content: str, known: Collection[str]) -> _Found:
    blocks = list(_blocks(content, _DEEPSEEK, lambda _: "<｜tool▁call▁end｜>"))
    calls = [_call(block.opening[1], _object_in(block.body), known) for block in blocks]
    found = _all(content, blocks, calls)
    return (content[: blocks[0].start].partition("<｜tool")[0].strip(), found[1]) if found else None


def _listed(content: str, known: Collection[str]) -> _Found:
    """`[TOOL_CALLS][{...}]`, `[TOOL_CALLS]name{...}` (Mistral), `<|python_tag|>{...}; {...}` (Llama), `<|tool_call|>`
    (Granite), `functools[...]` (Phi), `<|START_ACTION|>` (Command), each with a list.
    """
    first = _LISTED.search(content)
    if first is None:
        return None
    before, body = content[: first.start()].strip(), content[first.end() :].strip()
    for end in _LIST_ENDS:
        body = body.removesuffix(end).rstrip()
    calls = [_named(part, known) for part in _LISTED.split(body)]
    read = [call for call in calls if call is not None]
    return before, read if len(read) == len(calls) else _json_calls(body, known)


def _named(part: str, known: Collection[str]) -> TextCall | None:
    match = _NAMED.match(part)
    return _call(match[1], part[match.end() :], known) if match else None


def _json_whole(content: str, known: Collection[str]) -> _Found:
    """A text, in a code fence or not, that is nothing but the JSON of calls (Llama, Gemma)."""
    return "", _json_calls(_unfenced(content.strip()), known)


def _unfenced(body: str) -> str:
    if not (body.startswith("```") and body.endswith("```")):
        return body
    return body.partition("\n")[2].removesuffix("```").strip()


def _json_calls(body: str, known: Collection[str]) -> list[TextCall]:
    if body[:1] not in ("{", "["):
        return []
    read = _parsed(body)
    if isinstance(read, dict) and isinstance(read.get("tool_calls"), list):
        read = read["tool_calls"]
    values = read if isinstance(read, list) else [read] if read is not None else _one_by_one(body)
    calls = [_of_value(value, known) for value in values]
    return [call for call in calls if call is not None] if all(calls) else []


def _one_by_one(body: str) -> list[object]:
    """Objects that follow each other, with a semicolon, a comma or a new line between them; none if anything else."""
    values: list[object] = []
    at = 0
    if holds_more_values(body, JSON_VALUES):
        return []
    while at < len(body):
        if len(values) >= _CALLS_MOST:
            return []
        try:
            value, at = _DECODER.raw_decode(body, at)
        except (ValueError, RecursionError):
            return []
        values.append(value)
        between = _BETWEEN.match(body, at)
        at = between.end() if between else at
    return values


def _of_value(value: object, known: Collection[str]) -> TextCall | None:
    given = mapping(value)
    inner = mapping(given.get("function")) or given
    name = text(inner.get("name")) or text(given.get("tool")) or text(given.get("tool_name"))
    arguments = inner.get("arguments", inner.get("parameters", inner.get("args")))
    return None if arguments is None else _call(name, arguments, known)


def _call(name: str, arguments: object, known: Collection[str]) -> TextCall | None:
    bare = name.strip().removeprefix("functions.")
    read = _parsed(arguments) if isinstance(arguments, str) else arguments
    if bare not in known or not isinstance(read, dict):
        return None
    return TextCall(bare, json.dumps(read, ensure_ascii=False))


def _all(content: str, blocks: list[_Block], calls: list[TextCall | None]) -> _Found:
    read = [call for call in calls if call is not None]
    if not read or len(read) < len(calls):
        return None
    kept, at = [], 0
    for block in blocks:
        kept.append(content[at : block.start])
        at = block.end
    return _AROUND.sub("", "".join([*kept, content[at:]])).strip(), read


def _blocks(content: str, opening: "re.Pattern[str]", closing: Callable[["re.Match[str]"], str]) -> Iterator[_Block]:
    """Blocks one after another, in one pass; one that lacks its end ends where the next begins."""
    at, missing = 0, set[str]()
    while (match := opening.search(content, at)) is not None:
        mark = closing(match)
        end = -1 if mark in missing else content.find(mark, match.end())
        if end < 0:
            missing.add(mark)  # so it is looked for once, however many blocks lack it
            following = opening.search(content, match.end())
            at = following.start() if following else len(content)
            yield _Block(match.start(), at, match, content[match.end() : at])
            continue
        at = end + len(mark)
        yield _Block(match.start(), at, match, content[match.end() : end])


def _parameters(body: str, opening: "re.Pattern[str]") -> Json:
    return {block.opening[1]: _value(_unpadded(block)) for block in _blocks(body, opening, lambda _: "</parameter>")}


def _unpadded(block: _Block) -> str:
    """The value without the line breaks that a template puts around it: where none came before, the last is its own."""
    if block.opening[0].endswith("\n"):
        return block.body.removesuffix("\n")
    return block.body[1:].removesuffix("\n") if block.body.startswith("\n") else block.body


def _keyed(body: str) -> Json:
    """GLM: `<arg_key>path</arg_key><arg_value>...</arg_value>`, again and again."""
    pairs: Json = {}
    for part in body.split("<arg_key>")[1:]:
        key, _, rest = part.partition("</arg_key>")
        pairs[key.strip()] = _value(rest.partition("<arg_value>")[2].rpartition("</arg_value>")[0])
    return pairs


def _object_in(body: str) -> str:
    return body[body.find("{") : body.rfind("}") + 1] if "{" in body else ""


def _value(raw: str) -> object:
    """Lists, objects, true, false and null as such; any other text, numbers included, as it came."""
    bare = raw.strip()
    if bare == "null":
        return None
    read = _parsed(bare) if bare[:1] in ("[", "{") or bare in ("true", "false") else None
    return raw if read is None else read


def _parsed(raw: str) -> object:
    try:
        value: object = parse_bounded(raw.strip())
    except ValueError:
        return None
    return value
