"""One application over fakes, and one World, for tests that need no particular one."""

import pytest

from devkit.api.api import Api
from devkit.fakes.world import World


@pytest.fixture
def api() -> Api:
    return Api()


@pytest.fixture
def world() -> World:
    return World()
