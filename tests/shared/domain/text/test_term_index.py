"""A search by the index of a document's words finds what a search of its text finds."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.text.pieces import pieces_of, title_of
from shared.domain.text.ranking import IndexedPiece, Passage, piece_words, scored
from shared.domain.text.term_index import TermIndex, encode_terms

WORDS = st.sampled_from(
    [
        "cart",
        "carts",
        "Cart",
        "price",
        "the",
        "class",
        "\u00e4pfel",
        "\ufb01le",
        "\ufdfa",
        "a1",
        "x" * 30,
        "\u05e1\u05e4\u05e8",
    ]
)
PARAGRAPHS = st.lists(WORDS, max_size=120).map(" ".join)
TEXTS = st.lists(st.one_of(PARAGRAPHS, PARAGRAPHS.map("# {}".format), st.just("\n" * 2_000)), max_size=30).map(
    "\n\n".join
)


def plain(title: str, text: str) -> list[Passage]:
    return [Passage("doc", f"{title}: {title_of(piece)}", piece) for _, piece in pieces_of(text)]


def indexed(title: str, text: str) -> list[Passage]:
    data, index = text.encode(), TermIndex(encode_terms(text, piece_words))

    def read(number: int) -> str:
        span = index.span(number)
        assert len(text[span.start : span.start + span.length].encode()) == span.byte_length
        return data[span.byte_start : span.byte_start + span.byte_length].decode()

    return [Passage("doc", "", "", piece=IndexedPiece(index, number, title, read)) for number in range(len(index))]


def same(first: Sequence[float], second: Sequence[float]) -> bool:
    return first == pytest.approx(second, rel=1e-12)


@given(texts=st.lists(TEXTS, max_size=3), note=PARAGRAPHS, query=st.lists(WORDS, min_size=1, max_size=6).map(" ".join))
def test_index_and_text_score_the_same(texts: list[str], note: str, query: str) -> None:
    others = [Passage("note", "cart", note), Passage("note", "", "the price")]
    titles = ["The cart", "Prices", "The cart"]
    by_text = [*others, *(one for title, text in zip(titles, texts, strict=False) for one in plain(title, text))]
    by_index = [*others, *(one for title, text in zip(titles, texts, strict=False) for one in indexed(title, text))]
    assert same(scored(query, by_index), scored(query, by_text))
    assert [one.whole() for one in by_index] == by_text


def test_part_of_a_document_scores_as_its_pieces_do() -> None:
    text = "\n\n".join(f"# Part {number}\n\n" + f"cart price word{number} " * 90 for number in range(40))
    assert same(scored("word7 cart", indexed("t", text)[5:20]), scored("word7 cart", plain("t", text)[5:20]))


def test_pieces_have_their_places() -> None:
    text = "# \u00c4\n\n" + "\u00e4pfel " * 900 + "\n" * 4_000 + "# B\n\n" + "price " * 900
    index = TermIndex(encode_terms(text, piece_words))
    spans = [index.span(number) for number in range(len(index))]
    assert [(span.start, span.length) for span in spans] == [(start, len(piece)) for start, piece in pieces_of(text)]
    assert list(index.lengths()) == [span.length for span in spans]


@pytest.mark.parametrize("data", [b"", b"x" * 50, b"terms-2\n" + bytes(100)], ids=["empty", "noise", "later version"])
def test_bytes_of_another_form_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"too short|another version"):
        TermIndex(data)


def test_a_word_that_is_not_there_has_no_places() -> None:
    for text in ("", "one two three"):
        places, often = TermIndex(encode_terms(text, piece_words)).places("four")
        assert not places
        assert not often
