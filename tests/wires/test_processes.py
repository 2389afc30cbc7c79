"""A run whose steps are done by different processes, as on AWS: refusals teach the run and not one process."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest

from devkit.loop import LoopDriver
from shared.adapters.openai.model import OpenAIModel
from shared.adapters.openai.retry import RetryPolicy
from shared.adapters.openai.settings import ModelSettings
from shared.domain.agent.model_profile import GENERAL, Profile, ProfileChoice
from shared.domain.runs.run import Run
from shared.domain.spending.models import ModelEntry, Models
from tests.wires.odd_shapes import SHAPES
from tests.wires.server import (
    Answer,
    Play,
    Rule,
    alternating,
    mistral,
    no_system,
    plain_schemas,
    playing,
    single_calls,
    small_window,
    without_fields,
)
from tests.wires.shapes import Ask

FINISH = [Ask("finish", {"summary": "Done.", "rationale": None, "assumptions": None})]
STRICT: tuple[Rule, ...] = (
    without_fields("parallel_tool_calls", form="openai"),
    without_fields("stream_options", form="detail"),
    no_system,
    alternating,
    mistral,
    single_calls,
    plain_schemas,
    small_window(8_000, "vllm"),
)


@pytest.fixture
def play() -> Iterator[Play]:
    with playing(Play()) as running:
        yield running


def write(number: int) -> Ask:
    return Ask("write_file", {"path": f"src/new{number}.ts", "content": f"export const a{number} = 1;\n" * 60})


@contextmanager
def each_step_in_a_new_process(play: Play, turns: list[list[Ask]], *rules: Rule) -> Iterator[LoopDriver]:
    play.answers = [Answer(list(SHAPES["openai"](turn))) for turn in turns]
    play.rules = rules
    with ExitStack() as models:

        def start_process(number: int, run: Run) -> None:
            model = OpenAIModel(ModelSettings(base_url=play.address), RetryPolicy(9, base=0.01))
            models.callback(model.close)
            loop.model = model  # type: ignore[assignment]  # the real client

        loop = LoopDriver([], before_iteration=start_process)
        yield loop


def test_a_refusal_teaches_the_run_and_not_only_one_process(play: Play) -> None:
    turns = [[write(2 * number), write(2 * number + 1)] for number in range(6)]
    with each_step_in_a_new_process(play, [*turns, FINISH], *STRICT) as loop:
        run = loop.play()
    assert run.status == "completed", run.outcome
    first = len(play.requests) - len(turns)  # every later answer took one request
    assert play.refused == first - 1, "only the first step was refused anything"
    assert play.refused <= len(STRICT) + 1
    assert run.memory.lessons is not None and not run.memory.lessons.system_role


def test_nothing_is_stored_where_nothing_was_learned(play: Play) -> None:
    with each_step_in_a_new_process(play, [[write(1)], FINISH]) as loop:
        run = loop.play()
    assert (run.status, run.memory.lessons) == ("completed", None)


@pytest.mark.parametrize(("days", "model", "again"), [(0.9, "fake", 0), (1.1, "fake", 1), (0.0, "other", 3)])
def test_the_next_run_begins_with_what_the_last_one_learned(play: Play, days: float, model: str, again: int) -> None:
    rules = (no_system, plain_schemas, small_window(2_700, "vllm"))
    with each_step_in_a_new_process(play, [[write(1)], FINISH, [write(2)], FINISH], *rules) as loop:
        first = loop.play()
        before = play.refused
        loop.world.clock.advance(days * 86_400)
        models = Models([ModelEntry(name="fake"), ModelEntry(name="other")])
        loop.ports = loop.world.loop_ports(price=lambda model, usage: 0.001, models=models)
        app = loop.world.apps.get(first.tenant_id, first.app_id)
        loop.world.apps.update(
            app.model_copy(update={"settings": app.settings.model_copy(update={"models": {"auto": model}})})
        )
        second = loop.follow(loop.start("Make it blue", app_id=first.app_id, conversation_id=first.conversation_id))
    assert (first.status, second.status) == ("completed", "completed"), (first.outcome, second.outcome)
    assert (before, play.refused - before) == (3, again)


def test_a_window_that_was_too_small_for_anything_is_asked_for_again(play: Play) -> None:
    play.answers = [Answer(list(SHAPES["openai"](turn))) for turn in ([write(1)], FINISH)]
    play.rules = (small_window(900, "vllm"),)
    loop = LoopDriver([])
    model = OpenAIModel(ModelSettings(base_url=play.address), RetryPolicy(4, base=0.01))
    loop.model = model  # type: ignore[assignment]  # the real client
    try:
        failed = loop.play()
        play.rules = ()  # the server was started with a larger window
        done = loop.follow(loop.start(app_id=failed.app_id, conversation_id=failed.conversation_id))
    finally:
        model.close()
    assert (failed.status, done.status) == ("failed", "completed"), done.outcome


def test_lessons_of_two_processes_add_up() -> None:
    first = Profile(several_calls=False, without=frozenset({"stream_options"}))
    second = Profile(system_role=False, without=frozenset({"tool_choice"}))
    model = OpenAIModel(
        ModelSettings(base_url="http://127.0.0.1:1/v1"), choices={"chosen": ProfileChoice(several_calls=True)}
    )
    try:
        for name in ("m", "chosen"):
            assert model.lessons(name) is None
            model.recall(name, first)
            model.recall(name, second)
            model.recall(name, GENERAL)
        left_out = frozenset({"stream_options", "tool_choice"})
        both = Profile(several_calls=False, system_role=False, without=left_out)
        assert model.lessons("m") == model.profile("m") == both
        assert model.profile("chosen").several_calls, "the operator's choice counts"
        assert model.lessons("other") is None
    finally:
        model.close()
