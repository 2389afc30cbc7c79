"""The contract of `AppStore`."""

import base64
import json
from datetime import timedelta
from typing import Any

import pytest

from devkit.fakes.clock import START
from devkit.fakes.samples import OTHER_TENANT, an_app
from shared.domain.apps.app import App, AppLimits, AppSettings
from shared.domain.errors import Conflict, Malformed, NotFound
from shared.ports.apps import SlugOwner
from tests.support.racing import failures, race


def test_an_app_comes_back_as_it_was(stores: Any, tenant: str) -> None:
    settings = AppSettings(models={"auto": "m"}, env={"VITE_A": ""}, limits=AppLimits(run_dollars=0.1))
    app = an_app(tenant_id=tenant, settings=settings, name="Ünïcode ☃", instructions="", conversation_id=None)
    stores.apps.create(app)
    assert stores.apps.get(tenant, app.id) == app


def test_what_is_handed_out_cannot_change_what_is_stored(stores: Any, tenant: str, app: App) -> None:
    stores.apps.get(tenant, app.id).settings.env["VITE_X"] = "1"
    assert stores.apps.get(tenant, app.id).settings.env == {}


def test_another_tenants_app_is_not_found(stores: Any, app: App) -> None:
    with pytest.raises(NotFound):
        stores.apps.get(OTHER_TENANT, app.id)
    with pytest.raises(NotFound):
        stores.apps.update(app.model_copy(update={"tenant_id": OTHER_TENANT}))
    assert stores.apps.list(OTHER_TENANT, limit=50).items == []


@pytest.mark.parametrize("name", ["", "x#APP#y", "a b", "é", "x" * 3000, "a/b", "\x00", "META\n"])
def test_an_impossible_name_is_not_found(stores: Any, tenant: str, app: App, name: str) -> None:
    with pytest.raises(NotFound):
        stores.apps.get(tenant, name)
    with pytest.raises(NotFound):
        stores.apps.get(name, app.id)


def test_a_tenant_cannot_be_named_into_anothers_keys(stores: Any, tenant: str, app: App) -> None:
    with pytest.raises(NotFound):
        stores.apps.get(f"{tenant}#APP#{app.id}", "META")


def test_a_slug_has_one_owner_over_all_tenants(stores: Any, tenant: str, app: App) -> None:
    again = an_app(tenant_id=OTHER_TENANT, slug=app.slug)
    with pytest.raises(Conflict) as refusal:
        stores.apps.create(again)
    assert refusal.value.code == "SLUG_TAKEN"
    with pytest.raises(NotFound):
        stores.apps.get(OTHER_TENANT, again.id)
    assert stores.apps.find_slug(app.slug) == SlugOwner(tenant, app.id)


def test_a_free_slug_has_no_owner(stores: Any, tenant: str) -> None:
    assert stores.apps.find_slug(f"free-{tenant}") is None


def test_a_renamed_app_has_its_new_slug_and_leaves_the_old_one_free(stores: Any, tenant: str, app: App) -> None:
    stored = stores.apps.rename(app, f"{app.slug}-new")
    assert (stored.slug, stored.version) == (f"{app.slug}-new", app.version + 1)
    assert stores.apps.get(tenant, app.id) == stored
    assert stores.apps.find_slug(stored.slug) == SlugOwner(tenant, app.id)
    assert stores.apps.find_slug(app.slug) is None


def test_a_rename_is_refused_for_a_slug_that_is_taken_or_an_old_version_and_changes_nothing(
    stores: Any, tenant: str
) -> None:
    app, other = an_app(tenant_id=tenant), an_app(tenant_id=OTHER_TENANT)
    stores.apps.create(app)
    stores.apps.create(other)
    with pytest.raises(Conflict) as refusal:
        stores.apps.rename(app, other.slug)
    assert refusal.value.code == "SLUG_TAKEN"
    newer = stores.apps.update(app)
    with pytest.raises(Conflict):
        stores.apps.rename(app, f"{app.slug}-new")
    assert stores.apps.get(tenant, app.id) == newer
    assert stores.apps.find_slug(app.slug) == SlugOwner(tenant, app.id)
    assert stores.apps.find_slug(f"{app.slug}-new") is None


def test_the_same_app_is_created_once(stores: Any, tenant: str, app: App) -> None:
    with pytest.raises(Conflict):
        stores.apps.create(app.model_copy(update={"slug": f"{app.slug}-2", "name": "Other"}))
    assert stores.apps.get(tenant, app.id).name == app.name
    assert stores.apps.find_slug(f"{app.slug}-2") is None


def test_an_update_counts_the_version(stores: Any, tenant: str, app: App) -> None:
    stored = stores.apps.update(app.model_copy(update={"name": "New"}))
    assert stored.version == app.version + 1
    assert stores.apps.get(tenant, app.id) == stored


def test_a_stale_update_changes_nothing(stores: Any, tenant: str, app: App) -> None:
    first = stores.apps.update(app.model_copy(update={"name": "First"}))
    with pytest.raises(Conflict):
        stores.apps.update(app.model_copy(update={"name": "Second"}))
    assert stores.apps.get(tenant, app.id) == first


def test_updating_what_is_not_there_is_not_found(stores: Any, tenant: str) -> None:
    with pytest.raises(NotFound):
        stores.apps.update(an_app(tenant_id=tenant))


