"""The other roles of a run: each is known by its instructions and is answered in its own form."""

import json
import re

from local.offline_model import speech
from local.offline_model.answer import Answer, call, end
from local.offline_model.evaluator import answer_evaluator, describe
from local.offline_model.transcript import Transcript
from local.offline_model.wish import Wish, read_wish
from shared.domain.agent.model_messages import ModelRequest, UserMessage
from shared.domain.brain import alignment_task, summary_task
from shared.domain.untrusted import shortened
from shared.services.agent.model import write_message
from shared.services.assets.load_prompt import load_prompt

_PART = re.compile(r"<(\w+)>\n([\s\S]*?)\n</\1>")
_MOST_ASKED, _LINE, _REQUIREMENT = 12, 160, 600


def answer_role(request: ModelRequest) -> Answer | None:
    """The answer of a role that is not the coder's; None for the coder and the fixer."""
    text, said = request.instructions, Transcript(request)
    if text.startswith(load_prompt("evaluator")):
        return answer_evaluator(request)
    if text.startswith(load_prompt("planner")):
        return _plan(said)
    if text.startswith(load_prompt("tester")):
        return _test(said)
    if text.startswith(load_prompt("writer")):
        return end(said, "", speech.cannot(["write documents"]))
    if text.startswith(load_prompt("repairer")):
        return end(said, "", speech.cannot(["find the fault in the report of a browser"]))
    if text.startswith(load_prompt("single")):
        summary = speech.cannot(["work without tools"])
        return _json(summary=summary, rationale=None, assumptions=[], operations=[])
    return _small(request)


def _small(request: ModelRequest) -> Answer | None:
    """The small questions beside a run, of one answer without tools."""
    asked = next((item.content for item in request.items if isinstance(item, UserMessage)), "")
    parts = {tag: _data(body) for tag, body in _PART.findall(asked)}
    match request.instructions:
        case write_message.INSTRUCTIONS:
            first = (parts.get("suggested") or ["Change the project"])[0]
            return Answer(f"{first}\n\nAsked for: {' '.join(parts.get('wish', []))}".strip())
        case summary_task.INSTRUCTIONS:
            return _summary(parts)
        case alignment_task.INSTRUCTIONS:
            # No judgement: what the product's own rules found of each action stands alone.
            return _json(actions=[])
    return None


def _data(body: str) -> list[str]:
    return [line.removeprefix("|").removeprefix(" ") for line in body.split("\n")]


def _json(**fields: object) -> Answer:
    return Answer(json.dumps(fields, ensure_ascii=False))


def _summary(parts: dict[str, list[str]]) -> Answer:
    """What was asked for so far, in the words of the requests."""
    asked = [line.removeprefix("Asked: ") for line in parts.get("since_then", []) if line.startswith("Asked: ")]
    lines = [f"- {shortened(line, _LINE)}" for line in asked]
    known = [line for line in parts.get("summary_so_far", []) if line.strip()]
    short = f"{len(asked)} requests: {'; '.join(shortened(line, _LINE) for line in asked[-_MOST_ASKED:])}."
    return _json(short_summary=short, detail_summary="\n".join([*known, *lines][-_MOST_ASKED * 2 :]))


def _plan(said: Transcript) -> Answer:
    """The plan is kept in the project's state, then handed over."""
    wish = read_wish(said.message)
    if wish.question or not said.offers("update_state"):
        return end(said, "", speech.cannot([said.message]))
    steps = plan_steps(wish)
    if not said.of("update_state"):
        words = "I write down what is asked for, and a step for each part of it.\n"
        return Answer((speech.LABEL if said.is_first else "") + words, [call("update_state", **kept_state(wish))])
    listed = " ".join(f"{number}. {step}." for number, step in enumerate(steps, 1))
    return end(said, "", f"The plan: {listed}")


def plan_steps(wish: Wish) -> list[str]:
    """A step for each part of the wish; those that no rule knows say so."""
    known = [f"The project has {describe(intent)}" for intent in wish.intents]
    left = [f"{words} (the offline demonstration cannot do this)" for words in wish.left]
    return known + left or [shortened(" ".join(wish.text.split()), _REQUIREMENT) or "Say what is wanted"]


def kept_state(wish: Wish) -> dict[str, object]:
    """The arguments of `update_state` for a wish: its plan, and the request's own sentences as requirements."""
    sentences = [part.strip() for part in re.split(r"(?<=[.!?])\s+|\n", wish.text) if part.strip()] or ["-"]
    values = [shortened(sentence, _REQUIREMENT) for sentence in sentences[:_MOST_ASKED]]
    return {"plan": plan_steps(wish), "requirements": [{"name": "what", "values": values}]}


def _test(said: Transcript) -> Answer:
    """Runs the tests that are there; what they say is the answer."""
    ran = said.of("run_targeted_tests")
    if not ran and said.offers("run_targeted_tests"):
        return Answer("I run the project's tests.\n", [call("run_targeted_tests", paths=None, name=None)])
    output = ran[-1].output if ran else "They could not be run."
    words = shortened(" ".join(output.split()), _REQUIREMENT)
    return end(said, "", f"I ran the tests and changed nothing. {words} I am the offline demonstration and write none.")
