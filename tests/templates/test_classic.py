"""Code that was written for React 18, Svelte 4 or the Vue of these days, with Tailwind 3, is built with these."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from devkit.stack.worker_jobs import Uploaded
from shared.domain.base import Files
from shared.domain.imports.fit_project import fit_project
from shared.domain.imports.import_rules import map_import
from shared.domain.tree.policy import check_project
from shared.services.assets.load_catalog import load_catalog
from tests.support.drawn import drawn_of
from tests.support.real_builds import build_really

ABOUT = ("worker/packages", "shared/catalog/classic")
HERE = Path(__file__).parent
OLDER = {"react": HERE / "older", "svelte": HERE / "older_svelte", "vue": HERE / "older_vue"}
"""As Lovable and shadcn's scaffold of those days write it, with `ReactDOM.render` and `defaultProps` of a function; as
create-vite's template for Svelte 4, with slots, `$$restProps` and a row that Svelte 5 refuses; as create-vue.
"""
LINES = {"react": "classic", "svelte": "classic-svelte", "vue": "classic"}
TITLES = {"react": "React 18.3.1 false", "svelte": "Svelte 4", "vue": "Vue 3.5.45"}


def built(files: Files, *checks: str) -> Uploaded:
    return build_really(files, [*checks, "page"])


def files_of(project: Path) -> dict[str, bytes]:
    """What a person brings."""
    return {each.relative_to(project).as_posix(): each.read_bytes() for each in project.rglob("*") if each.is_file()}


def is_kept(entries: Mapping[str, bytes], files: Files) -> bool:
    """Whether its code is as it was brought."""
    return all(files[path] == text for path, text in entries.items() if path != "package.json")


@pytest.mark.e2e
@pytest.mark.slow_install
@pytest.mark.parametrize("framework", drawn_of(__file__, tuple(OLDER), lambda _: ABOUT))
def test_it_is_built_and_opened_as_it_was_written(framework: str) -> None:
    entries = files_of(OLDER[framework])
    catalog = load_catalog().asked_by(entries["package.json"].decode())
    assert catalog.line == LINES[framework]
    mapped, found = map_import(entries, catalog)
    fitted = fit_project(mapped, found, entries["package.json"], catalog)
    assert fitted.missing == {} and is_kept(entries, fitted.files)
    assert [each for each in check_project(fitted.files, load_catalog()) if each.severity == "error"] == []
    uploaded = built(fitted.files)
    assert uploaded.result["status"] == "succeeded", uploaded.log
    page = uploaded.result["page"]
    assert (page["errors"], page["title"]) == ([], TITLES[framework]), page
    assert "by default" in json.dumps(page["tree"])
    (sheet,) = (text.decode() for path, text in uploaded.content.items() if path.endswith(".css"))
    assert "--tw-" in sheet and "18 52 86" in sheet
