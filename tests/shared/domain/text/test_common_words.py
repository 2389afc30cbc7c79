"""A query of words that every piece of a long text has: the rarest decide, and few pieces are counted."""

from array import array

from shared.domain.text.pieces import pieces_of
from shared.domain.text.ranking import IndexedPiece, Passage, piece_words, scored
from shared.domain.text.term_index import TermIndex, encode_terms
from shared.domain.work_budget import PIECES_COUNTED, QUERY_WORDS

COMMON = [f"word{number}x" for number in range(QUERY_WORDS)]


class Counting(TermIndex):
    """Counts the pieces that were read."""

    read = 0

    def places(self, word: str) -> tuple["array[int]", "array[int]"]:
        numbers, often = super().places(word)
        self.read += len(numbers)
        return array("H", numbers), array("H", often)


def searched(query: str, pieces: int, rare: str = "") -> tuple[list[float], int]:
    """What each piece scores, and how many were counted. Only the last piece has the rare word."""
    body = " ".join([*COMMON, *("filler" for _ in range(120))])
    text = "\n\n".join([*(body for _ in range(pieces - 1)), f"{body} {rare}"])
    index = Counting(encode_terms(text, piece_words))
    passages = [
        Passage("text", "", "", piece=IndexedPiece(index, number, "A text", lambda _: ""))
        for number, _ in enumerate(pieces_of(text))
    ]
    return scored(query, passages), index.read


def test_twenty_words_that_are_everywhere_are_not_all_counted() -> None:
    scores, read = searched(" ".join(COMMON), 6_000)
    assert 0 < read <= PIECES_COUNTED
    assert all(score > 0 for score in scores), "the text is found all the same"


def test_the_rare_word_of_many_common_ones_is_counted_wherever_it_is_in_the_query() -> None:
    for query in ([*COMMON[:-1], "unheard"], ["unheard", *COMMON[:-1]]):
        scores, read = searched(" ".join(query), 6_000, "unheard")
        assert read <= PIECES_COUNTED
        assert scores.index(max(scores)) == len(scores) - 1


def test_a_short_query_counts_every_word() -> None:
    _, read = searched(" ".join(COMMON[:3]), 6_000)
    _, single = searched(COMMON[0], 6_000)
    assert read == 3 * single > 0
