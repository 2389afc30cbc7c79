"""Whole turns over HTTP: two writes and `finish`, in every shape and against every strict server."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from devkit.loop import LoopDriver
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.retry import RetryPolicy
from shared.adapters.openai.settings import ModelSettings
from shared.adapters.system_clock import SystemClock
from shared.domain.runs.run import Run
from tests.wires.odd_shapes import SHAPES
from tests.wires.server import (
    Answer,
    Play,
    Rule,
    alternating,
    deepseek,
    gemini3,
    mistral,
    no_null_content,
    no_reasoning,
    no_system,
    plain_schemas,
    playing,
    refusal,
    single_calls,
    without_fields,
)
from tests.wires.shapes import USAGE, Ask, chunk, ended, event

WRITES = [
    Ask("write_file", {"path": "src/a.ts", "content": 'export const a = "{}";\n'}),
    Ask("write_file", {"path": "src/b.ts", "content": "export const b = 2;\n"}),
]
FINISH = [Ask("finish", {"summary": "Two files.", "rationale": None, "assumptions": None})]


@pytest.fixture
def play() -> Iterator[Play]:
    with playing(Play()) as running:
        yield running


def shaped(name: str, *turns: list[Ask]) -> list[Answer]:
    return [Answer(list(SHAPES[name](turn))) for turn in turns]


def run_over(play: Play, answers: list[Answer], *rules: Rule, **request: Any) -> tuple[LoopDriver, Run]:
    """A turn of the real client against the server that plays `answers` under `rules`."""
    play.answers, play.rules = answers, rules
    loop = LoopDriver([], ports_over={"clock": SystemClock()})
    model = OpenAIModel(ModelSettings(base_url=play.address), RetryPolicy(4, base=0.01))
    loop.model = model  # type: ignore[assignment]  # the real client
    try:
        return loop, loop.play(**request)
    finally:
        model.close()


def kept(loop: LoopDriver, run: Run) -> set[str]:
    files = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    return {
        ask.arguments["path"] for ask in WRITES if files.get(ask.arguments["path"]) == ask.arguments["content"].encode()
    }


def done(loop: LoopDriver, run: Run) -> None:
    assert run.status == "completed", run
    assert kept(loop, run) == {"src/a.ts", "src/b.ts"}
    assert run.usage.total_tokens > 0


@pytest.mark.parametrize("name", SHAPES)
def test_a_turn_in_every_shape(play: Play, name: str) -> None:
    loop, run = run_over(play, shaped(name, WRITES, FINISH))
    done(loop, run)
    assert run.usage.lost_tokens == 0
    assert len(play.requests) == 2


STRICT: dict[str, tuple[Rule, ...]] = {
    "alternating": (alternating,),
    "mistral": (mistral,),
    "single calls": (single_calls,),
    "no system": (no_system,),
    "no reasoning": (no_reasoning,),
    "no null content": (no_null_content,),
    "plain schemas": (plain_schemas,),
    "fields, OpenAI": (without_fields("stream_options", "parallel_tool_calls", form="openai"),),
    "fields, detail": (without_fields("stream_options", "parallel_tool_calls", "tool_choice", form="detail"),),
    "fields, Mistral": (without_fields("stream_options", "parallel_tool_calls", form="mistral"),),
    "fields, text": (without_fields("stream_options", form="text"),),
    "everything": (no_system, alternating, single_calls, mistral, no_null_content, plain_schemas,
                   without_fields("stream_options", "parallel_tool_calls", "tool_choice", form="detail")),
}  # fmt: skip


@pytest.mark.parametrize("name", STRICT)
def test_a_turn_with_a_strict_server(play: Play, name: str) -> None:
    loop, run = run_over(play, shaped("reasoning_content", WRITES, FINISH), *STRICT[name])
    done(loop, run)
    assert run.usage.lost_calls == 0


@pytest.mark.parametrize(("name", "rule"), [("reasoning_content", deepseek), ("thought_signature", gemini3)])
def test_what_the_provider_sent_beside_a_call_is_sent_back(play: Play, name: str, rule: Rule) -> None:
    loop, run = run_over(play, shaped(name, WRITES, FINISH), rule)
    done(loop, run)
    assert play.refused == 0
    (called,) = [message for message in play.requests[1]["messages"] if message.get("tool_calls")]
    if name == "reasoning_content":
        assert called["reasoning_content"] == "Two files."
    else:
        signatures = [call["extra_content"]["google"]["thought_signature"] for call in called["tool_calls"]]
        assert signatures == ["c2lnbmF0dXJl0", "c2lnbmF0dXJl1"]


@pytest.mark.parametrize("rule", [deepseek, gemini3])
def test_calls_of_another_model_are_sent_with_a_placeholder(play: Play, rule: Rule) -> None:
    loop, run = run_over(play, shaped("openai", WRITES, FINISH), rule)
    done(loop, run)
    assert play.refused == 1


def test_a_server_is_asked_only_once_for_what_it_refuses(play: Play) -> None:
    _, run = run_over(play, shaped("openai", WRITES[:1], WRITES[1:], FINISH), *STRICT["fields, detail"])
    assert run.status == "completed"
    assert (play.refused, len(play.requests)) == (3, 6)


@pytest.mark.parametrize("rule", [mistral, alternating])
def test_a_note_after_a_result_is_accepted_by_servers_with_an_order_of_roles(play: Play, rule: Rule) -> None:
    answers = shaped("openai", WRITES[:1], WRITES[1:], FINISH)
    loop, run = run_over(play, answers, rule, budget={"model_calls": 3})
    done(loop, run)
    *_, result, between, note = play.requests[-1]["messages"]
    assert [result["role"], between["role"], note["role"]] == ["tool", "assistant", "user"], "its last call is named so"
    assert play.refused == 0


# ---- errors ------------------------------------------------------------------------------------------------------


def test_an_error_with_status_200_is_waited_for(play: Play) -> None:
    busy = Answer(
        [json.dumps({"error": {"message": "Provider returned error", "code": 429}}).encode()], 200, "application/json"
    )
    loop, run = run_over(play, [busy, *shaped("openai", WRITES, FINISH)])
    done(loop, run)


REFUSED: dict[str, tuple[Answer, str]] = {
    "no tools": (
        refusal({"error": {"message": "registry/gemma does not support tools", "type": "api_error"}}),
        "does not support tools",
    ),
    "detail": (refusal({"detail": "Quota of this key is used up"}, 403), "Quota of this key is used up"),
    "key": (
        refusal({"error": {"message": "Incorrect API key provided: sk-abc123def456", "code": "invalid_api_key"}}, 401),
        "OPENAI_API_KEY",
    ),
    "list": (
        refusal([{"error": {"code": 400, "message": "Model is overheated", "status": "FAILED"}}]),
        "Model is overheated",
    ),
    "errors": (refusal({"errors": ["the adapter is missing"]}, 422), "the adapter is missing"),
    "text": (refusal({"error": "model not found"}, 404), "CHATBUILDER_MODEL"),
    "redirect": (Answer([b""], 302, headers=(("location", "http://169.254.169.254/latest"),)), "redirect"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_people_see_the_sentence_of_the_server(play: Play, name: str) -> None:
    answer, words = REFUSED[name]
    _, run = run_over(play, [answer])
    assert run.status == "failed"
    assert words in (run.error_message or "")
    assert "sk-abc" not in (run.error_message or "")


def test_a_call_as_text_that_cannot_be_read_is_asked_for_again(play: Play) -> None:
    broken = Answer(
        [event(chunk({"content": '<tool_call>{"name": "write_file", "arguments": {</tool_call>'})), *ended("stop")]
    )
    loop, run = run_over(play, [broken, *shaped("openai", WRITES, FINISH)])
    done(loop, run)


def test_words_without_a_reason_for_their_end_are_a_whole_answer(play: Play) -> None:
    words = [event(chunk({"content": piece})) for piece in ("It is ", "a page.")]
    unfinished = Answer([*words, event({"choices": [], "usage": USAGE}), b"data: [DONE]\n\n"])
    _, run = run_over(play, [unfinished])
    assert (run.status, run.outcome.summary, len(play.requests)) == ("completed", "It is a page.", 1)
    assert (run.usage.lost_calls, run.usage.total_tokens) == (0, sum_of(USAGE))


def test_reasoning_alone_is_no_answer_and_the_model_goes_on(play: Play) -> None:
    thinking = Answer([event(chunk({"reasoning_content": "I should read first."})), *ended("stop")])
    loop, run = run_over(play, [*shaped("openai", WRITES), thinking, *shaped("openai", FINISH)])
    done(loop, run)
    assert play.requests[2]["messages"][-1]["role"] == "user", "it is asked to go on"


def sum_of(usage: dict[str, Any]) -> int:
    return int(usage["prompt_tokens"]) + int(usage["completion_tokens"])


def test_zero_usage_is_estimated(play: Play) -> None:
    _, run = run_over(play, shaped("usage_of_zeros", WRITES, FINISH))
    assert run.usage.prompt_tokens > 1000
    assert run.usage.completion_tokens > 0
