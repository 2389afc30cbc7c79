"""The catalog serves projects that nobody here wrote: everything `create-vite`'s templates need is in it."""

import io
import json
import zipfile

import pytest

from shared.services.assets.load_catalog import load_catalog
from tests.support.create_vite import TEMPLATES, template_zip

pytestmark = pytest.mark.slow_install


@pytest.mark.parametrize("name", TEMPLATES)
def test_the_catalog_has_every_package_of_the_template(name: str) -> None:
    archive = zipfile.ZipFile(io.BytesIO(template_zip(name, folder="my-app")))
    manifest = json.loads(archive.read("my-app/package.json"))
    declared = manifest.get("dependencies", {}) | manifest["devDependencies"]
    catalog = load_catalog()
    assert {package for package in declared if catalog.version(package) is None} == set()
    assert "typescript" in declared and "vite" in declared


def test_the_zip_is_the_folder_as_the_package_ships_it() -> None:
    with_folder, without = (zipfile.ZipFile(io.BytesIO(template_zip("react-ts", folder=at))) for at in ("app", None))
    assert {f"app/{name}" for name in without.namelist()} == set(with_folder.namelist())
    assert {"_gitignore", "src/App.tsx", "public/icons.svg", "src/assets/hero.png"} <= set(without.namelist())
