"""Summaries of long conversations: made by a model while a run works, told to the next ones."""

import logging
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from shared.domain.agent.egress import SOURCES, UntrustedSource
from shared.domain.agent.model_messages import Item, UserMessage, text_of
from shared.domain.apps.app import App
from shared.domain.brain import summary_task
from shared.domain.brain.items import ConversationSummary
from shared.domain.errors import AppError, Conflict
from shared.domain.ids import message_id
from shared.domain.runs.run import Run
from shared.domain.runs.turn import Turn
from shared.domain.untrusted import enclosed
from shared.ports.model import ModelPort
from shared.services.agent.context.conversation_turns import read_in, stored_digest
from shared.services.agent.context.fit_window import known_window
from shared.services.agent.loop_work import Work
from shared.services.loop_ports import LoopPorts
from shared.services.spending.ask_once import Payer, hold_for, plain_request
from shared.services.spending.fit_question import ask_fitted

logger = logging.getLogger(__name__)
_SECONDS = 60.0


def stored_summary(run: Run, ports: LoopPorts) -> ConversationSummary | None:
    """That of the run's conversation; none of one that was cleared since."""
    found = ports.brain.briefs.summary(run.tenant_id, run.app_id, run.conversation_id)
    return found if found is not None and found.since == run.request.history_from else None


def summary_items(summary: ConversationSummary | None) -> list[Item]:
    if summary is None:
        return []
    head = f"What was said in the first {summary.turns} turns of this conversation. `search_messages` finds the words."
    said = "\n\n".join(filter(None, [head, summary.short_summary, summary.detail_summary]))
    return [UserMessage(content=enclosed("conversation_summary", said))]


def read_by(summary: ConversationSummary | None, app: App) -> set[UntrustedSource]:
    """Whose words may be in it, unless a person vouched for them since."""
    if summary is None:
        return set()
    return {source for source in SOURCES if source in summary.untrusted and app.is_untrusted(source, summary.until)}


def summarise_soon(work: Work, model: ModelPort) -> Callable[[], None] | None:
    """Begin, in the background, at the first call of a run whose conversation has grown.

    Nothing depends on it: when no model answers, the turns are told in a line each, as before.
    """
    ports = work.inputs.ports
    since = _since(work.earlier.turns, work.earlier.summary)
    if not summary_task.is_due(_said(since)):
        return None
    return ports.in_background(partial(_try, work, since, model))


def _try(work: Work, since: Sequence[Turn], model: ModelPort) -> None:
    run = work.run
    try:
        _summarise(run, work.inputs.app, work.earlier.summary, since, work.inputs.ports, model)
    except AppError as error:
        logger.warning("a conversation could not be summarised", extra={"run_id": run.id, "code": error.code})


def _summarise(
    run: Run, app: App, before: ConversationSummary | None, since: Sequence[Turn], ports: LoopPorts, model: ModelPort
) -> None:
    chosen = since[: len(summary_task.that_fit(_said(since)))]
    answer = _ask(run, _so_far(run, before, ports), _said(chosen), ports, model)
    if answer is not None:
        _store(run, before, chosen, answer, app, ports)


def _since(turns: Iterable[Turn], before: ConversationSummary | None) -> list[Turn]:
    """Those that ended after the summary, oldest first."""
    new = (turn for turn in turns if turn.status.ended and (before is None or turn.last_word > before.until))
    return sorted(new, key=lambda turn: turn.last_word)


def _said(turns: Iterable[Turn]) -> list[summary_task.Said]:
    return [summary_task.Said(turn.id, turn.prompt, turn.summary or turn.failure_code or "") for turn in turns]


def _so_far(run: Run, before: ConversationSummary | None, ports: LoopPorts) -> str:
    """The summary; before there is one, what a line each says of older turns."""
    if before is not None:
        return f"{before.short_summary}\n{before.detail_summary}"
    return "\n".join(line.text for line in stored_digest(run, ports.blobs).lines)


def _ask(
    run: Run, so_far: str, said: Sequence[summary_task.Said], ports: LoopPorts, model: ModelPort
) -> summary_task.SummaryAnswer | None:
    words, tokens = summary_task.question(so_far, said), summary_task.ANSWER_TOKENS
    name, instructions = run.request.model, summary_task.INSTRUCTIONS
    request = plain_request(name, instructions, words, answer_tokens=tokens, seconds=_SECONDS)
    hold = hold_for(request, Payer.of_run(run), tokens, ports=ports)
    window = known_window(run, ports)
    completed = ask_fitted(request, hold, tokens, model=model, ports=ports, window=window).completed
    return summary_task.read_answer(text_of(completed.items)) if completed else None


def _store(
    run: Run,
    before: ConversationSummary | None,
    chosen: Sequence[Turn],
    answer: summary_task.SummaryAnswer,
    app: App,
    ports: LoopPorts,
) -> None:
    last = chosen[-1]
    known = set(before.untrusted) if before else read_in(stored_digest(run, ports.blobs).lines, app)
    summary = ConversationSummary(
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        conversation_id=run.conversation_id,
        short_summary=answer.short_summary,
        detail_summary=answer.detail_summary,
        last_turn_id=last.id,
        last_message_id=message_id(last.run_id, 0),
        turns=(before.turns if before else _older(run, chosen, ports)) + len(chosen),
        since=run.request.history_from,
        until=last.last_word,
        untrusted=sorted({*known, *(source for turn in chosen for source in turn.untrusted)}),
        updated_at=ports.clock.now(),
        version=_version(run, ports),
    )
    try:
        ports.brain.briefs.put_summary(summary)
    except Conflict:
        logger.info("another run summarised the conversation", extra={"run_id": run.id})


def _version(run: Run, ports: LoopPorts) -> int:
    """Of what is stored, also of one from before the conversation was cleared."""
    stored = ports.brain.briefs.summary(run.tenant_id, run.app_id, run.conversation_id)
    return stored.version if stored else 0


def _older(run: Run, chosen: Sequence[Turn], ports: LoopPorts) -> int:
    """Turns of which only lines were left when the first summary was made."""
    first = chosen[0].last_word
    digest = stored_digest(run, ports.blobs)
    whole = sum(1 for line in digest.lines if line.last_word >= first)
    return digest.count - whole
