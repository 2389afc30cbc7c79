"""One browser and one build of each pack for all tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from devkit.node.packs import lay_out, run_script
from devkit.node.static_site import serve
from devkit.studio.browser import Browser, launch
from shared.services.assets.load_templates import load_templates
from shared.services.assets.template_kinds import of_kind

KEYS = ("react", "vue", "svelte", "vanilla")
APP_KEYS = tuple(of_kind("app", load_templates()))


@pytest.fixture(scope="session", params=KEYS)
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built pack."""
    folder = lay_out(request.param, tmp_path_factory.mktemp(request.param))
    run_script(folder, "build")
    return folder


@pytest.fixture(scope="session")
def site(project: Path) -> Iterator[str]:
    """The address at which the built pack is served."""
    with serve(project / "dist") as address:
        yield address


@pytest.fixture(scope="session", params=APP_KEYS)
def app_project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built pack of an app."""
    folder = lay_out(request.param, tmp_path_factory.mktemp(request.param))
    run_script(folder, "build")
    return folder


@pytest.fixture(scope="session")
def app(app_project: Path) -> Iterator[str]:
    """The address at which the built app is served."""
    with serve(app_project / "dist") as address:
        yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with launch() as running:
        yield running
