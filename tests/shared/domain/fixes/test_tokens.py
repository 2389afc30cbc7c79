"""The lexer: what it calls a name is one, whatever stands around; what it does not understand it says so."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.fixes.project import glimpse, read_source
from shared.domain.fixes.tokens import MOST_CHARACTERS, tokens

HIDING = [
    '"X"', "'X'", '"\\"X"', "// X\n", "/* X */", "`X`", "`\\`X`", "/X/g", "/[/X]/", "/\\/X/", "`${`X`}`",
    "<p>X isn't it</p>", '<p a="X"/>', "<p X/>", "<p>{/* X */}</p>", "<p>// X</p>", "<p>{'X'}</p>", "<><b>X</b></>",
    "<p a={`X`}>{y}</p>", "`a${b}X`", "<p>`X</p>",
]  # fmt: skip
SHOWING = ["X", "(X)", "[X]", "{X}", "`${X}`", "<p>{X}</p>", "<p a={X}/>", "<p {...X}/>", "`a${`${X}`}b`", "X ? 1 : 2"]
NEITHER = ["1", "a / b / c", "a++ / 2", "(a) / 2", "f<T>(a)", "a < b", "<p/>", "{a: 1}", "a! / 2", "<T,>(a: T) => a"]


def names(text: str) -> list[str]:
    found = tokens(text, jsx=True)
    assert found is not None, text
    return [token.text for token in found if token.kind == "name"]


@pytest.mark.parametrize("part", HIDING)
def test_what_is_no_name_is_not_found(part: str) -> None:
    assert "X" not in names(f"a = {part};\n b")


@pytest.mark.parametrize("part", SHOWING)
def test_a_name_is_found(part: str) -> None:
    assert names(f"a = {part};\n b").count("X") == 1


@given(st.lists(st.sampled_from([*HIDING, *SHOWING, *NEITHER]), max_size=12))
def test_names_are_counted_right_in_any_mixture(parts: list[str]) -> None:
    text = "".join(f"a = {part}\n;" for part in parts)
    assert names(text).count("X") == sum(part in SHOWING for part in parts)


@given(st.text(alphabet="ab<>/\"'`${}()[]*\\ \n=.!X-", max_size=80), st.booleans())
def test_any_text_is_answered_in_order_and_without_gaps_in_a_token(text: str, jsx: bool) -> None:
    last = 0
    for token in tokens(text, jsx=jsx) or []:
        assert token.start >= last and token.end > token.start
        assert text[token.start : token.end] == token.text
        last = token.end


@pytest.mark.parametrize(
    "text", ["'", '"\n"', "`", "`${", "(", ")", "{]", "/*", "<p>", "<p", "</p>}", "a\\u0061", "/[/"]
)
def test_what_does_not_balance_is_not_understood(text: str) -> None:
    assert tokens(f"a = {text}", jsx=True) is None


def test_old_casts_are_no_elements() -> None:
    found = tokens("const a = <any>it; // isn't", jsx=False)
    assert found is not None and [token.kind for token in found].count("tag") == 0


@pytest.mark.parametrize(
    "part", ['"', "'", "`${", "<a ", "<a>", "/*", "/[", "\\", "</", "a/", " \n", "(", "}", "a<", "x=>", "/a/ "]
)
def test_a_hostile_file_costs_little(part: str) -> None:
    started = time.process_time()
    tokens((part * MOST_CHARACTERS)[:MOST_CHARACTERS], jsx=True)
    assert time.process_time() - started < 5


def test_a_file_of_a_megabyte_is_left_alone() -> None:
    assert tokens("a" * 1_000_000, jsx=True) is None


@pytest.mark.parametrize("part", ["import ", "import a from ", "import {", "<script ", "<script>", "<!--", "from '"])
def test_a_hostile_file_costs_little_to_glimpse_at(part: str) -> None:
    text = (part * MOST_CHARACTERS)[:MOST_CHARACTERS]
    started = time.process_time()
    glimpse(text)
    read_source("src/A.vue", text)
    assert time.process_time() - started < 1
