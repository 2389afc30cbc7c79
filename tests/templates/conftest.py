"""One browser and one build of each pack for all tests of this folder."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from devkit.node.packs import lay_out, run_script
from devkit.node.static_site import serve
from shared.services.assets.load_templates import load_templates
from shared.services.assets.template_kinds import of_kind
from tests.support.drawn import drawn_of


def drawn(keys: Sequence[str]) -> list[Any]:
    """One that the commit draws, and those that it changed; the others are `deep`."""
    return drawn_of(__file__, keys, lambda key: (f"shared/templates/{key}/", "shared/catalog/package"))


KEYS = drawn(("react", "vue", "svelte", "vanilla"))
APP_KEYS = drawn(tuple(of_kind("app", load_templates())))


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
