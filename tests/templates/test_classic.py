"""Code that was written for React 18, React Router 6, Tailwind 3 and Vite 6 is built with these and runs on them."""

import json
from pathlib import Path

import pytest

from devkit.node.toolchain import toolchain
from devkit.stack.open_folder import open_folder
from devkit.stack.worker_jobs import HttpStore, Uploaded, pack
from local.runner.sandbox import local_sandbox
from shared.domain.base import Files
from shared.domain.builds.closure import closure
from shared.domain.builds.worker_contract import parse_job
from shared.domain.imports.fit_project import fit_project
from shared.domain.imports.import_rules import map_import
from shared.domain.tree.policy import check_project
from shared.services.assets.load_catalog import load_catalog, load_locks
from toolchain.node import find_node
from toolchain.npm_archives import NpmArchives
from worker.build import run_job
from worker.packages import Packages
from worker.toolchain import this_machine

ABOUT = ("worker/packages", "shared/catalog/classic/")
OLDER = Path(__file__).parent / "older"
"""As Lovable and shadcn's scaffold of those days write it, with `ReactDOM.render` and `defaultProps` of a function."""


def built(files: Files) -> Uploaded:
    tools = toolchain()
    wanted = closure(files["package.json"].decode(), *load_locks())
    assert wanted is not None
    with open_folder() as work_dir, HttpStore() as store:
        document = store.job("bld_1", pack(files), checks=["page"], limits={})
        document["toolchain"] = {"packages": [one.document() for one in wanted]}
        packages = Packages(tools, NpmArchives(find_node()), this_machine())
        sandbox = local_sandbox("bubblewrap", tools)
        run_job(parse_job(document), toolchain=tools, sandbox=sandbox, work_dir=work_dir, packages=packages)
        return store.uploaded("bld_1")


@pytest.mark.e2e
def test_it_is_built_and_opened_as_it_was_written() -> None:
    entries = {each.relative_to(OLDER).as_posix(): each.read_bytes() for each in OLDER.rglob("*") if each.is_file()}
    catalog = load_catalog().asked_by(entries["package.json"].decode())
    assert catalog.line == "classic"
    mapped, found = map_import(entries, catalog)
    fitted = fit_project(mapped, found, entries["package.json"], catalog)
    assert fitted.missing == {}
    assert {path: fitted.files[path] for path in entries if path != "package.json"} == {
        path: text for path, text in entries.items() if path != "package.json"
    }
    assert [each for each in check_project(fitted.files, load_catalog()) if each.severity == "error"] == []
    uploaded = built(fitted.files)
    assert uploaded.result["status"] == "succeeded", uploaded.log
    page = uploaded.result["page"]
    assert (page["errors"], page["title"]) == ([], "React 18.3.1 false"), page
    assert "by default" in json.dumps(page["tree"])
    (sheet,) = (text.decode() for path, text in uploaded.content.items() if path.endswith(".css"))
    assert "--tw-" in sheet and "18 52 86" in sheet
