"""Separates the text of an answer from the reasoning and the tool calls that some servers leave inside it."""

import re
from collections.abc import Collection
from dataclasses import dataclass, field

_OPEN_THOUGHT = re.compile(r"\s*(?:<(think|thinking|thought|reasoning|seed:think)>|\[(THINK)\])")
_OPENINGS = ("<think>", "<thinking>", "<thought>", "<reasoning>", "<seed:think>", "[THINK]")
_LONGEST_TAG = 16
CALL_MARKS = (
    "<tool_call",
    "<function=",
    "<function_call",
    "<invoke ",
    "<minimax:tool_call",
    "<｜tool",
    "<|tool",
    "<|python_tag|>",
    "<|channel|>",
    "[TOOL_CALLS]",
    "<seed:tool_call",
    "<｜DSML｜",
    "<|START_ACTION|>",
    "functools[",
)
_BEGINNING_MOST = 200


@dataclass
class Splitter:
    """Feeds text through: what is reasoning, what is text for people, and what is held since it may be a tool call.

    A block of reasoning counts only at the beginning of the answer, where models put it.
    """

    known: Collection[str] = ()
    closing: str = ""
    started: bool = False
    waiting: str = ""
    held: list[str] = field(default_factory=list)

    def feed(self, piece: str) -> tuple[str, str]:
        """The reasoning and the text that can be passed on now."""
        if self.held:
            self.held.append(piece)
            return "", ""
        self.waiting += piece
        thought, said = "", ""
        if not self.started:
            opened = _OPEN_THOUGHT.match(self.waiting)
            if opened:
                self.started, self.waiting = True, self.waiting[opened.end() :]
                self.closing = f"</{opened[1]}>" if opened[1] else "[/THINK]"
            elif _may_become_thought(self.waiting):
                return "", ""
            else:
                self.started = True
        if self.closing:
            thought = self._thought()
            if self.closing:
                return thought, ""
        said = self._said()
        return thought, said

    def end(self) -> tuple[str, str]:
        """What is left: reasoning that was never closed, or text that was held."""
        rest = self.waiting + "".join(self.held)
        self.waiting, self.held = "", []
        return (rest, "") if self.closing else ("", rest)

    def _thought(self) -> str:
        before, found, after = self.waiting.partition(self.closing)
        if found:
            self.closing, self.waiting = "", after.lstrip("\n")
            return before
        keep = _overlap(self.waiting, (self.closing,))
        out, self.waiting = self.waiting[: len(self.waiting) - keep], self.waiting[len(self.waiting) - keep :]
        return out

    def _said(self) -> str:
        if not self.known:
            out, self.waiting = self.waiting, ""
            return out
        places = [place for mark in CALL_MARKS if (place := self.waiting.find(mark)) >= 0]
        if places:
            out, rest = self.waiting[: min(places)], self.waiting[min(places) :]
            self.waiting, self.held = "", [rest]
            return out
        keep = _overlap(self.waiting, CALL_MARKS)
        out, self.waiting = self.waiting[: len(self.waiting) - keep], self.waiting[len(self.waiting) - keep :]
        return out


def _may_become_thought(waiting: str) -> bool:
    if len(waiting) > _BEGINNING_MOST:
        return False
    start = waiting.lstrip()
    return len(start) < _LONGEST_TAG and any(opening.startswith(start) for opening in _OPENINGS)


def _overlap(end: str, marks: Collection[str]) -> int:
    """How many characters at the end may be the beginning of a mark."""
    return max(
        (size for mark in marks for size in range(1, min(len(mark), len(end) + 1)) if end.endswith(mark[:size])),
        default=0,
    )
