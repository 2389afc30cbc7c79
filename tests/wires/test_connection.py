"""The connection test against servers of every kind: what works is found, what does not is said with what to do."""

import io
import json
from dataclasses import dataclass, field
from itertools import chain, repeat

import pytest

from scripts import connection
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.retry import RetryPolicy
from shared.adapters.openai.settings import ModelSettings
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.agent.profile_points import points_of
from shared.domain.spending.connection import PROBES, Probe, verdict_of
from shared.domain.spending.connection_picture import colour_for
from shared.domain.spending.connection_status import ProbeStatus
from shared.domain.spending.connection_words import ADVICE_WORDS, OUTCOME_WORDS
from shared.services.spending.ask_once import CHARACTERS_A_TOKEN, ask_whole
from shared.services.spending.open_model import Meter
from shared.services.spending.probe_model import ANSWER_TOKENS, ModelProbes, Reply, Sending
from tests.wires.odd_shapes import SHAPES
from tests.wires.server import Answer, Json, Play, Rule, deepseek, gemini3, playing, refusal
from tests.wires.shapes import Ask, chunk, ended, event
from tests.wires.test_turns import REFUSED, STRICT

EVERY_STRICT: dict[str, tuple[Rule, ...]] = {**STRICT, "deepseek": (deepseek,), "gemini 3": (gemini3,)}


def words(text: str, finish: str = "stop") -> Answer:
    return Answer([event(chunk({"content": text})), *ended(finish)])


def notes(shape: str, *titles: str) -> Answer:
    return Answer(list(SHAPES[shape]([Ask("save_note", {"title": title}) for title in titles])))


@dataclass
class Obeying(Play):
    """A server whose model does what the messages ask, in one shape; `most` calls in one answer."""

    shape: str = "openai"
    most: int = 2
    colour: str = "red"
    saved: list[str] = field(default_factory=list)

    def answer(self, body: Json) -> Answer:
        self.requests.append(body)
        for rule in self.rules:
            if (refused := rule(body)) is not None:
                self.refused += 1
                return refused
        asked = json.dumps([message["content"] for message in body["messages"] if message["role"] == "user"])
        if not body.get("tools"):
            return words(self.colour.title() if "colour" in asked else "ready")
        wanted = [title for title in ("first", "second", "third") if title in asked and title not in self.saved]
        self.saved += wanted[: self.most]
        return notes(self.shape, *wanted[: self.most]) if wanted else words("Both are saved.")


SENT = Sending(sends=True)


def probed(play: Play, *, pictures: Sending = SENT, seconds: float = 20.0) -> dict[str, Probe]:
    """The results of a test by the real client."""
    return results_of(play, pictures, seconds)[0]


def results_of(play: Play, pictures: Sending = SENT, seconds: float = 20.0) -> tuple[dict[str, Probe], tuple[str, ...]]:
    """The results, and the points of the profile after them."""
    with playing(play):
        model = OpenAIModel(ModelSettings(base_url=play.address), RetryPolicy(3, base=0.01))

        def ask(request: ModelRequest) -> Reply:
            completed, used, error = ask_whole(request, Meter(ANSWER_TOKENS * CHARACTERS_A_TOKEN), model)
            return Reply(completed, error, used or Reply().used)

        probes = ModelProbes("m", ask, lambda: model.profile("m"), pictures, seconds=seconds)
        try:
            ended = [probe for probe in probes.run() if probe.status is not ProbeStatus.RUNNING]
        finally:
            model.close()
    assert [probe.name for probe in ended] == list(PROBES)
    return {probe.name: probe for probe in ended}, points_of(model.profile("m"))


def outcomes(found: dict[str, Probe]) -> list[str | None]:
    return [probe.outcome for probe in found.values()]


@pytest.mark.parametrize("name", EVERY_STRICT)
def test_every_strict_server_is_found_to_work(name: str) -> None:
    play = Obeying(rules=EVERY_STRICT[name], shape="thought_signature" if name == "gemini 3" else "reasoning_content")
    found, points = results_of(play)
    assert [probe.status for probe in found.values()] == [ProbeStatus.WORKS] * 4, found
    split = "one_call_at_a_time" in points
    assert outcomes(found) == ["answered", "called", "called_and_split" if split else "called_together", "saw_picture"]
    assert all(probe.seconds is not None and probe.input_tokens > 0 for probe in found.values())
    assert verdict_of(tuple(found.values())) == "ready"


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_of_a_call_is_found_to_work(shape: str) -> None:
    found = probed(Obeying(shape=shape))
    assert outcomes(found)[:3] == ["answered", "called", "called_together"], found


