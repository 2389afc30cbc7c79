"""Addresses in a build: a page below any path finds its files, and pictures named at run time are there."""

import json
import re

import pytest

from shared.domain.base import Files
from shared.domain.imports.import_vite import fit_vite
from shared.services.assets.load_catalog import load_catalog
from tests.support.real_builds import build_really

PAGE = b'<!doctype html><title>t</title><div id="root"></div><script type="module" src="/src/main.js"></script>'
MAIN = b"""const pictureOf = (name) => new URL(`./pictures/${name}.png`, import.meta.url).href;
document.getElementById('root').textContent = pictureOf(location.hash.slice(1));
"""
PICTURES = {name: b"\x89PNG\r\n\x1a\n" + name.encode() * 5_000 for name in ("cat", "dog")}
"""Too large to be put into the code."""


def project() -> Files:
    catalog = load_catalog()
    package = {"name": "t", "private": True, "type": "module", "scripts": {"build": "vite build"}}
    files = {
        "package.json": json.dumps({**package, "devDependencies": {"vite": catalog.version("vite")}}).encode(),
        "vite.config.js": b"export default { base: './' };\n",
        "index.html": PAGE,
        "src/main.js": MAIN,
        **{f"src/pictures/{name}.png": content for name, content in PICTURES.items()},
    }
    mapped, found = fit_vite(files, catalog)
    assert [each.code for each in found] == ["BASE_MAPPED"]
    return mapped


@pytest.mark.e2e
@pytest.mark.slow_install
def test_a_build_with_a_relative_base_is_served_from_the_top_with_every_picture_it_may_name() -> None:
    uploaded = build_really(project())
    assert uploaded.result["status"] == "succeeded", uploaded.log
    page = uploaded.content["dist/index.html"].decode()
    (script,) = re.findall(r'src="(/assets/[\w.-]+\.js)"', page)
    code = uploaded.content[f"dist{script}"].decode()
    for name, content in PICTURES.items():
        (path,) = (each for each in uploaded.names if re.fullmatch(rf"dist/assets/{name}-[\w-]{{8}}\.png", each))
        assert uploaded.content[path] == content
        assert path.removeprefix("dist") in code
