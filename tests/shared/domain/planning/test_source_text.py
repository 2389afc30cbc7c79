"""What becomes of the bytes of a document."""

import pytest

from shared.domain.errors import TextUnreadable, TooLarge
from shared.domain.planning.document import DOCUMENT_BYTES_MOST
from shared.domain.planning.source_text import LINES_MOST, count_words, normalise_source, read_source


def test_ends_of_lines_become_one_kind_and_a_mark_of_order_goes() -> None:
    assert read_source("\ufeffone\r\ntwo\rthree\n".encode()) == "one\ntwo\nthree\n"


@pytest.mark.parametrize(
    ("data", "word"),
    [(b"good \xff\xfe bad", "byte 6"), (b"a\0b", "NUL at character 2"), (b" \r\n ", "empty"), (b"", "empty")],
)
def test_what_is_no_text_is_refused_with_its_place(data: bytes, word: str) -> None:
    with pytest.raises(TextUnreadable, match=word):
        read_source(data)


def test_half_a_character_is_refused() -> None:
    with pytest.raises(TextUnreadable, match="Character 3"):
        normalise_source("ab\ud800")


def test_more_than_five_megabytes_are_refused_and_as_many_are_not() -> None:
    assert len(read_source(b"x" * DOCUMENT_BYTES_MOST)) == DOCUMENT_BYTES_MOST
    with pytest.raises(TooLarge):
        read_source(b"x" * (DOCUMENT_BYTES_MOST + 1))
    with pytest.raises(TooLarge):
        normalise_source("\u20ac" * (DOCUMENT_BYTES_MOST // 3 + 1))


def test_lines_without_end_are_refused() -> None:
    with pytest.raises(TextUnreadable, match="lines"):
        normalise_source("a\n" * LINES_MOST)


def test_words_are_what_stands_between_blanks() -> None:
    assert count_words("One two,\nthree\u00a0four") == 4
