"""One application over fakes, and one World, for tests that need no particular one."""

import pytest

from devkit.api.api import Api
from devkit.fakes.world import World
from shared.domain.apps.app import App


@pytest.fixture
def api() -> Api:
    return Api()


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def app(api: Api) -> App:
    return api.world.make_app()[0]
