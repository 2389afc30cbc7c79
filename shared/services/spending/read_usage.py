"""What a project has used, and what a tenant may still spend. Read from counters, never by adding up runs."""

from collections.abc import Iterable
from datetime import date
from typing import Literal

from pydantic import BaseModel

from shared.domain.base import Moment
from shared.domain.errors import Invalid
from shared.domain.identity import Principal
from shared.domain.ids import first_id, last_id, require_id
from shared.domain.runs.kpis import DayKpis, Kpis, days_of, kpis_of
from shared.domain.spending.spending import Balance, Cap, Counts, DayUsage, day_of, dollars_of, resets_at
from shared.ports.clock import Clock
from shared.services.loop_ports import LoopPorts
from shared.services.ports_bundle import Ports
from shared.services.spending.check_budget import tenant_caps
from shared.services.spending.read_build_usage import BuildsTotal, TenantBuilds, app_builds, tenant_builds


class KpiPage(BaseModel):
    """The days of the range on which runs began, newest first, and all of them together."""

    since: date
    until: date
    items: list[DayKpis]
    totals: Kpis


Grouping = Literal["run", "day", "model"]
_DEFAULT_DAYS, _MOST_DAYS = 30, 366


class Used(BaseModel):
    """Calls, tokens and money. `cost_usd` is null when a call was made to a model without a price.

    Budgets see `counted_usd`, and in the place of money `unpriced_tokens` of models without a price.
    """

    calls: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    reasoning_tokens: int
    total_tokens: int
    unpriced_tokens: int
    cost_usd: float | None
    counted_usd: float


class UsageItem(Used):
    """One run, one day or one model; the other two are null."""

    run_id: str | None = None
    day: date | None = None
    model: str | None = None


class UsagePage(BaseModel):
    """The groups, newest first (models: dearest first), the sum of all days of the range, and the builds of these."""

    group_by: Grouping
    since: date
    until: date
    items: list[UsageItem]
    totals: Used
    builds: BuildsTotal
    next_cursor: str | None = None


class Budget(BaseModel):
    """One cap of the tenant; `limit_usd` null when there is none. `held_usd`, a part of `spent_usd`, is reserved.

    Models without a price have `limit_tokens` instead.
    """

    limit_usd: float | None
    spent_usd: float
    held_usd: float
    remaining_usd: float | None
    limit_tokens: int | None
    used_tokens: int
    held_tokens: int
    remaining_tokens: int | None
    resets_at: Moment


class Budgets(BaseModel):
    """Those of today and of this month (UTC)."""

    day: Budget
    month: Budget


class TenantUsage(BaseModel):
    """What the tenant may still spend."""

    tenant_id: str
    budgets: Budgets
    builds: TenantBuilds


def read_usage(
    *,
    principal: Principal,
    app_id: str,
    group_by: Grouping,
    since: date | None,
    until: date | None,
    limit: int,
    cursor: str | None,
    ports: Ports,
) -> UsagePage:
    """The usage of the days `since` to `until`, both included (by default the last 30). Invalid for an odd range.

    Runs are those that began in the range, each with all it has used; `limit` and `cursor` are for them.
    """
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    first, last = usage_range(since, until, ports.clock)
    days = ports.spending.days(app.tenant_id, app.id, first.isoformat(), last.isoformat())
    builds = app_builds(app.tenant_id, app.id, first.isoformat(), last.isoformat(), ports.slots)
    totals = used_of(day.counts for day in days)
    page = UsagePage(group_by=group_by, since=first, until=last, items=[], totals=totals, builds=builds)
    match group_by:
        case "day":
            return page.model_copy(update={"items": _by_day(days)})
        case "model":
            return page.model_copy(update={"items": _by_model(days)})
        case "run":
            return page.model_copy(update=_runs(app.tenant_id, app.id, first, last, limit, cursor, ports))


def usage_range(since: date | None, until: date | None, clock: Clock) -> tuple[date, date]:
    """The first and the last day: by default the thirty days up to today. Invalid for an odd or a long range."""
    last = until or date.fromisoformat(day_of(clock.now()))
    first = since or date.fromordinal(max(1, last.toordinal() - _DEFAULT_DAYS + 1))
    if not 0 <= (last - first).days < _MOST_DAYS:
        raise Invalid(f"`since` lies before `until`, and at most {_MOST_DAYS} days are read at once.")
    return first, last


