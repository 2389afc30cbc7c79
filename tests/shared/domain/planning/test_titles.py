"""What waits for what is named by titles, as people and models write them."""

from typing import Any

import pytest

from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import START, an_app
from shared.domain.errors import NotFound
from shared.domain.ids import new_id
from shared.domain.planning.dependencies import connect
from shared.domain.planning.impact import impact_of, roots_of
from shared.domain.planning.plan import Plan
from shared.domain.planning.plan_node import PlanNode
from shared.domain.planning.task import Dependency, Task
from shared.domain.planning.titles import Titles, normalised, resolve
from shared.domain.planning.words import TaskState

APP = an_app()
BLUEPRINT = a_blueprint(APP)


def task(title: str, *waits_for: Task, **over: Any) -> Task:
    edges = tuple(Dependency(task_id=other.id) for other in waits_for)
    return a_task(APP, description=title, depends_on=edges, **over)


def found(name: str, *titles: str) -> str | None:
    tasks = [task(title) for title in titles]
    task_id = resolve(name, [Titles(tasks)])
    return next((one.description for one in tasks if one.id == task_id), None)


@pytest.mark.parametrize(
    ("name", "titles", "meant"),
    [
        ("Write the cart", ["Write the cart", "Write the carts"], "Write the cart"),
        ("write   THE cart.", ["Write the cart", "Pay"], "Write the cart"),
        ("Write the ca", ["Write the cart", "Pay"], "Write the cart"),
        ("Write", ["Write the cart", "Write the order"], None),
        ("Pay", ["Pay for it", "Cart"], None),  # too short to be a beginning
        ("Ｃａｆé menu", ["Café menu", "Cart"], "Café menu"),
        ("إنشاء السلة", ["إنشاء السلة", "Pay"], "إنشاء السلة"),
        ("購物車", ["購物車", "付款"], "購物車"),
        ("Cart", ["Cart", "Cart"], None),
        ("...", ["...x", "Cart"], None),
        ("Log in", ["Cart"], None),
    ],
)
def test_a_name_means_a_task_or_none(name: str, titles: list[str], meant: str | None) -> None:
    assert found(name, *titles) == meant


def test_the_same_title_in_two_forms_is_one() -> None:
    assert normalised("  Straße -- “Größe”!") == normalised("STRASSE größe")


def test_the_nearest_scope_decides_and_a_better_reading_goes_before_it() -> None:
    near, far = [task("Show the cart")], [task("Cart"), task("Show the cart")]
    assert resolve("Show the cart", [Titles(near), Titles([*near, *far])]) == near[0].id
    assert resolve("Cart", [Titles(near), Titles(far)]) == far[0].id


def node(title: str, parent: PlanNode | None = None) -> PlanNode:
    return a_node(BLUEPRINT, parent, title=title)


def test_a_title_is_looked_for_in_the_node_then_around_it() -> None:
    parent = node("Shop")
    cart, order = node("Cart", parent), node("Order", parent)
    tasks = [task("Model", source_plan_node_id=each.id) for each in (cart, order)] + [task("Model")]
    plan = Plan.of(tasks, [parent, cart, order], START)
    new = [task("Show it", source_plan_node_id=each.id, unresolved=("model",)) for each in (cart, order)]
    connected = connect(new, plan, source="model")
    assert [one.depends_on[0].task_id for one in connected] == [tasks[0].id, tasks[1].id]
    aside = task("Mail", source_plan_node_id=parent.id, unresolved=("Model",))
    assert connect([aside], plan, source="model")[0].unresolved == ("Model",), "it could be either"


def test_new_tasks_may_name_each_other_and_what_comes_later_mends_what_was_left() -> None:
    plan = Plan.of([task("Pay", unresolved=("Cart", "Log in"))], [], START)
    new = [task("Show", unresolved=("cart",)), task("Cart")]
    show, cart, pay = connect(new, plan, source="model", mend_most=5)
    assert show.depends_on == pay.depends_on == (Dependency(task_id=cart.id, source="model"),)
    assert (show.unresolved, pay.unresolved) == ((), ("Log in",))
    assert len(connect(new, plan, source="model", mend_most=0)) == 2


def test_what_would_close_a_cycle_is_not_mended() -> None:
    first = task("Pay", unresolved=("Cart",))
    cart = task("Cart", unresolved=("Pay",))
    connected = connect([cart], Plan.of([first], [], START), source="model", mend_most=5)
    assert [one.description for one in connected] == ["Cart"]
    assert connected[0].depends_on[0].task_id == first.id


def test_a_person_names_ids_that_are_there() -> None:
    plan = Plan.of([task("Pay")], [], START)
    with pytest.raises(NotFound):
        connect([task("Cart", unresolved=(new_id("task"),))], plan, source="person")
    kept = connect([task("Cart", unresolved=(new_id("task"), "Nothing"))], plan, source="import")[0]
    assert len(kept.unresolved) == 2


def test_what_finishing_and_cancelling_does_is_known_before() -> None:
    model, login = task("Model"), task("Log in")
    cart = task("Cart", model)
    order = task("Order", cart, login)
    done = task("Mail", model, state=TaskState.DONE)
    plan = Plan.of([model, login, cart, order, done], [], START)
    impact = impact_of(plan, [model.id])
    assert impact.unblocks == [cart]
    assert impact.leads_to == [cart, order, done]
    assert impact.blocks == [cart, order]
    assert impact.stales == [model, cart, order, done]
    assert impact_of(plan, [model.id, login.id, cart.id]).unblocks == [order]
    assert impact_of(plan, ["task_gone"]).leads_to == []


def test_why_it_is_blocked_leads_to_where_that_begins() -> None:
    model, login = task("Model"), task("Log in", state=TaskState.CANCELLED)
    cart = task("Cart", model)
    order = task("Order", cart, login)
    plan = Plan.of([model, login, cart, order], [], START)
    assert roots_of(plan, order.id) == [model, login]
    assert roots_of(plan, model.id) == []
