"""Streams of Chat Completions as servers really send them: each shape turns an answer into the bytes on the wire.

Sources are public reports about the servers that are named; the values are invented.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

Json = dict[str, Any]
USAGE = {"prompt_tokens": 900, "completion_tokens": 60, "total_tokens": 960}


class Ask(NamedTuple):
    """A call that the model makes."""

    name: str
    arguments: Json

    @property
    def text(self) -> str:
        return json.dumps(self.arguments, ensure_ascii=False)


Shape = Callable[[list[Ask]], Iterator[bytes]]
SHAPES: dict[str, Shape] = {}


def shape(made: Shape) -> Shape:
    SHAPES[made.__name__] = made
    return made


def event(value: Any, before: str = "data: ", after: str = "\n\n") -> bytes:
    body = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"{before}{body}{after}".encode()


def chunk(delta: Json, finish: str | None = None, **extra: Any) -> Json:
    choice = {"index": 0, "delta": delta, "finish_reason": finish}
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice], **extra}


def usage(given: Any = USAGE) -> Json:
    return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [], "usage": given}


def part(arguments: Any, name: str | None = None, **extra: Any) -> Json:
    function = {"arguments": arguments} | ({"name": name} if name is not None else {})
    return {"tool_calls": [{**extra, "function": function}]}


def pieces(text: str, size: int = 17) -> Iterator[str]:
    return (text[at : at + size] for at in range(0, len(text), size))


def ended(finish: str | None = "tool_calls", given: Any = USAGE) -> Iterator[bytes]:
    yield event(chunk({}, finish))
    if given is not None:
        yield event(usage(given))
    yield event("[DONE]")


# ---- how calls are numbered --------------------------------------------------------------------------------------


@shape
def openai(asked: list[Ask]) -> Iterator[bytes]:
    yield event(chunk({"role": "assistant", "content": None}))
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name, index=place, id=f"call_{place}", type="function")))
        for piece in pieces(ask.text):
            yield event(chunk(part(piece, index=place)))
    yield from ended()


@shape
def interleaved_by_index(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name, index=place, id=f"call_{place}")))
    texts = [list(pieces(ask.text)) for ask in asked]
    for step in range(max(map(len, texts))):
        for place, text in enumerate(texts):
            if step < len(text):
                yield event(chunk(part(text[step], index=place)))
    yield from ended()


@shape
def gemini_index_zero_empty_ids(asked: list[Ask]) -> Iterator[bytes]:
    for ask in asked:
        yield event(chunk(part(ask.text, ask.name, index=0, id="")))
    yield from ended("stop")


@shape
def gemini_index_zero_own_ids(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part(ask.text, ask.name, index=0, id=f"function-call-{place}")))
    yield from ended("stop")


@shape
def neither_index_nor_id(asked: list[Ask]) -> Iterator[bytes]:
    yield event(chunk({"tool_calls": [{"function": {"name": ask.name, "arguments": ask.text}} for ask in asked]}))
    yield from ended()


@shape
def neither_index_nor_id_one_by_one(asked: list[Ask]) -> Iterator[bytes]:
    for ask in asked:
        yield event(chunk(part(ask.text, ask.name)))
    yield from ended()


@shape
def index_without_ids(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part(ask.text[:20], ask.name, index=place)))
        yield event(chunk(part(ask.text[20:], index=place)))
    yield from ended()


@shape
def head_at_zero_tail_at_one(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name, index=0, id=f"call_{place}")))
        for piece in pieces(ask.text, 60):
            yield event(chunk(part(piece, index=place)))
    yield from ended()


@shape
def index_one_for_the_first(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked, 1):
        yield event(chunk(part("", ask.name, index=place, id=f"call_{place}")))
        for piece in pieces(ask.text):
            yield event(chunk(part(piece, index=place)))
    yield from ended()


@shape
def index_as_null(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name, index=None, id=f"call_{place}")))
        for piece in pieces(ask.text):
            yield event(chunk(part(piece, index=None, id=None)))
    yield from ended()


@shape
def one_id_for_all(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name, index=place, id="same")))
        for piece in pieces(ask.text):
            yield event(chunk(part(piece, index=place)))
    yield from ended()


@shape
def one_id_and_index_whole_calls(asked: list[Ask]) -> Iterator[bytes]:
    for ask in asked:
        yield event(chunk(part(ask.text, ask.name, index=0, id="call_0")))
    yield from ended()


@shape
def id_and_empty_name_in_every_piece(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name, index=place, id=str(place))))
        for piece in pieces(ask.text, 50):
            yield event(chunk(part(piece, "", index=place, id=str(place), type="function")))
    yield from ended()


@shape
def id_and_name_in_every_piece(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        for piece in pieces(ask.text):
            yield event(chunk(part(piece, ask.name, index=place, id=f"call_{place}")))
        yield event(chunk(part("", ask.name, index=place, id=f"call_{place}")))
    yield from ended()


@shape
def same_index_heads_without_arguments(asked: list[Ask]) -> Iterator[bytes]:
    for ask in asked:
        yield event(chunk(part("", ask.name, index=0)))
        for piece in pieces(ask.text):
            yield event(chunk(part(piece, index=0)))
    yield from ended()


@shape
def ids_as_numbers(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part(ask.text, ask.name, index=place, id=place + 7)))
    yield from ended()


# ---- names and arguments -----------------------------------------------------------------------------------------


@shape
def name_later(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk({"tool_calls": [{"index": place, "id": f"call_{place}", "function": {}}]}))
        yield event(chunk(part("", ask.name, index=place)))
        yield event(chunk(part(ask.text, index=place)))
    yield from ended()


@shape
def name_after_the_arguments(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part(ask.text[:9], index=place, id=f"call_{place}")))
        yield event(chunk(part(ask.text[9:], ask.name, index=place)))
    yield from ended()


@shape
def name_in_pieces(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name[:3], index=place, id=f"call_{place}")))
        yield event(chunk(part("", ask.name[3:], index=place)))
        yield event(chunk(part(ask.text, index=place)))
    yield from ended()


@shape
def empty_object_first(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part("{}", ask.name, index=place, id=f"call_{place}")))
        for piece in pieces(ask.text, 40):
            yield event(chunk(part(piece, index=place)))
    yield from ended()


@shape
def arguments_as_an_object(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part(ask.arguments, ask.name, index=place, id=f"call_{place}")))
    yield from ended()


@shape
def arguments_as_null_first(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part(None, ask.name, index=place, id=f"call_{place}")))
        yield event(chunk(part(ask.text, index=place)))
    yield from ended()


@shape
def channel_suffix(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part(ask.text, f"{ask.name}<|channel|>commentary", index=place, id=f"call_{place}")))
    yield from ended()


@shape
def namespace_prefix(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part(ask.text, f"functions.{ask.name}", index=place, id=f"functions.{ask.name}:{place}")))
    yield from ended()


@shape
def name_only_in_the_id(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part(ask.text, index=place, id=f"functions.{ask.name}:{place}")))
    yield from ended()


@shape
def function_call_of_before(asked: list[Ask]) -> Iterator[bytes]:
    for ask in asked:
        yield event(chunk({"function_call": {"name": ask.name, "arguments": ask.text}}))
    yield from ended("function_call")


# ---- content and reasoning ---------------------------------------------------------------------------------------


@shape
def content_in_parts(asked: list[Ask]) -> Iterator[bytes]:
    yield event(chunk({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "Two files."}]}]}))
    yield event(chunk({"content": [{"type": "text", "text": "Writing."}]}))
    yield from openai(asked)


@shape
def reasoning_content(asked: list[Ask]) -> Iterator[bytes]:
    yield event(chunk({"content": None, "reasoning_content": "Two "}))
    yield event(chunk({"content": None, "reasoning_content": "files."}))
    yield from openai(asked)


@shape
def reasoning_details(asked: list[Ask]) -> Iterator[bytes]:
    for piece in ("Two ", "files."):
        entry = {"type": "reasoning.text", "text": piece, "format": "unknown", "index": 0}
        yield event(chunk({"content": "", "reasoning": piece, "reasoning_details": [entry]}))
    yield from openai(asked)


@shape
def thought_signature(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        extra = {"google": {"thought_signature": f"c2lnbmF0dXJl{place}"}}
        yield event(chunk(part(ask.text, ask.name, index=place, id=f"f{place}", extra_content=extra)))
    yield from ended()


@shape
def think_block_before_the_calls(asked: list[Ask]) -> Iterator[bytes]:
    for piece in pieces("<think>\nTwo files.\n</think>\n\nWriting.", 5):
        yield event(chunk({"content": piece}))
    yield from openai(asked)


# ---- calls as text -----------------------------------------------------------------------------------------------


def spoken(text: str, finish: str = "stop", size: int = 11) -> Iterator[bytes]:
    for piece in pieces(text, size):
        yield event(chunk({"content": piece}))
    yield from ended(finish)


@shape
def text_hermes(asked: list[Ask]) -> Iterator[bytes]:
    blocks = [json.dumps({"name": ask.name, "arguments": ask.arguments}, ensure_ascii=False) for ask in asked]
    calls = "".join(f"<tool_call>\n{block}\n</tool_call>\n" for block in blocks)
    yield from spoken(f"<think>\nI should write it\n</think>\n\n{calls}")


@shape
def text_qwen_coder(asked: list[Ask]) -> Iterator[bytes]:
    def written(value: Any) -> str:
        return value if isinstance(value, str) else json.dumps(value)

    calls = []
    for ask in asked:
        inner = "".join(
            f"<parameter={name}>\n{written(value)}\n</parameter>\n" for name, value in ask.arguments.items()
        )
        calls.append(f"<tool_call>\n<function={ask.name}>\n{inner}</function>\n</tool_call>")
    yield from spoken("I write them.\n" + "\n".join(calls))


@shape
def text_mistral(asked: list[Ask]) -> Iterator[bytes]:
    yield from spoken("".join(f"[TOOL_CALLS]{ask.name}[ARGS]{ask.text}" for ask in asked))


@shape
def text_mistral_list(asked: list[Ask]) -> Iterator[bytes]:
    listed = [{"name": ask.name, "arguments": ask.arguments} for ask in asked]
    yield from spoken(f"[TOOL_CALLS] {json.dumps(listed, ensure_ascii=False)}")


@shape
def text_fenced_json(asked: list[Ask]) -> Iterator[bytes]:
    listed = [{"name": ask.name, "parameters": ask.arguments} for ask in asked]
    yield from spoken(f"```json\n{json.dumps(listed, ensure_ascii=False)}\n```")


@shape
def text_harmony(asked: list[Ask]) -> Iterator[bytes]:
    calls = [
        f"<|channel|>commentary to=functions.{ask.name} <|constrain|>json<|message|>{ask.text}<|call|>" for ask in asked
    ]
    yield from spoken("".join(calls))


@shape
def text_glm(asked: list[Ask]) -> Iterator[bytes]:
    def written(value: Any) -> str:
        return value if isinstance(value, str) else json.dumps(value)

    calls = []
    for ask in asked:
        pairs = "".join(
            f"<arg_key>{name}</arg_key>\n<arg_value>{written(value)}</arg_value>\n"
            for name, value in ask.arguments.items()
        )
        calls.append(f"<tool_call>{ask.name}\n{pairs}</tool_call>")
    yield from spoken("".join(calls))


# ---- events ------------------------------------------------------------------------------------------------------


def rewritten(asked: list[Ask], before: bytes, after: bytes, between: bytes = b"") -> Iterator[bytes]:
    """The plain stream with other field names and line ends, and something between its events."""
    for frame in openai(asked):
        yield before + frame.removeprefix(b"data: ").removesuffix(b"\n\n") + after + between


@shape
def crlf_no_space_and_comments(asked: list[Ask]) -> Iterator[bytes]:
    yield b": OPENROUTER PROCESSING\r\n\r\n" * 3
    yield from rewritten(asked, b"data:", b"\r\n\r\n", b": keepalive\r\n\r\n")


@shape
def carriage_returns_alone(asked: list[Ask]) -> Iterator[bytes]:
    yield from rewritten(asked, b"data: ", b"\r\r")


@shape
def named_events_with_ids(asked: list[Ask]) -> Iterator[bytes]:
    yield from rewritten(asked, b"event: message\nid: 7\nretry: 3000\ndata: ", b"\n\n", b"event: ping\n\n")


@shape
def ping_after_an_id(asked: list[Ask]) -> Iterator[bytes]:
    yield from rewritten(asked, b"data: ", b"\n\n", b"id: 3\n: ping\n\n")


@shape
def keepalive_as_data(asked: list[Ask]) -> Iterator[bytes]:
    yield from rewritten(asked, b"data: ", b"\n\n", b"data: : keepalive\n\ndata: ping\n\n")


@shape
def empty_data(asked: list[Ask]) -> Iterator[bytes]:
    yield from rewritten(asked, b"data: ", b"\n\n", b"data:\n\ndata: \n\n")


@shape
def byte_order_mark(asked: list[Ask]) -> Iterator[bytes]:
    yield b"\xef\xbb\xbf"
    yield from openai(asked)


@shape
def json_lines(asked: list[Ask]) -> Iterator[bytes]:
    for frame in openai(asked):
        if b"[DONE]" not in frame:
            yield frame.removeprefix(b"data: ").removesuffix(b"\n\n") + b"\n"


@shape
def odd_chunks_between(asked: list[Ask]) -> Iterator[bytes]:
    odd = [
        {"choices": [], "prompt_filter_results": []},
        {"choices": None},
        chunk({}) | {"choices": [{"index": 0, "delta": None}]},
    ]
    for frame in openai(asked):
        yield from map(event, odd)
        yield frame


# ---- the end -----------------------------------------------------------------------------------------------------


def without_end(asked: list[Ask]) -> Iterator[bytes]:
    return (
        frame for frame in openai(asked) if b'"finish_reason": "tool_calls"' not in frame and b"[DONE]" not in frame
    )


@shape
def never_a_finish_reason(asked: list[Ask]) -> Iterator[bytes]:
    yield from without_end(asked)
    yield event("[DONE]")


@shape
def usage_and_no_done(asked: list[Ask]) -> Iterator[bytes]:
    yield from without_end(asked)


@shape
def finish_reason_in_capitals(asked: list[Ask]) -> Iterator[bytes]:
    yield from (frame.replace(b'"tool_calls"}', b'"STOP"}') for frame in openai(asked))


@shape
def usage_of_zeros(asked: list[Ask]) -> Iterator[bytes]:
    yield from (frame for frame in openai(asked) if b'"usage"' not in frame and b"[DONE]" not in frame)
    yield event(usage({"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0}))
    yield event("[DONE]")


@shape
def usage_in_every_chunk(asked: list[Ask]) -> Iterator[bytes]:
    for frame in openai(asked):
        yield frame if b"[DONE]" in frame else frame.replace(b'"model": "m"', b'"usage": null, "model": "m"')


@shape
def the_whole_completion(asked: list[Ask]) -> Iterator[bytes]:
    """One JSON document instead of a stream."""
    calls = [
        {"id": f"call_{place}", "type": "function", "function": {"name": ask.name, "arguments": ask.text}}
        for place, ask in enumerate(asked)
    ]
    message = {"role": "assistant", "content": None, "tool_calls": calls}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    yield json.dumps(
        {"id": "c1", "object": "chat.completion", "model": "m", "choices": [choice], "usage": USAGE}
    ).encode()