def test_one_call_an_answer_works_in_turn() -> None:
    found = probed(Obeying(most=1))
    assert found["two_calls"].outcome == "called_in_turn"
    assert found["two_calls"].requests == 2


class Stubborn(Obeying):
    def answer(self, body: Json) -> Answer:
        answer = super().answer(body)
        return words("Saved one, that is enough.") if "second" in self.saved[:-1] else answer


def test_a_model_that_makes_one_of_two_calls_is_limited() -> None:
    found = probed(Stubborn(most=1))
    assert (found["two_calls"].status, found["two_calls"].outcome) == (ProbeStatus.FAILS, "one_of_two")
    assert verdict_of(tuple(found.values())) == "limited"


@pytest.mark.parametrize(
    ("answer", "outcome", "advice"),
    [
        (words("I would save a note called first."), "no_call", "start_tool_parser"),
        (words('<tool_call>{"name": "save_note", "arguments": {</tool_call>'), "call_as_text", "start_tool_parser"),
        (words("", "length"), "used_up", "raise_output_limit"),
        (words(""), "empty", "report_server"),
        (Answer(list(SHAPES["openai"]([Ask("write_file", {"path": "first"})]))), "wrong_call", "choose_other_model"),
        (Answer(list(SHAPES["openai"]([Ask("save_note", {"name": "first"})]))), "wrong_call", "choose_other_model"),
    ],
    ids=["words", "text", "length", "empty", "name", "arguments"],
)
def test_a_model_without_calls_is_unusable(answer: Answer, outcome: str, advice: str) -> None:
    found = probed(Play([words("ready"), answer, words("red")]))
    assert (found["tool_call"].outcome, found["tool_call"].advice) == (outcome, advice)
    assert (found["two_calls"].status, found["two_calls"].requests) == (ProbeStatus.SKIPPED, 0)
    assert found["picture"].outcome == "saw_picture"
    assert verdict_of(tuple(found.values())) == "unusable"


