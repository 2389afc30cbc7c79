"""Every route with a key of each single scope that is not its own, and keys that would make wider ones."""

from itertools import product

import pytest
from fastapi.testclient import TestClient

from devkit.api.api import Api, code
from devkit.api.estate import Estate
from devkit.api.routes import CASES, Route
from shared.domain.identity import SCOPES
from tests.support.depth import depth, sampled

WRONG = [
    (route, scope)
    for route, scope in product(CASES, sorted(SCOPES))
    if CASES[route].kind != "public" and CASES[route].scope != scope
]


class Scene:
    def __init__(self) -> None:
        self.api = Api()
        self.acme = Estate(self.api)
        self.holders = {scope: self.holder(scope) for scope in SCOPES}
        self.before = self.api.world.stored()

    def holder(self, *scopes: str) -> TestClient:
        headers = {"Authorization": f"Bearer {self.acme.key(*scopes).secret}"}
        return TestClient(self.api.app, headers=headers, raise_server_exceptions=False)


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene()


@sampled
@pytest.mark.parametrize(("route", "scope"), WRONG[:: depth(4, 1)], ids=lambda value: str(value))
def test_one_wrong_scope_opens_nothing(route: Route, scope: str, scene: Scene) -> None:
    assert code(scene.acme.ask(scene.holders[scope], route)) == (403, "FORBIDDEN")
    assert scene.api.world.stored() == scene.before
