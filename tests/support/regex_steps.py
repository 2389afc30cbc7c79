"""Counts the steps of a regular expression: a matcher that tries what `re` tries, in the order in which `re` does.

It knows the parts that our patterns use and no shortcuts, so a count is never too low by more than a factor.
"""

import re
from collections.abc import Callable, Iterator
from re import _constants as sre  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

Next = Callable[[int], Iterator[int]]


class TooManySteps(Exception):
    """More than anybody would wait for."""


class Steps:
    """One pattern; `of` counts what a search or a match over a text takes."""

    def __init__(self, pattern: re.Pattern[Any], most: int = 3_000_000) -> None:
        source = pattern.pattern
        self._bytes = isinstance(source, bytes)
        self._tree = _parser.parse(source, pattern.flags)
        self._flags, self._most = pattern.flags, most
        self.count = 0

    def of(self, text: str, *, search: bool) -> int:
        """Of `search`, which begins anew at every place that is not part of a match, or of `match`."""
        self.count, self._text = 0, text
        self._groups: dict[int, tuple[int, int]] = {}
        at = 0
        while at <= len(text):
            end = next(self._run(list(self._tree), 0, at, self._done), None)
            if not search:
                break
            at = max(at + 1, end if end is not None else 0)
        return self.count

    def _done(self, at: int) -> Iterator[int]:
        yield at

    def _step(self) -> None:
        self.count += 1
        if self.count > self._most:
            raise TooManySteps

    def _run(self, nodes: list[Any], order: int, at: int, after: Next) -> Iterator[int]:
        while order < len(nodes) and nodes[order][0] in _SINGLE:
            self._step()
            if not self._fits(nodes[order], at):
                return
            at, order = at + 1, order + 1
        if order == len(nodes):
            yield from after(at)
            return
        self._step()
        op, value = nodes[order]
        following: Next = lambda end: self._run(nodes, order + 1, end, after)  # noqa: E731
        yield from self._one(op, value, at, following)

    def _one(self, op: Any, value: Any, at: int, following: Next) -> Iterator[int]:  # noqa: C901
        if op is sre.AT:
            if self._is_at(value, at):
                yield from following(at)
        elif op is sre.BRANCH:
            for branch in value[1]:
                yield from self._run(list(branch), 0, at, following)
        elif op is sre.SUBPATTERN:
            yield from self._run(list(value[3]), 0, at, self._group(value[0], at, following))
        elif op is sre.ATOMIC_GROUP:
            for end in self._run(list(value), 0, at, self._done):
                yield from following(end)
                return
        elif op in (sre.ASSERT, sre.ASSERT_NOT):
            yield from self._look(op, value, at, following)
        elif op is sre.GROUPREF:
            first, last = self._groups.get(value, (0, 0))
            if self._text.startswith(self._text[first:last], at):
                yield from following(at + last - first)
        else:
            yield from self._repeat(op, value, at, following)

    def _group(self, number: int | None, start: int, following: Next) -> Next:
        def end_of(at: int) -> Iterator[int]:
            if number is not None:
                self._groups[number] = (start, at)
            yield from following(at)

        return end_of

    def _look(self, op: Any, value: tuple[int, Any], at: int, following: Next) -> Iterator[int]:
        direction, inner = value
        start = at if direction > 0 else at - inner.getwidth()[0]
        found = start >= 0 and next(self._run(list(inner), 0, start, self._done), None) is not None
        if found == (op is sre.ASSERT):
            yield from following(at)

    def _repeat(self, op: Any, value: tuple[int, Any, Any], at: int, following: Next) -> Iterator[int]:
        low, high, inner = value
        nodes = list(inner)
        if len(nodes) == 1 and nodes[0][0] in _SINGLE:
            yield from self._run_of_one(op, low, high, nodes[0], at, following)
        elif op is sre.POSSESSIVE_REPEAT:
            for end in self._many(sre.MAX_REPEAT, low, high, nodes, at, 0, self._done):
                yield from following(end)
                return
        else:
            yield from self._many(op, low, high, nodes, at, 0, following)

    def _run_of_one(self, op: Any, low: int, high: Any, node: Any, at: int, following: Next) -> Iterator[int]:
        most = len(self._text) - at if high is sre.MAXREPEAT else min(high, len(self._text) - at)
        if op is sre.MIN_REPEAT:
            for size in range(most + 1):
                if size >= low:
                    yield from following(at + size)
                self._step()
                if size == most or not self._fits(node, at + size):
                    return
        size = 0
        while size < most and self._fits(node, at + size):
            self._step()
            size += 1
        least = size if op is sre.POSSESSIVE_REPEAT else low
        for taken in range(size, least - 1, -1) if size >= low else ():
            self._step()
            yield from following(at + taken)

    def _many(self, op: Any, low: int, high: Any, nodes: list[Any], at: int, done: int, then: Next) -> Iterator[int]:
        self._step()

        def again() -> Iterator[int]:
            if high is sre.MAXREPEAT or done < high:
                yield from self._run(
                    nodes,
                    0,
                    at,
                    lambda end: self._many(op, low, high, nodes, end, done + 1, then) if end > at else iter(()),
                )

        if op is sre.MIN_REPEAT:
            if done >= low:
                yield from then(at)
            yield from again()
            return
        yield from again()
        if done >= low:
            yield from then(at)

    def _fits(self, node: Any, at: int) -> bool:
        if at >= len(self._text):
            return False
        return _is_one(node, self._text[at], self._flags, self._bytes)

    def _is_at(self, where: Any, at: int) -> bool:
        text = self._text
        if where in (sre.AT_BEGINNING, sre.AT_BEGINNING_STRING):
            return at == 0 or (where is sre.AT_BEGINNING and bool(self._flags & re.MULTILINE) and text[at - 1] == "\n")
        if where is sre.AT_END_STRING:
            return at == len(text)
        if where is sre.AT_END:
            return at == len(text) or (text[at] == "\n" and (at == len(text) - 1 or bool(self._flags & re.MULTILINE)))
        words = [0 <= place < len(text) and (text[place].isalnum() or text[place] == "_") for place in (at - 1, at)]
        return (words[0] != words[1]) == (where is sre.AT_BOUNDARY)


