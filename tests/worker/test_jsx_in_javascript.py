"""JSX in `.js` files: what the fast gate says of a setting of Vite is what the real build does, on both lines."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from devkit.node.real_compile import real_compile
from shared.domain.base import Files
from shared.domain.build_log.read import diagnostics_from_log
from shared.domain.builds.compile_report import CompileReport
from shared.domain.fixes.jsx_names import with_jsx_names
from shared.services.assets.load_catalog import load_catalog
from tests.support.drawn import drawn_of
from tests.support.real_builds import build_really

ABOUT = ("functions/compile/src/project/vite_loaders", "functions/compile/src/project/vite_filter", "shared/catalog/")
SETTINGS: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "support" / "jsx_settings.toml").read_text()
)
LINES = {"current": "{}", "classic": '{"dependencies": {"react": "18.3.1"}}'}
ALL = [f"{line} {name}" for name, one in SETTINGS.items() for line in one.get("lines", LINES)]
NAMED = [case for case in ALL if case != "current plugin-of-its-own"]
"""Vite 8 has no esbuild for a plugin that calls it, whatever the files are called."""
PAGE = b'<!doctype html><title>t</title><div id="root"></div><script type="module" src="/src/main.js"></script>'
MAIN = b"""import React from 'react';
import { createRoot } from 'react-dom/client';
import App from './App';
import { greeting } from './words';
createRoot(document.getElementById('root')).render(<App greeting={greeting} />);
"""
APP = b"import React from 'react';\nexport default ({ greeting }) => <h1>{greeting}</h1>;\n"
WORDS = b"export const greeting = 'Hello';\n"


def project(line: str, name: str) -> Files:
    setting = SETTINGS[name]
    catalog = load_catalog().asked_by(LINES[line])
    assert catalog.chosen == line
    versions = {package: catalog.version(package) for package in ("react", "react-dom", "vite", "@vitejs/plugin-react")}
    package = {"name": "t", "private": True, "type": "module", "scripts": {"build": "vite build"}}
    names = ", ".join(["defineConfig", *([setting["imports"]] if "imports" in setting else [])])
    plugin = "import react from '@vitejs/plugin-react';" if "react(" in setting["config"] else ""
    config = f"import {{ {names} }} from 'vite';\n{plugin}\n{setting.get('before', '')}\n"
    return {
        "package.json": json.dumps({**package, "dependencies": versions}).encode(),
        "vite.config.js": f"{config}export default defineConfig({{ {setting['config']} }});\n".encode(),
        "index.html": PAGE,
        "src/main.js": MAIN,
        "src/App.js": APP,
        "src/words.js": WORDS,
    }


def renamed(files: Files) -> Files:
    """The same project with the file names that JSX should have."""
    names = {"src/main.js": "src/main.jsx", "src/App.js": "src/App.jsx"}
    return {names.get(path, path): text.replace(b"main.js", b"main.jsx") for path, text in files.items()}


def says(report: CompileReport, severity: str) -> set[tuple[str, str | None, str | None]]:
    return {(each.code, each.path, each.hint) for each in report.diagnostics if each.severity == severity}


@pytest.mark.parametrize("case", ALL)
def test_the_gate_knows_which_settings_read_jsx(case: str) -> None:
    line, name = case.split()
    report = real_compile(project(line, name))
    assert report.jsx == ["src/App.js", "src/main.js"]
    doubt = line in SETTINGS[name].get("doubt", [])
    hint = "Rename the file to .jsx"
    warned = {("JSX_IN_DOUBT", path, hint) for path in report.jsx}
    assert says(report, "warning") == (warned if doubt else set())
    refused = {("SYNTAX_ERROR", path, f"{hint} or .tsx") for path in report.jsx}
    assert says(report, "error") == (set() if doubt or line in SETTINGS[name]["builds"] else refused)


@pytest.mark.parametrize("case", ALL)
def test_the_gate_knows_which_settings_leave_jsx_files_out(case: str) -> None:
    line, name = case.split()
    report = real_compile(renamed(project(line, name)))
    assert report.jsx == []
    assert report.ok == (line not in SETTINGS[name].get("named", []))
    assert all("esbuild.include" in (hint or "") for _, _, hint in says(report, "error"))


def imported(files: Files) -> Files:
    """As an import leaves the project."""
    report = real_compile(files)
    return with_jsx_names(files, report.jsx, report.graph)[0]


@pytest.mark.parametrize("case", ALL)
def test_no_setting_keeps_an_import_from_the_gate(case: str) -> None:
    report = real_compile(imported(project(*case.split())))
    assert (report.ok, report.jsx) == (True, [])


@pytest.mark.e2e
@pytest.mark.slow_install
@pytest.mark.parametrize("case", drawn_of(__file__, ALL, lambda _: ("shared.domain.fixes.jsx_names",), one_in=20))
def test_an_import_builds_whatever_its_settings(case: str) -> None:
    uploaded = build_really(imported(project(*case.split())))
    assert uploaded.result["status"] == "succeeded", uploaded.log


@pytest.mark.e2e
@pytest.mark.slow_install
@pytest.mark.parametrize("case", drawn_of(__file__, NAMED, lambda _: ABOUT, one_in=20))
def test_the_build_leaves_out_what_the_gate_says(case: str) -> None:
    line, name = case.split()
    uploaded = build_really(renamed(project(line, name)))
    built = uploaded.result["status"] == "succeeded"
    assert built == (line not in SETTINGS[name].get("named", [])), uploaded.log


@pytest.mark.e2e
@pytest.mark.slow_install
@pytest.mark.parametrize("case", drawn_of(__file__, ALL, lambda _: ABOUT, one_in=10))
def test_the_build_does_what_the_gate_says(case: str) -> None:
    line, name = case.split()
    files = project(line, name)
    uploaded = build_really(files)
    built = uploaded.result["status"] == "succeeded"
    assert built == (line in SETTINGS[name]["builds"]), uploaded.log
    if line not in SETTINGS[name].get("doubt", []):
        assert real_compile(files).ok == built, uploaded.log
    if not built:
        errors = [each for each in diagnostics_from_log(uploaded.log, files) if each.severity == "error"]
        assert [each for each in errors if each.path == "src/main.js" and ".jsx" in (each.hint or "")], errors
