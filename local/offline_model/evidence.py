"""Acceptance checks for the lines of a task that are understood, so that its evidence shows them."""

from collections.abc import Iterator, Mapping
from typing import Any

from local.offline_model.blocks import kinds
from local.offline_model.intents import Add, Intent, Replace, Words
from local.offline_model.transcript import Transcript
from local.offline_model.wish import Wish
from local.openai_server.reply import Call

_TITLE, _MOST = 100, 6


def check_calls(said: Transcript, wish: Wish) -> list[Call]:
    """One check for each line all of which is carried out and can be seen on the page; looks cannot be."""
    return [each for line, expect in _shown(wish) for each in said.rare("add_check", **_check(line, expect))]


def _shown(wish: Wish) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    lines = [(line, read) for line, read in wish.lines if read.complete]
    for line, read in lines[:_MOST]:
        expected = [expected_of(intent) for intent in read.intents]
        results = [each for each in expected if each is not None]
        if results and len(results) == len(expected):
            yield line, results


def expected_of(intent: Intent) -> Mapping[str, Any] | None:
    """What a visitor sees of the intent on the start page; None where a check cannot tell."""
    match intent:
        case Words("title", text):
            return {"role": "heading", "name": text}
        case Words(_, text) | Replace(_, text):
            return {"text": text}
        case Add(kind, title) if kind != "page":
            return {"role": "heading", "name": title or kinds()[kind]["title"]}
    return None


def _check(line: str, expect: list[Mapping[str, Any]]) -> Mapping[str, Any]:
    title = line if len(line) <= _TITLE else f"{line[: _TITLE - 3]}..."
    return {"title": title, "steps": [{"do": "open", "path": "/"}], "expect": expect, "shows": [line]}