def tenant_usage(*, principal: Principal, ports: Ports) -> TenantUsage:
    now = ports.clock.now()
    caps = tenant_caps(principal.tenant_id, spending=ports.spending, limits=ports.limits)
    day, month = ports.spending.balances(principal.tenant_id, day_of(now))

    def budget(cap: Cap, most: int | None, tokens: int | None, balance: Balance) -> Budget:
        return Budget(
            limit_usd=None if most is None else dollars_of(most),
            spent_usd=dollars_of(balance.used),
            held_usd=dollars_of(balance.held),
            remaining_usd=None if most is None else dollars_of(max(0, most - balance.used)),
            limit_tokens=tokens,
            used_tokens=balance.tokens,
            held_tokens=balance.tokens_held,
            remaining_tokens=None if tokens is None else max(0, tokens - balance.tokens),
            resets_at=resets_at(cap, now),
        )

    today, this_month = (caps.day, caps.day_tokens, day), (caps.month, caps.month_tokens, month)
    budgets = Budgets(day=budget("day", *today), month=budget("month", *this_month))
    builds = tenant_builds(principal.tenant_id, ports)
    return TenantUsage(tenant_id=principal.tenant_id, budgets=budgets, builds=builds)


def _by_day(rows: list[DayUsage]) -> list[UsageItem]:
    names = sorted({row.day for row in rows}, reverse=True)
    return [_item(used_of(row.counts for row in rows if row.day == name), day=name) for name in names]


def _by_model(rows: list[DayUsage]) -> list[UsageItem]:
    names = sorted({row.model for row in rows})
    found = [_item(used_of(row.counts for row in rows if row.model == name), model=name) for name in names]
    return sorted(found, key=lambda item: -item.counted_usd)


def _runs(
    tenant_id: str, app_id: str, first: date, last: date, limit: int, cursor: str | None, ports: LoopPorts
) -> dict[str, object]:
    begin, end = first_id("run", first), last_id("run", last)
    page = ports.spending.runs(tenant_id, app_id, begin, end, limit=limit, cursor=cursor)
    items = [_item(used_of([row.counts]), run_id=row.run_id) for row in page.items]
    return {"items": items, "next_cursor": page.next_cursor}


def _item(used: Used, **name: object) -> UsageItem:
    return UsageItem.model_validate(used.model_dump() | name)


def used_of(rows: Iterable[Counts]) -> Used:
    """The sum of counts, in dollars."""
    total = Counts()
    for row in rows:
        total = total.plus(row)
    return Used(
        calls=total.calls,
        input_tokens=total.input_tokens,
        output_tokens=total.output_tokens,
        cached_tokens=total.cached_tokens,
        reasoning_tokens=total.reasoning_tokens,
        total_tokens=total.input_tokens + total.output_tokens,
        unpriced_tokens=total.unpriced_tokens,
        cost_usd=None if total.unpriced_calls else dollars_of(total.cost),
        counted_usd=dollars_of(total.counted),
    )


def app_kpis(*, principal: Principal, app_id: str, since: date | None, until: date | None, ports: LoopPorts) -> KpiPage:
    """Of the app's runs that began on the days. Invalid for an odd range."""
    app = ports.apps.get(principal.tenant_id, require_id("app", app_id))
    first, last = usage_range(since, until, ports.clock)
    rows = ports.kpis.of_app(app.tenant_id, app.id, first_id("run", first), last_id("run", last))
    return KpiPage(since=first, until=last, items=days_of(rows), totals=kpis_of(rows))


def tenant_kpis(*, principal: Principal, since: date | None, until: date | None, ports: LoopPorts) -> KpiPage:
    """Of all runs of the caller's tenant that began on the days. Invalid for an odd range."""
    first, last = usage_range(since, until, ports.clock)
    rows = ports.kpis.of_tenant(principal.tenant_id, first_id("run", first), last_id("run", last))
    return KpiPage(since=first, until=last, items=days_of(rows), totals=kpis_of(rows))
