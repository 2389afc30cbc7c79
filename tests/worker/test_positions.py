"""Stack lines of a page that fails: they name the source, and what is uploaded knows nothing of source maps."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from devkit.node.chromium import find_chromium
from devkit.node.toolchain import toolchain as whole_toolchain
from devkit.stack.open_folder import open_folder
from devkit.stack.worker_jobs import HttpStore, Uploaded, node_toolchain, pack
from local.runner.sandbox import local_sandbox
from shared.domain.builds.closure import closure
from shared.domain.builds.worker_contract import parse_job
from shared.services.assets.load_catalog import load_catalog, load_locks
from shared.services.assets.load_templates import load_templates
from tests.support.drawn import drawn_of
from toolchain.node import find_node
from toolchain.npm_archives import NpmArchives
from worker.build import run_job
from worker.packages import Packages
from worker.page.browser import browser_at
from worker.sandbox.bubblewrap import Bubblewrap
from worker.toolchain import InstalledToolchain, this_machine

BOOM = """// What the page calls, on a line of its own.

export function explode(items) {
  const first = items[0];

  return first.name.length;
}
"""
PLACE = "src/boom.ts:6:16"
STARTERS = ("react", "vue", "svelte", "vanilla")


def crashing(key: str) -> dict[str, bytes]:
    """A starter whose own module throws when the page has been drawn."""
    files = dict(load_templates()[key].files)
    main = next(path for path in ("src/main.tsx", "src/main.ts", "src/main.js") if path in files)
    call = b'\nimport { explode } from "./boom";\nsetTimeout(() => explode([]), 50);\n'
    return files | {main: files[main] + call, "src/boom.ts": BOOM.replace("(items)", "(items: any[])").encode()}


def looked(files: Mapping[str, bytes], *checks: str, **job: Any) -> Uploaded:
    """One job of the real worker, with the catalog's own packages and a browser."""
    found, tools = find_chromium(), whole_toolchain()
    wanted = closure(files["package.json"].decode(), *load_locks())
    assert wanted is not None
    with open_folder() as work_dir, HttpStore() as store:
        document = store.job("bld_1", pack(files), checks=list(checks), limits={}, **job)
        document["toolchain"] = {"packages": [one.document() for one in wanted]}
        packages = Packages(tools, NpmArchives(find_node()), this_machine())
        run_job(
            parse_job(document), toolchain=tools, sandbox=local_sandbox("bubblewrap", tools), work_dir=work_dir,
            packages=packages, browser=lambda _: browser_at(found.program, found.fonts),
        )  # fmt: skip
        assert list(work_dir.iterdir()) == []
        return store.uploaded("bld_1")


def built(uploaded: Uploaded) -> dict[str, bytes]:
    return {name: content for name, content in uploaded.content.items() if name.startswith("dist/")}


@pytest.mark.parametrize("key", drawn_of(__file__, STARTERS))
def test_an_error_names_its_line_of_the_source_and_the_upload_is_what_it_was(key: str) -> None:
    files = crashing(key)
    checked = looked(files, "page")
    assert checked.result["status"] == "succeeded", checked.log
    (error,) = checked.result["page"]["errors"]
    assert PLACE in error, error
    bare = looked(files)
    assert built(checked) == built(bare) and len(built(bare)) > 1
    assert not [name for name in checked.names if name.endswith(".map")]
    assert b"sourceMappingURL" not in b"".join(built(checked).values())


CLASSIC: dict[str, tuple[str, tuple[str, ...], str]] = {
    "react": ('{"react": "18.3.1"}', ("react", "react-dom", "vite", "@vitejs/plugin-react"), "@vitejs/plugin-react"),
    "svelte": ('{"svelte": "4.2.20"}', ("svelte", "vite", "@sveltejs/vite-plugin-svelte"), ""),
}


def classic(key: str) -> dict[str, bytes]:
    """A page on the line of Vite 5 to 7, which throws where the starters do."""
    pinned, names, plugin = CLASSIC[key]
    catalog = load_catalog().asked_by(f'{{"dependencies": {pinned}}}')
    versions = {name: catalog.version(name) for name in names}
    package = {"name": "t", "private": True, "type": "module", "scripts": {"build": "vite build"}}
    config = (
        f"import plugin from '{plugin}'; export default {{ plugins: [plugin()] }};" if plugin else "export default {};"
    )
    main = '<!doctype html><title>t</title><body>x<script type="module" src="/src/main.js"></script>'
    call = 'import { explode } from "./boom";\nsetTimeout(() => explode([]), 50);\n'
    return {
        "package.json": json.dumps(package | {"dependencies": versions}).encode(),
        "vite.config.js": config.encode(),
        "index.html": main.encode(),
        "src/main.js": call.encode(),
        "src/boom.ts": BOOM.replace("(items)", "(items: any[])").encode(),
    }


