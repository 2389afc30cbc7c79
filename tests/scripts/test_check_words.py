"""The words that may not come back: found where they stand, and the glossary's list is the list."""

import pytest

from scripts.check_words import GLOSSARY, ROOT, found, replaced

WORDS = {"whoever": False, "told": True}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "x = 1\ndef for_whoever(): ...\n", ["a.py:2: whoever"]),
        (
            "a.py",
            "class WhoeverAsks: ...\nWHOEVER_ASKS = 1\nisWhoever = 2\n",
            [f"a.py:{line}: whoever" for line in (1, 2, 3)],
        ),
        ("a.md", "Whoever comes.\n", ["a.md:1: whoever"]),
        ("whoever.py", "", ["whoever.py:0: whoever"]),
        ("a.py", "told = last_told(x)\n", ["a.py:1: told", "a.py:1: told"]),
        ("told_it.py", "", ["told_it.py:0: told"]),
        ("a.py", '"""As it is told."""  # told\n', []),
        ("a.md", "As it is told.\n", []),
        ("a.py", "def test_what_is_told(): ...\n", []),
        ("a.py", "retold = untold_x = mistolds\n", []),
    ],
)
def test_a_word_is_found_in_names_and_where_it_may_not_be_in_sentences(
    path: str, text: str, expected: list[str]
) -> None:
    assert list(found(path, text, WORDS)) == expected


def test_the_list_is_the_glossarys() -> None:
    words = replaced((ROOT / GLOSSARY).read_text())
    assert words["whoever"] is False and words["told"] is True and len(words) > 10
