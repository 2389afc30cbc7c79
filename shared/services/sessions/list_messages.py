"""What was said in a session or a run: the person's words and every answer of every agent, read from the runs."""

from collections.abc import Mapping
from functools import partial
from itertools import groupby, takewhile
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel

from shared.domain.agent.model_messages import AssistantMessage, Item, Reasoning, ToolCall, text_of
from shared.domain.base import Moment, Page
from shared.domain.diffs.changes import first_lines
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.domain.ids import message_id, require_id, run_of_message
from shared.domain.json_weight import parse_bounded
from shared.domain.runs.iteration import Iteration, Step
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Role, RunUsage
from shared.domain.runs.step_status import StepStatus
from shared.domain.runs.step_summary import called
from shared.domain.runs.turn import Turn
from shared.domain.untrusted import readable_json, shortened
from shared.services.agent.model.call_model import kept_response
from shared.services.loop_ports import LoopPorts
from shared.services.matching_page import matching_page
from shared.services.ports_bundle import Ports
from shared.services.runs.list_runs import find_run, steps_of
from shared.services.sessions.sessions import find_session

Agent = Literal["user", "manager", "planner", "vibecoder", "syntax_fixer", "test_worker", "doc_worker", "evaluator"]
AGENTS: dict[Role, Agent] = {
    "manager": "manager",
    "planner": "planner",
    "coder": "vibecoder",
    "single": "vibecoder",
    "fixer": "syntax_fixer",
    "tester": "test_worker",
    "writer": "doc_worker",
    "evaluator": "evaluator",
}
_CONTENT, _PATCH_LINES = 2_000, 10


class _Place(NamedTuple):
    """Where an answer stands in its run: the number of the model call, and the round of coding and evaluation."""

    call: int
    round: int

    def after(self, *, judged: bool) -> "_Place":
        return _Place(self.call + 1, self.round + judged)


class TokenUsage(BaseModel):
    """What one call used; `iteration` as in its message."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    cached_tokens: int
    cost_usd: float | None
    model: str
    agent: Agent
    iteration: int


class Message(BaseModel):
    """One message. `call` counts the model calls of its run from 1; the person's own message is 0.

    `iteration` counts the rounds of coding and evaluation: a verdict ends one, and what follows it is the next.
    """

    id: str
    session_id: str
    run_id: str
    role: Literal["user", "assistant"]
    agent: Agent
    content: str
    patch_preview: str | None = None
    call: int = 0
    iteration: int = 0
    token_usage: TokenUsage | None = None
    diff_id: str | None = None
    last_response_id: str | None = None
    created_at: Moment


class FullMessage(BaseModel):
    """A message with all that the model answered."""

    message: Message
    openai_response: dict[str, Any] | None


def list_messages(
    *, principal: Principal, session_id: str, ports: Ports, limit: int, cursor: str | None
) -> Page[Message]:
    """Newest first; `limit` counts turns, each of which is a person's message and all its answers."""
    session, app = find_session(principal=principal, session_id=session_id, ports=ports)

    def keep(turn: Turn) -> bool:
        cleared = session.cleared_at is not None and turn.created_at <= session.cleared_at
        return turn.conversation_id == session.id and not cleared

    page = matching_page(partial(ports.turns.turns, app.tenant_id, app.id), keep, limit=limit, cursor=cursor)
    messages = [message for turn in page.items for message in reversed(_of_turn(turn, ports))]
    return Page(items=messages, next_cursor=page.next_cursor)


def full_message(*, principal: Principal, message: str, ports: LoopPorts) -> FullMessage:
    """The message and the whole answer of the model; the person's own has none. NotFound."""
    run_id, number = run_of_message(message)
    run = find_run(principal=principal, run_id=run_id, ports=ports)
    iterations = ports.runs.iterations(run.tenant_id, run.id)
    found = next((one for one in messages_of(run, iterations, ports) if one.id == message), None)
    if found is None:
        raise NotFound("There is no such message.")
    answered = _calls(iterations)[number - 1] if number else None
    return FullMessage(message=found, openai_response=_response(answered, found, ports) if answered else None)


def messages_of(run: Run, iterations: list[Iteration], ports: LoopPorts) -> list[Message]:
    """The run's messages, oldest first, out of its iterations."""
    asked = Message(
        id=message_id(run.id, 0),
        session_id=run.conversation_id,
        run_id=run.id,
        role="user",
        agent="user",
        content=run.request.message,
        created_at=run.created_at,
    )
    before, tree, messages, place = RunUsage(), run.base_tree, [asked], _Place(call=1, round=1)
    calls = _calls(iterations)
    steps = {step.call_id: step for step in steps_of(run, iterations)}
    for done in calls:
        verdict = _taken_verdict(answered_items(done), steps)
        content = verdict or _content(answered_items(done), steps)
        messages.append(_answer(run, done, place, content, before, _patch(run, tree, done.candidate_tree, ports)))
        before, tree, place = done.usage, done.candidate_tree, place.after(judged=verdict is not None)
    if run.outcome.diff_id is not None and calls:
        messages[-1] = messages[-1].model_copy(update={"diff_id": run.outcome.diff_id})
    return messages