@pytest.mark.parametrize("key", drawn_of(__file__, list(CLASSIC)))
def test_the_classic_line_maps_as_well(key: str) -> None:
    files = classic(key)
    checked, bare = looked(files, "page"), looked(files)
    assert PLACE in checked.result["page"]["errors"][0], checked.result["page"]
    assert built(checked) == built(bare)


def test_a_page_that_the_agent_opens_names_the_source_too() -> None:
    uploaded = looked(crashing("vanilla"), task="browser", browser={})
    assert PLACE in uploaded.result["page"]["errors"][0]


def test_a_page_without_errors_is_built_once() -> None:
    uploaded = looked(dict(load_templates()["vanilla"].files), "page")
    assert uploaded.result["page"]["errors"] == [] and "positions_ms" not in uploaded.result["timings"]


FAKE = """
import fs from 'node:fs';
fs.mkdirSync('dist/assets', { recursive: true });
const maps = process.argv.includes('--sourcemap');
fs.writeFileSync('dist/index.html', '<!doctype html><title>t</title><body>x<script src="/assets/a.js"></script>');
fs.writeFileSync('dist/assets/a.js', 'null.f();' + (OTHER ? `//${maps}` : ''));
if (maps) fs.writeFileSync('dist/assets/a.js.map', MAP);
"""
"""A `vite` that is the project's own, with what MAP and OTHER say."""


@pytest.fixture(scope="module")
def hostile(open_dir: Path) -> Iterator[InstalledToolchain]:
    """A toolchain whose `vite` runs a file of the project."""
    with open_folder(open_dir) as folder:
        tools = node_toolchain(folder)
        program = tools.node_modules / ".bin" / "vite"
        program.write_text('#!/bin/sh\nexec node ./vite.mjs "$@"\n')
        program.chmod(0o755)
        yield tools


@pytest.fixture
def error(bubblewrap: Bubblewrap, hostile: InstalledToolchain, work_dir: Path, store: HttpStore) -> Callable[..., str]:
    """The error of a page whose build has this map."""
    found = find_chromium()

    def once(written: str, *, other: bool = False, build: str = "vite build") -> str:
        script = FAKE.replace("MAP", written).replace("OTHER", str(other).lower())
        package = json.dumps({"name": "t", "type": "module", "scripts": {"build": build}})
        files = {"package.json": package, "vite.mjs": script, "src/a.ts": "export {};", ".env": "SECRET=1"}
        archive = pack({path: text.encode() for path, text in files.items()})
        job = parse_job(store.job("bld_1", archive, task="browser", browser={}, limits={"wall_seconds": 20}))
        browser = browser_at(found.program, found.fonts)
        run_job(job, toolchain=hostile, sandbox=bubblewrap, work_dir=work_dir, browser=lambda _: browser)
        assert list(work_dir.iterdir()) == []
        result = store.uploaded("bld_1").result
        assert result["status"] == "succeeded", result
        said: str = result["page"]["errors"][0]
        return said

    return once


def a_map(source: str, mappings: str = "AAAA") -> str:
    return f"JSON.stringify({json.dumps({'version': 3, 'sources': [source], 'names': [], 'mappings': mappings})})"


def test_a_map_names_only_files_of_the_project(error: Callable[..., str]) -> None:
    assert "src/a.ts:1:1" in error(a_map("../../src/a.ts"))
    for source in ("../../../../etc/passwd", "/etc/passwd", "../../src/b.ts", "https://evil.example/a.ts", "__proto__"):
        assert "/assets/a.js:1:6" in error(a_map(source)), source


@pytest.mark.parametrize(
    "written",
    [
        "'{'", "'null'", "'[]'", "'{\"version\":3}'", "'{\"version\":3,\"sources\":{},\"mappings\":5}'",
        "'['.repeat(1e6)", "' '.repeat(2e7)", a_map("../../src/a.ts", "!!!!,////;" * 9),
        "JSON.stringify({version: 3, sources: ['../../src/a.ts'], names: [], mappings: 'AAAA,'.repeat(3e6)})",
        "JSON.stringify({version: 3, sources: [], names: [], mappings: '', sections: [{offset: {line: 0}}]})",
    ],
)  # fmt: skip
def test_a_hostile_map_leaves_the_report_what_it_is(error: Callable[..., str], written: str) -> None:
    said = error(written)
    assert "Cannot read properties of null" in said and ("/assets/a.js:1:6" in said or "src/a.ts:" in said)


def test_a_file_that_was_built_otherwise_is_not_mapped(error: Callable[..., str]) -> None:
    assert "/assets/a.js:1:6" in error(a_map("../../src/a.ts"), other=True)


def test_a_build_script_of_another_tool_is_not_run_again(error: Callable[..., str]) -> None:
    assert "/assets/a.js:1:6" in error(a_map("../../src/a.ts"), build="node vite.mjs")
    assert "src/a.ts:1:1" in error(a_map("../../src/a.ts"), build="true && npx vite build && true")
