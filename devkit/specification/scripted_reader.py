"""A model that knows a made specification: it lists what is planted in the part that it is shown, well or badly, and
writes two tasks for a node."""

import json
import re
import threading
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Any

from devkit.specification.specification import Planted, Specification, contradict
from local.openai_server.reply import Reply, say
from shared.domain.agent.model_messages import AssistantMessage, ModelRequest, UserMessage
from shared.domain.planning.requirements import read_several

_CODE = re.compile(r"\(R-(\d{5})\)")
_PART = re.compile(r"(?s)^<headings>\n.*?^<part>\n.*?\n</part>$", re.MULTILINE)
_WANTED = re.compile(r"<node>\n\| \w+: (.+)")
_MARK = re.compile(r"(?m)^\| ?")
_CODE_IN_TITLE = re.compile(r" R-(\d{5})$")
_NODE = re.compile(r"\|\s+(n\d+) (\w+): (.+?) -- ")


class ScriptedReader:
    """`respond` answers a request; `parts` and `merges` count how often each was asked about. Where parts
    are asked about together the answer counts for those that need not be asked about alone.
    """

    def __init__(self, specification: Specification) -> None:
        self._planted = {one.number: one for one in specification.planted}
        self._lock = threading.Lock()
        self.parts: Counter[str] = Counter()
        self.merges: Counter[str] = Counter()

    def respond(self, request: ModelRequest) -> Reply:
        first = next(item.content for item in request.items if isinstance(item, UserMessage))
        again = any(isinstance(item, AssistantMessage) for item in request.items)
        if first.startswith("<nodes>"):
            self._count(self.merges, first)
            return say(json.dumps({"operations": [*_same(first), *_contradicting(first)]}))
        if first.startswith("<around>"):
            return say(json.dumps({"tasks": _tasks(_WANTED.findall(first)[0])}))
        numbers = dict.fromkeys(int(found) for found in _CODE.findall(first))
        known = [self._planted[number] for number in numbers if number in self._planted]
        answer = json.dumps({"requirements": [*(_requirement(one, again) for one in known), *_questions(known)]})
        for part in () if again else _answered(_PART.findall(first), answer):
            self._count(self.parts, part)
        return say(f"Here it is:\n```json\n{answer}\n```")

    def _count(self, counter: Counter[str], content: str) -> None:
        with self._lock:
            counter[content] += 1


def _answered(parts: list[str], answer: str) -> list[str]:
    if len(parts) == 1:
        return parts
    known = read_several(answer, [_MARK.sub("", part) for part in parts])
    return [part for part, placed in zip(parts, known, strict=True) if placed is not None]


def _requirement(one: Planted, again: bool) -> dict[str, Any]:
    wrong = one.fault == "lost" or (one.fault == "misquoted" and not again)
    quote = f"The system shall never {one.title.lower()}." if wrong else one.sentence
    return {
        "kind": "story" if one.number % 2 else "feature",
        "title": one.title,
        "summary": "As the text says.",
        "quote": quote,
        "priority": "high" if one.number % 10 == 0 else "normal",
        "acceptance": ["It is seen in the list."],
    }


def _questions(known: list[Planted]) -> Iterator[dict[str, Any]]:
    """Which of two that contradict holds, for every other pair in full view; the others are seen among the siblings."""
    for one, other in pairwise(known):
        if contradict(one, other) and one.number % 2:
            asked = {"kind": "story", "title": f"Which holds: {one.number} or {other.number}?", "open": True}
            yield asked | {"quote": one.sentence, "against": other.sentence}


def _contradicting(content: str) -> Iterator[dict[str, Any]]:
    """All pairs, those too that were asked about already."""
    for (first, _, title), (second, _, other) in permutations(_NODE.findall(content), 2):
        one, two = (int(found[0]) if (found := _CODE_IN_TITLE.findall(each)) else -9 for each in (title, other))
        if two == one + 1 and title[:-8] == other[:-8]:
            yield {"op": "contradict", "ids": [first, second], "question": f"Which holds: {one} or {two}?"}


def _tasks(title: str) -> list[dict[str, Any]]:
    """Two for a node, one after the other."""
    first, second = f"Build: {title}"[:200], f"Show: {title}"[:200]
    return [
        {"title": first, "kind": "backend", "acceptance_criteria": ["It is there."]},
        {"title": second, "kind": "frontend", "dependencies": [first], "estimated_effort": "S"},
    ]


def _same(content: str) -> list[dict[str, Any]]:
    """Nodes of one title are one."""
    titles: dict[str, list[str]] = {}
    for name, _, title in _NODE.findall(content):
        titles.setdefault(title, []).append(name)
    return [{"op": "merge", "ids": names} for names in titles.values() if len(names) > 1]
