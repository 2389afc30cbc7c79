import pytest
from hypothesis import given
from hypothesis import strategies as st

from local.offline_model.colours import DARK, LIGHT, NAMES, accent, around, contrast, parse, readable

colours = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")


@pytest.mark.parametrize(
    ("words", "colour"),
    [("Blue", "#1d4ed8"), ("#ABC", "#aabbcc"), ("#a1B2c3", "#a1b2c3"), ("nothing", None), ("", None), ("#ggg", None)],
)
def test_names_and_numbers(words: str, colour: str | None) -> None:
    assert parse(words) == colour


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_darker_and_lighter(name: str) -> None:
    assert parse(f"dark {name}")
    assert parse(f"light-{name}")


@given(colours)
def test_an_accent_can_be_read_in_light_and_dark(colour: str) -> None:
    for palette in (LIGHT, DARK):
        made = accent(colour, palette)
        for ground in (palette["page"], palette["surface"], made["accent-soft"]):
            assert contrast(made["accent"], ground) >= 4.5
        assert contrast(made["on-accent"], made["accent"]) >= 4.5


@given(colours)
def test_any_background_gets_text_that_can_be_read(colour: str) -> None:
    palette = around(colour)
    assert contrast(palette["ink"], palette["page"]) >= 4.4
    assert contrast(palette["muted"], palette["page"]) >= 4.4


@given(colours, colours)
def test_readable_is_readable_or_the_extreme(colour: str, ground: str) -> None:
    made = readable(colour, ground)
    assert contrast(made, ground) >= 4.5 or made in ("#000000", "#ffffff")
