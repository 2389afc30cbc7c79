"""The language check: what it finds, and a baseline that only shrinks."""

import ast

import pytest

from scripts.check_language import check_file
from scripts.language.baseline import compare, count, folder_of, shrink
from scripts.language.names import Finding, check_python, check_script
from scripts.language.texts import check_docstrings, check_messages

VARIABLES, FUNCTIONS = ["found", "one"], ["told", "shown"]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("found = 1", ["found"]),
        ("for one in x: ...", ["one"]),
        ("y = [one for one in x]", ["one"]),
        ("def f(found): ...", ["found"]),
        ("def f(*, _found=1): ...", ["_found"]),
        ("try: ...\nexcept E as found: ...", ["found"]),
        ("with x as found: ...", ["found"]),
        ("if (found := x): ...", ["found"]),
        ("def _told(): ...", ["_told"]),
        ("def told_of(): ...", ["told_of"]),
        ("async def shown(): ...", ["shown"]),
        ("def one(): ...", ["one"]),
        ("def is_told(): ...", []),
        ("def test_told(): ...", []),
        ("match = 1\nprint(found)", []),
        ("founder = 1", []),
        ("x.found = 1", []),
    ],
)
def test_bound_names_on_the_lists_are_found(source: str, expected: list[str]) -> None:
    assert [place.text for place in check_python("a.py", ast.parse(source), VARIABLES, FUNCTIONS)] == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("const found = 1", ["found"]),
        ("let one, two", ["one"]),
        ("function told() {}", ["told"]),
        ("function toldOf() {}", ["toldOf"]),
        ("const toldOf = 1", []),
        ("const foundIt = 1", []),
    ],
)
def test_declared_names_of_scripts_are_found(source: str, expected: list[str]) -> None:
    assert [place.text for place in check_script("a.mjs", source, VARIABLES, FUNCTIONS)] == expected


def test_docstrings_that_open_with_a_relative_word_are_found() -> None:
    source = 'def f():\n    """What it is."""\ndef g():\n    """Return it."""\nclass A:\n    """Of an app."""\n'
    lines = [place.line for place in check_docstrings("a.py", ast.parse(source), ["What", "Of"])]
    assert sorted(lines) == [1, 5]


def test_texts_with_banned_words_or_long_sentences_are_found() -> None:
    source = 'import x from "nobody";\nconst a = { b: "Nobody is here", c: "one two three four. Five", d: `a b c`,\n};'
    rules = [(place.rule, place.line) for place in check_messages("a.ts", source, ["nobody"], 3)]
    assert rules == [("message-words", 2), ("message-length", 2)]


def test_a_baseline_allows_no_more_and_lists_no_fewer() -> None:
    places = [Finding("rule", "a/b.py", line, "x") for line in (1, 2)]
    counts = count(places)
    assert counts == {"rule": {"a": 2}}
    assert list(compare({"rule": {"a": 2}}, counts)) == []
    assert "at most 1 allowed" in next(compare({"rule": {"a": 1}}, counts))
    assert "2 places, 3 in the baseline" in next(compare({"rule": {"a": 3}}, counts))
    assert "at most 0 allowed" in next(compare({}, counts))


def test_a_baseline_never_grows() -> None:
    assert shrink({"rule": {"a.py": 3, "b.py": 1}}, {"rule": {"a.py": 2, "c.py": 9}}) == {"rule": {"a.py": 2}}
    assert shrink({"rule": {"a.py": 1}}, {"rule": {"a.py": 5}}) == {"rule": {"a.py": 1}}


@pytest.mark.parametrize(
    ("path", "folder"),
    [("a.py", "."), ("a/b.py", "a"), ("a/b/c.py", "a/b"), ("a/b/c/d.py", "a/b")],
)
def test_files_are_counted_by_two_folders(path: str, folder: str) -> None:
    assert folder_of(path) == folder


def test_a_file_of_another_kind_has_no_rules() -> None:
    assert list(check_file("README.md", {"names": {"variables": [], "functions": []}})) == []
