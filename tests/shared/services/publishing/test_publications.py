"""What was live when: every switch of the live address is kept, by any caller."""

import pytest

from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.services.apps.delete_app import delete_app, undelete_app
from shared.services.ports_bundle import Ports
from shared.services.publishing.list_publications import ListedPublication, list_publications
from shared.services.publishing.publish_app import publish_app, rollback_app, unpublish_app
from shared.services.publishing.reconcile_site import DONE, STARTED
from tests.shared.services.publishing.test_publishing import a_dist, built


def listed(ports: Ports, me: Principal, app: App) -> list[ListedPublication]:
    return list_publications(principal=me, app_id=app.id, ports=ports).items


def test_each_switch_is_listed_newest_first(world: World, ports: Ports, me: Principal) -> None:
    app = world.make_app(slug="my-shop")[0]
    fields = {"principal": me, "app_id": app.id, "ports": ports}
    first = built(world, app, a_dist("one"))
    publish_app(**fields)
    world.clock.advance(60)
    second = built(world, app, a_dist("two"))
    publish_app(**fields)
    rollback_app(**fields, revision_id=first.id)
    unpublish_app(**fields)
    found = listed(ports, me, app)
    assert [one.revision_id for one in found] == [None, first.id, second.id, first.id]
    assert [one.seq for one in found] == [4, 3, 2, 1]
    assert {one.by for one in found} == {me.subject}
    assert found[-1].at is not None and found[0].at is not None and (found[0].at - found[-1].at).total_seconds() == 60


def test_what_could_not_be_published_is_not_listed(world: World, ports: Ports, me: Principal) -> None:
    app = world.make_app(slug="my-shop")[0]
    revision = built(world, app, a_dist("one"))
    world.site.delete([revision.dist_storage_prefix + "assets/index-one0000000.js"])
    with pytest.raises(NotFound):
        publish_app(principal=me, app_id=app.id, ports=ports)
    assert listed(ports, me, app) == []


def test_older_releases_left_marks_only(world: World, ports: Ports, me: Principal) -> None:
    app = world.make_app(slug="my-shop")[0]
    known = built(world, app, a_dist("one"))
    publish_app(principal=me, app_id=app.id, ports=ports)
    old, half = "rev_" + "0" * 26, "rev_" + "1" * 26
    world.blobs.put(f"apps/{app.tenant_id}/{app.id}/published/{old}", DONE)
    world.blobs.put(f"apps/{app.tenant_id}/{app.id}/published/{half}", STARTED)
    found = listed(ports, me, app)
    assert [(one.seq, one.revision_id) for one in found] == [(1, known.id), (0, old)]
    assert (found[1].at, found[1].by) == (None, None)


def test_they_survive_a_deletion_which_is_one_of_them(world: World, ports: Ports, me: Principal) -> None:
    app = world.make_app(slug="my-shop")[0]
    built(world, app, a_dist("one"))
    fields = {"principal": me, "app_id": app.id, "ports": ports}
    publish_app(**fields)
    delete_app(**fields)
    undelete_app(principal=me, app_id=app.id, ports=ports)
    assert [one.revision_id is None for one in listed(ports, me, app)] == [True, False]


def test_each_version_has_an_address_until_the_app_is_taken_down(world: World, ports: Ports, me: Principal) -> None:
    app = world.make_app(slug="my-shop")[0]
    fields = {"principal": me, "app_id": app.id, "ports": ports}
    first = built(world, app, a_dist("one"))
    publish_app(**fields)
    second = built(world, app, a_dist("two"))
    publish_app(**fields)
    address = ports.addresses.revision
    assert [one.url for one in listed(ports, me, app)] == [address("my-shop", second.id), address("my-shop", first.id)]
    unpublish_app(**fields)
    assert [one.url for one in listed(ports, me, app)] == [None, None, None]
    publish_app(**fields)
    again = address("my-shop", second.id)
    assert [one.url for one in listed(ports, me, app)] == [again, None, again, None]


def test_marks_of_older_releases_have_no_address(world: World, ports: Ports, me: Principal) -> None:
    app = world.make_app(slug="my-shop")[0]
    built(world, app, a_dist("one"))
    publish_app(principal=me, app_id=app.id, ports=ports)
    world.blobs.put(f"apps/{app.tenant_id}/{app.id}/published/rev_{'0' * 26}", DONE)
    assert [one.url is None for one in listed(ports, me, app)] == [False, True]
