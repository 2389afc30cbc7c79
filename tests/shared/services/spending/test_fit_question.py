"""A question is cut to the model's window: only its data, the longest first, with a note; or an error says why not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devkit.fakes.model import FakeModel, Reply, say
from devkit.fakes.world import World
from devkit.loop import USER
from shared.domain.agent.model_errors import ModelContextExceeded
from shared.domain.agent.model_messages import AssistantMessage, ModelRequest, UserMessage
from shared.domain.spending.models import ModelEntry, Models
from shared.domain.spending.spending import day_of
from shared.domain.untrusted import as_data
from shared.services.spending.ask_once import Payer, estimated_tokens, hold_for, plain_request
from shared.services.spending.fit_question import QuestionTooLong, ask_fitted, fit


def question(*blocks: str, answer: int = 500) -> ModelRequest:
    words = "\n\n".join(f"<part>\n{as_data(block)}\n</part>" for block in blocks)
    return plain_request("fake", "Read it.", words, answer_tokens=answer, seconds=5)


def words_of(request: ModelRequest) -> str:
    (item,) = request.items
    assert isinstance(item, UserMessage)
    return item.content


def test_what_fits_stays_as_it_is() -> None:
    request = question("short", "also short")
    assert fit(request, 8_000) == request


def test_long_paragraphs_keep_their_beginnings_and_ends() -> None:
    turns = [f"Turn {number} begins. " + "word " * 300 + f"\nTurn {number} ends." for number in range(12)]
    fitted = fit(question("\n\n".join(turns), "the wish"), 4_096)
    assert not isinstance(fitted, QuestionTooLong)
    assert all(f"| Turn {number} begins." in words_of(fitted) for number in range(12))
    assert all(f"| Turn {number} ends." in words_of(fitted) for number in range(12))
    assert "| the wish" in words_of(fitted) and "characters left out: the model's window is small" in words_of(fitted)


def test_a_long_block_keeps_its_beginning_and_its_end() -> None:
    lines = "\n".join(f"line {number}" for number in range(9_000))
    text = words_of_fitted(question(lines), 4_096)
    assert "| line 0\n" in text and "| line 8999\n" in text and text.count("left out") == 1


def words_of_fitted(request: ModelRequest, window: int) -> str:
    fitted = fit(request, window)
    assert not isinstance(fitted, QuestionTooLong)
    return words_of(fitted)


def test_one_endless_line_is_cut() -> None:
    assert len(words_of_fitted(question("x" * 100_000), 4_096)) < 12_000


def test_of_an_answer_before_the_beginning_is_kept() -> None:
    request = question("short")
    items = (*request.items, AssistantMessage(content="{" * 50_000), UserMessage(content="Answer again."))
    fitted = fit(request.model_copy(update={"items": items}), 4_096)
    assert not isinstance(fitted, QuestionTooLong)
    said = fitted.items[1]
    assert isinstance(said, AssistantMessage) and said.content.startswith("{{{") and len(said.content) < 12_000


def test_a_whole_question_is_never_cut() -> None:
    found = fit(question("x" * 20_000), 4_096, is_whole=True)
    assert isinstance(found, QuestionTooLong) and not found.is_hopeless
    assert isinstance(tiny := fit(question("x"), 500, is_whole=True), QuestionTooLong) and tiny.is_hopeless
    assert "about 4,096 tokens" in found.message and "--ctx-size" in found.message


BLOCKS = st.lists(st.text(alphabet="ab|<\n é", max_size=4_000), min_size=1, max_size=5)


@settings(max_examples=150, deadline=None)
@given(blocks=BLOCKS, times=st.integers(1, 30), window=st.integers(300, 20_000), answer=st.integers(100, 16_000))
def test_whatever_is_asked_fits_the_window_and_keeps_its_tags(
    blocks: list[str], times: int, window: int, answer: int
) -> None:
    request = question(*(block * times for block in blocks), answer=answer)
    fitted = fit(request, window)
    if isinstance(fitted, QuestionTooLong):
        assert window < 1_500, "tags, notes and the beginnings of five blocks"
        return
    assert estimated_tokens(fitted) + (fitted.max_output_tokens or 0) <= window
    assert (fitted.max_output_tokens or 0) >= min(answer, 112)
    before, after = words_of(request).split("\n"), words_of(fitted).split("\n")
    assert [line for line in after if not line.startswith("|")] == [line for line in before if not line.startswith("|")]
    assert fit(fitted, window) == fitted, "what fits is not cut again"


class Narrow(FakeModel):
    """Refuses what is longer than `limit` tokens, and names that size where `tells`."""

    def __init__(self, limit: int, *, tells: bool) -> None:
        super().__init__(respond=self._refuse)
        self.limit, self.tells, self.refused = limit, tells, 0

    def _refuse(self, request: ModelRequest) -> Reply:
        if estimated_tokens(request) + (request.max_output_tokens or 0) > self.limit:
            self.refused += 1
            raise ModelContextExceeded("too long", window=self.limit if self.tells else None)
        return say("Yes.")


@pytest.mark.parametrize(("tells", "refusals"), [(True, 1), (False, 4)])
def test_a_refusal_is_answered_with_a_shorter_question_and_costs_nothing(tells: bool, refusals: int) -> None:
    world, model = World(), Narrow(3_000, tells=tells)
    ports = world.loop_ports(price=lambda name, usage: usage.total_tokens / 1e6)
    app, _ = world.make_app(tenant_id=USER.tenant_id)
    request = question("word\n" * 20_000, answer=2_000)
    hold = hold_for(request, Payer(app.tenant_id, app.id, app.id), 2_000, ports=ports)
    answered = ask_fitted(request, hold, 2_000, model=model, ports=ports)
    assert answered.completed is not None and model.refused == refusals
    assert answered.window is not None and answered.window <= 4_096
    day, _ = world.spending.balances(app.tenant_id, day_of(world.clock.now()))
    assert (day.used, day.held) == (15, 0)


def test_the_size_in_the_list_is_kept_to_from_the_first_request() -> None:
    world, model = World(), Narrow(4_000, tells=False)
    ports = world.loop_ports(models=Models([ModelEntry(name="fake", context_window=4_000)]))
    app, _ = world.make_app(tenant_id=USER.tenant_id)
    request = question("word\n" * 20_000, answer=2_000)
    hold = hold_for(request, Payer(app.tenant_id, app.id, app.id), 2_000, ports=ports)
    assert ask_fitted(request, hold, 2_000, model=model, ports=ports).completed is not None
    assert model.refused == 0
