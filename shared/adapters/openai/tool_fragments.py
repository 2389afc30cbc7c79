"""Puts tool calls together from the fragments of a Chat Completions stream, however a server numbers them."""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from shared.adapters.openai.values import Json, mapping, text
from shared.domain.agent.model_errors import ModelOverflow
from shared.domain.agent.model_messages import ModelEvent, ToolCallDelta, ToolCallDone, ToolCallStart
from shared.domain.json_weight import parse_bounded

_CALLS_MOST, _ARGUMENT_CHARACTERS = 200, 8_000_000
_NAME_CHARACTERS, _SLOTS_MOST, _EXTRA_CHARACTERS = 256, 1_000, 2_000_000
_EMPTY_CHARACTERS = 64
"""Of an empty object with the space around it; what is longer is no longer looked at for each fragment."""
_SUFFIX = re.compile(r"<\|.*", re.DOTALL)
_PREFIXES = ("functions.", "functions:", "tools.", "tool.", "default_api.", "default_api:")
_NAME_IN_ID = re.compile(r"(?:functions\.)?([A-Za-z_][\w-]{0,63}):\d{1,4}\Z")  # Kimi: functions.write_file:0
_SIGNS = re.compile(r'\\.|\\\Z|["{}\[\]]', re.DOTALL)
_OWN = frozenset({"index", "id", "type", "function"})
_OWN_OF_FLAT = _OWN | {"name", "arguments", "parameters"}
_OWN_OF_FUNCTION = frozenset({"name", "arguments", "parameters"})


@dataclass
class _Brackets:
    """Follows JSON text as it grows, in one pass, to know where its first value ends."""

    depth: int = 0
    quoted: bool = False
    escaped: bool = False
    closed: bool = False

    def feed(self, piece: str) -> None:
        if self.escaped and piece:
            piece, self.escaped = piece[1:], False
        for sign in _SIGNS.findall(piece):
            if sign[0] == "\\":
                self.escaped = len(sign) == 1
            elif sign == '"':
                self.quoted = not self.quoted
            elif not self.quoted:
                self.depth += 1 if sign in "{[" else -1
                self.closed = self.closed or self.depth <= 0


@dataclass
class Call:
    """One call as far as it has arrived. `extra` holds what the server sent beside it, to be sent back unchanged."""

    call_id: str
    raw_id: str
    name: str = ""
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    started: bool = False
    extra: Json = field(default_factory=dict)
    brackets: _Brackets = field(default_factory=_Brackets)

    @property
    def arguments(self) -> str:
        return "".join(self.pieces)

    @property
    def is_empty_object(self) -> bool:
        is_short = len(self.pieces) <= 2 and sum(map(len, self.pieces)) <= _EMPTY_CHARACTERS
        return is_short and self.arguments.strip() == "{}"

    @property
    def is_blank(self) -> bool:
        """Whether nothing has come but, perhaps, the empty object that some proxies send before the arguments."""
        return not self.pieces or self.is_empty_object

    @property
    def is_quoted(self) -> bool:
        """Whether the arguments are the text of a JSON string, which may hold the object in turn."""
        return bool(self.pieces) and self.pieces[0].lstrip().startswith('"')

    def add(self, piece: str) -> None:
        self.pieces.append(piece)
        self.length += len(piece)
        self.brackets.feed(piece)

    def clear(self) -> None:
        self.pieces, self.brackets, self.length = [], _Brackets(), 0

    def new_part(self, piece: str) -> str:
        """What `piece` adds. Some servers send all arguments so far in each piece, or all of them again at the end.

        A piece that begins like the object itself cannot be what follows in it: within a string its quotation mark
        would be escaped, and elsewhere no value stands there.
        """
        if self.is_blank or len(piece) < self.length or not self.pieces[0].startswith("{"):
            return piece
        if not piece.startswith(self.pieces[0]) or not piece.startswith(self.arguments):
            return piece
        return piece[self.length :]

    @property
    def is_whole(self) -> bool:
        return self.brackets.closed and not self.is_blank


