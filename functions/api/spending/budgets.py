"""What a tenant may spend, set by its administrators."""

from fastapi import APIRouter

from functions.api.access.callers import BudgetSetter, Deps, Reader
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import operation
from shared.domain.errors import StateConflict
from shared.services.spending.set_budgets import BudgetSettings, BudgetWish, read_budgets, set_budgets

router = APIRouter(prefix="/admin/budgets", tags=["usage"], route_class=IdempotentRoute)


@router.get("")
@operation("readBudgets", BudgetSettings)
def read(who: Reader, deps: Deps) -> BudgetSettings:
    """The tenant's own budgets beside the deployment's; the lower one of each holds."""
    return read_budgets(principal=who, spending=deps.ports.spending, limits=deps.ports.limits)


@router.put("")
@operation("setBudgets", BudgetSettings, StateConflict)
def replace(wish: BudgetWish, who: BudgetSetter, deps: Deps) -> BudgetSettings:
    """Set all four of the tenant's own budgets, none above the deployment's.

    They hold from the next call of a model on. 409 when somebody has set them since `version` was read.
    """
    loop = deps.ports
    return set_budgets(principal=who, wish=wish, spending=loop.spending, limits=loop.limits, clock=loop.clock)
