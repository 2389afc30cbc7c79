"""What a call of a model cost takes the place of what was reserved for it: the one place where calls are recorded."""

import logging

from shared.domain.agent.model_messages import Usage
from shared.domain.errors import AppError
from shared.domain.runs.run import Run
from shared.domain.spending.spending import Counts, Hold, micro
from shared.services.loop_ports import LoopPorts

logger = logging.getLogger(__name__)

_TRIES = 2


def record_spend(hold: Hold, usage: Usage | None, *, ports: LoopPorts) -> None:
    """Record the call; None: it was refused before it cost anything. Idempotent.

    It is tried again at once, since only now the true figures are known. A ledger that does not answer even then costs
    no answer: the hold stays counted and is spent whole when the run ends.
    """
    counts = Counts() if usage is None else _counts(hold, usage, ports)
    for _ in range(_TRIES):
        try:
            ports.spending.record(hold, counts)
            return
        except AppError:
            logger.warning("a call could not be recorded", extra={"run_id": hold.run_id, "call": hold.call})


def record_dead_calls(run: Run, *, ports: LoopPorts) -> None:
    """What an ended run still holds, for attempts that died, is spent whole: nobody tells what their calls did cost."""
    for hold in ports.spending.holds(run.tenant_id, run.id):
        ports.spending.record(hold, _whole(hold))


def _counts(hold: Hold, usage: Usage, ports: LoopPorts) -> Counts:
    price = ports.price(hold.model, usage)
    return Counts(
        calls=1,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        cached_tokens=usage.cached_tokens,
        reasoning_tokens=max(0, usage.reasoning_tokens),
        cost=micro(price or 0.0),
        counted=micro(price or 0.0),
        unpriced_calls=int(price is None),
        unpriced_tokens=usage.total_tokens if price is None else 0,
    )


def _whole(hold: Hold) -> Counts:
    return Counts(
        calls=1,
        input_tokens=hold.input_tokens,
        cost=0 if hold.unpriced else hold.amount,
        counted=hold.amount,
        unpriced_calls=int(hold.unpriced),
        unpriced_tokens=hold.tokens,
    )