class ToolFragments:
    """Assigns each fragment to a call.

    Servers repeat ids, leave them out, send another one with each piece, reuse index 0 for every call, move the tail of
    a call to another index, send the name late, send `{}` before the real arguments, send all arguments so far in each
    piece, or send the arguments as an object. A fragment that has neither
    id nor name continues the call that arrived last; a name after a whole call opens another.
    """

    def __init__(self, known: Collection[str], prefix: str) -> None:
        self.calls: list[Call] = []
        self._known, self._prefix = frozenset(known), prefix
        self._slots: dict[int, Call] = {}
        self._last: Call | None = None
        self._next_name = ""
        self._characters = self._extra_characters = 0

    def feed(self, fragment: Any) -> Iterator[ModelEvent]:
        """Take one fragment and pass on what is known of its call."""
        given = mapping(fragment)
        function = _function(given)
        raw_id, name = _id(given.get("id")), text(function.get("name"))[:_NAME_CHARACTERS]
        arguments, slot = _arguments(function.get("arguments", function.get("parameters"))), _slot(given.get("index"))
        call = self._find(slot, raw_id, name, arguments)
        if call is None:
            call, name = self._open(raw_id), name or self._next_name
            self._next_name = ""
        if slot is not None and (slot in self._slots or len(self._slots) < _SLOTS_MOST):
            self._slots[slot] = call
        self._last = call
        if name and not call.started:
            call.name = self._joined(call.name, name)
        self._keep_extra(call, given, function)
        yield from self._take(call, arguments)

    def end(self) -> Iterator[ModelEvent]:
        """Close every call, in the order in which they were opened."""
        for call in self.calls:
            if not call.name and (named := _NAME_IN_ID.match(call.raw_id)) is not None:
                call.name = named[1]
            if call.is_quoted and not call.started:
                call.pieces = [_unquoted(call.arguments)]
            yield from self._start(call)
            yield ToolCallDone(call_id=call.call_id, name=call.name, arguments=call.arguments)

    def _find(self, slot: int | None, raw_id: str, name: str, arguments: str) -> Call | None:
        """The call that a fragment belongs to; None when it opens another."""
        held = self._slots.get(slot) if slot is not None else self._last
        if not raw_id and not name:  # a bare tail: its index may have moved on
            call = held if held is not None and not held.is_whole else self._last
            opens = call is not None and call.is_whole and self._next_name and arguments
            return None if opens else call
        same_id = next((call for call in reversed(self.calls) if raw_id and call.raw_id == raw_id), None)
        if held is not None and raw_id and held.raw_id and raw_id != held.raw_id:
            goes_on = slot is not None and arguments and not held.is_whole  # an id of its own for each piece
            return None if name else same_id or (held if goes_on else None)
        if held is None:
            return None if name else same_id  # a known id with a name of its own under a new index is another call
        return None if self._opens_another(held, name, arguments) else held

    def _opens_another(self, call: Call, name: str, arguments: str) -> bool:
        """Whether a fragment with a name begins a new call under the index, or the id, of `call`."""
        if not name or not call.name:
            return False
        is_other = self._cleaned(name) != call.name
        if call.is_blank:
            return is_other and {self._cleaned(name), call.name} <= self._known
        if not call.is_whole:
            return False
        if is_other or arguments.strip():
            return is_other or not (call.raw_id and call.arguments == arguments)  # a whole call that comes again
        self._next_name = name  # a repetition, or the head of a call whose arguments are still to come
        return False

    def _open(self, raw_id: str) -> Call:
        """A call under its own id; one without an id, or with an id that is taken, gets one from us."""
        if len(self.calls) >= _CALLS_MOST:
            raise ModelOverflow(f"the model asked for more than {_CALLS_MOST} tool calls in one answer")
        wanted = raw_id or f"call_{self._prefix}_{len(self.calls)}"
        taken = any(call.call_id == wanted for call in self.calls)
        call = Call(f"{wanted}_{len(self.calls)}" if taken else wanted, raw_id)
        self.calls.append(call)
        return call

    def _joined(self, held: str, name: str) -> str:
        """A name that comes whole, again, or in pieces; without the suffixes and prefixes that servers leave on it."""
        if not held or held in self._known:
            return held or self._cleaned(name)
        return self._cleaned(held if held == name else (held + name)[:_NAME_CHARACTERS])

    def _cleaned(self, name: str) -> str:
        """`name`, or the known tool that it names: `functions.x`, `x<|channel|>commentary`, ` x `."""
        bare = _SUFFIX.sub("", name).strip()
        for prefix in _PREFIXES:
            bare = bare.removeprefix(prefix)
        return bare if bare in self._known else name

    def _keep_extra(self, call: Call, given: Json, function: Json) -> None:
        """What the server sent beside the call; nothing more of it once it is too much to be sent back."""
        is_flat = function is given
        own = _OWN_OF_FLAT if is_flat else _OWN
        outer = {key: value for key, value in given.items() if key not in own and value is not None}
        rest = {} if is_flat else function
        inner = {key: value for key, value in rest.items() if key not in _OWN_OF_FUNCTION and value is not None}
        if not outer and not inner:
            return
        self._extra_characters += len(str(outer)) + len(str(inner))
        if self._extra_characters > _EXTRA_CHARACTERS:
            return
        call.extra.update(outer)
        if inner:
            held = call.extra.get("function")
            if not isinstance(held, dict):
                held = call.extra["function"] = {}
            held.update(inner)

    def _take(self, call: Call, arguments: str) -> Iterator[ModelEvent]:
        if not arguments:
            return
        arguments = call.new_part(arguments)
        if not arguments:
            return
        self._characters += len(arguments)
        if self._characters > _ARGUMENT_CHARACTERS:
            most = f"{_ARGUMENT_CHARACTERS:,} characters"
            raise ModelOverflow(f"the arguments of the model's calls are longer than {most}")
        if call.is_empty_object and arguments.lstrip().startswith("{"):
            call.clear()
        call.add(arguments)
        if call.started:
            yield ToolCallDelta(call_id=call.call_id, delta=arguments)
        elif call.name and not (call.is_blank or call.is_quoted):  # what may be replaced is held back
            yield from self._start(call)

    def _start(self, call: Call) -> Iterator[ModelEvent]:
        """Announce the call, with what of its arguments has arrived."""
        if call.started:
            return
        call.started = True
        yield ToolCallStart(call_id=call.call_id, name=call.name)
        if arguments := call.arguments:
            yield ToolCallDelta(call_id=call.call_id, delta=arguments)


def _function(given: Json) -> Json:
    """The function of a fragment; some servers have its name and arguments in the fragment itself."""
    return mapping(given.get("function")) if "function" in given else given


def _slot(index: Any) -> int | None:
    if isinstance(index, str) and index.isdecimal() and len(index) < 6:
        return int(index)
    return index if isinstance(index, int) and not isinstance(index, bool) else None


def _unquoted(arguments: str) -> str:
    """The object inside a JSON string; the text as it is when there is none."""
    try:
        inner = parse_bounded(arguments)
        return inner if isinstance(inner, str) and isinstance(parse_bounded(inner), dict) else arguments
    except ValueError:
        return arguments


def _id(value: Any) -> str:
    return value[:256] if isinstance(value, str) else str(value) if isinstance(value, int) else ""


def _arguments(value: Any) -> str:
    """The text of arguments that came as text or as the object itself."""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text(value)
