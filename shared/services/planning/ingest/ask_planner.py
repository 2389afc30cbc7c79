"""What a model is asked while a document is read: twice at most, within the caps of the job and of the tenant."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from shared.domain.agent.model_messages import AssistantMessage, Item, ModelRequest, UserMessage, text_of
from shared.domain.errors import BudgetExceeded, Unavailable
from shared.domain.planning.blueprint import IngestionJob
from shared.domain.planning.plan_state import PlanState
from shared.domain.spending.spending import dollars_of
from shared.domain.untrusted import shortened
from shared.ports.model import ModelPort
from shared.services.loop_ports import LoopPorts
from shared.services.planning.ingest.job_row import change_job
from shared.services.spending.ask_once import Answered, Payer, hold_for
from shared.services.spending.fit_question import QuestionTooLong, ask_fitted

_SECONDS = 300.0
_SHOWN = 20_000
_ANSWER_AGAIN = "Answer again, whole and corrected, in fewer words where it was too long, with the JSON object alone."
COST_CAP = "COST_CAP"
A = TypeVar("A")


@dataclass
class Asker:
    """A job's way to its model. `window` is what refusals have shown of the model's window so far."""

    state: PlanState
    job: IngestionJob
    model: ModelPort
    ports: LoopPorts
    window: int | None = None


class Question(NamedTuple):
    """`is_whole`: nothing may be cut of it, and a shorter answer than `least_answer` tokens is of no use."""

    instructions: str
    content: str
    answer_tokens: int
    is_whole: bool = False
    least_answer: int = 0


def ask_twice(
    question: Question, read: Callable[[str], tuple[A, Sequence[str]]], asker: Asker, times: int = 2
) -> tuple[A | None, list[str]]:
    """What `read` makes of the answer, and what is still wrong with it after one more question that says what was.
    `times`: once only where something else is asked then.

    Unavailable when the service does not answer now, BudgetExceeded when money is out: neither is about the text.
    QuestionTooLong when a question that `is_whole` does not fit the model's window, or its answer did not.
    """
    items: tuple[Item, ...] = (UserMessage(content=question.content),)
    best: A | None = None
    errors: list[str] = []
    for _ in range(times):
        answered = _paid(_request(question, items, asker), question, asker)
        if isinstance(answered.error, QuestionTooLong):
            return best, [answered.error.message]
        if answered.completed is None:
            errors = [answered.why or "There was no answer."]
            items = (UserMessage(content=f"{question.content}\n\n{_again(errors)}"),)
            continue
        text = text_of(answered.completed.items)
        found, errors = _read(read, text)
        best = found if found is not None else best
        if not errors:
            return best, []
        items = (
            UserMessage(content=question.content),
            AssistantMessage(content=shortened(text, _SHOWN) or "-"),
            UserMessage(content=_again(errors)),
        )
    return best, errors


def _read(read: Callable[[str], tuple[A, Sequence[str]]], text: str) -> tuple[A | None, list[str]]:
    found, errors = read(text)
    return found, list(errors)


def _again(errors: Sequence[str]) -> str:
    wrong = "\n".join(f"- {error}" for error in errors)
    return f"Your answer cannot be used:\n{wrong}\n{_ANSWER_AGAIN}"


def _request(question: Question, items: tuple[Item, ...], asker: Asker) -> ModelRequest:
    entry = asker.ports.models.find(asker.job.model)
    limit = entry.output_limit if entry else None
    return ModelRequest(
        model=asker.job.model,
        instructions=question.instructions,
        items=items,
        tool_choice="none",
        cache_key=asker.job.app_id,
        max_output_tokens=min(question.answer_tokens, limit or question.answer_tokens),
        timeout_seconds=_SECONDS,
        first_token_seconds=(entry.first_token_seconds if entry else None) or _SECONDS,
    )


def _paid(request: ModelRequest, question: Question, asker: Asker) -> Answered:
    """The answer to one call: what it may cost is taken from the job's cap before, what it did cost stays after."""
    answer_tokens = question.answer_tokens
    payer = Payer(asker.job.tenant_id, asker.job.app_id, asker.job.blueprint_id)
    hold = hold_for(request, payer, answer_tokens, ports=asker.ports)
    change_job(asker.state, lambda job: {"cost": _within(job, hold.amount)}, asker.ports)
    cost = hold.amount
    try:
        answered = ask_fitted(
            request,
            hold,
            answer_tokens,
            model=asker.model,
            ports=asker.ports,
            window=asker.window,
            is_whole=question.is_whole,
            least_answer=question.least_answer,
        )
        cost = answered.cost
    except BudgetExceeded:
        cost = 0
        raise
    finally:
        change_job(asker.state, lambda job: {"cost": job.cost - hold.amount + cost}, asker.ports)
    asker.window = answered.window
    if answered.passing:
        raise Unavailable(answered.why or "The model's service does not answer now.")
    if question.is_whole and (too_long := _too_long(answered, question)) is not None:
        raise too_long
    return answered


def _too_long(answered: Answered, question: Question) -> QuestionTooLong | None:
    """Why the question must be asked in parts: it does not fit, or the room that was left cut its answer."""
    if isinstance(answered.error, QuestionTooLong):
        return answered.error
    cut = answered.completed is not None and answered.completed.finish_reason == "length"
    if cut and answered.window is not None and answered.used.output_tokens < question.answer_tokens:
        return QuestionTooLong(answered.window, answered.window + 1, is_hopeless=False)
    return None


def _within(job: IngestionJob, amount: int) -> int:
    if job.cost + amount > job.cost_cap:
        cap = dollars_of(job.cost_cap)
        raise BudgetExceeded(f"The reading has reached its cap of ${cap:,.2f}.", cap=COST_CAP)
    return job.cost + amount
