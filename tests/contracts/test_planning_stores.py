"""The contracts of `DocumentStore`, `BlueprintStore` and `PlanStore`, whose change is written whole or not at all."""

from datetime import timedelta
from typing import Any

import pytest

from devkit.fakes.planned import a_blueprint, a_document, a_job, a_node, a_task
from devkit.fakes.samples import OTHER_TENANT, START, an_app
from shared.domain.apps.app import App
from shared.domain.errors import Conflict, Malformed, NotFound
from shared.domain.planning.document import DocumentConfirmed
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.planning.plan_node import Anchor
from shared.domain.planning.task import Claim, Dependency, Evidence, Task
from shared.domain.planning.words import BlueprintStatus, JobStatus, TaskState
from tests.support.racing import failures, race


def test_documents_come_back_by_id_and_as_a_list(stores: Any, app: App) -> None:
    first, second = a_document(app), a_document(app, title="مواصفات", replaces="doc_1")
    for document in (first, second):
        stores.documents.create(document)
    assert stores.documents.get(app.tenant_id, app.id, second.id) == second
    newest = stores.documents.list(app.tenant_id, app.id, limit=1)
    assert newest.items == [second]
    older = stores.documents.list(app.tenant_id, app.id, limit=1, cursor=newest.next_cursor)
    assert (older.items, older.next_cursor) == ([first], None)


def test_a_document_is_stored_once_and_of_one_app(stores: Any, app: App) -> None:
    document = a_document(app)
    stores.documents.create(document)
    with pytest.raises(Conflict):
        stores.documents.create(document)
    for tenant_id, app_id in ((OTHER_TENANT, app.id), (app.tenant_id, "app_other")):
        with pytest.raises(NotFound):
            stores.documents.get(tenant_id, app_id, document.id)
        assert stores.documents.list(tenant_id, app_id, limit=9).items == []


def test_a_document_is_confirmed_unless_it_was_deleted(stores: Any, app: App) -> None:
    document = a_document(app)
    confirmed = document.model_copy(update={"confirmed": DocumentConfirmed(by="user-1", at=START)})
    with pytest.raises(NotFound):
        stores.documents.confirm(confirmed)
    stores.documents.create(document)
    stores.documents.confirm(confirmed)
    assert stores.documents.get(app.tenant_id, app.id, document.id) == confirmed


def test_a_blueprint_is_found_by_its_id_within_its_tenant(stores: Any, app: App) -> None:
    made = stores.blueprints.create(a_blueprint(app))
    assert made.version == 1
    assert stores.blueprints.find(app.tenant_id, made.id) == made
    assert stores.blueprints.get(app.tenant_id, app.id, made.id) == made
    with pytest.raises(NotFound):
        stores.blueprints.find(OTHER_TENANT, made.id)
    with pytest.raises(NotFound):
        stores.blueprints.get(app.tenant_id, "app_other", made.id)
    with pytest.raises(Conflict):
        stores.blueprints.create(a_blueprint(app, id=made.id))


def test_a_next_version_is_stored_with_the_change_of_the_one_it_replaces(stores: Any, app: App) -> None:
    base = stores.blueprints.create(a_blueprint(app))
    newer = a_blueprint(app, line=2, parent_blueprint_id=base.id)
    replaced = base.model_copy(update={"is_primary": False, "replaced_by_id": newer.id})
    stored = stores.blueprints.create(newer, replaced)
    listed = stores.blueprints.list(app.tenant_id, app.id, limit=9)
    assert listed.items == [stored, replaced.model_copy(update={"version": 2})]
    with pytest.raises(Malformed):
        stores.blueprints.list(app.tenant_id, app.id, limit=9, cursor="odd")


def test_two_next_versions_of_one_blueprint_are_not_both_stored(stores: Any, app: App) -> None:
    base = stores.blueprints.create(a_blueprint(app))
    replaced = base.model_copy(update={"is_primary": False})
    stores.blueprints.create(a_blueprint(app), replaced)
    late = a_blueprint(app)
    with pytest.raises(Conflict):
        stores.blueprints.create(late, replaced)
    with pytest.raises(NotFound):
        stores.blueprints.find(app.tenant_id, late.id)


def test_a_stale_change_of_a_blueprint_is_refused(stores: Any, app: App) -> None:
    made = stores.blueprints.create(a_blueprint(app))
    archived = stores.blueprints.update(made.model_copy(update={"status": BlueprintStatus.ARCHIVED}))
    with pytest.raises(Conflict):
        stores.blueprints.update(made)
    assert stores.blueprints.find(app.tenant_id, made.id) == archived


def test_a_job_has_a_version_of_its_own(stores: Any, app: App) -> None:
    made = stores.blueprints.create(a_blueprint(app))
    assert stores.blueprints.job(app.tenant_id, app.id, made.id) is None
    first = stores.blueprints.put_job(a_job(made))
    second = stores.blueprints.put_job(first.model_copy(update={"status": JobStatus.DONE, "gaps": 2}))
    assert stores.blueprints.job(app.tenant_id, app.id, made.id) == second
    for stale in (a_job(made), first):
        with pytest.raises(Conflict):
            stores.blueprints.put_job(stale)
    assert stores.blueprints.job(OTHER_TENANT, app.id, made.id) is None


def test_jobs_that_have_not_ended_are_found_oldest_first(stores: Any, app: App) -> None:
    made = [stores.blueprints.create(a_blueprint(app)) for _ in range(3)]
    jobs = [a_job(one, created_at=START - timedelta(minutes=number)) for number, one in enumerate(made)]
    first, _, third = [stores.blueprints.put_job(job) for job in jobs]
    ended = stores.blueprints.put_job(third.model_copy(update={"status": JobStatus.ERROR}))
    assert not ended.open
    found = [job.blueprint_id for job in stores.blueprints.open_jobs() if job.tenant_id == app.tenant_id]
    assert found == [made[1].id, made[0].id]
    stores.blueprints.put_job(first.model_copy(update={"status": JobStatus.DONE}))
    found = [job.blueprint_id for job in stores.blueprints.open_jobs() if job.tenant_id == app.tenant_id]
    assert found == [made[1].id]


def test_a_deleted_document_is_gone_and_may_be_deleted_again(stores: Any, app: App) -> None:
    kept, gone = a_document(app), a_document(app)
    for document in (kept, gone):
        stores.documents.create(document)
    for _ in range(2):
        stores.documents.delete(gone)
    with pytest.raises(NotFound):
        stores.documents.get(app.tenant_id, app.id, gone.id)
    assert stores.documents.list(app.tenant_id, app.id, limit=9).items == [kept]


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
