"""Keys: the tenant stands first, and no two things share one."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.adapters.dynamo.table import keys
from shared.adapters.s3 import blob_keys
from shared.domain.errors import NotFound

GLOBAL = {keys.slug, keys.build_place, keys.api_key}
BUILDERS = {
    name: function
    for name, function in inspect.getmembers(keys, inspect.isfunction)
    if function.__annotations__.get("return") == keys.Key and function.__module__ == keys.__name__
}
WORDS = (
    "APP# REV# BUILD# RUN# CONV# TURN# SAID# DIFF# EVENT# ITER# HOLD# USAGE# SPENT# KPI# KEY# STREAM# BUILT#"
    " NOTE# MEM# SEQ# DOC# BP# NODE# TASK# SEQ~OWED"
)
PARTS = st.text("abAB09_-.:@=+", min_size=1, max_size=8)


def arguments(function: Callable[..., Any], draw: Callable[[Any], Any]) -> list[Any]:
    kinds = [parameter.annotation for parameter in inspect.signature(function).parameters.values()]
    return [draw(PARTS if kind is str else st.integers(0, 9999)) for kind in kinds]


@pytest.mark.parametrize("name", [name for name, builder in BUILDERS.items() if builder not in GLOBAL])
def test_the_tenant_stands_first(name: str) -> None:
    function = BUILDERS[name]
    values = ["acme" if name == "tenant_id" else "x" for name in inspect.signature(function).parameters]
    numbers = [
        7 if p.annotation is int else value
        for p, value in zip(inspect.signature(function).parameters.values(), values, strict=True)
    ]
    key = function(*numbers)
    assert set(key) == {"PK", "SK"}
    assert key["PK"] == "T#acme" or key["PK"].startswith("T#acme#")


def test_rows_of_every_release_lie_under_the_same_words() -> None:
    """Another word, however much better, loses all that is stored under the old one."""
    assert [value for name, value in vars(keys).items() if name.isupper() and isinstance(value, str)] == WORDS.split()


@given(st.data())
def test_different_things_have_different_keys(data: st.DataObject) -> None:
    made: dict[tuple[str, str], Any] = {}
    for function in BUILDERS.values():
        for _ in range(2):
            values = arguments(function, data.draw)
            key = function(*values)
            place = (key["PK"], key["SK"])
            assert made.setdefault(place, (function, values)) == (function, values)


@pytest.mark.parametrize("text", ["", "a#b", "a/b", "a b", "a\n", "é", "\x00", "x" * 129, "..\\", "a?b"], ids=ascii)
def test_what_is_no_part_is_not_found(text: str) -> None:
    for call in (
        lambda: keys.app(text, "a"),
        lambda: keys.app("t", text),
        lambda: keys.run("t", text),
        lambda: keys.slug(text),
        lambda: blob_keys.tree_archive("t", text, "a" * 40),
        lambda: blob_keys.tree_archive(text, "a", "a" * 40),
        lambda: blob_keys.job("t", "a", text),
    ):
        with pytest.raises(NotFound):
            call()


@pytest.mark.parametrize("tree", ["", "a" * 39, "A" * 40, "g" * 40, "a" * 41, "a" * 40 + "\n", "../" * 13 + "a"])
def test_a_tree_is_a_git_id(tree: str) -> None:
    with pytest.raises(NotFound):
        blob_keys.tree_manifest("t", "a", tree)


def test_events_sort_as_their_numbers() -> None:
    numbers = [1, 9, 10, 99, 100, 9_999_999_999]
    assert sorted(map(keys.event_sort_key, numbers)) == [keys.event_sort_key(number) for number in numbers]


def test_only_the_keys_module_writes_prefixes() -> None:
    from pathlib import Path

    from shared import adapters

    for path in Path(adapters.__path__[0]).rglob("*.py"):
        text = path.read_text("utf-8")
        assert path.name == "keys.py" or ('"T#' not in text and "'T#" not in text), path.name
        assert ".scan(" not in text, path.name
