"""Fits a request into a small window: what helps least is cut first, then left out, and a note says so.

The instructions, the tools and the person's message stay whole. A call is left out together with its result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from pydantic import BaseModel

from shared.domain.agent.model_messages import (
    AssistantMessage,
    Item,
    ModelRequest,
    Reasoning,
    ToolCall,
    ToolOutput,
    UserMessage,
)
from shared.domain.runs.run import Run
from shared.domain.untrusted import beginning_of
from shared.services.agent.context.compact_history import REQUEST, TIGHT_OUTPUT, in_words, path_in, stub_of
from shared.services.loop_ports import LoopPorts
from shared.services.spending.ask_once import CHARACTERS_A_TOKEN, estimated_tokens
from shared.services.spending.fit_question import ENLARGE, GUESSED_WINDOW
from shared.tools.base import READS_MOST

SMALL_WINDOW: Final = 16_384
"""Tokens: in such a window all tools and the whole manual leave too little room for the work."""
LEAST_ANSWER: Final = 1_000
_ANSWER = 4_000
_FIXED = 1_900
"""Tokens of the short manual, the few tools and the margin."""
_LEAST_READ = 600
_MARGIN = 150
"""Tokens for a word at the end of a request, such as that it is the last."""
_REQUEST_END = "</request>"
TREE: Final = "<tree>"
_NAMES, _NAME = 12, 60
_SMALL = ": the window is small"
_CUT = f"{_SMALL}; ask for less at a time"


class TooSmall(NamedTuple):
    """The window is too small for the shortest request: tokens of what is fixed, of the message, and of all with an
    answer.
    """

    window: int
    fixed: int
    message: int
    need: int

    @property
    def words(self) -> str:
        shorter = " or write a shorter message" if self.message > self.fixed else ""
        return (
            f"The model's context window of about {self.window:,} tokens is too small: the shortest request needs "
            f"{self.need:,}: {self.fixed:,} for instructions and tools, {self.message:,} for the message and notes, "
            f"the rest for an answer. {ENLARGE}, choose another model{shorter}."
        )


class _Limits(NamedTuple):
    """Characters of the project, of another message, of an older result, of a result or call of the last answer; and
    how many of the latest parts of the work must stay.
    """

    project: int
    words: int
    output: int
    last: int
    kept: int


_ALL = 10_000_000
_LIMITS = (
    _Limits(_ALL, _ALL, _ALL, _ALL, _ALL),
    _Limits(10_000, 4_000, 5_000, 10_000, _ALL),
    _Limits(10_000, 3_000, 2_500, 10_000, _ALL),
    _Limits(10_000, 2_000, 1_500, 10_000, _ALL),
    _Limits(6_000, 1_500, 1_000, 6_000, _ALL),
    _Limits(4_000, 800, 600, 4_500, _ALL),
    _Limits(4_000, 600, 400, 3_000, 12),
    _Limits(3_000, 400, 400, 2_000, 12),
    _Limits(1_500, 300, 300, 1_200, 6),
    _Limits(800, 200, 200, 800, 3),
    _Limits(400, 150, 120, 400, 0),
)


def known_window(run: Run, ports: LoopPorts, said: int | None = None) -> int | None:
    """Tokens of a request and its answer together: the least that the list, the run's refusals or the server say."""
    sizes = (ports.models.window(run.request.model), run.memory.window, said)
    return min((size for size in sizes if size is not None), default=None)