def test_one_of_several_racing_updates_wins(raced: Any, tenant: str) -> None:
    app = an_app(tenant_id=tenant)
    raced.apps.create(app)
    outcomes = race(*(lambda n=n: raced.apps.update(app.model_copy(update={"name": f"n{n}"})) for n in range(6)))
    assert [type(error) for error in failures(outcomes)] == [Conflict] * 5
    (winner,) = [outcome for outcome in outcomes if not isinstance(outcome, Conflict)]
    assert raced.apps.get(tenant, app.id) == winner


def test_one_of_several_racing_creations_gets_the_slug(raced: Any, tenant: str) -> None:
    apps = [an_app(tenant_id=tenant, slug=f"race-{tenant}") for _ in range(6)]
    outcomes = race(*(lambda app=app: raced.apps.create(app) for app in apps))
    assert [error.code for error in failures(outcomes)] == ["SLUG_TAKEN"] * 5
    owner = raced.apps.find_slug(f"race-{tenant}")
    assert [app.id for app in raced.apps.list(tenant, limit=50).items] == [owner.app_id]


def test_a_deleted_app_is_only_shown_on_request(stores: Any, tenant: str, app: App) -> None:
    deleted = stores.apps.update(app.model_copy(update={"deleted_at": START}))
    with pytest.raises(NotFound):
        stores.apps.get(tenant, app.id)
    assert stores.apps.get(tenant, app.id, include_deleted=True) == deleted
    assert stores.apps.list(tenant, limit=50).items == []
    assert stores.apps.list(tenant, limit=50, deleted=True).items == [deleted]
    assert stores.apps.list(OTHER_TENANT, limit=50, deleted=True).items == []
    assert stores.apps.find_slug(app.slug) == SlugOwner(tenant, app.id)
    stores.apps.update(deleted.model_copy(update={"deleted_at": None}))
    assert stores.apps.get(tenant, app.id).id == app.id


def test_a_purged_app_keeps_its_slug_from_everybody(stores: Any, tenant: str, app: App) -> None:
    deleted = stores.apps.update(app.model_copy(update={"deleted_at": START}))
    stores.apps.update(deleted.model_copy(update={"purged_at": START}))
    assert stores.apps.list(tenant, limit=50, deleted=True).items == []
    for whose in (tenant, OTHER_TENANT):
        with pytest.raises(Conflict) as refusal:
            stores.apps.create(an_app(tenant_id=whose, slug=app.slug))
        assert refusal.value.code == "SLUG_TAKEN"
    assert stores.apps.find_slug(app.slug) == SlugOwner(tenant, app.id)


def test_lists_are_newest_first_in_pages(stores: Any, tenant: str) -> None:
    apps = [an_app(tenant_id=tenant, id=f"app_{n:026d}") for n in range(7)]
    for app in apps:
        stores.apps.create(app)
    stores.apps.update(apps[5].model_copy(update={"deleted_at": START}))
    expected = [apps[n].id for n in (6, 4, 3, 2, 1, 0)]
    first = stores.apps.list(tenant, limit=2)
    second = stores.apps.list(tenant, limit=2, cursor=first.next_cursor)
    third = stores.apps.list(tenant, limit=2, cursor=second.next_cursor)
    assert [app.id for page in (first, second, third) for app in page.items] == expected
    assert third.next_cursor is None


def test_a_page_is_filled_past_deleted_apps(stores: Any, tenant: str) -> None:
    for n in range(9):
        app = an_app(tenant_id=tenant, id=f"app_{n:026d}")
        stores.apps.create(app)
        if n > 1:
            stores.apps.update(app.model_copy(update={"deleted_at": START}))
    page = stores.apps.list(tenant, limit=2)
    assert [app.id[-1] for app in page.items] == ["1", "0"]
    assert page.next_cursor is None


def _cursor(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode()


@pytest.mark.parametrize(
    "cursor",
    [
        "", "x", "%%%", "é", "====", _cursor("APP#a"), _cursor([]), _cursor(["APP#a", "b"]), _cursor([1]),
        _cursor(["REV#a"]), _cursor(["APP#"]), _cursor(["APP#a\n"]), _cursor([{"S": "x"}]), _cursor(["META"]),
        base64.urlsafe_b64encode(b"[" * 100_000).decode(), base64.urlsafe_b64encode(b"\xff\xfe").decode(),
    ],
    ids=lambda text: text[:12],
)  # fmt: skip
def test_a_cursor_of_ones_own_making_is_malformed(stores: Any, tenant: str, cursor: str) -> None:
    with pytest.raises(Malformed):
        stores.apps.list(tenant, limit=2, cursor=cursor)


def test_a_cursor_shows_no_more_than_its_own_list(stores: Any, tenant: str) -> None:
    for n in range(3):
        stores.apps.create(an_app(tenant_id=tenant, id=f"app_{n:026d}"))
    cursor = stores.apps.list(tenant, limit=1).next_cursor
    assert stores.apps.list(OTHER_TENANT + tenant, limit=5, cursor=cursor).items == []


def test_unreconciled_apps_are_found_until_they_are_reconciled(stores: Any, tenant: str) -> None:
    def found() -> list[str]:
        return [app.id for app in stores.apps.unreconciled() if app.tenant_id == tenant]

    quiet, published, deleted = (an_app(tenant_id=tenant, updated_at=START + timedelta(n)) for n in range(3))
    for app in (quiet, published, deleted):
        stores.apps.create(app)
    assert found() == []
    deleted = stores.apps.update(deleted.model_copy(update={"deleted_at": START}))
    published = stores.apps.update(published.model_copy(update={"publish_seq": 1}))
    assert found() == [published.id, deleted.id]
    stores.apps.update(published.model_copy(update={"settled_seq": 1}))
    stores.apps.update(deleted.model_copy(update={"purged_at": START}))
    assert found() == []
