"""Whole turns over HTTP with a model of a small window, in the words of several servers."""

import json
from collections.abc import Iterator

import pytest

from devkit.fakes.samples import SAMPLE_FILES
from devkit.loop import LoopDriver
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.retry import RetryPolicy
from shared.adapters.openai.settings import ModelSettings
from shared.adapters.system_clock import SystemClock
from shared.domain.runs.run import Run
from shared.domain.spending.models import ModelEntry, Models
from tests.wires.odd_shapes import SHAPES
from tests.wires.server import (
    WINDOW_WORDS,
    Answer,
    Json,
    Play,
    Rule,
    alternating,
    mistral,
    playing,
    single_calls,
    small_window,
)
from tests.wires.shapes import Ask

FINISH = [Ask("finish", {"summary": "Done.", "rationale": None, "assumptions": None})]
LARGE = {
    **SAMPLE_FILES,
    **{f"src/part{number}.ts": b"export const part = { name: 'a', size: 1 };\n" * 150 for number in range(12)},
    "src/index.css": b".card { color: red; }\n" * 700,
}
MESSAGE = "Make @index.css, @part1.ts and @part2.ts blue. " + "Keep all the rest as it is. " * 20
STRICT: tuple[Rule, ...] = (alternating, mistral, single_calls)


@pytest.fixture
def play() -> Iterator[Play]:
    with playing(Play()) as running:
        yield running


def write(number: int, lines: int) -> Ask:
    path = f"src/new{number}.ts"
    return Ask("write_file", {"path": path, "content": f"export const a{number} = 'a value';\n" * lines})


def played(play: Play, turns: list[list[Ask]], *rules: Rule, entry: ModelEntry | None = None) -> tuple[LoopDriver, Run]:
    """A turn of the real client in a project of 90,000 characters."""
    play.answers = [Answer(list(SHAPES["openai"](turn))) for turn in turns]
    play.rules = rules
    over = {"models": Models([entry])} if entry else {}
    loop = LoopDriver([], ports_over={"clock": SystemClock(), **over})
    app, _ = loop.world.make_app(LARGE, tenant_id="acme")
    model = OpenAIModel(ModelSettings(base_url=play.address), RetryPolicy(4, base=0.01))
    loop.model = model  # type: ignore[assignment]  # the real client
    try:
        return loop, loop.follow(loop.start(MESSAGE, app_id=app.id))
    finally:
        model.close()


def check_kept(loop: LoopDriver, run: Run, *written: Ask) -> None:
    assert run.status == "completed", run.outcome
    assert run.outcome.revision_id or run.revision_id
    files = loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    for ask in written:
        assert files[ask.arguments["path"]].decode() == ask.arguments["content"]


def tokens(body: Json) -> int:
    return sum(len(json.dumps(part, ensure_ascii=False)) for part in (body["messages"], body["tools"])) // 4


def calls_of(body: Json) -> list[str]:
    return [call["id"] for message in body["messages"] for call in message.get("tool_calls") or ()]


def results_of(body: Json) -> list[str]:
    return [message["tool_call_id"] for message in body["messages"] if message["role"] == "tool"]


@pytest.mark.parametrize("limit", [8_000, 4_096])
@pytest.mark.parametrize("words", WINDOW_WORDS)
def test_a_turn_with_a_small_window(play: Play, words: str, limit: int) -> None:
    writes = [write(1, 3), write(2, 3)]
    loop, run = played(play, [writes, FINISH], *STRICT, small_window(limit, words))
    check_kept(loop, run, *writes)
    assert run.usage.lost_calls == 0
    assert run.memory.packing == "smallest" or (words, limit, run.memory.packing) == ("ollama", 8_000, "tight")
    assert all(MESSAGE in json.dumps(body, ensure_ascii=False) for body in play.requests)
    assert play.requests[-1]["tools"][-1]["function"]["name"] == "finish"


@pytest.mark.parametrize("words", WINDOW_WORDS)
def test_a_long_turn_with_a_small_window(play: Play, words: str) -> None:
    writes = [write(number, 120) for number in range(16)]
    turns = [[writes[number], writes[number + 1]] for number in range(0, 16, 2)]
    loop, run = played(play, [*turns, FINISH], *STRICT, small_window(8_000, words))
    check_kept(loop, run, *writes)
    for body in play.requests:
        assert calls_of(body) == results_of(body)
    assert play.refused <= 8, "the window is remembered"


@pytest.mark.parametrize("limit", [16_000, 8_000, 4_096])
def test_a_window_in_the_list_is_kept_to_from_the_first_request(play: Play, limit: int) -> None:
    writes = [write(number, 60) for number in range(8)]
    turns = [[ask] for ask in writes]
    entry = ModelEntry(name="fake", context_window=limit, output_limit=2_048)
    loop, run = played(play, [*turns, FINISH], small_window(limit, "vllm"), entry=entry)
    check_kept(loop, run, *writes)
    assert play.refused == 0
    assert all(tokens(body) + body["max_tokens"] <= limit for body in play.requests)


def test_what_a_refusal_says_holds_for_the_next_run_of_the_process(play: Play) -> None:
    play.answers = [Answer(list(SHAPES["openai"](turn))) for turn in ([write(1, 3)], FINISH, [write(2, 3)], FINISH)]
    play.rules = (small_window(8_000, "llama.cpp"),)
    loop = LoopDriver([], ports_over={"clock": SystemClock()})
    app, _ = loop.world.make_app(LARGE, tenant_id="acme")
    model = OpenAIModel(ModelSettings(base_url=play.address), RetryPolicy(4, base=0.01))
    loop.model = model  # type: ignore[assignment]  # the real client
    try:
        first = loop.follow(loop.start(MESSAGE, app_id=app.id))
        refused = play.refused
        second = loop.follow(loop.start(MESSAGE, app_id=app.id))
    finally:
        model.close()
    assert (first.status, second.status) == ("completed", "completed")
    assert refused == play.refused == 1
    assert model.profile("fake").window == 8_000


@pytest.mark.parametrize("words", WINDOW_WORDS)
def test_a_window_too_small_for_anything_says_what_it_is_and_what_to_do(play: Play, words: str) -> None:
    _, run = played(play, [FINISH], small_window(900, words))
    said = run.outcome.summary or ""
    assert (run.status, run.outcome.failure_code) == ("failed", "MODEL_UNAVAILABLE")
    assert "shortest request needs" in said and "--ctx-size" in said
    assert words == "ollama" or "about 900 tokens" in said
    assert len(play.requests) <= 8 and run.usage.model_calls == 0
