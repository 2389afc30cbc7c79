"""Imports whose faults the real compiler finds and that are certain to be mended: the draft is right at once."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.samples import zipped
from devkit.node.real_compile import real_compile

PAGE = b'<!doctype html><div id="root"></div><script type="module" src="/src/index.js"></script>'
FROM_CRA: Mapping[str, bytes] = {
    "vite.config.js": b"""import { defineConfig } from 'vite'
import react from '@vitejs/plugin-react'
export default defineConfig({
  plugins: [react()],
  esbuild: { loader: 'jsx', include: /src\\/.*\\.js$/, exclude: [] },
  optimizeDeps: { esbuildOptions: { loader: { '.js': 'jsx' } } },
})
""",
    "index.html": PAGE,
    "src/index.js": b"""import React from 'react'
import ReactDOM from 'react-dom/client'
import App from './App'
import { words } from './words.js'
ReactDOM.createRoot(document.getElementById('root')).render(<App words={words} />)
""",
    "src/App.js": b"import React from 'react'\nexport default ({ words }) => <p>{words}</p>\n",
    "src/words.js": b"export const words = 'Hello'\n",
}


@pytest.fixture(autouse=True)
def real_gate(api: Api) -> None:
    api.world.compiler.respond = real_compile


def package(react: str, vite: str, plugin: str) -> bytes:
    document = {
        "name": "x", "private": True, "type": "module", "scripts": {"build": "vite build"},
        "dependencies": {"react": react, "react-dom": react},
        "devDependencies": {"vite": vite, "@vitejs/plugin-react": plugin},
    }  # fmt: skip
    return json.dumps(document).encode()


PACKAGES = {"classic": package("^18.3.1", "^5.4.0", "^4.3.0"), "current": package("^19.0.0", "^7.0.0", "^5.0.0")}


def bring(api: Api, files: Mapping[str, bytes], line: str) -> tuple[dict[str, bytes], list[dict[str, Any]]]:
    """The draft's files, and what was said."""
    answer = api.client.post(
        "/admin/apps/import",
        content=zipped({"package.json": PACKAGES[line], **files}),
        headers={"Content-Type": "application/zip"},
    )
    assert answer.status_code == 201, answer.text
    made = answer.json()
    revision = api.container.ports.revisions.get(made["tenant_id"], made["id"], made["draft_revision_id"])
    return api.container.ports.snapshots.get(made["tenant_id"], made["id"], revision.tree), made["diagnostics"]


def said(found: list[dict[str, Any]], *codes: str) -> list[str]:
    return [each["message"] for each in found if each["code"] in codes]


@pytest.mark.parametrize("line", PACKAGES)
def test_jsx_in_js_files_is_renamed_and_the_draft_has_no_error(api: Api, line: str) -> None:
    files, found = bring(api, FROM_CRA, line)
    assert {path for path in files if path.startswith("src/")} == {"src/index.jsx", "src/App.jsx", "src/words.js"}
    assert files["vite.config.js"].decode().splitlines()[3:6] == [
        "  plugins: [react()],",
        "  optimizeDeps: { esbuildOptions: { loader: { '.js': 'jsx' } } },",
        "})",
    ]
    assert said(found, "JSX_RENAMED") == [
        "Files with JSX are named .jsx now: src/App.js, src/index.js."
        " Settings of vite.config for JSX in .js files were taken out."
    ]
    assert [each for each in found if each["severity"] == "error"] == []
    assert real_compile(files).ok


def test_what_is_found_by_its_ending_keeps_its_name_and_is_named(api: Api) -> None:
    pages = b"export const pages = import.meta.glob('./*.js')\n"
    files, found = bring(api, {**FROM_CRA, "src/words.js": pages + FROM_CRA["src/words.js"]}, "current")
    assert "src/App.js" in files and said(found, "JSX_RENAMED") == []
    errors = [each for each in found if each["severity"] == "error"]
    assert {each["hint"] for each in errors} == {"Rename the file to .jsx or .tsx"}


def test_errors_that_only_a_renamed_file_shows_are_told_with_the_others(api: Api) -> None:
    app = b"import gone from './gone'\nexport default () => <p>{gone}</p>\n"
    files, found = bring(api, {**FROM_CRA, "src/App.js": app}, "classic")
    assert "src/App.jsx" in files
    errors = [(each["code"], each["path"]) for each in found if each["severity"] == "error"]
    assert errors == [("LOCAL_IMPORT_UNRESOLVED", "src/App.jsx")]


def test_names_in_another_case_are_put_right_also_behind_an_alias(api: Api) -> None:
    config = b"""import react from '@vitejs/plugin-react'
export default {
  plugins: [react()],
  resolve: { alias: { '@parts': new URL('./src/parts', import.meta.url).pathname } },
}
"""
    main = b"""import Card from '@parts/Card'
import { words } from './Words'
import Deep from '@parts/Deep/index.jsx'
console.log(Card, words, Deep)
"""
    files, found = bring(
        api,
        {
            "vite.config.js": config,
            "index.html": PAGE.replace(b"/src/index", b"/Src/Index"),
            "src/index.js": main,
            "src/words.js": FROM_CRA["src/words.js"],
            "src/parts/card.jsx": b"export default () => <p/>\n",
            "src/parts/deep/index.jsx": b"export default () => <b/>\n",
        },
        "current",
    )
    assert files["index.html"] == PAGE
    assert files["src/index.js"].splitlines()[:3] == [
        b"import Card from '@parts/card'",
        b"import { words } from './words'",
        b"import Deep from '@parts/deep/index.jsx'",
    ]
    assert [each for each in found if each["severity"] == "error"] == []
    assert "@parts/Card is @parts/card (src/index.js)" in " ".join(said(found, "CASE_MAPPED"))


def test_case_and_jsx_are_mended_together_where_one_hides_the_other(api: Api) -> None:
    config = FROM_CRA["vite.config.js"].replace(b"[react()],", b"[react()], resolve: { alias: { '#': '/src/parts' } },")
    app = b"import Card from '#/Card'\nexport default () => <Card/>\n"
    more = {"vite.config.js": config, "src/App.js": app, "src/parts/card.js": b"export default () => <p/>\n"}
    files, found = bring(api, {**FROM_CRA, **more}, "classic")
    assert files["src/App.jsx"].startswith(b"import Card from '#/card'\n")
    assert [each for each in found if each["severity"] == "error"] == []
