"""What a tenant's builds have used, and may still use."""

from pydantic import BaseModel

from shared.domain.base import Moment
from shared.domain.spending.spending import Cap, day_of, resets_at
from shared.ports.revisions import BuildSlotStore
from shared.services.ports_bundle import Ports


class BuildsTotal(BaseModel):
    """Builds that have ended, and the seconds of their workers."""

    builds: int
    seconds: int


class BuildBudget(BaseModel):
    """One cap of the tenant's builds; `limit_seconds` null when there is none.

    `reserved_seconds` is what builds at work may still use, beside `used_seconds`.
    """

    limit_seconds: int | None
    used_seconds: int
    reserved_seconds: int
    remaining_seconds: int | None
    resets_at: Moment


class TenantBuilds(BaseModel):
    """Builds at work and waiting, how many may be at work at once, and the seconds of today and this month (UTC)."""

    at_once: int
    running: int
    waiting: int
    day: BuildBudget
    month: BuildBudget


def tenant_builds(tenant_id: str, ports: Ports) -> TenantBuilds:
    now, limits = ports.clock.now(), ports.limits
    found = ports.slots.get(tenant_id).on(day_of(now))

    def budget(cap: Cap, most: int | None, used: int) -> BuildBudget:
        left = None if most is None else max(0, most - used - found.reserved)
        return BuildBudget(
            limit_seconds=most,
            used_seconds=used,
            reserved_seconds=found.reserved,
            remaining_seconds=left,
            resets_at=resets_at(cap, now),
        )

    return TenantBuilds(
        at_once=limits.builds_at_once,
        running=len(found.running),
        waiting=len(found.waiting),
        day=budget("day", limits.build_seconds_day, found.day_seconds),
        month=budget("month", limits.build_seconds_month, found.month_seconds),
    )


def app_builds(tenant_id: str, app_id: str, first: str, last: str, slots: BuildSlotStore) -> BuildsTotal:
    """The builds of an app from `first` to `last`, both included."""
    rows = slots.days(tenant_id, app_id, first, last)
    return BuildsTotal(builds=sum(row.builds for row in rows), seconds=sum(row.seconds for row in rows))
