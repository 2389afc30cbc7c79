"""A model's answer about a leaf: strict, and each quote found in the text."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.planning.quotes import Place, Quoted
from shared.domain.planning.requirements import read_requirements, read_several

TEXT = "Guests can order.\n\nThe shop must send an\n   invoice by mail. The shop must send an invoice by mail."


def requirement(**fields: Any) -> dict[str, Any]:
    return {"kind": "story", "title": "Invoices", "quote": "Guests can order."} | fields


def read(*requirements: object, text: str = TEXT) -> Any:
    return read_requirements(json.dumps({"requirements": requirements}), text, 0, len(text))


def test_a_quote_is_found_word_for_word_and_again_after_the_last_one() -> None:
    quoted = Quoted(TEXT, 0, len(TEXT))
    first = quoted.find("The shop must send an invoice by mail.")
    assert first is not None and TEXT[slice(*first)].endswith("by mail.") and first.start > 60
    other = Quoted(TEXT, 0, len(TEXT))
    wrapped = other.find("shop must send an\n   invoice by mail")
    assert wrapped == Place(TEXT.index("shop"), TEXT.index(" by mail") + len(" by mail"))
    assert other.find("The shop must send an invoice by mail.") == first


@pytest.mark.parametrize(
    "quote",
    [
        "The  shop must\nsend an invoice by mail.",
        "Theshopmustsendaninvoicebymail.",
        "| The shop must send an\n| invoice by mail.",
    ],
)
def test_blanks_and_the_marks_of_lines_make_no_difference(quote: str) -> None:
    found = Quoted(TEXT, 0, TEXT.index("mail.") + 5).find(quote)
    assert found is not None and TEXT[found.start : found.start + 8] == "The shop"


@pytest.mark.parametrize("quote", ["order", "Guests may order.", "", " " * 50, "x" * 5_000])
def test_what_is_not_there_or_says_too_little_is_no_quote(quote: str) -> None:
    assert Quoted(TEXT, 0, len(TEXT)).find(quote) is None


def test_a_quote_from_outside_the_leaf_is_not_found() -> None:
    assert Quoted(TEXT, 20, len(TEXT)).find("Guests can order.") is None


@given(st.text(st.sampled_from("ab \n"), min_size=30, max_size=200), st.integers(0, 100), st.integers(8, 60))
def test_any_words_of_the_text_are_found_where_they_stand(text: str, start: int, length: int) -> None:
    quote = text[start : start + length]
    found = Quoted(text, 0, len(text)).find(quote)
    if len("".join(quote.split())) >= 8:
        assert found is not None and "".join(text[slice(*found)].split()) == "".join(quote.split())
    else:
        assert found is None


def test_good_requirements_have_places_and_the_lost_ones_are_named() -> None:
    found = read(requirement(acceptance=["  It is\nsent. "]), requirement(quote="Nobody ever wrote this."))
    assert [(one.wanted.title, one.wanted.acceptance) for one in found.placed] == [("Invoices", ["It is sent."])]
    assert len(found.errors) == 1 and "requirements.1.quote" in found.errors[0]


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"kind": "saga"}, "kind"),
        ({"children": []}, "children"),
        ({"priority": 1}, "priority"),
        ({"title": " "}, "title"),
        ({"title": "x" * 400}, "title"),
        ({"acceptance": "all"}, "acceptance"),
        ({"start": 4}, "start"),
    ],
)
def test_what_the_schema_does_not_know_is_an_error_with_its_place(fields: dict[str, Any], place: str) -> None:
    found = read(requirement(**fields))
    assert found.placed == [] and f"requirements.0.{place}" in found.errors[0]


@pytest.mark.parametrize(
    "answer", ["", "No.", "{", '{"requirements": [', "[" * 5_000, '{"a":' * 3_000 + "1" + "}" * 3_000]
)
def test_what_is_no_json_is_an_error(answer: str) -> None:
    found = read_requirements(answer, TEXT, 0, len(TEXT))
    assert found.placed == [] and len(found.errors) == 1


def test_more_than_a_leaf_can_hold_is_an_error() -> None:
    assert read(*[requirement()] * 81).errors


def test_what_people_would_not_see_is_taken_out_of_words() -> None:
    (one,) = read(requirement(title="In\u202evoices\x07", summary="a\u2066b")).placed
    assert one.wanted.title == "In voices" and one.wanted.summary == "a b"


def several(texts: list[str], *quotes: str) -> list[list[tuple[int, int]] | None]:
    wanted = [{"kind": "story", "title": "It", "quote": quote} for quote in quotes]
    found = read_several(json.dumps({"requirements": wanted}), texts)
    return [None if part is None else [(one.start, one.end) for one in part] for part in found]


def test_an_answer_about_several_parts_has_each_quote_in_one_of_them() -> None:
    texts = ["Guests can return goods. They pay at once.", "Guests can return goods. Nobody pays twice."]
    twice = "Guests can return goods."
    assert several(texts, twice, "They pay at once.", "Nobody pays twice.") == [[(0, 24), (25, 42)], [(25, 43)]]
    assert several(texts, "Nobody pays twice.", "They pay at once.") == [[(25, 42)], [(25, 43)]]
    assert several(texts, "Nobody pays twice.", twice) == [[], [(25, 43), (0, 24)]], "from where the last one was"
    assert read_several("no json", texts) == read_several('{"requirements": 1}', texts) == [None, None]


def test_a_quote_that_stands_nowhere_leaves_open_only_the_parts_that_it_may_be_of() -> None:
    texts = ["The first is here.", "The second is here.", "The third is here.", "The fourth is here."]
    lost = "Nobody ever wrote this."
    assert several(texts, texts[0], lost, texts[1], texts[3]) == [None, None, [], [(0, 19)]]
    assert several(texts, lost, texts[0], texts[2]) == [None, [], [(0, 18)], []]
    assert several(texts, texts[0], texts[2], lost) == [[(0, 18)], [], None, None]
    assert several(texts, texts[2], lost, lost, texts[1]) == [[], None, None, []]
    assert several(texts, texts[0] + texts[1]) == [None] * 4, "across two of them it is in none"
