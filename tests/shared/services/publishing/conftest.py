"""One app and its addresses for the tests of this folder."""

import pytest

from devkit.fakes.world import World
from shared.domain.identity import Principal
from shared.services.ports_bundle import Ports
from tests.shared.services.publishing.test_publishing import Site


@pytest.fixture
def site(world: World, ports: Ports, me: Principal) -> Site:
    return Site(world, ports, me)
