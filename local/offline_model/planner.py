"""What the offline model answers while a plan is made: no reading, only rules about how requirements are worded."""

import json
import re
from collections.abc import Iterator
from typing import Any

from local.offline_model.answer import Answer
from shared.domain.agent.model_messages import ModelRequest, UserMessage
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
    r"(?i)\b(?:must|shall|should|has to|have to|needs? to)\s+(?:be able to\s+)?(?P<said>.+)|"
    r"^(?P<order>(?:add|change|make|remove|replace|rename|set|use|give|put)\b.+)"
)
_SHOWS = re.compile(r"(?i)(?:have|show|offer|contain|include|provide)\s+")
_NODE = re.compile(r"(?P<id>n\d+) [^:]+: (?P<title>.+) \([a-z_]+, priority \w+\)\Z")
_URGENT = re.compile(r"(?i)\b(?:high priority|urgent|important|first)\b")
_REPLACE = re.compile(r"(?i)\breplace\s+[\"“](?P<old>[^\"”]+)[\"”]\s+(?:by|with)\s+[\"“](?P<new>[^\"”]+)[\"”]")
_ORDERED = re.compile(r"(?s)\A(?P<task>.+?)\n\n(?:Implement it|Find what is wrong, and mend it)\.(?=\n\n|\Z)")
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
            return _json(tasks=[_task(_lines("node", said))])
        case write_change.PLAN_INSTRUCTIONS:
            return _json(operations=[*_lifted(_lines("nodes", said), " ".join(_lines("message", said)))])
        case write_change.TEXT_INSTRUCTIONS:
            return _json(edits=[*_replaced(" ".join(_lines("message", said)))])
        case read_intent.INSTRUCTIONS:
            return _json(**_intent(" ".join(_lines("message", said))))
        case manager if manager.startswith(load_prompt("manager")):
            return _json(steps=[_step(_asked(request))])
    return None


def wish_of(message: str) -> str:
    """The task alone, of a run that was ordered for one; else the message."""
    found = _ORDERED.match(message)
    return found["task"] if found else message


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
    for sentence in _sentences(lines):
        wish = _WISH.search(sentence)
        if wish is not None and len(sentence) >= _QUOTE_LEAST:
            title = shortened(_ordered(wish), _TITLE)
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


def _ordered(wish: re.Match[str]) -> str:
    """What a sentence wants, as one would ask for it."""
    said = (wish["said"] or wish["order"]).strip().rstrip(".!")
    if wish["said"] and (shows := _SHOWS.match(said)):
        return f"Add {said[shows.end() :]}"
    if said.lower().startswith("be "):
        return f"Make it {said[3:]}"
    return said[:1].upper() + said[1:]


def _task(node: list[str]) -> dict[str, Any]:
    """One for each node, with the node's own words."""
    accepted = [line.removeprefix("Accepted when: ") for line in node if line.startswith("Accepted when: ")]
    title = node[0].partition(": ")[2] if node else ""
    return {
        "title": title or "Carry it out", "kind": "frontend", "acceptance_criteria": accepted, "dependencies": [],
        "estimated_effort": "S", "risk_level": "low", "expected_files": [],
    }  # fmt: skip


def _intent(message: str) -> dict[str, Any]:
    found = (name for name, pattern in _INTENTS if re.search(pattern, message, re.IGNORECASE))
    name = next(found, None)
    return {"intent": name or "QUESTION", "confidence": 0.8 if name else 0.3, "notes": "By its words."}


def _asked(request: ModelRequest) -> str:
    texts = [item.content for item in request.items if isinstance(item, UserMessage)]
    found = [match[1] for text in texts if (match := re.search(_PART.format("request", "request"), text))]
    return wish_of(found[-1]) if found else ""


def _step(asked: str) -> dict[str, Any]:
    title = shortened(" ".join(asked.split()), 300) or "What was asked for is there"
    return {"actor": "code_worker", "tool": "read_file", "title": title, "input": {}}
