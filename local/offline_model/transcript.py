"""The conversation as the author sees it: it keeps nothing of its own, so everything is read from the request."""

import json
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from local.offline_model.speech import REJECTED
from local.openai_server.reply import Call
from shared.domain.agent.model_messages import AssistantMessage, ModelRequest, ToolCall, ToolOutput, UserMessage
from shared.services.assets.load_prompt import load_prompt
from shared.tools.more import as_meant

CHECKS = frozenset({"compile_project", "build_project_worker", "verify", "finish"})
WRITES = frozenset({"write_file", "edit_file", "delete_file"})
_REQUEST = re.compile(r"<request>\n?([\s\S]*?)\n?</request>")
_LISTED = re.compile(r"(?m)^(\S.*?)(?: +\([\d,.]+[^)\n]*\)(?:: .*)?)?$")
_FAILED = re.compile(
    r"(?i)nothing was applied|\brefus|\berrors?\b|\bfail(?:ed|ure)\b|does not|do not fit|cannot|could not|there is no|"
    r"not (?:valid|done|run)|no match|evaluator rejected"
)
_GOOD = re.compile(r"(?i)\s*(?:done\b|the project compiles\b|the build succeeded|finished|added\b|ok\b|success)")
_NOTE_FAILED = re.compile(r"(?i)(?:the (?:build|checks) failed|does not compile|the evaluator rejected the change)")
_HEAD = 300
_LAST_CALL = "This is the last call of this run"
_NOW = {"read_file": "read_files", "delete_file": "delete_files"}


class Done(NamedTuple):
    """A call of this turn and what came of it; calls of one answer share their `round`."""

    round: int
    tool: str
    arguments: Mapping[str, Any]
    output: str

    @property
    def path(self) -> str:
        return str(self.arguments.get("path"))

    @property
    def failed(self) -> bool:
        return not _GOOD.match(self.output) and bool(_FAILED.search(self.output[:2000]))


class Transcript:
    """A request, cut at the last thing a person said: `is_first` when nothing was answered before in this conversation,
    `has_answered` when this turn was answered with words already, `message` what the person asked for."""

    def __init__(self, request: ModelRequest) -> None:
        texts = [item.content if isinstance(item, UserMessage | AssistantMessage) else "" for item in request.items]
        spoken = [index for index, item in enumerate(request.items) if isinstance(item, UserMessage)]
        start = max([index for index in spoken if _REQUEST.search(texts[index])] or spoken, default=0)
        asked = texts[start] if spoken else ""
        self.message = (found[1] if (found := _REQUEST.search(asked)) else asked).strip()
        self._turn = request.items[start + 1 :]
        self._tools = {tool.name for tool in request.tools} if request.tool_choice != "none" else set[str]()
        if texts and texts[-1].startswith(_LAST_CALL):
            self._tools &= {"finish"}
        self.is_first = not any(isinstance(item, AssistantMessage) for item in request.items)
        self.has_answered = any(isinstance(item, AssistantMessage) for item in self._turn)

    def offers(self, tool: str) -> bool:
        """Whether it can be called: an old name can where the tool that took it over is there."""
        return tool in self._tools or _NOW.get(tool) in self._tools

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
                meant = as_meant(item)  # a rare tool is called through `more`
                done.append(Done(number, meant.name, _arguments(meant), outputs.get(item.call_id, "")))
            elif isinstance(item, UserMessage) and _NOTE_FAILED.search(item.content[:_HEAD]):
                done.append(Done(number, "build_project_worker", {}, item.content))
        return done

    @property
    def rejected(self) -> bool:
        """Whether a second opinion refused the change of this turn."""
        return any(REJECTED in each.output[:_HEAD] for each in self.calls)

    @property
    def asks_plan(self) -> bool:
        """Whether the loop wants the plan kept beside the first calls."""
        note = load_prompt("first_plan")
        return any(isinstance(item, UserMessage) and item.content == note for item in self._turn)

    def rare(self, tool: str, **arguments: Any) -> list[Call]:
        """The call of a tool that may be listed only as one of those behind `more`; none where there is neither."""
        if tool in self._tools:
            return [Call(name=tool, arguments=arguments)]
        if "more" not in self._tools:
            return []
        text = json.dumps(arguments, ensure_ascii=False)
        return [Call(name="more", arguments={"tool": tool, "arguments": text})]

    def of(self, *tools: str) -> list[Done]:
        return [each for each in self.calls if each.tool in tools]

    @property
    def paths(self) -> list[str] | None:
        listed = self.of("list_files")
        return _LISTED.findall(listed[0].output) if listed else None

    @cached_property
    def files(self) -> dict[str, str]:
        return {path: text for path, (text, gap) in self._read.items() if not gap}

    @property
    def gaps(self) -> dict[str, tuple[int, int]]:
        """For files of which a part was left out: the lines to ask for next."""
        return {path: gap for path, (_, gap) in self._read.items() if gap}

    @cached_property
    def _read(self) -> dict[str, tuple[str, tuple[int, int] | None]]:
        outputs: dict[str, list[str]] = {}
        for each in self.of("read_file"):
            if not each.output.startswith("There is no file") and "is a binary file" not in each.output[:200]:
                outputs.setdefault(each.path, []).append(each.output)
        return {path: _assembled(texts) for path, texts in outputs.items()}


def _arguments(call: ToolCall) -> Mapping[str, Any]:
    try:
        value = json.loads(call.arguments or "{}")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _assembled(outputs: list[str]) -> tuple[str, tuple[int, int] | None]:
    """One text from several readings with line numbers, and the first stretch of lines that is still unknown."""
    lines = {number: line for output in outputs for number, line in _numbered(output)}
    if not lines:
        return "" if outputs[-1] == "(empty file)" else outputs[-1], None
    unknown = next((number for number in range(1, max(lines)) if number not in lines), None)
    if unknown:
        end = min(number for number in lines if number > unknown)
        return "", (unknown, min(end - 1, unknown + 119))
    return "".join(f"{lines[number]}\n" for number in sorted(lines)), None


def _numbered(output: str) -> list[tuple[int, str]]:
    """The lines with their numbers; the two at the edge of something left out are not trusted."""
    output = re.sub(r".*\n\[\.\.\. \d+ characters left out.*\n.*", "", output)
    return [(int(number), line) for number, line in re.findall(r"(?m)^ {0,8}(\d+)\t(.*)$", output)]
