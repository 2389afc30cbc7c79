"""What a hostile or broken server can send: every run ends in time, says why, is charged, and can be resumed."""

import json
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from typing import NamedTuple

import pytest

from devkit.loop import LoopDriver
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.retry import RetryPolicy
from shared.adapters.openai.settings import ModelSettings
from shared.adapters.system_clock import SystemClock
from shared.domain.runs.run import Run
from shared.domain.spending.models import ModelEntry, Models
from shared.domain.spending.spending import day_of
from tests.wires.odd_shapes import SHAPES
from tests.wires.server import Answer, Json, Play, playing
from tests.wires.shapes import Ask, chunk, ended, event, part
from tests.wires.test_turns import FINISH, WRITES, kept, shaped

SILENCE = 0.6
"""Seconds after which a server that says nothing is left. Servers that do speak have a minute."""


class Bad(NamedTuple):
    """`answer` makes what the server sends each time; `sentence` is in the run's message; `is_read`: it was billed."""

    answer: Callable[[], Answer]
    sentence: str
    is_read: bool
    silence: float = 60


def without_end(first: bytes, again: bytes, status: int = 200) -> Answer:
    return Answer(chain([first or again], repeat(again)), status)  # type: ignore[arg-type]  # an iterator


def calls_without_end() -> Iterator[bytes]:
    for place in range(10_000):
        yield event(chunk(part("{}", "read_file", index=place, id=f"c{place}")))


def arguments_of_fifty_megabytes() -> Iterator[bytes]:
    yield event(chunk(part('{"path": "a", "content": "', "write_file", index=0, id="c0")))
    for _ in range(50):
        yield event(chunk(part("x" * 1_000_000, index=0)))
    yield from ended()


INWARD = (("location", "http://169.254.169.254/latest/meta-data"),)
DEEP = b'data: {"choices": [{"delta": {"content": ' + b"[" * 10_000 + b"]" * 10_000 + b"}}]}\n\n"
BAD: dict[str, Bad] = {
    "no word, for ever": Bad(
        lambda: without_end(b": hello\n\n", b": alive\n\n" * 500), "only signs of life came for 1.2 s", True, SILENCE
    ),
    "blanks for ever": Bad(lambda: without_end(b"\n", b"\n" * 65_536), "", True, SILENCE),
    "empty events for ever": Bad(lambda: without_end(b"data: {}\n\n", b"data: {}\n\n" * 500), "", True, SILENCE),
    "ten thousand calls": Bad(lambda: Answer(list(calls_without_end())), "200 tool calls", True),
    "fifty megabytes": Bad(
        lambda: Answer(list(arguments_of_fifty_megabytes())), "grew past what this run may spend", True
    ),
    "one event of fifty megabytes": Bad(lambda: Answer([b"data: " + b"x" * 50_000_000]), "8,388,608 bytes", True),
    "an event ten thousand deep": Bad(lambda: Answer([DEEP]), "garbled", True),
    "an event that is not UTF-8": Bad(lambda: Answer([b"data: {\xff\xfe\n\n"]), "garbled", True),
    "a redirect inward": Bad(
        lambda: Answer([b""], 307, headers=(("location", "http://169.254.169.254/latest/meta-data"),)),
        "redirect",
        False,
    ),
    "a refusal without end": Bad(
        lambda: without_end(b'{"error": {"message": "', b"x" * 9_999, 400), "refused the request", False
    ),
    "a failure without end": Bad(lambda: without_end(b"", b"x" * 9_999, 503), "503", False),
    "a refusal ten thousand deep": Bad(lambda: Answer([b"[" * 10_000], 400, "application/json"), "", False),
}


class Same(Play):
    """The same answer to every request, made anew."""

    def __init__(self, make: Callable[[], Answer]) -> None:
        super().__init__()
        self.make = make

    def answer(self, body: Json) -> Answer:
        self.requests.append(body)
        return self.make()


def loop_over(address: str, silence: float = 60) -> tuple[LoopDriver, OpenAIModel]:
    models = Models([ModelEntry(name="fake", price="unpriced", first_token_seconds=silence)])
    loop = LoopDriver([], ports_over={"clock": SystemClock(), "models": models, "price": models.cost})
    model = OpenAIModel(ModelSettings(base_url=address), RetryPolicy(2, base=0.01))
    loop.model = model  # type: ignore[assignment]  # the real client
    return loop, model


@pytest.mark.parametrize("name", BAD)
def test_a_bad_server_ends_a_run_in_so_many_words(name: str) -> None:
    bad = BAD[name]
    with playing(Same(bad.answer)) as play:
        loop, model = loop_over(play.address, bad.silence)
        run = loop.play()
        model.close()
    assert run.status == "failed", run
    assert bad.sentence in (run.error_message or "")
    assert len(run.error_message or "") < 1_000
    assert len(play.requests) <= 6
    if bad.is_read:
        assert run.usage.lost_tokens > 0
    _nothing_is_held(loop, run)


@pytest.mark.parametrize("name", ["no word, for ever", "fifty megabytes", "a redirect inward"])
def test_such_a_run_is_resumed_once_the_server_is_well(name: str) -> None:
    with playing(Same(BAD[name].answer)) as play:
        loop, model = loop_over(play.address, BAD[name].silence)
        failed = loop.play()
        model.close()
    with playing(Play(shaped("openai", WRITES, FINISH))) as play:
        loop.model = OpenAIModel(ModelSettings(base_url=play.address))  # type: ignore[assignment]
        run = loop.follow(loop.resume(failed))
    assert run.status == "completed", run
    assert kept(loop, run) == {"src/a.ts", "src/b.ts"}


def test_arguments_nested_ten_thousand_deep_are_refused_to_the_model() -> None:
    deep = '{"path": ' + "[" * 10_000 + "]" * 10_000 + "}"
    answer = Answer([event(chunk(part(deep, "write_file", index=0, id="c0"))), *ended()])
    with playing(Play([answer, *shaped("openai", WRITES, FINISH)])) as play:
        loop, model = loop_over(play.address)
        run = loop.play()
        model.close()
    assert run.status == "completed", run
    results = [message["content"] for message in play.requests[1]["messages"] if message["role"] == "tool"]
    assert "not valid JSON" in results[0]
    assert json.loads(json.dumps(play.requests[1]))


@pytest.mark.parametrize("name", ["text_hermes", "openai"])
def test_text_that_is_not_utf_8_is_read_with_marks_in_its_place(name: str) -> None:
    pieces = [piece.replace(b"export", b"ex\xff\xfeport") for piece in SHAPES[name]([Ask(*WRITES[0])])]
    with playing(Play([Answer(pieces), *shaped("openai", WRITES, FINISH)])) as play:
        loop, model = loop_over(play.address)
        run = loop.play()
        model.close()
    assert run.status == "completed", run


def _nothing_is_held(loop: LoopDriver, run: Run) -> None:
    """Every call is recorded: what was reserved has become what was used."""
    day, _ = loop.world.spending.balances(run.tenant_id, day_of(SystemClock().now()))
    assert (day.held, day.tokens_held) == (0, 0)
    assert loop.world.spending.holds(run.tenant_id, run.id) == []
    assert day.tokens >= run.usage.lost_tokens
