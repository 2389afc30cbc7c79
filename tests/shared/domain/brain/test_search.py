"""What is found, and in which order."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from shared.domain.brain.search import Findable, SearchRequest, best_hits, fused
from shared.domain.brain.vectors import key_of, nearest, packed
from shared.domain.text.pieces import pieces_of, title_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def items(*texts: str) -> list[Findable]:
    return [Findable("note", f"note_{number}", "", text, NOW) for number, text in enumerate(texts)]


def test_the_best_by_words_come_first_and_others_not_at_all() -> None:
    found = best_hits("red carts", items("a blue door", "the red cart of Ann", "one cart"), 5)
    assert [hit.id for hit in found] == ["note_1", "note_2"] and found[0].text == "the red cart of Ann"
    assert best_hits("red carts", items("a blue door"), 5) == []


def test_a_hit_of_a_document_is_called_by_the_heading_above_its_words() -> None:
    piece = "## 7.4 My list\n\nA list.\n\n## 7.5 Looks\n\nPlain. **Celadon** and clay.\n"
    one = Findable("document", "doc_1", "Kiln: the plan: 7.4 My list", piece, NOW, 40)
    (hit,) = best_hits("celadon", [one], 5)
    assert (hit.title, hit.text) == ("Kiln: the plan: 7.5 Looks", "Celadon and clay.")
    (first,) = best_hits("list", [one], 5)
    assert first.title == "Kiln: the plan: 7.4 My list"


def test_what_is_near_in_meaning_is_merged_by_rank() -> None:
    found = best_hits("cart", items("cart", "basket", "door"), 5, also=[1, 0])
    assert [hit.id for hit in found] == ["note_0", "note_1"]
    assert [hit.id for hit in best_hits("zzz", items("cart", "basket"), 5, also=[1])] == ["note_1"]


def test_ranks_are_summed_over_the_rankings() -> None:
    scores = fused([[3, 1], [1]])
    assert scores[1] > scores[3] and scores.keys() == {1, 3}


@given(st.text(max_size=9_000))
def test_the_pieces_of_a_text_are_the_text(text: str) -> None:
    found = list(pieces_of(text))
    assert all(text[start : start + len(piece)] == piece and len(piece) <= 1_500 for start, piece in found)
    between, at = list[str](), 0
    for start, piece in found:
        between.append(text[at:start])
        at = start + len(piece)
    assert not "".join([*between, text[at:]]).strip()


def test_a_text_is_cut_at_its_paragraphs_and_headings() -> None:
    text = "# One\n\n" + "word " * 200 + "\n\n# Two\n\n" + "other " * 200
    assert [title_of(piece) for _, piece in pieces_of(text)] == ["One", "Two"]
    assert len(list(pieces_of("x" * 5_000_000))) == 3_334


def test_vectors_are_compared_by_where_they_point() -> None:
    known = {key_of("a"): packed([1.0, 0.0]), key_of("b"): packed([3.0, 3.0]), key_of("c"): packed([-1.0, 0.0])}
    keys = [key_of(name) for name in "cba"] + ["unknown"]
    assert nearest(packed([2.0, 0.1]), keys, known) == [2, 1]
    assert packed([0.0, 0.0]) == b"" and nearest(b"", keys, known) == []
    assert nearest(packed([1.0, 0.0, 0.0]), keys, known) == []


def test_a_search_says_what_it_is_for() -> None:
    for wrong in ({}, {"query": " "}, {"query": "x" * 401}, {"query": "a", "kinds": []}, {"query": "a", "limit": 51}):
        with pytest.raises(ValidationError):
            SearchRequest.model_validate(wrong)
