"""What a tenant has spent day by day, and which of its apps used how much. Read from counters."""

from datetime import date

from pydantic import BaseModel

from shared.domain.identity import Principal
from shared.domain.spending.spending import dollars_of
from shared.services.loop_ports import LoopPorts
from shared.services.spending.read_usage import Used, usage_range, used_of


class TenantDay(BaseModel):
    """One day. `spent_usd` is as the budget counts it, with what is reserved; `tokens` are those without a price."""

    day: date
    spent_usd: float
    tokens: int


class TenantDays(BaseModel):
    """Every day of the range, oldest first, also those on which nothing was spent."""

    since: date
    until: date
    items: list[TenantDay]
    spent_usd: float


class AppUsage(Used):
    """What one app used in the range."""

    app_id: str
    name: str
    slug: str


class AppUsagePage(BaseModel):
    """The apps that there are, newest first."""

    since: date
    until: date
    items: list[AppUsage]
    next_cursor: str | None = None


def tenant_days(*, principal: Principal, since: date | None, until: date | None, ports: LoopPorts) -> TenantDays:
    """What the caller's tenant spent on each of the days. Invalid for an odd range."""
    first, last = usage_range(since, until, ports.clock)
    days = [date.fromordinal(at) for at in range(first.toordinal(), last.toordinal() + 1)]
    balances = ports.spending.history(principal.tenant_id, [day.isoformat() for day in days])
    items = [
        TenantDay(day=day, spent_usd=dollars_of(balance.used), tokens=balance.tokens)
        for day, balance in zip(days, balances, strict=True)
    ]
    return TenantDays(
        since=first, until=last, items=items, spent_usd=dollars_of(sum(balance.used for balance in balances))
    )


def app_usages(
    *,
    principal: Principal,
    since: date | None,
    until: date | None,
    limit: int,
    cursor: str | None,
    ports: LoopPorts,
) -> AppUsagePage:
    """What each app of the caller's tenant used on the days. Invalid for an odd range."""
    first, last = usage_range(since, until, ports.clock)
    page = ports.apps.list(principal.tenant_id, limit=limit, cursor=cursor)

    def used(app_id: str) -> Used:
        rows = ports.spending.days(principal.tenant_id, app_id, first.isoformat(), last.isoformat())
        return used_of(row.counts for row in rows)

    items = [AppUsage(app_id=app.id, name=app.name, slug=app.slug, **used(app.id).model_dump()) for app in page.items]
    return AppUsagePage(since=first, until=last, items=items, next_cursor=page.next_cursor)
