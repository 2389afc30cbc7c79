"""What a call of a model cost takes the place of what was reserved for it: the one place where calls are recorded."""

import logging
from collections.abc import Iterable

from shared.domain.agent.model_messages import Usage
from shared.domain.errors import AppError
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import RunUsage
from shared.domain.spending.spending import Counts, Hold, dollars_of, micro
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


def record_dead_calls(run: Run, *, ports: LoopPorts, before: int | None = None) -> None:
    """Record what attempts that died still hold as spent in full: no one reports what their calls cost.

    All calls of an ended run; of a running one those of attempts before the attempt `before`.
    """
    for hold in ports.spending.holds(run.tenant_id, run.id):
        if before is None or 0 < hold.attempt < before:
            ports.spending.record(hold, hold.whole)


def charge_dead_attempts(run: Run, *, ports: LoopPorts, before: int) -> Run:
    """Return the run with the calls of its attempts before `before` in its usage; they are recorded first.

    Nothing is stored in the run. Idempotent: the ledger knows what each call has cost, however it was recorded.
    """
    if run.charged >= before - 1:
        return run
    record_dead_calls(run, ports=ports, before=before)
    calls = ports.spending.calls(run.tenant_id, run.id)
    return run.change(usage=_with_calls(run, calls, before), charged_attempt=before - 1)


def with_dead_calls(run: Run, *, ports: LoopPorts) -> RunUsage:
    """The usage of a run that ends, with the calls that no attempt has charged to it.

    A ledger that does not answer must not keep a run from ending: then its own figures alone are right.
    """
    try:
        return _with_calls(run, ports.spending.calls(run.tenant_id, run.id))
    except AppError:
        return run.usage


def _with_calls(run: Run, calls: Iterable[Hold], before: int | None = None) -> RunUsage:
    usage = run.usage
    for call in calls:
        if run.charged < call.attempt and (before is None or call.attempt < before):
            usage = _with_lost(usage, call)
    return usage


def _with_lost(used: RunUsage, call: Hold) -> RunUsage:
    """The usage with a call whose answer no one has; as it is for one that has cost nothing."""
    spent = call.spent or call.whole
    before = None if spent.unpriced_calls else used.cost_usd
    lost = spent.input_tokens + spent.output_tokens
    return used.model_copy(
        update={
            "model_calls": used.model_calls + spent.calls,
            "lost_calls": used.lost_calls + spent.calls,
            "lost_tokens": used.lost_tokens + lost,
            "cost_usd": None if before is None else round(before + dollars_of(spent.cost), 6),
            "counted_usd": round(used.counted_usd + dollars_of(spent.counted), 6),
            "model": call.model,
        }
    )


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
