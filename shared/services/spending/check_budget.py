"""Whether a tenant may begin something that costs money, and the words when it may not."""

from datetime import timedelta
from typing import Any

from shared.domain.errors import BudgetExceeded, LimitReached
from shared.domain.limits import Limits
from shared.domain.spending.spending import Balance, Cap, Caps, day_of, dollars_of, lower, micro, resets_at
from shared.ports.clock import Clock
from shared.ports.spending import SpendingLedger


def caps_of(limits: Limits) -> Caps:
    """The deployment's budgets of every tenant, which none can raise."""
    day, month = limits.budget_day, limits.budget_month
    return Caps(
        None if day is None else micro(day),
        None if month is None else micro(month),
        limits.budget_day_tokens,
        limits.budget_month_tokens,
    )


def tenant_caps(tenant_id: str, *, spending: SpendingLedger, limits: Limits) -> Caps:
    """What holds for the tenant: its own budgets where they are lower than the deployment's."""
    return lower(caps_of(limits), spending.own_budgets(tenant_id).caps)


def check_budget(
    tenant_id: str, *, spending: SpendingLedger, limits: Limits, clock: Clock, unpriced: bool = False
) -> None:
    """LimitReached `BUDGET_EXCEEDED` with the cap, what was used and when it begins anew.

    A model without a price is bounded by tokens; a budget of $0 refuses it as well.
    """
    caps = tenant_caps(tenant_id, spending=spending, limits=limits)
    if caps == Caps(None, None):
        return
    day, month = spending.balances(tenant_id, day_of(clock.now()))
    _check("month", month, caps.month, caps.month_tokens, unpriced, clock)
    _check("day", day, caps.day, caps.day_tokens, unpriced, clock)


def budget_words(cap: Cap, caps: Caps, *, unpriced: bool = False) -> str:
    dollars = caps.day if cap == "day" else caps.month
    tokens = caps.day_tokens if cap == "day" else caps.month_tokens
    return f"{tokens or 0:,} tokens a {cap}" if unpriced else f"${dollars_of(dollars or 0):,.2f} a {cap}"


def _check(cap: Cap, balance: Balance, dollars: int | None, tokens: int | None, unpriced: bool, clock: Clock) -> None:
    if unpriced and tokens is not None and balance.tokens >= tokens:
        words, more = f"{tokens:,} tokens", {"used_tokens": balance.tokens, "limit_tokens": tokens}
        raise _exceeded(cap, words, clock, **more)
    if dollars is not None and balance.used >= dollars and (dollars == 0 or not unpriced):
        spent, limit = dollars_of(balance.used), dollars_of(dollars)
        raise _exceeded(cap, f"${limit:,.2f}", clock, spent_usd=spent, limit_usd=limit)


def _exceeded(cap: Cap, words: str, clock: Clock, **amounts: Any) -> LimitReached:
    now = clock.now()
    again = resets_at(cap, now)
    return BudgetExceeded(
        f"The budget of {words} a {cap} is used up. It begins anew at {again:%Y-%m-%d %H:%M} UTC.",
        cap=cap,
        **amounts,
        resets_at=again.isoformat().replace("+00:00", "Z"),
        retry_after=max(1, -(-(again - now) // timedelta(seconds=1))),
    )