def _of_turn(turn: Turn, ports: LoopPorts) -> list[Message]:
    run = ports.runs.get(turn.tenant_id, turn.run_id)
    return messages_of(run, ports.runs.iterations(run.tenant_id, run.id), ports)


def _calls(iterations: list[Iteration]) -> list[Iteration]:
    """Those in which a model answered."""
    return [done for done in iterations if answered_items(done)]


def answered_items(done: Iteration) -> list[Item]:
    """What the model answered in this iteration, without the history that its first request began with."""
    if done.answer_from is not None:
        return list(takewhile(_is_answer, done.items[done.answer_from :]))
    if done.response is None:
        return []
    runs = [list(items) for own, items in groupby(done.items, _is_answer) if own]  # a row written before
    return runs[-1] if runs else []


def _is_answer(item: Item) -> bool:
    return isinstance(item, AssistantMessage | Reasoning | ToolCall)


def _answer(run: Run, done: Iteration, place: _Place, content: str, before: RunUsage, patch: str | None) -> Message:
    agent = AGENTS[done.role]
    return Message(
        id=message_id(run.id, place.call),
        session_id=run.conversation_id,
        run_id=run.id,
        role="assistant",
        agent=agent,
        content=shortened(content, _CONTENT),
        patch_preview=patch,
        call=place.call,
        iteration=place.round,
        token_usage=_usage(done, before, agent, place.round),
        last_response_id=done.response.id if done.response else None,
        created_at=done.created_at,
    )


def _taken_verdict(answered: list[Item], steps: Mapping[str, Step]) -> str | None:
    """The evaluator's verdict in words, when this answer has one that was taken."""
    asked = (item for item in answered if isinstance(item, ToolCall) and item.name == "verdict")
    taken = (one for one in asked if one.call_id in steps and steps[one.call_id].status == StepStatus.COMPLETED)
    return next((_verdict(one.arguments) for one in taken), None)


def _content(answered: list[Item], steps: Mapping[str, Step]) -> str:
    """The agent's words; where it has only used tools, what it called and what came of it."""
    calls = [item for item in answered if isinstance(item, ToolCall)]
    words = text_of(answered).strip()
    if words or not calls:
        return words or "(no words)"
    summary = next((said for call in calls if call.name == "finish" and (said := _summary(call.arguments))), None)
    return summary or f"Called {', '.join(_called(call, steps.get(call.call_id)) for call in calls)}."


def _called(call: ToolCall, step: Step | None) -> str:
    """A call alone is no deed: it says so when it failed, waits, or was never run."""
    about = called(call.name, call.arguments)
    return about if step is None or not (stands := step.status.traits.words) else f"{about} ({stands})"


def _summary(arguments: str) -> str:
    read = readable_json(arguments)
    said = read.get("summary") if isinstance(read, dict) else None
    return said.strip() if isinstance(said, str) else ""


def _verdict(arguments: str) -> str:
    said = parse_bounded(arguments)
    word = "Approved" if said.get("decision") == "approve" else "Rejected"
    return f"{word}: {said.get('reasoning', '')}"


def _usage(done: Iteration, before: RunUsage, agent: Agent, iteration: int) -> TokenUsage:
    now = done.usage
    cost = None if now.cost_usd is None or before.cost_usd is None else round(now.cost_usd - before.cost_usd, 6)
    return TokenUsage(
        prompt_tokens=now.prompt_tokens - before.prompt_tokens,
        completion_tokens=now.completion_tokens - before.completion_tokens,
        total_tokens=now.total_tokens - before.total_tokens,
        cached_tokens=now.cached_tokens - before.cached_tokens,
        cost_usd=cost,
        model=now.model,
        agent=agent,
        iteration=iteration,
    )


def _patch(run: Run, before: str, after: str, ports: LoopPorts) -> str | None:
    """The first lines of what this call changed."""
    if before == after:
        return None
    old, new = (ports.snapshots.get(run.tenant_id, run.app_id, tree) for tree in (before, after))
    return "\n".join(first_lines(old, new, _PATCH_LINES))


def _response(done: Iteration, message: Message, ports: LoopPorts) -> dict[str, Any]:
    """The provider's own answer where it was kept, over what is known of it from the run."""
    note = done.response
    known = {
        "id": note.id if note else None,
        "model": (note.model if note else "") or done.usage.model,
        "finish_reason": note.finish_reason if note else None,
        "output": [item.model_dump(mode="json") for item in answered_items(done)],
        "usage": message.token_usage.model_dump(mode="json") if message.token_usage else None,
    }
    return known | kept_response(note, ports.blobs)


def list_run_messages(
    *, principal: Principal, run_id: str, ports: LoopPorts, limit: int, cursor: str | None
) -> Page[Message]:
    """Newest first; the cursor is the last message that was given. NotFound also for an unknown cursor."""
    before = require_id("msg", cursor) if cursor else None
    run = find_run(principal=principal, run_id=run_id, ports=ports)
    said = messages_of(run, ports.runs.iterations(run.tenant_id, run.id), ports)
    left = [message for message in reversed(said) if before is None or message.id < before]
    return Page(items=left[:limit], next_cursor=left[limit - 1].id if len(left) > limit else None)
