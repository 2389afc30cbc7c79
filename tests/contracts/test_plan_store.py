"""The contract of `PlanStore`: a change is written whole or not at all, and no two of one graph at once."""

from datetime import timedelta
from typing import Any

import pytest

from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import OTHER_TENANT, START, an_app
from shared.domain.apps.app import App
from shared.domain.errors import Conflict, NotFound
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.planning.plan_node import Anchor
from shared.domain.planning.task import Claim, Dependency, Evidence, Task
from shared.domain.planning.words import TaskState
from tests.support.racing import failures, race


def moved(task: Task, **over: Any) -> Task:
    return task.model_copy(update=over)


def test_a_plan_comes_back_as_it_was_written(stores: Any, app: App) -> None:
    blueprint = a_blueprint(app)
    phase = a_node(blueprint, anchors=(Anchor(start=0, end=9, quote_hash="q"),), summary="بسم", acceptance=("a", "b"))
    feature = a_node(blueprint, phase, auto_status_from_tasks=True, estimate_points=3)
    first = a_task(app, source_plan_node_id=feature.id, kind="docs", expected_files=("src/a.ts",))
    second = a_task(
        app, depends_on=(Dependency(task_id=first.id, source="model"),), unresolved=("Log in",), fence=1,
        claim=Claim(holder="run_1", until=START + timedelta(minutes=5), fence=1), state=TaskState.CLAIMED,
        evidence=(Evidence(revision_id="rev_1", checks=("cart",), at=START),),
    )  # fmt: skip
    written = stores.plans.put(PlanChange(tasks=[first, second], nodes=[phase, feature]))
    assert [*written.tasks] == [moved(task, version=1) for task in (first, second)]
    assert stores.plans.tasks(app.tenant_id, app.id) == [*written.tasks]
    assert stores.plans.nodes(app.tenant_id, app.id, blueprint.id) == [*written.nodes]
    assert stores.plans.task(app.tenant_id, second.id) == written.tasks[1]
    assert stores.plans.node(app.tenant_id, feature.id) == written.nodes[1]


def test_plans_of_tenants_and_apps_are_apart(stores: Any, app: App) -> None:
    node, task = a_node(a_blueprint(app)), a_task(app)
    stores.plans.put(PlanChange(tasks=[task], nodes=[node]))
    for read in (lambda: stores.plans.task(OTHER_TENANT, task.id), lambda: stores.plans.node(OTHER_TENANT, node.id)):
        with pytest.raises(NotFound):
            read()
    assert stores.plans.tasks(OTHER_TENANT, app.id) == stores.plans.tasks(app.tenant_id, "app_other") == []
    assert stores.plans.nodes(app.tenant_id, app.id, "bp_other") == []
    for taken in (PlanChange(tasks=[moved(task, app_id="app_other")]), PlanChange(nodes=[moved(node, app_id="app_o")])):
        with pytest.raises(Conflict):
            stores.plans.put(taken)


def test_one_stale_part_refuses_the_whole_change(stores: Any, app: App) -> None:
    first, second = stores.plans.put(PlanChange(tasks=[a_task(app), a_task(app)])).tasks
    changed = stores.plans.put(PlanChange(tasks=[moved(first, description="Pay")])).tasks[0]
    new = a_task(app)
    for stale in (
        PlanChange(tasks=[moved(second, description="x"), first]),
        PlanChange(tasks=[moved(second, description="x"), moved(changed, version=0)]),
        PlanChange(tasks=[new], removed_tasks=[first]),
    ):
        with pytest.raises(Conflict):
            stores.plans.put(stale)
    assert stores.plans.tasks(app.tenant_id, app.id) == [changed, second]
    with pytest.raises(NotFound):
        stores.plans.task(app.tenant_id, new.id)


def test_what_is_removed_is_gone_by_every_way(stores: Any, app: App) -> None:
    written = stores.plans.put(PlanChange(tasks=[a_task(app)], nodes=[a_node(a_blueprint(app))]))
    stores.plans.put(PlanChange(removed_tasks=written.tasks, removed_nodes=written.nodes))
    assert stores.plans.tasks(app.tenant_id, app.id) == []
    assert stores.plans.nodes(app.tenant_id, app.id, written.nodes[0].blueprint_id) == []
    for read in (
        lambda: stores.plans.task(app.tenant_id, written.tasks[0].id),
        lambda: stores.plans.node(app.tenant_id, written.nodes[0].id),
    ):
        with pytest.raises(NotFound):
            read()


def test_a_node_that_goes_on_in_a_newer_blueprint_is_found_there(stores: Any, app: App) -> None:
    older, newer = a_blueprint(app), a_blueprint(app)
    first = stores.plans.put(PlanChange(nodes=[a_node(older)])).nodes[0]
    second = stores.plans.put(PlanChange(nodes=[a_node(newer, id=first.id, title="Again")])).nodes[0]
    assert stores.plans.node(app.tenant_id, first.id) == second
    assert stores.plans.nodes(app.tenant_id, app.id, older.id) == [first]
    stores.plans.put(PlanChange(removed_nodes=[first]))
    assert stores.plans.node(app.tenant_id, first.id) == second


def test_the_graph_counts_its_changes(stores: Any, app: App) -> None:
    empty = stores.plans.graph(app.tenant_id, app.id)
    assert empty == PlanGraph(tenant_id=app.tenant_id, app_id=app.id)
    task = a_task(app)
    written = stores.plans.put(PlanChange(tasks=[task], graph=empty.model_copy(update={"tasks": 1})))
    assert written.graph == stores.plans.graph(app.tenant_id, app.id)
    assert (written.graph.tasks, written.graph.version) == (1, 1)
    with pytest.raises(Conflict):
        stores.plans.put(PlanChange(tasks=[a_task(app)], graph=empty))
    assert len(stores.plans.tasks(app.tenant_id, app.id)) == 1


def test_of_many_changes_of_one_graph_one_is_written(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    graph = raced.plans.graph(tenant, app.id)
    outcomes = race(*(lambda: raced.plans.put(PlanChange(tasks=[a_task(app)], graph=graph)) for _ in range(5)))
    assert [type(error) for error in failures(outcomes)] == [Conflict] * 4
    assert len(raced.plans.tasks(tenant, app.id)) == 1


def test_of_many_changes_of_one_task_one_is_written(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    task = raced.plans.put(PlanChange(tasks=[a_task(app)])).tasks[0]
    changes = [PlanChange(tasks=[moved(task, description=str(number))]) for number in range(5)]
    outcomes = race(*(lambda change=change: raced.plans.put(change) for change in changes))
    assert [type(error) for error in failures(outcomes)] == [Conflict] * 4


def test_a_change_that_no_transaction_takes_cannot_be_made() -> None:
    app = an_app()
    assert PlanChange(tasks=[a_task(app) for _ in range(50)]).writes == 100
    with pytest.raises(ValueError, match="102 writes"):
        PlanChange(tasks=[a_task(app) for _ in range(51)])
