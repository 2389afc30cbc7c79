"""The contract of `RevisionStore`."""

from typing import Any

import pytest

from devkit.fakes.clock import START
from devkit.fakes.samples import OTHER_TENANT, a_build, a_diff, a_revision, an_app
from shared.domain.apps.app import App, ConfirmedPage
from shared.domain.assets.own_catalog import OwnCatalog
from shared.domain.builds.build_status import BuildStatus
from shared.domain.diagnostics import Diagnostic
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.errors import CatalogMoved, Conflict, NotFound
from shared.domain.revisions.revision import BuildError
from tests.support.racing import failures, race


def test_a_commit_moves_the_draft(stores: Any, app: App) -> None:
    revision = a_revision(app)
    build = a_build(app, revision)
    stores.revisions.commit(revision, build, expected_draft=None)
    moved = stores.apps.get(app.tenant_id, app.id)
    assert (moved.draft_revision_id, moved.last_green_revision_id) == (revision.id, None)
    assert (moved.version, moved.updated_at) == (app.version + 1, revision.created_at)
    assert stores.revisions.get(app.tenant_id, app.id, revision.id) == revision
    assert stores.builds.get(app.tenant_id, app.id, build.id) == build
    assert stores.builds.find(build.id) == build


def test_a_commit_that_is_built_moves_the_green_one_too(stores: Any, app: App) -> None:
    revision = a_revision(app, build_status="succeeded")
    stores.revisions.commit(revision, a_build(app, revision, status="succeeded"), expected_draft=None)
    assert stores.apps.get(app.tenant_id, app.id).last_green_revision_id == revision.id


def test_a_commit_may_confirm_its_page_and_one_that_does_not_leaves_the_last_confirmed_one(
    stores: Any, app: App
) -> None:
    first, second = a_revision(app), a_revision(app)
    page = ConfirmedPage(revision_id=first.id, tree=first.tree, by="user-1", at=START, hosts=["api.example.com"])
    stores.revisions.commit(first, a_build(app, first), expected_draft=None, confirmed=page)
    assert stores.apps.get(app.tenant_id, app.id).confirmed_page == page
    stores.revisions.commit(second, a_build(app, second), expected_draft=first.id)
    assert stores.apps.get(app.tenant_id, app.id).confirmed_page == page
    with pytest.raises(Conflict):
        other = page.model_copy(update={"by": "user-2"})
        stores.revisions.commit(a_revision(app), a_build(app, first), expected_draft=first.id, confirmed=other)
    assert stores.apps.get(app.tenant_id, app.id).confirmed_page == page


def test_a_commit_on_an_old_draft_is_a_conflict_that_names_the_current_one(stores: Any, app: App) -> None:
    first, late = a_revision(app), a_revision(app)
    stores.revisions.commit(first, a_build(app, first), expected_draft=None)
    build = a_build(app, late)
    with pytest.raises(Conflict) as refusal:
        stores.revisions.commit(late, build, expected_draft=None)
    assert refusal.value.code == "REVISION_CONFLICT"
    assert refusal.value.extra["current_revision_id"] == first.id
    for missing in (
        lambda: stores.revisions.get(app.tenant_id, app.id, late.id),
        lambda: stores.builds.get(app.tenant_id, app.id, build.id),
        lambda: stores.builds.find(build.id),
    ):
        with pytest.raises(NotFound):
            missing()


def test_a_commit_that_takes_from_a_tenants_catalog_needs_that_version_in_use(stores: Any, app: App) -> None:
    stores.own_catalogs.put(OwnCatalog(tenant_id=app.tenant_id, digest="d2"))
    for kind in ("revision", "candidate"):
        revision = a_revision(app)
        build = a_build(app, revision, kind=kind)
        if kind == "candidate":
            stores.builds.create(build)
        with pytest.raises(CatalogMoved):
            stores.revisions.commit(revision, build, expected_draft=None, catalog="d1")
        assert stores.apps.get(app.tenant_id, app.id).draft_revision_id is None
        with pytest.raises(NotFound):
            stores.revisions.get(app.tenant_id, app.id, revision.id)
    stores.revisions.commit(revision, build, expected_draft=None, catalog="d2")
    assert stores.apps.get(app.tenant_id, app.id).draft_revision_id == revision.id


