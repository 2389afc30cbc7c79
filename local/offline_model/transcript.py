"""The conversation as the author sees it: it keeps nothing of its own, so everything is read from the request."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from shared.domain.agent.model_messages import AssistantMessage, Item, ModelRequest, ToolCall, ToolOutput, UserMessage

_REQUEST = re.compile(r"<request>\n?([\s\S]*?)\n?</request>")
_TREE = re.compile(r"<tree>\n([\s\S]*?)\n</tree>")
_NUMBERED = re.compile(r"^ {0,8}(\d+)\t(.*)$")
_LISTED = re.compile(r"^[-*\s]*([\w@][^\s:()]*(?: [^\s:()]+)*?)(?:\s+\([\d,.]+[^)]*\)(?:: .*)?)?$")
_FAILED = re.compile(
    r"nothing was applied|\brefus|\berrors?\b|\bfailed\b|\bfailure\b|does not|do not fit|cannot|could not|"
    r"there is no|not valid|not done|not run|no match",
    re.IGNORECASE,
)
_GOOD = re.compile(
    r"^(?:done\b|the project compiles\b|the build succeeded|finished|added\b|ok\b|success)", re.IGNORECASE
)
_LAST_CALL = "This is the last call of this run"
_NOW = {"read_file": "read_files", "delete_file": "delete_files"}
_NOTE_FAILED = re.compile(r"(?:the (?:build|checks) failed|does not compile)", re.IGNORECASE)


@dataclass(frozen=True)
class Done:
    """A call of this turn and what came of it; calls of one answer share their `round`."""

    round: int
    tool: str
    arguments: Mapping[str, Any]
    output: str

    @property
    def failed(self) -> bool:
        return not _GOOD.search(self.output.strip()) and bool(_FAILED.search(self.output[:2000]))


class Transcript:
    """A request, cut at the last thing a person said."""

    def __init__(self, request: ModelRequest) -> None:
        self._items = request.items
        tools = request.tools if request.tool_choice != "none" else ()
        usable = {"finish"} if _is_last_call(request.items) else {tool.name for tool in tools}
        self._tools = {tool.name: tool for tool in tools if tool.name in usable}
        self._start = _last_request(request.items)

    def offers(self, tool: str) -> bool:
        """Whether it can be called: an old name can where the tool that took it over is there."""
        return tool in self._tools or _NOW.get(tool) in self._tools

    @cached_property
    def message(self) -> str:
        """What the person asked for."""
        if self._start is None:
            return ""
        content = _content(self._items[self._start])
        found = _REQUEST.search(content)
        return (found[1] if found else content).strip()

    @property
    def is_first(self) -> bool:
        """Whether nothing was answered before in this conversation."""
        return not any(isinstance(item, AssistantMessage) for item in self._items)

    @property
    def has_spoken(self) -> bool:
        """Whether this turn was answered with words already."""
        return any(isinstance(item, AssistantMessage) for item in self._turn)

    @cached_property
    def calls(self) -> list[Done]:
        """The calls of this turn in order; a build that failed on its own counts as one."""
        outputs = {item.call_id: item.output for item in self._turn if isinstance(item, ToolOutput)}
        done: list[Done] = []
        number, calling = 0, False
        for item in self._turn:
            number += isinstance(item, ToolCall) and not calling
            calling = isinstance(item, ToolCall)
            if isinstance(item, ToolCall):
                done.append(Done(number, item.name, _arguments(item), outputs.get(item.call_id, "")))
            elif isinstance(item, UserMessage) and _NOTE_FAILED.search(item.content[:300]):
                done.append(Done(number, "build_project_worker", {}, item.content))
        return done

    @cached_property
    def paths(self) -> list[str] | None:
        """The project's paths, from `list_files` or from the message itself; None when nobody has said."""
        listed = next((each.output for each in self.calls if each.tool == "list_files"), None)
        if listed is None and self._start is not None:
            tree = _TREE.search(_content(self._items[self._start]))
            listed = tree[1] if tree and not self.offers("list_files") else None
        return None if listed is None else _paths(listed)

    def files(self) -> dict[str, str]:
        """The text of every file that was read whole before the first edit."""
        return {path: text for path, (text, gap) in self._read().items() if gap is None}

    def gaps(self) -> dict[str, tuple[int, int]]:
        """For files of which a part was left out: the lines to ask for next."""
        return {path: gap for path, (_, gap) in self._read().items() if gap}

    def _read(self) -> dict[str, tuple[str, tuple[int, int] | None]]:
        outputs: dict[str, list[str]] = {}
        for each in self.calls:
            if each.tool == "read_file" and not _is_missing(each.output):
                outputs.setdefault(str(each.arguments.get("path")), []).append(each.output)
        return {path: _assembled(texts) for path, texts in outputs.items()}

    @property
    def asked_for(self) -> set[str]:
        """Paths that were read, whether they were there or not."""
        return {str(each.arguments.get("path")) for each in self.calls if each.tool == "read_file"}

    @property
    def _turn(self) -> tuple[Item, ...]:
        return self._items[self._start + 1 :] if self._start is not None else ()


def _last_request(items: tuple[Item, ...]) -> int | None:
    """The last message that holds a request in its frame; without frames, the last of the person's messages."""
    spoken = [index for index, item in enumerate(items) if isinstance(item, UserMessage)]
    framed = [index for index in spoken if _REQUEST.search(_content(items[index]))]
    return max(framed or spoken, default=None)


def _is_last_call(items: tuple[Item, ...]) -> bool:
    return bool(items) and _content(items[-1]).startswith(_LAST_CALL)


def _content(item: Item) -> str:
    return item.content if isinstance(item, UserMessage | AssistantMessage) else ""


def _arguments(call: ToolCall) -> Mapping[str, Any]:
    try:
        value = json.loads(call.arguments or "{}")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _paths(listed: str) -> list[str]:
    found = (_LISTED.match(line) for line in listed.splitlines())
    return [match[1] for match in found if match]


def _is_missing(output: str) -> bool:
    return output.startswith("There is no file") or "is a binary file" in output[:200]


def _assembled(outputs: list[str]) -> tuple[str, tuple[int, int] | None]:
    """One text from several readings with line numbers, and the first stretch of lines that is still unknown."""
    lines: dict[int, str] = {}
    for output in outputs:
        lines |= _lines(output)
    if not lines:
        return _plain(outputs[-1]), None
    last = max(lines)
    absent = next((number for number in range(1, last) if number not in lines), None)
    if absent is not None:
        end = next(number for number in range(absent, last + 1) if number in lines)
        return "", (absent, min(end - 1, absent + 119))
    return "\n".join(lines[number] for number in range(1, last + 1)) + "\n", None


def _lines(output: str) -> dict[int, str]:
    """The numbered lines; the two at the edge of something left out are not trusted."""
    raw = output.split("\n")
    cut = {near for index, line in enumerate(raw) if "characters left out" in line for near in (index - 1, index + 1)}
    found = ((index, _NUMBERED.match(line)) for index, line in enumerate(raw))
    return {int(match[1]): match[2] for index, match in found if match and index not in cut}


def _plain(output: str) -> str:
    return "" if output == "(empty file)" else output
