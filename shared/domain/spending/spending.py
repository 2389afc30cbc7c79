"""Money of a tenant: budgets of a day and a month, what is reserved for a call, what calls have cost.

Amounts are whole micro-dollars, rounded up, so that sums are exact. Days and months are those of UTC.
"""

import math
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, NamedTuple

from shared.domain.base import Entity, Moment, OfApp
from shared.domain.spending.pool import Pool

Cap = Literal["day", "month"]
_MICRO = 1_000_000


def micro(dollars: float) -> int:
    """Dollars as micro-dollars; a part of one counts as one."""
    return math.ceil(round(dollars * _MICRO, 6))


def dollars_of(amount: int) -> float:
    return amount / _MICRO


def day_of(moment: datetime) -> str:
    return moment.astimezone(UTC).date().isoformat()


def month_of(day: str) -> str:
    return day[:7]


def resets_at(cap: Cap, moment: datetime) -> datetime:
    """When the next day or month begins."""
    today = moment.astimezone(UTC).date()
    following = (
        today + timedelta(days=1) if cap == "day" else (today.replace(day=28) + timedelta(days=4)).replace(day=1)
    )
    return midnight(following)


def midnight(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=UTC)


class Caps(NamedTuple):
    """Micro-dollars a tenant may spend, and tokens of models without a price it may use; None is no cap."""

    day: int | None
    month: int | None
    day_tokens: int | None = None
    month_tokens: int | None = None


class OwnBudgets(Entity):
    """What a tenant allows itself. `version` counts the changes, from 0 for a tenant that never set any."""

    tenant_id: str
    day: int | None = None
    month: int | None = None
    day_tokens: int | None = None
    month_tokens: int | None = None
    version: int = 0
    changed_by: str | None = None
    changed_at: Moment | None = None

    @property
    def caps(self) -> Caps:
        return Caps(self.day, self.month, self.day_tokens, self.month_tokens)


def lower(first: Caps, second: Caps) -> Caps:
    both = zip(first, second, strict=True)
    return Caps(*(min((cap for cap in pair if cap is not None), default=None) for pair in both))


class Counts(Entity):
    """What calls have used. Budgets see `counted` (money), and `unpriced_tokens` of the `unpriced_calls`."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    reasoning_tokens: int = 0
    cost: int = 0
    counted: int = 0
    unpriced_calls: int = 0
    unpriced_tokens: int = 0

    def plus(self, other: "Counts") -> "Counts":
        return Counts(**{name: getattr(self, name) + getattr(other, name) for name in type(self).model_fields})


class Hold(OfApp):
    """Money, or tokens of a model without a price, reserved for one call and counted as used until that is recorded.

    `call` names the call within its run and never comes back: attempts of a run are numbered. `input_tokens` and
    `output_tokens` are what the call is thought to read and what of its answer is paid for; `unpriced` that its model
    has no price, so that `tokens` are counted, not money. `pooled` is what the call reserves in each of its `pools`:
    the cost of its longest answer. `is_open` marks an answer without a fixed length. `spent` is what a settled call
    has used.
    """

    run_id: str
    call: str
    attempt: int
    model: str
    day: str
    amount: int
    input_tokens: int = 0
    output_tokens: int = 0
    tokens: int = 0
    unpriced: bool = False
    settled: bool = False
    pools: tuple[Pool, ...] = ()
    pooled: int = 0
    is_open: bool = False
    spent: Counts | None = None

    @property
    def whole(self) -> Counts:
        """All that is reserved, as one call that no one reports."""
        return Counts(
            calls=1,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            cost=0 if self.unpriced else self.amount,
            counted=self.amount,
            unpriced_calls=int(self.unpriced),
            unpriced_tokens=self.tokens,
        )


class Balance(Entity):
    """What a day or a month has seen: `used` is spent and reserved together, `held` the part reserved.

    `tokens` and `tokens_held` are the same of models without a price.
    """

    used: int = 0
    held: int = 0
    tokens: int = 0
    tokens_held: int = 0


class DayUsage(Entity):
    """One app, one day, one model."""

    day: str
    model: str
    counts: Counts


class RunSpending(Entity):
    """One run, all its attempts."""

    run_id: str
    counts: Counts
