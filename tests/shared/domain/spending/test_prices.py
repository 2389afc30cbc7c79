import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.agent.model_messages import Usage
from shared.domain.spending.prices import Price, Prices

TABLE = Prices(
    as_of="2026-01-01",
    models={
        "gpt-a": Price(input=2, cached=0.2, output=10, cache_write=2.5, long_above=1000),
        "gpt-a-mini": Price(input=1, cached=0.1, output=5),
    },
)
million = Usage(input_tokens=1_000_000)


@pytest.mark.parametrize(
    "name", ["gpt-a-mini", "GPT-A-mini", "gpt-a-mini-2026-04-23", "openai/gpt-a-mini", "openai.gpt-a-mini-1:0"]
)
def test_finds_a_model_under_its_usual_disguises(name: str) -> None:
    assert TABLE.cost(name, million) == 1


@pytest.mark.parametrize("name", ["gpt-b", "gpt-a-maxi", "gpt", "", "gpt-a-mini-instruct"])
def test_an_unknown_model_has_no_price(name: str) -> None:
    assert TABLE.cost(name, million) is None


def test_cached_and_written_tokens_have_their_own_price() -> None:
    usage = Usage(input_tokens=1000, cached_tokens=600, cache_write_tokens=100, output_tokens=10)
    assert TABLE.cost("gpt-a", usage) == pytest.approx((300 * 2 + 600 * 0.2 + 100 * 2.5 + 10 * 10) / 1e6)


def test_a_long_call_costs_more_as_a_whole() -> None:
    usage = Usage(input_tokens=1001, output_tokens=10)
    assert TABLE.cost("gpt-a", usage) == pytest.approx((1001 * 2 * 2 + 10 * 10 * 1.5) / 1e6)


tokens = st.integers(min_value=0, max_value=10**7)


@given(tokens, tokens, tokens, tokens)
def test_a_cost_is_never_negative_and_the_cache_never_makes_it_dearer_than_writing(
    asked: int, cached: int, written: int, said: int
) -> None:
    usage = Usage(input_tokens=asked, cached_tokens=cached, cache_write_tokens=written, output_tokens=said)
    cost = TABLE.cost("gpt-a", usage)
    assert cost is not None and 0 <= cost <= (asked * 2.5 * 2 + said * 10 * 1.5) / 1e6 + 1e-9
