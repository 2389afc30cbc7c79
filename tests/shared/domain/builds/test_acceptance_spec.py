"""Acceptance checks as files: a bounded form, and a clear code for everything else. Nothing in one is ever code."""

import json
from typing import Any

import pytest

from shared.domain.builds.acceptance import checks_of, new_checks
from shared.domain.builds.acceptance_spec import CheckInvalid, check_of, document_of, is_check, parse_check

OPEN: dict[str, Any] = {"do": "open", "path": "/"}
SEEN: dict[str, Any] = {"text": "Milk"}
GOOD: dict[str, Any] = {
    "title": "Adding an item",
    "turn": {"run": "run_1", "asked": "Make a list"},
    "shows": ["An item that is added is in the list"],
    "steps": [
        OPEN,
        {"do": "fill", "role": "textbox", "name": "New item", "text": "Milk"},
        {"do": "select", "role": "combobox", "name": "Shelf", "text": "Cold"},
        {"do": "click", "role": "button", "name": "Add"},
        {"do": "press", "text": "Escape"},
        {"do": "reload"},
        {"do": "click", "role": "button", "name": "Remove *", "nth": 2},
    ],
    "expect": [
        SEEN,
        {"role": "listitem", "count": 1},
        {"role": "textbox", "name": "New item", "value": ""},
        {"role": "textbox", "nth": 100, "value": ""},
        {"url": "/list?x=1"},
    ],
}


def reported(**changes: Any) -> tuple[str, str]:
    """The code and the words that such a check is refused with."""
    with pytest.raises(CheckInvalid) as refused:
        parse_check(json.dumps({"title": "T", "steps": [OPEN], "expect": [SEEN], **changes}).encode())
    return refused.value.code, str(refused.value)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[" * 7_000, b'{"a":' * 1_500, b"\xff\xfe", b"null", b"[]", b'"check"', b"1e999", b"NaN"],
)
def test_what_is_no_check_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(CheckInvalid) as refused:
        parse_check(content)
    assert refused.value.code == "ACCEPTANCE_INVALID"


def test_what_is_too_large_is_said_to_be_so() -> None:
    with pytest.raises(CheckInvalid) as refused:
        parse_check(b" " * 8_001)
    assert refused.value.code == "ACCEPTANCE_TOO_LARGE"
    assert "A check has" in str(refused.value)
    with pytest.raises(CheckInvalid, match="steps: at most 30, and there are 1000") as many:
        check_of({"title": "T", "steps": [OPEN] * 1_000, "expect": [SEEN]})
    assert many.value.code == "ACCEPTANCE_TOO_LARGE"
    assert reported(expect=[SEEN] * 13) == ("ACCEPTANCE_TOO_LARGE", "expect: at most 12, and there are 13.")
    assert reported(title="x" * 121)[0] == reported(expect=[{"text": "x" * 301}])[0] == "ACCEPTANCE_TOO_LARGE"
    assert reported(steps=[OPEN, {"do": "click", "role": "link", "name": "x" * 201}])[0] == "ACCEPTANCE_TOO_LARGE"


@pytest.mark.parametrize(
    "step",
    [
        {"do": "click", "selector": "img[src=x onerror=alert(1)]"},
        {"do": "click", "role": "button", "name": "Add", "script": "fetch('//x')"},
        {"do": "evaluate", "text": "document.cookie"},
        {"do": "click", "role": "script", "name": "x"},
        {"do": "click", "role": ["button"], "name": "x"},
        {"do": "click", "role": "button"},
        {"do": "click", "name": "Add"},
        {"do": "click", "role": "button", "name": {"$ne": 1}},
        {"do": "fill", "role": "textbox", "name": "x"},
        {"do": "fill", "role": "textbox", "name": "x", "text": 5},
        {"do": "press"},
        {"do": "press", "name": "x", "text": "a"},
        {"do": "open"},
        {"do": "open", "path": "//evil.example/"},
        {"do": "open", "path": "javascript:alert(1)"},
        {"do": "open", "path": "/\\evil.example"},
        {"do": "open", "path": "/", "name": "x"},
        {"do": "open", "path": "/", "nth": 1},
        {"do": "reload", "path": "/"},
        {"do": "reload", "role": "button", "name": "Add"},
        {"do": "reload", "text": "F5"},
        {"do": "click", "nth": 1},
        {"do": "click", "role": "button", "nth": 0},
        {"do": "click", "role": "button", "nth": 101},
        {"do": "click", "role": "button", "nth": True},
        {"do": "click", "role": "button", "nth": 1.0},
        {"do": "click", "role": "button", "nth": "1"},
        {"do": "press", "text": "a", "nth": 1},
        "click",
        None,
    ],
)
def test_a_step_is_one_of_six_on_an_element_by_role_and_name_or_place(step: Any) -> None:
    code, words = reported(steps=[OPEN, step])
    assert code == "ACCEPTANCE_INVALID" and words.startswith("steps 2"), words


