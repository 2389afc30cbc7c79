"""One World and one caller for the services' tests."""

import pytest

from devkit.fakes.samples import SAMPLE_FILES, TENANT
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.identity import Principal
from shared.domain.revisions.revision import Revision
from shared.services.assets.load_templates import TemplatePack
from shared.services.ports_bundle import Ports

PACKS = {
    "react": TemplatePack("react", "react", "React", "A page", SAMPLE_FILES),
    "vue": TemplatePack("vue", "vue", "Vue", "A page", {**SAMPLE_FILES, "src/App.vue": b"<template>Hi</template>\n"}),
}


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def made(world: World) -> tuple[App, Revision]:
    """An app with its draft."""
    return world.make_app()


@pytest.fixture
def app(made: tuple[App, Revision]) -> App:
    return made[0]


@pytest.fixture
def draft(made: tuple[App, Revision]) -> Revision:
    return made[1]


@pytest.fixture
def ports(world: World) -> Ports:
    return world.ports(templates=PACKS)


@pytest.fixture
def me() -> Principal:
    return Principal(tenant_id=TENANT, subject="user-1")


@pytest.fixture
def stranger() -> Principal:
    return Principal(tenant_id="rival", subject="user-2")
