"""What was live when: every switch of the live address is kept, by any caller."""

import pytest

from shared.domain.errors import NotFound
from shared.services.publishing.list_publications import ListedPublication, list_publications
from shared.services.publishing.reconcile_site import DONE, STARTED
from tests.shared.services.publishing.test_publishing import Site, a_dist


def listed(site: Site) -> list[ListedPublication]:
    return list_publications(principal=site.me, app_id=site.app.id, ports=site.ports).items


def test_each_switch_is_listed_newest_first(site: Site) -> None:
    first = site.built(a_dist("one"))
    site.publish()
    site.world.clock.advance(60)
    second = site.built(a_dist("two"))
    site.publish()
    site.rollback(first.id)
    site.unpublish()
    found = listed(site)
    assert [one.revision_id for one in found] == [None, first.id, second.id, first.id]
    assert [one.seq for one in found] == [4, 3, 2, 1]
    assert {one.by for one in found} == {site.me.subject}
    assert found[-1].at is not None and found[0].at is not None and (found[0].at - found[-1].at).total_seconds() == 60


def test_what_could_not_be_published_is_not_listed(site: Site) -> None:
    revision = site.built(a_dist("one"))
    site.world.site.delete([revision.dist_storage_prefix + "assets/index-one0000000.js"])
    with pytest.raises(NotFound):
        site.publish()
    assert listed(site) == []


def test_older_releases_left_marks_only(site: Site) -> None:
    known = site.built(a_dist("one"))
    site.publish()
    old, half = "rev_" + "0" * 26, "rev_" + "1" * 26
    site.world.blobs.put(f"apps/{site.app.tenant_id}/{site.app.id}/published/{old}", DONE)
    site.world.blobs.put(f"apps/{site.app.tenant_id}/{site.app.id}/published/{half}", STARTED)
    found = listed(site)
    assert [(one.seq, one.revision_id) for one in found] == [(1, known.id), (0, old)]
    assert (found[0].url is None, found[1].at, found[1].by, found[1].url) == (False, None, None, None)


def test_they_survive_a_deletion_which_is_one_of_them(site: Site) -> None:
    site.built(a_dist("one"))
    site.publish()
    site.delete()
    site.undelete()
    assert [one.revision_id is None for one in listed(site)] == [True, False]


def test_each_version_has_an_address_until_the_app_is_taken_down(site: Site) -> None:
    first = site.built(a_dist("one"))
    site.publish()
    second = site.built(a_dist("two"))
    site.publish()
    address = site.ports.addresses.revision
    assert [one.url for one in listed(site)] == [address("my-shop", second.id), address("my-shop", first.id)]
    site.unpublish()
    assert [one.url for one in listed(site)] == [None, None, None]
    site.publish()
    again = address("my-shop", second.id)
    assert [one.url for one in listed(site)] == [again, None, again, None]
