"""More streams of Chat Completions as servers have sent them, from the trackers of servers, proxies and their clients.

Sources: NousResearch/hermes-agent#35718 and QwenLM/qwen-code#3896 (all so far in each piece), openai/openai-python#3201
(two entries of one index), ollama/ollama#4357 (empty reasons), ggml-org/llama.cpp#14268 (no blank line between events),
vllm-project/vllm#31443 and weicj/vLLM-2080Ti-Definitive#122 (ids and names), BerriAI/litellm#12481 (`end_turn`),
perplexityai/api-discussion#209 (the whole message again), agentscope-ai/QwenPaw#3560 (calls as text).
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from tests.wires.shapes import SHAPES as SHAPES
from tests.wires.shapes import USAGE, Ask, Json, chunk, ended, event, part, pieces, shape


def whole(asked: list[Ask], finish: str | None = None) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part(ask.text, ask.name, index=place, id=f"call_{place}"), finish))


# ---- fragments ---------------------------------------------------------------------------------------------------


@shape
def all_arguments_so_far(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name, index=place, id=f"call_{place}")))
        for end in range(1, len(ask.text) + 9, 9):
            yield event(chunk(part(ask.text[:end], index=place)))
    yield from ended()


@shape
def all_arguments_so_far_with_names(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        for end in range(1, len(ask.text) + 9, 9):
            yield event(chunk(part(ask.text[:end], ask.name, index=place, id=f"call_{place}")))
    yield from ended()


@shape
def arguments_again_at_the_end(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name, index=place, id=f"call_{place}")))
        for piece in pieces(ask.text):
            yield event(chunk(part(piece, index=place)))
        yield event(chunk(part(ask.text, index=place)))
    yield from ended()


@shape
def whole_call_again_at_the_end(asked: list[Ask]) -> Iterator[bytes]:
    yield from whole(asked)
    yield from whole(asked)
    yield from ended()


@shape
def two_entries_of_one_index(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        head = {"index": place, "id": f"call_{place}", "type": "function", "function": {"name": ask.name}}
        tail = {"index": place, "function": {"arguments": ask.text[:9]}}
        yield event(chunk({"tool_calls": [head, tail]}))
        yield event(chunk(part(ask.text[9:], index=place)))
    yield from ended()


@shape
def another_id_with_each_piece(asked: list[Ask]) -> Iterator[bytes]:
    number = 0
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name, index=place, id=f"head_{place}")))
        for piece in pieces(ask.text):
            number += 1
            yield event(chunk(part(piece, index=place, id=f"tool-{number}", type="function")))
    yield from ended()


@shape
def index_as_text(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name, index=str(place), id=f"call_{place}")))
    for place, ask in enumerate(asked):
        for piece in pieces(ask.text):
            yield event(chunk(part(piece, index=str(place))))
    yield from ended()


@shape
def arguments_encoded_twice(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        yield event(chunk(part("", ask.name, index=place, id=f"call_{place}")))
        for piece in pieces(json.dumps(ask.text)):
            yield event(chunk(part(piece, index=place)))
    yield from ended()


@shape
def one_call_without_a_list(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        function = {"name": ask.name, "arguments": ask.text}
        yield event(chunk({"tool_calls": {"index": place, "id": f"call_{place}", "function": function}}))
    yield from ended()


@shape
def parameters_for_arguments(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        function = {"name": ask.name, "parameters": ask.arguments}
        yield event(chunk({"tool_calls": [{"index": place, "id": f"call_{place}", "function": function}]}))
    yield from ended()


@shape
def call_without_a_function(asked: list[Ask]) -> Iterator[bytes]:
    for place, ask in enumerate(asked):
        call = {"index": place, "id": f"call_{place}", "type": "function", "name": ask.name, "arguments": ask.text}
        yield event(chunk({"tool_calls": [call]}))
    yield from ended()


# ---- what stands around them -------------------------------------------------------------------------------------


@shape
def reason_empty_in_every_chunk(asked: list[Ask]) -> Iterator[bytes]:
    yield from whole(asked, "")
    yield from ended()


@shape
def reason_before_the_calls(asked: list[Ask]) -> Iterator[bytes]:
    yield event(chunk({"content": ""}, "stop"))
    yield from whole(asked, "stop")
    yield event(usage_alone())
    yield event("[DONE]")


@shape
def reason_of_another_api(asked: list[Ask]) -> Iterator[bytes]:
    yield from whole(asked)
    yield from ended("end_turn")


@shape
def no_blank_line_between_events(asked: list[Ask]) -> Iterator[bytes]:
    for each in (*whole(asked), *ended()):
        yield each.removesuffix(b"\n")


@shape
def done_in_small_letters(asked: list[Ask]) -> Iterator[bytes]:
    yield from whole(asked)
    yield event(chunk({}, "tool_calls"))
    yield event(usage_alone())
    yield event("[done]")


@shape
def whole_message_at_the_end(asked: list[Ask]) -> Iterator[bytes]:
    yield from whole(asked)
    calls = [{"type": "function", "function": {"name": ask.name, "arguments": ask.text}} for ask in asked]
    message = {"role": "assistant", "content": "", "tool_calls": calls}
    yield event({"choices": [{"index": 0, "delta": {}, "message": message, "finish_reason": "tool_calls"}]})
    yield event(usage_alone())
    yield event("[DONE]")


@shape
def usage_in_the_choice(asked: list[Ask]) -> Iterator[bytes]:
    yield from whole(asked)
    yield event({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls", "usage": USAGE}]})
    yield event("[DONE]")


@shape
def usage_of_groq(asked: list[Ask]) -> Iterator[bytes]:
    yield from whole(asked)
    yield event({"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}], "x_groq": {"usage": USAGE}})
    yield event("[DONE]")


@shape
def nulls_for_choices_and_deltas(asked: list[Ask]) -> Iterator[bytes]:
    yield event({"choices": [{"index": 0, "delta": None, "finish_reason": None}], "usage": None})
    yield from whole(asked)
    yield event({"choices": [{"index": 0, "delta": None, "finish_reason": "tool_calls"}]})
    yield event({"choices": None, "usage": USAGE})
    yield event("[DONE]")


@shape
def another_choice_between(asked: list[Ask]) -> Iterator[bytes]:
    yield from whole(asked)
    other = part("{}", "finish", index=0, id="other")
    yield event({"choices": [{"index": 1, "delta": other, "finish_reason": "tool_calls"}]})
    yield from ended()


def usage_alone() -> Json:
    return {"choices": [], "usage": USAGE}


# ---- calls as text -----------------------------------------------------------------------------------------------


def as_text(name: str, written: Callable[[list[Ask]], str]) -> None:
    def made(asked: list[Ask]) -> Iterator[bytes]:
        for piece in pieces(written(asked), 11):
            yield event(chunk({"content": piece}))
        yield from ended("stop")

    made.__name__ = f"text_{name}"
    shape(made)


def listed(asked: list[Ask], name: str = "name", arguments: str = "arguments") -> str:
    return json.dumps([{name: ask.name, arguments: ask.arguments} for ask in asked])


def invoked(asked: list[Ask], tag: str = "", attribute: str = "") -> str:
    def of(ask: Ask) -> str:
        values = "".join(
            f'<{tag}parameter name="{key}"{attribute}>{value}</{tag}parameter>\n'
            for key, value in ask.arguments.items()
        )
        return f'<{tag}invoke name="{ask.name}">\n{values}</{tag}invoke>\n'

    return "".join(map(of, asked))


def keyed(ask: Ask) -> str:
    return "".join(f"<parameter={key}>{value}</parameter>\n" for key, value in ask.arguments.items())


def object_of(ask: Ask, arguments: str = "arguments") -> str:
    return json.dumps({"name": ask.name, arguments: ask.arguments})


def called(ask: Ask) -> dict[str, Any]:
    return {"id": "1", "type": "function", "function": {"name": ask.name, "arguments": ask.text}}


as_text("deepseek", lambda asked: "<｜tool▁calls▁begin｜>" + "".join(
    f"<｜tool▁call▁begin｜>function<｜tool▁sep｜>{ask.name}\n```json\n{ask.text}\n```<｜tool▁call▁end｜>"
    for ask in asked
) + "<｜tool▁calls▁end｜>")  # fmt: skip
as_text("deepseek_without_kind", lambda asked: "<｜tool▁calls▁begin｜>" + "".join(
    f"<｜tool▁call▁begin｜>{ask.name}<｜tool▁sep｜>{ask.text}<｜tool▁call▁end｜>" for ask in asked
) + "<｜tool▁calls▁end｜>")  # fmt: skip
as_text("deepseek_markup", lambda asked: "<｜DSML｜function_calls>\n" + invoked(asked, "｜DSML｜", ' string="true"')
        + "</｜DSML｜function_calls>")  # fmt: skip
as_text("kimi", lambda asked: "<|tool_calls_section_begin|>" + "".join(
    f"<|tool_call_begin|>functions.{ask.name}:{place}<|tool_call_argument_begin|>{ask.text}<|tool_call_end|>"
    for place, ask in enumerate(asked)
) + "<|tool_calls_section_end|>")  # fmt: skip
as_text("llama_python_tag", lambda asked: "<|python_tag|>" + "; ".join(object_of(ask, "parameters") for ask in asked))
as_text("llama_objects", lambda asked: "; ".join(object_of(ask, "parameters") for ask in asked))
as_text("llama_function", lambda asked: "".join(f"<function={ask.name}>{ask.text}</function>" for ask in asked))
as_text("llama_function_open", lambda asked: "".join(f"<function={ask.name}{ask.text}</function>" for ask in asked))
as_text("granite", lambda asked: "<|tool_call|>" + listed(asked))
as_text("phi", lambda asked: "functools" + listed(asked))
as_text("command", lambda asked: "<|START_ACTION|>" + listed(asked, "tool_name", "parameters") + "<|END_ACTION|>")
as_text("tool_calls_tag", lambda asked: "<tool_calls>" + listed(asked) + "</tool_calls>")
as_text("invoked", lambda asked: "<function_calls>\n" + invoked(asked) + "</function_calls>")
as_text("minimax", lambda asked: "<minimax:tool_call>\n" + invoked(asked) + "</minimax:tool_call>")
as_text("seed", lambda asked: "".join(
    f"<seed:tool_call>\n<function={ask.name}>\n{keyed(ask)}</function>\n</seed:tool_call>" for ask in asked
))  # fmt: skip
as_text("hermes_never_closed", lambda asked: "\n".join(f"<tool_call>\n{object_of(ask)}" for ask in asked))
as_text("of_the_api", lambda asked: json.dumps({"tool_calls": [called(ask) for ask in asked]}))
as_text("magistral", lambda asked: "[THINK]Two files.[/THINK]" + "".join(
    f"[TOOL_CALLS]{ask.name}[ARGS]{ask.text}" for ask in asked
))  # fmt: skip
