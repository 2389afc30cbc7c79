"""What a call of a model did cost takes the place of what was set aside for it: the one place where money is booked."""

import logging

from shared.domain.errors import AppError
from shared.domain.model_messages import Usage
from shared.domain.run import Run
from shared.domain.spending import Counts, Hold, micro
from shared.services.loop_ports import LoopPorts

logger = logging.getLogger(__name__)


def settle_spend(hold: Hold, usage: Usage | None, *, ports: LoopPorts) -> None:
    """Book the call; None: it was refused before it cost anything. Idempotent.

    A ledger that does not answer now costs no answer: the hold stays counted and is spent whole when the run ends.
    """
    counts = Counts() if usage is None else _counts(hold, usage, ports)
    try:
        ports.spending.settle(hold, counts)
    except AppError:
        logger.warning("a call could not be settled", extra={"run_id": hold.run_id, "call": hold.call})


def settle_dead(run: Run, *, ports: LoopPorts) -> None:
    """What an ended run still holds, for attempts that died, is spent whole: nobody tells what their calls did cost."""
    for hold in ports.spending.holds(run.tenant_id, run.id):
        ports.spending.settle(hold, _whole(hold))


def _counts(hold: Hold, usage: Usage, ports: LoopPorts) -> Counts:
    price = ports.price(hold.model, usage)
    return Counts(
        calls=1,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cached_tokens=usage.cached_tokens,
        reasoning_tokens=max(0, usage.reasoning_tokens),
        cost=micro(price or 0.0),
        counted=micro(ports.budget_price(hold.model, usage)),
        unpriced_calls=int(price is None),
    )


def _whole(hold: Hold) -> Counts:
    cost = 0 if hold.unpriced else hold.amount
    return Counts(
        calls=1,
        input_tokens=hold.input_tokens,
        cost=cost,
        counted=hold.amount,
        unpriced_calls=int(hold.unpriced),
    )
