"""What a word of a message stands for: an English one is not taken apart, a German compound is."""

import pytest

from shared.domain.text.same_meaning import forms_of

ENGLISH = {
    "editable": "table", "sortable": "table", "vegetable": "table", "acceptable": "table", "candidate": "date",
    "validate": "date", "update": "date", "background": "round", "holiday": "day", "platform": "form",
    "wireframe": "frame", "instead": "tea", "checkbox": "box",
}  # fmt: skip


@pytest.mark.parametrize("word", sorted(ENGLISH))
def test_an_english_word_is_not_taken_apart(word: str) -> None:
    assert ENGLISH[word] not in forms_of(word)


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("kundenliste", {"client", "list", "liste"}),
        ("bestelltabelle", {"bestell", "table", "tabelle"}),
        ("startseite", {"home", "page"}),
        ("suchfeld", {"such", "input"}),
        ("speicherknopf", {"button"}),
        ("navigationsleiste", {"nav", "menu"}),
    ],
)
def test_a_german_compound_stands_for_its_parts_with_less_weight(word: str, parts: set[str]) -> None:
    forms = forms_of(word)
    assert parts <= forms.keys()
    assert forms[word] == 1.0 and {forms[part] for part in parts} == {0.6}