def test_the_first_commit_needs_an_app_without_a_draft(stores: Any, app: App) -> None:
    revision = a_revision(app)
    with pytest.raises(Conflict) as refusal:
        stores.revisions.commit(revision, a_build(app, revision), expected_draft="rev_x")
    assert refusal.value.extra["current_revision_id"] is None


def test_a_change_of_the_apps_name_does_not_meet_a_commit(stores: Any, app: App) -> None:
    renamed = stores.apps.update(app.model_copy(update={"name": "New"}))
    revision = a_revision(app)
    stores.revisions.commit(revision, a_build(app, revision), expected_draft=None)
    stored = stores.apps.get(app.tenant_id, app.id)
    assert (stored.name, stored.draft_revision_id) == ("New", revision.id)
    with pytest.raises(Conflict):
        stores.apps.update(renamed.model_copy(update={"name": "Newer"}))


def test_no_commit_to_a_missing_foreign_or_deleted_app(stores: Any, app: App) -> None:
    stores.apps.update(app.model_copy(update={"deleted_at": START}))
    for owner in (app, app.model_copy(update={"tenant_id": OTHER_TENANT}), an_app(tenant_id=app.tenant_id)):
        revision = a_revision(owner)
        with pytest.raises(NotFound):
            stores.revisions.commit(revision, a_build(owner, revision), expected_draft=None)


def test_a_revision_id_is_used_once(stores: Any, app: App) -> None:
    first = a_revision(app)
    stores.revisions.commit(first, a_build(app, first), expected_draft=None)
    again = first.model_copy(update={"message": "Other", "build_id": "bld_x"})
    with pytest.raises(Conflict):
        stores.revisions.commit(again, a_build(app, again), expected_draft=first.id)
    assert stores.revisions.get(app.tenant_id, app.id, first.id) == first


def test_a_new_build_may_not_replace_one_that_is_stored(stores: Any, app: App) -> None:
    revision = a_revision(app)
    build = a_build(app, revision)
    stores.builds.create(build)
    with pytest.raises(Conflict):
        stores.revisions.commit(revision, build, expected_draft=None)
    assert stores.apps.get(app.tenant_id, app.id).draft_revision_id is None


def test_a_candidates_build_is_replaced_at_its_version(stores: Any, app: App) -> None:
    revision = a_revision(app, build_status="succeeded")
    stores.builds.create(a_build(app, revision, kind="candidate"))
    built = stores.builds.update(
        stores.builds.find(revision.build_id).model_copy(update={"status": BuildStatus.SUCCEEDED, "finished_at": START})
    )
    stores.revisions.commit(revision, built, expected_draft=None)
    stored = stores.builds.find(revision.build_id)
    assert stored == built.model_copy(update={"version": built.version + 1})
    assert stores.apps.get(app.tenant_id, app.id).last_green_revision_id == revision.id


def test_a_candidates_build_that_changed_is_a_conflict(stores: Any, app: App) -> None:
    revision = a_revision(app)
    stale = a_build(app, revision, kind="candidate")
    stores.builds.create(stale)
    stores.builds.update(stale.model_copy(update={"attempt": 1}))
    with pytest.raises(Conflict):
        stores.revisions.commit(revision, stale, expected_draft=None)
    assert stores.apps.get(app.tenant_id, app.id).draft_revision_id is None


def test_a_candidates_build_may_also_be_new(stores: Any, app: App) -> None:
    revision = a_revision(app)
    build = a_build(app, revision, kind="candidate")
    stores.revisions.commit(revision, build, expected_draft=None)
    assert stores.builds.find(build.id) == build


def test_a_commit_writes_its_diff_or_nothing(stores: Any, app: App) -> None:
    diff = a_diff(app, status="approved")
    stores.diffs.create(diff)
    revision = a_revision(app)
    committed = diff.model_copy(update={"status": DiffStatus.COMMITTED, "revision_id": revision.id})
    stores.revisions.commit(revision, a_build(app, revision), expected_draft=None, diff=committed)
    stored = stores.diffs.get(app.tenant_id, app.id, diff.id)
    assert stored == committed.model_copy(update={"version": diff.version + 1})
    late = a_revision(app, parent_revision_id=revision.id)
    for stale in (committed, stored.model_copy(update={"id": "dif_unknown"})):
        with pytest.raises((Conflict, NotFound)):
            stores.revisions.commit(late, a_build(app, late), expected_draft=revision.id, diff=stale)
    with pytest.raises(Conflict):
        stores.revisions.commit(late, a_build(app, late), expected_draft=None, diff=stored)
    assert stores.diffs.get(app.tenant_id, app.id, diff.id) == stored
    assert stores.apps.get(app.tenant_id, app.id).draft_revision_id == revision.id
    with pytest.raises(NotFound):
        stores.revisions.get(app.tenant_id, app.id, late.id)


