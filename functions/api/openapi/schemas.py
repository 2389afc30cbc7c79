"""Schemas as plain values: what they refer to, under other names, without the titles that repeat their names."""

from collections.abc import Iterator, Mapping
from typing import Any

_PREFIX = "#/components/schemas/"


def untitled(value: Any) -> Any:
    """The same without `title`s; a property of that name stays."""
    if isinstance(value, list):
        return [untitled(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {
        name: {key: untitled(one) for key, one in part.items()} if name == "properties" else untitled(part)
        for name, part in value.items()
        if not (name == "title" and isinstance(part, str))
    }


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """The same with references to other names."""
    if isinstance(value, list):
        return [renamed(part, names) for part in value]
    if not isinstance(value, dict):
        name = _named(value)
        return f"{_PREFIX}{names[name]}" if name in names else value
    return {key: renamed(part, names) for key, part in value.items()}


def reached(value: Any, known: Mapping[str, Any]) -> set[str]:
    """The names of all schemas that are referred to, directly or not."""
    found: set[str] = set()
    waiting = [value]
    while waiting:
        new = {name for name in _references(waiting.pop()) if name not in found}
        found |= new
        waiting += [known[name] for name in new]
    return found


def headline(words: str) -> tuple[str, str]:
    """A docstring's first sentence, and the whole."""
    whole = " ".join(words.split())
    return whole.partition(". ")[0].partition(": ")[0].rstrip("."), whole


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _references(part)
    elif isinstance(value, list):
        for part in value:
            yield from _references(part)
    elif name := _named(value):
        yield name


def _named(value: Any) -> str:
    return value.removeprefix(_PREFIX) if isinstance(value, str) and value.startswith(_PREFIX) else ""
