"""Reserves one model call: in the budgets of the tenant, and in the phase and night budgets of an autopilot run."""

from typing import Literal

from shared.domain.autopilot.record import night_of
from shared.domain.runs.run import Run
from shared.domain.spending.pool import Pool, PoolKind
from shared.domain.spending.spending import Cap, Caps, Hold, dollars_of
from shared.services.loop_ports import LoopPorts
from shared.services.spending.check_budget import budget_words

Refused = Cap | PoolKind | Literal["busy"]
"""The budget without room; `busy`: the room that is left allows one call at a time, and another one is in flight."""
_POOLS = ("phase", "night")


def pools_of(run: Run | None, ports: LoopPorts) -> tuple[Pool, ...]:
    """Return the shared budgets that pay for calls of the run now; none for a run that a person sent.

    The caps are read for each call, so a lowered budget binds from the next call on.
    """
    charge = run.request.charge if run is not None else None
    if run is None or charge is None:
        return ()
    row = ports.autopilots.get(run.tenant_id, run.app_id)
    phase_cap, night_cap = row.caps(ports.limits)
    cap = phase_cap if row.phase_id == charge.phase_id else charge.cap
    night = Pool(kind="night", id=night_of(ports.clock.now()), cap=night_cap)
    return Pool(kind="phase", id=charge.phase_id, cap=cap), night


def in_pools(hold: Hold, pools: tuple[Pool, ...], longest: int, *, is_open: bool, ports: LoopPorts) -> Hold:
    """Return the hold with what it reserves in `pools`: `longest`, or the worst cost seen so far if that is higher."""
    if not pools:
        return hold
    balances = ports.spending.pools(hold.tenant_id, hold.app_id, pools)
    pooled = max(hold.amount, longest, *(balance.worst for balance in balances))
    return hold.model_copy(update={"pools": pools, "pooled": pooled, "is_open": is_open})


def reserve_call(hold: Hold, caps: Caps, before: Hold | None = None, *, ports: LoopPorts) -> Refused | None:
    """Reserve the hold; the answer is the budget that has no room for it. Conflict as `SpendingLedger.reserve`."""
    refused = ports.spending.reserve(hold, caps, before)
    if refused not in _POOLS or before is not None or not hold.is_open:
        return refused
    # The longest answer does not fit. Calls go one at a time from here on, so that a single one can pass the cap.
    refused = ports.spending.reserve(hold, caps, alone=True)
    return "busy" if refused in _POOLS and _has_room(hold, ports) else refused


def refusal_words(refused: Refused, hold: Hold, caps: Caps) -> str:
    """Name the budget that has no room, as in "The budget of ... has no room for more"."""
    if refused == "day" or refused == "month":
        return budget_words(refused, caps, unpriced=hold.unpriced)
    pools = [pool for pool in hold.pools if refused in (pool.kind, "busy")]
    return " and ".join(f"${dollars_of(pool.cap):,.2f} for this {pool.kind}" for pool in pools)


def _has_room(hold: Hold, ports: LoopPorts) -> bool:
    balances = ports.spending.pools(hold.tenant_id, hold.app_id, hold.pools)
    pairs = zip(hold.pools, balances, strict=True)
    return all(balance.spent + hold.amount <= pool.cap for pool, balance in pairs)
