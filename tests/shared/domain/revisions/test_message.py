"""Messages as they are stored: what git would clean up is gone before a commit's id is made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.revisions.message import clean_message


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("Plain", "Plain"), ("a  \n\n\n\nb\t\n", "a\n\nb"), ("\n\n a\r\nb\r", " a\nb"), ("a\0b\ufffe\ufdd0",
        "a\ufffdb\ufffd\ufffd"),
        ("", ""), (" \n\t", ""), ("a\u2028b\x0c", "a\u2028b\x0c"), ("---\n", "---"),
    ],
)  # fmt: skip
def test_a_message_is_cleaned_as_git_does(text: str, clean: str) -> None:
    assert clean_message(text) == clean


@given(st.text(alphabet=st.characters(codec="utf-8") | st.sampled_from(" \n\t\r\0")))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean_message(clean_message(text)) == clean_message(text)