ADVICE = {
    "no tools": "start_tool_parser", "detail": "check_key", "key": "check_key", "list": "report_server",
    "errors": "report_server", "text": "check_model", "redirect": "check_address",
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_refusal_has_the_sentence_of_the_server_and_advice(name: str) -> None:
    answer, sentence = REFUSED[name]
    play = Play([answer])
    found = probed(play)
    assert outcomes(found) == ["refused", "not_tried", "not_tried", "not_tried"]
    server_message = found["plain"].server_message or ""
    assert sentence in f"{server_message} {ADVICE_WORDS[found['plain'].advice or 'report_server']}"
    assert "Check OPENAI" not in server_message, "the advice is not given twice"
    assert "sk-abc" not in repr(found)
    assert found["plain"].advice == ADVICE[name]
    assert len(play.requests) == 1


def with_tools(answer: Answer) -> Rule:
    return lambda body: answer if body.get("tools") else None


@pytest.mark.parametrize(
    "sentence",
    [
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        "tools param requires --jinja flag",
        "registry.ollama.ai/library/gemma3:12b does not support tools",
    ],
)
def test_a_server_without_its_tool_parser_is_told_how_to_start_it(sentence: str) -> None:
    found = probed(Obeying(rules=(with_tools(refusal({"error": {"message": sentence}})),)))
    assert (found["plain"].outcome, found["tool_call"].outcome) == ("answered", "refused")
    assert (found["tool_call"].server_message, found["tool_call"].advice) == (sentence, "start_tool_parser")


WINDOW = "This model's maximum context length is 1024 tokens. However, you requested 2183 tokens."


@pytest.mark.parametrize(
    ("answer", "outcome", "advice"),
    [
        (refusal({"error": {"message": WINDOW}}), "refused", "enlarge_window"),
        (Answer([b"404 page not found"], 404, "text/plain"), "refused", "check_address"),
        (refusal({"detail": "Not Found"}, 404), "refused", "check_address"),
        (refusal({"error": {"message": "model 'm' not found, try pulling it first"}}, 404), "refused", "check_model"),
        (refusal({"error": {"message": "CUDA out of memory"}}, 500), "failed", "try_later"),
    ],
    ids=["window", "no route", "no route, FastAPI", "no model", "failure"],
)
def test_each_fault_has_its_own_next_step(answer: Answer, outcome: str, advice: str) -> None:
    found = probed(Play([answer]))["plain"]
    assert (found.outcome, found.advice) == (outcome, advice)


def without_pictures(body: Json) -> Answer | None:
    if "image_url" in json.dumps(body["messages"]):
        return refusal({"error": {"message": "image_url is not supported by this model"}})
    return None


def broken_by_pictures(body: Json) -> Answer | None:
    if "image_url" in json.dumps(body["messages"]):
        return refusal({"error": {"message": "Bad input"}})
    return None


@pytest.mark.parametrize("rule", [without_pictures, broken_by_pictures])
def test_refused_pictures_are_not_an_error(rule: Rule) -> None:
    found = probed(Obeying(rules=(rule,)))
    assert (found["picture"].status, found["picture"].outcome) == (ProbeStatus.OFF, "not_sent")
    assert verdict_of(tuple(found.values())) == "ready"


def test_pictures_that_the_operator_switched_off_are_not_sent() -> None:
    play = Obeying()
    found = probed(play, pictures=Sending(refuses=True))
    assert (found["picture"].outcome, found["picture"].requests) == ("not_sent", 0)
    assert "image_url" not in json.dumps(play.requests)


def test_pictures_that_work_and_are_not_listed_are_pointed_out() -> None:
    assert probed(Obeying(), pictures=Sending())["picture"].advice == "list_images"


@pytest.mark.parametrize("colour", ["grey", "blue", "red, green, blue or yellow"])
def test_a_model_that_sees_nothing_is_found_out(colour: str) -> None:
    found = probed(Obeying(colour=colour))["picture"]
    assert (found.status, found.outcome, found.advice) == (ProbeStatus.FAILS, "took_picture", "unlist_images")
    assert probed(Obeying(colour=colour), pictures=Sending())["picture"].status is ProbeStatus.OFF


def test_a_server_that_refuses_results_is_named_for_it() -> None:
    def no_results(body: Json) -> Answer | None:
        has = any(message["role"] == "tool" for message in body["messages"])
        return refusal({"error": {"message": "Messages of tools are unknown here"}}) if has else None

    found = probed(Obeying(rules=(no_results,)))
    assert found["two_calls"].outcome == "results_refused"
    assert "Messages of tools are unknown here" in (found["two_calls"].server_message or "")


class Endless(Play):
    """Signs of life for ever, and never a word."""

    def answer(self, body: Json) -> Answer:
        self.requests.append(body)
        return Answer(chain([b": hello\n\n"], repeat(b": alive\n\n" * 200)))  # type: ignore[arg-type]  # without an end


def test_a_server_without_a_word_is_given_up_in_time() -> None:
    found = probed(Endless(), seconds=1.0)
    assert found["plain"].outcome == "timed_out"
    assert (found["plain"].seconds or 0) < 10
    assert outcomes(found)[1:] == ["not_tried"] * 3


def test_an_address_where_no_one_answers_is_unreachable() -> None:
    play = Play([words("ready")])
    with playing(play):
        pass
    out = io.StringIO()
    assert connection.main(["--model", "m", "--base-url", play.address], out) == 1
    assert OUTCOME_WORDS["unreachable"] in out.getvalue()
    assert ADVICE_WORDS["check_server"] in out.getvalue()
    assert "Connection refused" in out.getvalue() and "Profile" not in out.getvalue()


KEY = "not-a-pattern-0123456789"


def test_the_command_says_in_words_what_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("MODELS", raising=False)
    with playing(Obeying(rules=STRICT["single calls"], colour=colour_for("ours/qwen"))) as play:
        out = io.StringIO()
        assert connection.main(["--model", "ours/qwen", "--base-url", play.address], out) == 0
    text = out.getvalue()
    for part in ("Plain answer: works", "Tool call:    works", "Two calls:    works", "Picture:      works"):
        assert part in text
    assert "Learned from refusals: one call at a time." in text
    assert "This model can build apps." in text
    assert ADVICE_WORDS["list_images"] in text
    assert KEY not in text


def test_the_command_refuses_what_is_no_address() -> None:
    assert connection.main(["--model", "m", "--base-url", "file:///etc/passwd"], io.StringIO()) == 2
    assert connection.main(["--model", "../m", "--base-url", "http://127.0.0.1:1/v1"], io.StringIO()) == 2


@pytest.mark.parametrize(
    ("variables", "part"),
    [({}, "No model is named"), ({"CHATBUILDER_MODEL": "m", "MODEL_WIRE": "grpc"}, "MODEL_WIRE must be one of")],
)
def test_settings_that_cannot_be_used_are_named(
    variables: dict[str, str], part: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("CHATBUILDER_MODEL", "MODEL_WIRE", "MODELS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert connection.main([], io.StringIO()) == 2
    assert part in capsys.readouterr().err