def answer_room(window: int, limit: int | None) -> int:
    """Tokens that are left for the answer. `limit` is the longest that the model gives, where it is known."""
    return min(limit or min(_ANSWER, window // 4), window * 3 // 8)


def reads_most(run: Run, window: int | None) -> int:
    """Characters of files that a call may show: less where the window is small, so that nothing cuts them again."""
    match run.memory.packing:
        case "full":
            return min(READS_MOST, window or READS_MOST)
        case "tight":
            return min(TIGHT_OUTPUT, (window or READS_MOST) * 3 // 8)
        case "smallest":  # half of what instructions, tools and the answer leave
            room = (window or GUESSED_WINDOW) * 3 // 4 - _FIXED
            return max(_LEAST_READ, min(READS_MOST, room * CHARACTERS_A_TOKEN // 2))


def fits(request: ModelRequest, window: int) -> bool:
    room = window - answer_room(window, request.max_output_tokens) - _MARGIN
    return estimated_tokens(request) <= room


def with_answer_in(request: ModelRequest, window: int) -> ModelRequest:
    """The request with a limit of its answer that the window has room for; without one where none was set."""
    if request.max_output_tokens is None:
        return request
    left = max(1, window - estimated_tokens(request) - _MARGIN)
    return request.model_copy(update={"max_output_tokens": min(request.max_output_tokens, left)})


def fitted(request: ModelRequest, window: int) -> ModelRequest | TooSmall:
    """The request cut so far that it fits the window, or why that is not possible."""
    usual, pack = answer_room(window, request.max_output_tokens), _Pack.of(request)
    for answer in dict.fromkeys((usual, min(usual, LEAST_ANSWER))):
        items = pack.within(window - answer - _MARGIN)
        if items is not None:
            return with_answer_in(request.model_copy(update={"items": items}), window)
    fixed, least = _tokens(pack.fixed), _tokens(pack.least())
    return TooSmall(window, fixed, least - fixed, least + min(usual, LEAST_ANSWER) + _MARGIN)


@dataclass(frozen=True)
class _Pack:
    """The parts of a request: bytes of what is fixed, the items, which of them is the person's message, and the groups
    of items that only stay or go together, in the order in which they go.
    """

    fixed: int
    items: tuple[Item, ...]
    asked: int
    earlier: tuple[tuple[int, ...], ...]
    work: tuple[tuple[int, ...], ...]
    last: frozenset[int]

    @classmethod
    def of(cls, request: ModelRequest) -> "_Pack":
        items = request.items
        fixed = len(request.instructions.encode("utf-8", "replace")) + sum(map(_size, request.tools))
        asked = _asked(items)
        groups = list(_groups(items, asked))
        project = [group for group in groups if any(_is_project(items[place]) for place in group)]
        before = [group for group in groups if group[0] < asked and group not in project]
        after = [group for group in groups if group[0] > asked]
        last = frozenset(after[-1]) if after else frozenset[int]()
        pairs = tuple(_pairs(items, after[-1])) if after else ()
        return cls(fixed, items, asked, tuple(before), (*after[:-1], *project, *pairs), last)

    def within(self, room: int) -> tuple[Item, ...] | None:
        """The items as long as the room allows; None when even the shortest are too long."""
        return next((items for limits in _LIMITS if (items := self._cut_to(limits, room)) is not None), None)

    def least(self) -> int:
        """Bytes of the shortest request."""
        gone = frozenset(place for group in (*self.earlier, *self.work) for place in group)
        return self.fixed + sum(map(_size, self._made([self._cut(place, _LIMITS[-1]) for place in self._all], gone)))

    @property
    def _all(self) -> range:
        return range(len(self.items))

    def _cut_to(self, limits: _Limits, room: int) -> tuple[Item, ...] | None:
        short = [self._cut(place, limits) for place in self._all]
        sizes = [_size(item) for item in short]
        total, gone = self.fixed + sum(sizes), set[int]()
        if _tokens(total) <= room:
            return tuple(short)
        if limits.kept > len(self.work) and limits is not _LIMITS[-1]:
            going = self.earlier if limits.kept < _ALL else ()
        else:
            going = (*self.earlier, *self.work[: len(self.work) - limits.kept])
        for group in going:
            gone.update(group)
            total -= sum(sizes[place] for place in group)
            if _tokens(total + self._note_size(gone)) <= room:
                return tuple(self._made(short, gone))
        return None

    def _note_size(self, gone: set[int]) -> int:
        return _size(_note(self.items, gone))

    def _made(self, items: Sequence[Item], gone: set[int] | frozenset[int]) -> list[Item]:
        """The items that stay, and behind the person's message a note on the others."""
        made = list[Item]()
        for place, item in enumerate(items):
            if place not in gone:
                made.append(item)
            if place == self.asked and gone:
                made.append(_note(self.items, gone))
        return made

    def _cut(self, place: int, limits: _Limits) -> Item:
        item = self.items[place]
        if place == self.asked:
            return _with_whole_request(item, limits.words)
        is_last = place in self.last
        if isinstance(item, ToolCall):
            return _short_call(item, limits.last if is_last else limits.words)
        item = in_words(item)
        if isinstance(item, ToolOutput):
            most = limits.last if is_last else limits.output
            return item.model_copy(update={"output": beginning_of(item.output, most, _CUT)})
        if isinstance(item, Reasoning):
            return item if is_last else item.model_copy(update={"encrypted": None, "summary": "", "state": None})
        if isinstance(item, UserMessage | AssistantMessage):
            most = limits.project if _is_project(item) else limits.words
            return item.model_copy(update={"content": beginning_of(item.content, most, _SMALL)})
        return item


def _tokens(size: int) -> int:
    return size // CHARACTERS_A_TOKEN


def _size(part: BaseModel) -> int:
    """As `estimated_tokens` counts it."""
    return len(part.model_dump_json().encode("utf-8", "replace"))


def _asked(items: Sequence[Item]) -> int:
    """Where the person's message stands; without one, the last message of a user; -1 for none."""
    users = [place for place, item in enumerate(items) if isinstance(item, UserMessage)]
    named = [place for place in users if _content(items[place]).startswith(REQUEST)]
    return max(named or users, default=-1)


def _content(item: Item) -> str:
    return item.content if isinstance(item, UserMessage) else ""


def _is_project(item: Item) -> bool:
    return TREE in _content(item) and not _content(item).startswith(REQUEST)


def _groups(items: Sequence[Item], asked: int) -> Iterator[tuple[int, ...]]:
    """The places of the items but the person's message, with all calls of an answer and their results together."""
    group, waiting = list[int](), set[str]()
    for place, item in enumerate(items):
        joined = waiting or (group and isinstance(items[group[-1]], Reasoning))
        spoken = group and isinstance(items[group[-1]], AssistantMessage) and isinstance(item, ToolCall)
        if group and not joined and not spoken:
            yield tuple(group)
            group = []
        if place != asked:
            group.append(place)
        if isinstance(item, ToolCall):
            waiting.add(item.call_id)
        if isinstance(item, ToolOutput):
            waiting.discard(item.call_id)
    if group:
        yield tuple(group)


def _pairs(items: Sequence[Item], group: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The parts of one group: each call with its result, everything else alone."""
    ids = [getattr(items[place], "call_id", None) for place in group]
    for call_id in dict.fromkeys(ids):
        together = tuple(place for place, own in zip(group, ids, strict=True) if own == call_id)
        yield from [together] if call_id is not None else ((place,) for place in together)


def _note(items: Sequence[Item], gone: set[int] | frozenset[int]) -> UserMessage:
    calls = [item for place in sorted(gone) if isinstance(item := items[place], ToolCall)]
    names = list(dict.fromkeys(_named(call) for call in calls))[-_NAMES:]
    done = f" The calls: {', '.join(names)}." if names else ""
    said = f"{len(gone)} earlier messages and results were left out, since the window is small.{done}"
    return UserMessage(content=f"[{said} What they wrote is in the files; read what you need.]")


def _named(call: ToolCall) -> str:
    path = path_in(call.arguments)
    return f"{call.name[:_NAME]} {path[:_NAME]}" if path is not None else call.name[:_NAME]


def _with_whole_request(item: Item, most: int) -> Item:
    """The person's words whole; what stands behind them, such as the change that is judged, cut."""
    text = _content(item)
    request, end, rest = text.partition(_REQUEST_END)
    return item.model_copy(update={"content": request + end + beginning_of(rest, most, _SMALL)}) if end else item


def _short_call(call: ToolCall, most: int) -> ToolCall:
    """Arguments that a model wrote stand in the project, or were refused."""
    return call if len(call.arguments) <= most else call.model_copy(update={"arguments": stub_of(call.arguments)})