_SINGLE = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)
_CACHE: dict[tuple[str, str, int], bool] = {}


def _is_one(node: Any, char: str, flags: int, is_bytes: bool) -> bool:
    """Whether one part of a pattern fits one character."""
    op, value = node
    if op is sre.ANY:
        return char != "\n" or bool(flags & re.DOTALL)
    key = (str(node), char, flags)
    if key not in _CACHE:
        folded = {char, char.lower(), char.upper()} if flags & re.IGNORECASE else {char}
        if op is sre.LITERAL:
            _CACHE[key] = chr(value) in folded
        elif op is sre.NOT_LITERAL:
            _CACHE[key] = chr(value) not in folded
        else:
            _CACHE[key] = any(_in(value, ord(each), is_bytes) for each in folded if len(each) == 1)
    return _CACHE[key]


def _in(parts: list[Any], code: int, is_bytes: bool) -> bool:
    negated = bool(parts) and parts[0][0] is sre.NEGATE
    found = any(_part(op, value, code) for op, value in parts[1 if negated else 0 :])
    return found != negated


def _part(op: Any, value: Any, code: int) -> bool:
    if op is sre.LITERAL:
        return bool(code == value)
    if op is sre.RANGE:
        return bool(value[0] <= code <= value[1])
    char = chr(code)
    kinds = {"DIGIT": char.isdecimal(), "SPACE": char.isspace(), "WORD": char.isalnum() or char == "_"}
    name = str(value).removeprefix("CATEGORY_")
    return not kinds[name.removeprefix("NOT_")] if name.startswith("NOT_") else kinds[name]


# ---- texts on which a pattern tries most ---------------------------------------------------------------------------

_SAMPLES = "aA0 -_./:\"'`<>()[]{}*#=@;,\\~|^$%&!?+\n\t\x1b\x07x1─╰│⎯·❯✘"


def pumps(pattern: re.Pattern[Any], size: int) -> Iterator[str]:
    """Texts that begin as the pattern wants, then repeat what one of its repeats takes, and end in what it does not."""
    source = pattern.pattern
    tree = _parser.parse(source, pattern.flags)
    for prefix, units in _places(list(tree), pattern.flags, isinstance(source, bytes), ""):
        for unit in units:
            body = unit * (size // max(1, len(unit)))
            for end in ("", "\x00", "!", "a", "\n"):
                yield prefix + body + end
            yield (prefix + unit) * (size // max(1, len(prefix + unit))) + "\x00"


def _places(nodes: list[Any], flags: int, is_bytes: bool, before: str) -> Iterator[tuple[str, list[str]]]:
    """For each repeat: a text that leads to it, and units that it, or it and its next, can take."""
    lead = before
    for order, (op, value) in enumerate(nodes):
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            inner = list(value[2])
            units = [_example(inner, flags, is_bytes, pick) for pick in range(3)]
            rest = _example(nodes[order + 1 :], flags, is_bytes, 0)
            both = [unit + rest for unit in units]
            yield lead, [*dict.fromkeys(unit for unit in (*units, *both, rest) if unit)]
            yield from _places(inner, flags, is_bytes, lead)
        elif op is sre.SUBPATTERN:
            yield from _places(list(value[3]), flags, is_bytes, lead)
        elif op is sre.BRANCH:
            for branch in value[1]:
                yield from _places(list(branch), flags, is_bytes, lead)
        lead += _example([(op, value)], flags, is_bytes, 0)


def _example(nodes: list[Any], flags: int, is_bytes: bool, pick: int) -> str:
    text = ""
    for op, value in nodes:
        if op in _SINGLE:
            fitting = [char for char in _SAMPLES if _is_one((op, value), char, flags, is_bytes)]
            text += fitting[pick % len(fitting)] if fitting else chr(value) if op is sre.LITERAL else ""
        elif op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            text += _example(list(value[2]), flags, is_bytes, pick) * max(1, min(value[0], 50))
        elif op is sre.SUBPATTERN:
            text += _example(list(value[3]), flags, is_bytes, pick)
        elif op is sre.ATOMIC_GROUP:
            text += _example(list(value), flags, is_bytes, pick)
        elif op is sre.BRANCH:
            text += _example(list(value[1][pick % len(value[1])]), flags, is_bytes, pick)
    return text
