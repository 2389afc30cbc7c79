"""What was used and what may still be spent."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Query

from functions.api.access.callers import BudgetSetter, Deps, Reader
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from functions.api.http.view import Cursor, Limit
from shared.domain.errors import StateConflict
from shared.services.spending.read_tenant_usage import AppUsagePage, TenantDays, app_usages, tenant_days
from shared.services.spending.read_usage import (
    Grouping,
    KpiPage,
    TenantUsage,
    UsagePage,
    app_kpis,
    read_usage,
    tenant_kpis,
    tenant_usage,
)
from shared.services.spending.set_budgets import BudgetSettings, BudgetWish, read_budgets, set_budgets

router = APIRouter(tags=["usage"], route_class=IdempotentRoute)
Since = Annotated[date | None, Query(description="First day (UTC), included; 30 days before `until` by default.")]
AppLimit = Annotated[int, Query(ge=1, le=50)]
Until = Annotated[date | None, Query(description="Last day (UTC), included; today by default.")]


@router.get("/admin/budgets")
@operation("readBudgets", BudgetSettings)
def read_own(who: Reader, deps: Deps) -> BudgetSettings:
    """The tenant's own budgets beside the deployment's; the lower one of each holds."""
    return read_budgets(principal=who, spending=deps.ports.spending, limits=deps.ports.limits)


@router.put("/admin/budgets")
@operation("setBudgets", BudgetSettings, StateConflict)
def replace(wish: BudgetWish, who: BudgetSetter, deps: Deps) -> BudgetSettings:
    """Set all four of the tenant's own budgets, none above the deployment's.

    They hold from the next call of a model on. 409 when somebody has set them since `version` was read.
    """
    loop = deps.ports
    return set_budgets(principal=who, wish=wish, spending=loop.spending, limits=loop.limits, clock=loop.clock)


@router.get("/projects/{project_id}/usage")
@operation("readUsage", UsagePage)
def of_project(
    project_id: str,
    who: Reader,
    deps: Deps,
    group_by: Grouping = "day",
    since: Since = None,
    until: Until = None,
    limit: Limit = 50,
    cursor: Cursor = None,
) -> UsagePage:
    """Tokens, calls and dollars by run, by day or by model, with the totals of the range."""
    return read_usage(
        principal=who,
        app_id=project_id,
        group_by=group_by,
        since=since,
        until=until,
        limit=limit,
        cursor=cursor,
        ports=deps.ports,
    )


@router.get("/admin/usage")
@operation("readTenantUsage", TenantUsage)
def of_tenant(who: Reader, deps: Deps) -> TenantUsage:
    """The tenant's budgets: what was spent today and this month, what is left, and when they begin anew (UTC)."""
    return tenant_usage(principal=who, ports=deps.ports)


@router.get("/admin/usage/days")
@operation("readTenantDays", TenantDays)
def tenant_by_day(who: Reader, deps: Deps, since: Since = None, until: Until = None) -> TenantDays:
    """What the tenant spent on each day, as its budgets count it: with what is reserved for calls under way."""
    return tenant_days(principal=who, since=since, until=until, ports=deps.ports)


@router.get("/admin/usage/apps")
@operation("readAppUsages", AppUsagePage)
def tenant_by_app(
    who: Reader, deps: Deps, since: Since = None, until: Until = None, limit: AppLimit = 20, cursor: Cursor = None
) -> AppUsagePage:
    """What each app used in the range, newest apps first; deleted apps are in the days alone."""
    return app_usages(principal=who, since=since, until=until, limit=limit, cursor=cursor, ports=deps.ports)


@router.get("/projects/{project_id}/kpis")
@operation("readKpis", KpiPage)
def kpis_of_project(project_id: str, who: Reader, deps: Deps, since: Since = None, until: Until = None) -> KpiPage:
    """How well the project's runs went, by day: success, first pass, compiling, self-heal, waits, dollars, reverted."""
    return app_kpis(principal=who, app_id=project_id, since=since, until=until, ports=deps.ports)


@router.get("/admin/kpis")
@operation("readTenantKpis", KpiPage)
def kpis_of_tenant(who: Reader, deps: Deps, since: Since = None, until: Until = None) -> KpiPage:
    """How well all runs of the tenant went, by day, also those of deleted apps."""
    return tenant_kpis(principal=who, since=since, until=until, ports=deps.ports)