@pytest.mark.parametrize(
    "result",
    [
        {},
        {"text": "a", "url": "/"},
        {"text": ""},
        {"text": "a", "name": "b"},
        {"role": "listitem", "count": -1},
        {"role": "listitem", "count": 1_001},
        {"role": "listitem", "count": True},
        {"role": "listitem", "count": 1.0},
        {"role": "textbox", "value": "a"},
        {"role": "textbox", "name": "a", "value": "a", "count": 1},
        {"role": "textbox", "nth": 1, "value": "a", "count": 1},
        {"role": "textbox", "nth": 1},
        {"role": "textbox", "nth": 1, "count": 1},
        {"text": "a", "nth": 1},
        {"url": "/", "nth": 1},
        {"url": "https://evil.example"},
        {"js": "1 == 1"},
    ],
)
def test_a_result_is_a_text_elements_or_the_address(result: Any) -> None:
    code, words = reported(expect=[result])
    assert code == "ACCEPTANCE_INVALID" and words.startswith("expect 1"), words


def test_a_check_has_a_title_begins_by_opening_a_page_and_expects_something() -> None:
    assert reported(title="") == ("ACCEPTANCE_INVALID", "The check: title is a text.")
    assert reported(steps=[{"do": "press", "text": "a"}])[1].startswith("steps 1: a check begins with open")
    assert reported(steps=[])[1] == "steps: a list of 1 to 30 is required."
    assert reported(expect=[])[1] == "expect: a list of 1 to 12 is required."
    assert reported(more=1)[1] == "The check: there is no 'more'; it takes title, steps, expect, turn, shows."


@pytest.mark.parametrize("shows", ["It adds", [""], [5], [["a"]], {"a": 1}, 0, False, "", ["a"] * 21, ["x" * 301]])
def test_what_it_shows_is_a_list_of_lines(shows: Any) -> None:
    code, words = reported(shows=shows)
    assert code in ("ACCEPTANCE_INVALID", "ACCEPTANCE_TOO_LARGE") and words.startswith("shows"), words


def test_a_check_may_say_nothing_of_what_it_shows() -> None:
    for shows in ([], None):
        assert check_of({"title": "T", "steps": [OPEN], "expect": [SEEN], "shows": shows}).shows == ()


def test_a_good_check_stands_in_its_file_as_it_was_given() -> None:
    check = parse_check(json.dumps(GOOD).encode())
    assert document_of(check) == GOOD
    assert (check.asked, check.run, check.steps[1].text) == ("Make a list", "run_1", "Milk")


def test_which_files_are_checks() -> None:
    assert is_check("tests/acceptance/a.json")
    assert not any(map(is_check, ["tests/acceptance/a.ts", "tests/acceptance/b/a.json", "src/tests/acceptance/a.json"]))


def test_a_check_is_new_when_it_says_something_else_not_when_it_has_another_name() -> None:
    before = {"tests/acceptance/a.json": json.dumps(GOOD).encode(), "tests/acceptance/bad.json": b"{"}
    renamed = json.dumps({**GOOD, "title": "Other words"}).encode()
    weaker = json.dumps({**GOOD, "expect": [SEEN]}).encode()
    after = {"tests/acceptance/b.json": renamed, "tests/acceptance/c.json": weaker, "tests/acceptance/bad.json": b"["}
    assert new_checks(before, after) == ["tests/acceptance/c.json"]
    assert checks_of(after)["tests/acceptance/bad.json"] is None
