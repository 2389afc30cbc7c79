"""A project with a document and a blueprint for each test of this folder."""

import pytest

from devkit.api.plans import Planned


@pytest.fixture
def planned() -> Planned:
    return Planned()
