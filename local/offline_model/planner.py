"""What the offline model answers while a plan is made: no reading, only rules about how requirements are worded."""

import json
import re
from collections.abc import Iterator
from typing import Any

from local.offline_model.answer import Answer
from local.offline_model.wish import read_wish
from shared.domain.agent.model_messages import ModelRequest, UserMessage
from shared.domain.planning.task_answers import TASKS_MOST
from shared.domain.untrusted import shortened
from shared.services.assets.load_prompt import load_prompt
from shared.services.autopilot import read_intent
from shared.services.planning.ingest import merge_list, read_leaf, write_tasks
from shared.services.planning.propose import write_change

_REQUIREMENTS_MOST, _TITLE, _QUOTE_LEAST = 60, 120, 8
_PART = r"(?s)<{}>\n(.*?)\n</{}>"
_LIST = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")
_SENTENCE = re.compile(r"[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]?")
_WISH = re.compile(
    r"(?i)\b(?:must|shall|should|has to|have to|needs? to)\s+\S|"
    r"^(?:add|change|make|remove|replace|rename|set|use|give|put)\b."
)
_NODE = re.compile(r"(?P<id>n\d+) [^:]+: (?P<title>.+) \([a-z_]+, priority \w+\)\Z")
_ACCEPTED = "Accepted when: "
_URGENT = re.compile(r"(?i)\b(?:high priority|urgent|important|first)\b")
_REPLACE = re.compile(r"(?i)\breplace\s+[\"“](?P<old>[^\"”]+)[\"”]\s+(?:by|with)\s+[\"“](?P<new>[^\"”]+)[\"”]")
_PART_LINE = re.compile(r"(?P<name>n\d+) (?P<kind>[a-z_]+): (?P<title>.+)\Z")
_SMALLEST = ("story", "task_spec")
_BY_KIND = {
    "Run the project's tests": ("test_worker", "run_terminal", {"command": "npm test"}),
    "Bring the project's documents up to date": ("doc_worker", "read_file", {}),
}
_INTENTS = (
    ("PAUSE_AUTOPILOT", r"\b(?:pause|stop|wait)\b"),
    ("CONTINUE_BUILD", r"\b(?:continue|go on|resume|carry on)\b"),
    ("START_BUILD", r"\b(?:start|begin|build)\b.*\bphase\b|\bstart\s+building\b"),
    ("UPDATE_REQUIREMENTS", r"\b(?:requirements?|specification)\b"),
    ("ADJUST_PLAN", r"\bplan\b"),
)


def answer_planner(request: ModelRequest) -> Answer | None:
    """None when the request is about no plan."""
    said = next((item.content for item in request.items if isinstance(item, UserMessage)), "")
    match request.instructions:
        case read_leaf.INSTRUCTIONS:
            return _json(requirements=[*_requirements(_lines("part", said))][:_REQUIREMENTS_MOST])
        case merge_list.INSTRUCTIONS:
            return _json(operations=[])
        case write_tasks.INSTRUCTIONS:
            return _json(tasks=[*_tasks(_lines("node", said), _lines("inside", said))])
        case write_change.PLAN_INSTRUCTIONS:
            return _json(operations=[*_lifted(_lines("nodes", said), " ".join(_lines("message", said)))])
        case write_change.TEXT_INSTRUCTIONS:
            return _json(edits=[*_replaced(" ".join(_lines("message", said)))])
        case read_intent.INSTRUCTIONS:
            return _json(**_intent(" ".join(_lines("message", said))))
        case manager if manager.startswith(load_prompt("manager")):
            return _json(steps=[_step(_asked(request))])
    return None


def _json(**fields: Any) -> Answer:
    return Answer(json.dumps(fields, ensure_ascii=False))


def _lines(tag: str, said: str) -> list[str]:
    """The data lines of a part of the question."""
    lines = [line for found in re.findall(_PART.format(tag, tag), said) for line in [*found.split("\n"), "|"]]
    return [line.removeprefix("|").removeprefix(" ") for line in lines[:-1]]


def _lifted(nodes: list[str], message: str) -> Iterator[dict[str, Any]]:
    """What is called urgent and named by its title."""
    for found in filter(None, map(_NODE.match, nodes)) if _URGENT.search(message) else ():
        if found["title"].casefold() in message.casefold():
            yield {"op": "set_priority", "id": found["id"], "priority": "high", "quote": message}


def _replaced(message: str) -> Iterator[dict[str, Any]]:
    """Words between quotation marks for others."""
    for found in _REPLACE.finditer(message):
        yield {"old": found["old"], "new": found["new"], "quote": found[0]}


def _requirements(lines: list[str]) -> Iterator[dict[str, Any]]:
    """Each sentence of obligation, whole: without its subject it would ask for something else."""
    for sentence in _sentences(lines):
        if _WISH.search(sentence) and len(sentence) >= _QUOTE_LEAST:
            title = shortened(sentence.strip().rstrip(".!"), _TITLE)
            yield {"kind": "story", "title": title, "summary": "", "quote": sentence, "acceptance": [sentence[:600]]}


def _sentences(lines: list[str]) -> Iterator[str]:
    """Of each paragraph and each entry of a list; headings have none."""
    paragraph = ""
    for line in [*lines, ""]:
        mark = _LIST.match(line)
        if mark is None and line.strip() and not line.startswith("#"):
            paragraph += f" {line.strip()}"
            continue
        yield from (one.strip() for one in _SENTENCE.findall(paragraph))
        paragraph = line[mark.end() :].strip() if mark else ""


def _tasks(node: list[str], inside: list[str]) -> Iterator[dict[str, Any]]:
    """One for each of the smallest parts of the node, or one with the node's own words where it has no parts."""
    parts = [found for line in inside if (found := _PART_LINE.match(line)) is not None]
    small = [part for part in parts if part["kind"] in _SMALLEST] or parts
    for part in small[:TASKS_MOST]:
        yield _task(part["title"], [part["title"]], [part["name"]])
    if not small:
        accepted = [line.removeprefix(_ACCEPTED) for line in node if line.startswith(_ACCEPTED)]
        title = node[0].partition(": ")[2] if node else ""
        yield _task(title or "Carry it out", accepted, [])


def _task(title: str, criteria: list[str], parts: list[str]) -> dict[str, Any]:
    return {
        "title": title, "kind": "frontend", "acceptance_criteria": criteria, "dependencies": [], "parts": parts,
        "estimated_effort": "S", "risk_level": "low", "expected_files": [],
    }  # fmt: skip


def _intent(message: str) -> dict[str, Any]:
    found = (name for name, pattern in _INTENTS if re.search(pattern, message, re.IGNORECASE))
    name = next(found, None)
    return {"intent": name or "QUESTION", "confidence": 0.8 if name else 0.3, "notes": "By its words."}


def _asked(request: ModelRequest) -> str:
    texts = [item.content for item in request.items if isinstance(item, UserMessage)]
    found = [match[1] for text in texts if (match := re.search(_PART.format("request", "request"), text))]
    return found[-1] if found else ""


def _step(asked: str) -> dict[str, Any]:
    """One step, by the worker that the kind of the run needs."""
    actor, tool, given = next(
        (step for words, step in _BY_KIND.items() if words in asked), ("code_worker", "read_file", {})
    )
    title = shortened(" ".join(read_wish(asked).text.split()), 300) or "What was asked for is there"
    return {"actor": actor, "tool": tool, "title": title, "input": given}
