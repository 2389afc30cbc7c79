"""What a tenant's administrator lets it spend: read, and set below what the deployment allows."""

from typing import Annotated

from pydantic import BaseModel, Field

from shared.domain.base import Input, Moment
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Conflict, Invalid, StateConflict
from shared.domain.identity import Principal
from shared.domain.limits import Limits
from shared.domain.spending.spending import Caps, OwnBudgets, dollars_of, micro
from shared.ports.clock import Clock
from shared.ports.spending import SpendingLedger
from shared.services.spending.check_budget import caps_of

_Dollars = Annotated[float, Field(ge=0, le=1_000_000_000, allow_inf_nan=False)]
_Tokens = Annotated[int, Field(ge=0, le=1_000_000_000_000_000)]


class BudgetAmounts(Input):
    """Dollars of a day and a month, tokens of models without a price; null is no cap of one's own."""

    day_usd: _Dollars | None
    month_usd: _Dollars | None
    day_tokens: _Tokens | None
    month_tokens: _Tokens | None


class BudgetWish(BudgetAmounts):
    """All four, in the place of what was set; null takes one away. `version` is that of the budgets that were read."""

    version: Annotated[int, Field(ge=0)]


class BudgetSettings(BaseModel):
    """`own` is what the tenant has set, `server` what its deployment allows: of both the lower one holds.

    `version` is 0 and `changed_by` null as long as nobody has set anything.
    """

    own: BudgetAmounts
    server: BudgetAmounts
    version: int
    changed_by: str | None
    changed_at: Moment | None


def read_budgets(*, principal: Principal, spending: SpendingLedger, limits: Limits) -> BudgetSettings:
    return _view(spending.own_budgets(principal.tenant_id), limits)


def set_budgets(
    *, principal: Principal, wish: BudgetWish, spending: SpendingLedger, limits: Limits, clock: Clock
) -> BudgetSettings:
    """Holds from the next call of a model on, also of runs at work. Lowering below what is spent stops what comes next.

    Invalid with `BUDGET_TOO_HIGH` for each above the deployment's; Conflict `STATE_CONFLICT` for an older version.
    """
    _require_below(wish, _amounts(caps_of(limits)))
    before = spending.own_budgets(principal.tenant_id)
    if before.version != wish.version:
        raise _conflict()
    who = {"changed_by": principal.subject, "changed_at": clock.now()}
    try:
        stored = spending.set_budgets(before.model_copy(update=_caps(wish)._asdict() | who))
    except Conflict:
        raise _conflict() from None
    return _view(stored, limits)


def _conflict() -> Conflict:
    said = "Somebody else set the budgets since you read them. Read them again, then set yours."
    return StateConflict(said)


def _require_below(wish: BudgetWish, server: BudgetAmounts) -> None:
    found = []
    for name in BudgetAmounts.model_fields:
        asked, most = getattr(wish, name), getattr(server, name)
        if asked is not None and most is not None and asked > most:
            words = f"${most:,.2f}" if name.endswith("usd") else f"{most:,} tokens"
            said = f"This server allows at most {words}."
            found.append(Diagnostic(code="BUDGET_TOO_HIGH", message=said, path=name, hint=f"At most {words}."))
    if found:
        raise Invalid("A budget is above what this server allows.", diagnostics=found)


def _caps(wish: BudgetWish) -> Caps:
    day, month = (None if amount is None else micro(amount) for amount in (wish.day_usd, wish.month_usd))
    return Caps(day, month, wish.day_tokens, wish.month_tokens)


def _amounts(caps: Caps) -> BudgetAmounts:
    day, month = (None if amount is None else dollars_of(amount) for amount in (caps.day, caps.month))
    return BudgetAmounts(day_usd=day, month_usd=month, day_tokens=caps.day_tokens, month_tokens=caps.month_tokens)


def _view(own: OwnBudgets, limits: Limits) -> BudgetSettings:
    return BudgetSettings(
        own=_amounts(own.caps), server=_amounts(caps_of(limits)), version=own.version, changed_by=own.changed_by,
        changed_at=own.changed_at,
    )  # fmt: skip
