"""Whether a tenant may begin something that costs money, and the words when it may not."""

from datetime import timedelta

from shared.domain.errors import LimitReached
from shared.domain.limits import Limits
from shared.domain.spending import Balance, Cap, Caps, day_of, dollars_of, micro, resets_at
from shared.ports.clock import Clock
from shared.ports.spending import SpendingLedger


def caps_of(limits: Limits) -> Caps:
    """The deployment's budgets of every tenant."""
    day, month = limits.budget_day, limits.budget_month
    return Caps(None if day is None else micro(day), None if month is None else micro(month))


def check_budget(tenant_id: str, *, spending: SpendingLedger, limits: Limits, clock: Clock) -> None:
    """LimitReached `BUDGET_EXCEEDED` with the cap, what was spent and when it begins anew."""
    caps = caps_of(limits)
    if caps == Caps(None, None):
        return
    day, month = spending.balances(tenant_id, day_of(clock.now()))
    if caps.month is not None and month.used >= caps.month:
        raise _exceeded("month", month, caps.month, clock)
    if caps.day is not None and day.used >= caps.day:
        raise _exceeded("day", day, caps.day, clock)


def budget_words(cap: Cap, limits: Limits) -> str:
    """The cap as people know it."""
    dollars = limits.budget_day if cap == "day" else limits.budget_month
    return f"${dollars or 0:,.2f} a {cap}"


def _exceeded(cap: Cap, balance: Balance, limit: int, clock: Clock) -> LimitReached:
    now = clock.now()
    again = resets_at(cap, now)
    return LimitReached(
        f"The budget of ${dollars_of(limit):,.2f} a {cap} is used up. It begins anew at {again:%Y-%m-%d %H:%M} UTC.",
        code="BUDGET_EXCEEDED",
        cap=cap,
        spent_usd=dollars_of(balance.used),
        limit_usd=dollars_of(limit),
        resets_at=again.isoformat().replace("+00:00", "Z"),
        retry_after=max(1, -(-(again - now) // timedelta(seconds=1))),
    )