def test_a_candidates_commit_writes_its_diff(stores: Any, app: App) -> None:
    revision = a_revision(app, build_status="succeeded")
    build = a_build(app, revision, kind="candidate", status="succeeded")
    stores.builds.create(build)
    diff = a_diff(app)
    stores.diffs.create(diff)
    stores.revisions.commit(revision, build, expected_draft=None, diff=diff)
    assert stores.diffs.get(app.tenant_id, app.id, diff.id).version == diff.version + 1
    assert stores.builds.find(build.id).version == build.version + 1


def test_racing_commits_make_one_line(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    raced.apps.create(app)
    pairs = [(revision, a_build(app, revision)) for revision in (a_revision(app) for _ in range(6))]
    outcomes = race(*(lambda p=pair: raced.revisions.commit(*p, expected_draft=None) for pair in pairs))
    stored = raced.apps.get(tenant, app.id)
    assert [error.extra["current_revision_id"] for error in failures(outcomes)] == [stored.draft_revision_id] * 5
    assert [row.id for row in raced.revisions.list(tenant, app.id, limit=50).items] == [stored.draft_revision_id]
    assert stored.version == app.version + 1


def test_commits_and_renames_race_without_losing_either(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    raced.apps.create(app)

    def rename() -> Any:
        while True:
            try:
                return raced.apps.update(raced.apps.get(tenant, app.id).model_copy(update={"name": "Renamed"}))
            except Conflict:
                continue

    revision = a_revision(app)
    outcomes = race(
        lambda: raced.revisions.commit(revision, a_build(app, revision), expected_draft=None), rename, rename
    )
    stored = raced.apps.get(tenant, app.id)
    assert failures(outcomes) == []
    assert (stored.name, stored.draft_revision_id, stored.version) == ("Renamed", revision.id, app.version + 3)


def test_only_label_and_build_fields_need_an_update(stores: Any, app: App) -> None:
    revision = a_revision(app)
    stores.revisions.commit(revision, a_build(app, revision), expected_draft=None)
    findings = [Diagnostic(code="TS2304", message="x" * 500, path="src/a.ts", line=3, hint=None)] * 800
    error = BuildError(code="EXIT", message="failed", diagnostics=findings, log_tail="y" * 16_000)
    stored = stores.revisions.update(revision.model_copy(update={"label": "v1", "build_error": error}))
    assert stored.version == revision.version + 1
    assert stores.revisions.get(app.tenant_id, app.id, revision.id) == stored
    with pytest.raises(Conflict):
        stores.revisions.update(revision.model_copy(update={"label": "v2"}))


def test_a_foreign_or_unknown_revision_is_not_found(stores: Any, app: App) -> None:
    revision = a_revision(app)
    stores.revisions.commit(revision, a_build(app, revision), expected_draft=None)
    for place in (
        (OTHER_TENANT, app.id, revision.id), (app.tenant_id, "app_x", revision.id), (app.tenant_id, app.id, "rev_x"),
        (app.tenant_id, app.id, "META"), (app.tenant_id, app.id, "a#b"),
    ):  # fmt: skip
        with pytest.raises(NotFound):
            stores.revisions.get(*place)
    with pytest.raises(NotFound):
        stores.revisions.update(revision.model_copy(update={"tenant_id": OTHER_TENANT}))


def test_revisions_are_listed_newest_first(stores: Any, app: App) -> None:
    draft, made = None, []
    for number in range(5):
        revision = a_revision(app, id=f"rev_{number:026d}")
        stores.revisions.commit(revision, a_build(app, revision), expected_draft=draft)
        draft = revision.id
        made.insert(0, revision)
    first = stores.revisions.list(app.tenant_id, app.id, limit=3)
    rest = stores.revisions.list(app.tenant_id, app.id, limit=3, cursor=first.next_cursor)
    assert [*first.items, *rest.items] == made
    assert rest.next_cursor is None
    assert stores.revisions.list(app.tenant_id, app.id, limit=5).next_cursor is None
    assert stores.revisions.list(OTHER_TENANT, app.id, limit=5).items == []
