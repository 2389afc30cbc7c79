"""A quote begins where a sentence does, holds what was looked for, and has no marks of Markdown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.text.quoting import quote_of, without_marks

SPEC = """# Kiln

## 7.4 My list

A list of pieces. It prints.

| Glaze | Price |
|---|--:|
| **Celadon** | `7.20` |

## 7.5 How it shall look

Calm and plain. Colours are *clay* and [celadon](https://clay.example). No robot on the page.
- [ ] the date of `today` is marked
"""


def test_a_quote_begins_with_its_sentence_and_knows_its_heading() -> None:
    shown, heading = quote_of(SPEC, ["colour", "clay"])
    assert heading == "7.5 How it shall look"
    assert shown == "Colours are clay and celadon. No robot on the page. the date of today is marked"
    assert quote_of("Visitors come.\nThe hours or prices.", ["price", "or", "hour"])[0] == "The hours or prices."
    assert quote_of(SPEC, ["price"])[0].startswith("Glaze, Price · Celadon, 7.20 · 7.5 How it")
    assert quote_of(SPEC, ["kiln"])[0].startswith("Kiln · 7.4 My list · A list")
    assert quote_of(SPEC, ["nothing"]) == quote_of(SPEC, []) and quote_of("", ["a"]) == ("", "")


def test_a_long_text_is_cut_between_sentences_and_a_long_sentence_around_the_word() -> None:
    shown, _ = quote_of("It begins here. " * 40, ["begins"])
    assert len(shown) < 310 and shown.startswith("It begins here.") and shown.endswith("here. ...")
    shown, _ = quote_of("word " * 200 + "celadon " + "other " * 200, ["celadon"])
    assert shown.startswith("... word ") and " celadon " in shown and shown.endswith(" ...") and len(shown) < 320


@pytest.mark.parametrize(("line", "said"), [
    ("### 5. Prices ##", "5. Prices"), ("> - **bold** __too__", "bold too"), ("1. snake_case 2*3", "snake_case 2*3"),
    ("![a](b.png) ~~old~~", "a old"), ("| a | b |", "a, b"), ("#hash", "#hash"), ("5 * 6 = 30", "5 * 6 = 30"), ("", ""),
])  # fmt: skip
def test_marks_are_taken_off_and_words_stay(line: str, said: str) -> None:
    assert without_marks(line) == said


@given(st.text(alphabet="a b.\n#*_[]()|`-", max_size=400), st.lists(st.text("ab", min_size=1, max_size=2), max_size=3))
def test_any_text_has_a_bounded_quote(text: str, words: list[str]) -> None:
    shown, _ = quote_of(text, words)
    assert len(shown) <= 310 and "\n" not in shown


@pytest.mark.parametrize("piece", ["[", "a. ", "*a", "| ", "_", "a", "- ", "* _"])
def test_a_hostile_text_takes_linear_time(piece: str) -> None:
    assert len(quote_of(piece * 20_000, ["a"])[0]) <= 310
