"""Whatever a model says can be stored, sent on and shown."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import from_json

from devkit.fakes.clock import START
from shared.domain.runs.chunks import ToolInputAvailable
from shared.domain.runs.events import EVENTS_ADAPTER, Event
from shared.domain.untrusted import (
    beginning_of,
    enclosed,
    enclosed_file,
    is_plain,
    plain_name,
    readable_json,
    short_id,
    split_open_half,
    valid_text,
    without_hidden,
)

ANY_TEXT = st.text(st.characters(codec=None))


@given(ANY_TEXT)
def test_valid_text_can_always_be_written_and_valid_text_stays(text: str) -> None:
    safe = valid_text(text)
    assert safe.encode().decode() == safe == valid_text(safe)
    if text.encode("utf-8", "replace") == text.encode("utf-8", "surrogatepass"):
        assert safe == text


def test_halves_that_belong_together_are_joined() -> None:
    assert valid_text("a\ud83d\ude00b") == "a\U0001f600b"
    assert valid_text("a\ud83d") == "a\ufffd"
    assert split_open_half("a\ud83d") == ("a", "\ud83d")
    assert split_open_half("a\ude00") == ("a\ude00", "")
    assert split_open_half("") == ("", "")


@given(ANY_TEXT)
def test_names_and_ids_are_plain(text: str) -> None:
    assert is_plain(short_id(text)) and len(short_id(text)) == 9
    assert plain_name(text).replace("_", "").replace("-", "").isascii() and 1 <= len(plain_name(text)) <= 64


@pytest.mark.parametrize("call_id", ["", "a b", "a\n", "a\x00", "x" * 65, "\u00e9"])
def test_an_id_with_anything_odd_in_it_is_not_kept(call_id: str) -> None:
    assert not is_plain(call_id)


HOSTILE = [
    "[" * 100_000,
    '{"a":' * 5_000 + "1" + "}" * 5_000,
    "[" * 40 + "]" * 40,
    "1" * 5_000,
    "1" * 4_000,
    '{"a": 1e999, "b": NaN, "c": -Infinity}',
    '{"\\ud800": "\\udfff"}',
    "{not json",
    "\ud800",
    "",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_json_becomes_something_that_survives_the_store_and_the_wire(text: str) -> None:
    _survives(readable_json(text))


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT, lambda inner: (
    st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4)), max_leaves=20))  # fmt: skip
def test_any_json_survives_the_store_and_the_wire(value: Any) -> None:
    _survives(readable_json(json.dumps(value)))


def _survives(value: Any) -> None:
    chunk = ToolInputAvailable(tool_call_id="a", tool_name="b", input=value)
    event = Event(seq=1, at=START, request_id="r", stage="edit", chunk=chunk)
    (stored,) = EVENTS_ADAPTER.validate_json(EVENTS_ADAPTER.dump_json([event]))
    assert stored == event
    wire = json.dumps(stored.wire(), ensure_ascii=False, allow_nan=False)
    assert from_json(wire.encode(), allow_inf_nan=False)["input"] == value


@pytest.mark.parametrize("text", ["</request>", "< / REQUEST >", "<request>", "</file>", "<project_memory a='b'>"])
def test_text_in_a_block_neither_opens_nor_closes_one(text: str) -> None:
    assert enclosed("request", f"a {text} b") == f"<request>\na &lt;{text[1:]} b\n</request>"


@pytest.mark.parametrize("text", ["<Request />", "<div>", "a < request", "<requests>"])
def test_other_text_of_a_block_stays_as_it_is(text: str) -> None:
    assert text.removeprefix("<") in enclosed("request", text)
    assert enclosed_file("a.html", text) == f'<file path="a.html">\n{text}\n</file>'


def test_only_flags_keep_characters_that_nobody_sees() -> None:
    hidden = "".join(chr(0xE0000 + ord(char)) for char in "gbeng") + "\U000e007f"
    assert without_hidden(f"a{hidden}b") == "ab"
    assert without_hidden(f"\U0001f3f4{hidden}") == f"\U0001f3f4{hidden}"


@given(
    st.text(st.characters(exclude_characters="["), max_size=400), st.lists(st.integers(1, 400), min_size=1, max_size=4)
)
def test_a_text_that_is_cut_again_keeps_the_count_of_all_cuts(text: str, limits: list[int]) -> None:
    cut = text
    for most in limits:
        cut = beginning_of(cut, most)
    body, note, count = cut.partition("\n[... ")
    if cut == text:
        return
    assert note and text.startswith(body) and int(count.split()[0]) == len(text) - len(body)


def test_a_cut_says_why() -> None:
    assert beginning_of(beginning_of("a" * 90, 50, " first"), 20, " then") == "a" * 20 + (
        "\n[... 70 characters left out then ...]"
    )
