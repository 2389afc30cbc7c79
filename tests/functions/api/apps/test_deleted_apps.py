"""A deleted app answers 404 on every route that names something of it, and nothing it kept is changed."""

import pytest

from devkit.api.api import Api, code
from devkit.api.estate import Estate
from devkit.api.routes import CASES, Route

APPS = ("app_id", "changed_id", "live_id", "failing_id", "busy_id")
WITHOUT_AN_APP = {
    ("DELETE", "/admin/api-keys/{key_id}"),
    ("DELETE", "/admin/catalog/packages/{name}"),
    ("POST", "/admin/apps/import"),
    ("POST", "/admin/apps/{app_id}/undelete"),
}
OF_AN_APP = [route for route in CASES if CASES[route].kind == "theirs" and route not in WITHOUT_AN_APP]


class Ruin:
    """An estate of which every app was deleted."""

    def __init__(self) -> None:
        self.api = Api()
        self.estate = Estate(self.api)
        for name in APPS:
            self.api.client.delete(f"/admin/apps/{self.estate.names[name]}").raise_for_status()
        self.before = self.stored()

    def stored(self) -> object:
        world = self.api.world
        return world.stored(), dict(world.blobs.objects), dict(world.site.objects)


@pytest.fixture(scope="module")
def ruin() -> Ruin:
    return Ruin()


@pytest.mark.parametrize("route", OF_AN_APP, ids=" ".join)
def test_nothing_of_a_deleted_app_is_found_or_changed(route: Route, ruin: Ruin) -> None:
    ruin.api.world.clock.advance(5)  # one person asks for all of them
    assert code(ruin.estate.ask(ruin.api.client, route)) == (404, "NOT_FOUND")
    assert ruin.stored() == ruin.before
