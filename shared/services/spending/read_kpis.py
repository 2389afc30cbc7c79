"""How well runs went by day, for one app or for all of a tenant. Read from a row a run."""

from datetime import date

from pydantic import BaseModel

from shared.domain.identity import Principal
from shared.domain.ids import first_id, last_id, require_id
from shared.domain.runs.kpis import DayKpis, Kpis, days_of, kpis_of
from shared.services.loop_ports import LoopPorts
from shared.services.spending.read_usage import usage_range


class KpiPage(BaseModel):
    """The days of the range on which runs began, newest first, and all of them together."""

    since: date
    until: date
    items: list[DayKpis]
    totals: Kpis


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
