"""The contracts of `DocumentStore` and `BlueprintStore`."""

from datetime import timedelta
from typing import Any

import pytest

from devkit.fakes.planned import a_blueprint, a_document, a_job
from devkit.fakes.samples import OTHER_TENANT, START
from shared.domain.apps.app import App
from shared.domain.errors import Conflict, Malformed, NotFound
from shared.domain.planning.words import BlueprintStatus, JobStatus


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
