"""The names that the gate knows of packages are those of the catalog's pins."""

import json
import subprocess

import pytest

from benchmarks.quality.task import load_tasks
from benchmarks.quality.trees import reference_of
from devkit.node.real_compile import real_compile
from devkit.node.toolchain import ROOT as REPOSITORY
from devkit.node.toolchain import toolchain
from shared.domain.base import Files
from shared.services.assets.load_catalog import ROOT, load_catalog
from shared.services.assets.load_templates import load_templates
from tests.functions.compile.test_node_suite import FUNCTION, _packages
from tests.support.depth import deep
from toolchain.node import find_node

STORED = json.loads((FUNCTION / "src" / "names" / "catalog.json").read_text("utf-8"))


def test_they_are_of_the_pinned_versions() -> None:
    catalog = load_catalog()
    assert {name: each["version"] for name, each in STORED["packages"].items()} == {
        name: catalog.version(name) for name in STORED["packages"]
    }
    assert STORED["packages"].keys() >= {"react", "react-dom", "vue", "svelte", "lucide-react", "react-router", "zod"}


def test_what_stands_in_for_a_package_is_the_catalogs_word() -> None:
    aliases = json.loads((ROOT / "metadata.json").read_text("utf-8"))["aliases"]
    assert STORED["aliases"] == {name: to for name, to in aliases.items() if name not in load_catalog().packages}


@deep
def test_written_again_they_are_the_same() -> None:
    _packages()
    command = [str(find_node().binary), "scripts/package_names.mjs", str(toolchain().node_modules), "--check"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


QUIET = {"PACKAGE_EXPORT_NOT_FOUND", "CSS_PROPERTY_UNKNOWN", "CSS_VALUE_INVALID", "CSS_AT_RULE_UNKNOWN"}
TREES = {
    **{f"template {name}": template.files for name, template in load_templates().items()},
    **{f"task {task.id}": reference_of(task).files for task in load_tasks()[0]},
}


@pytest.mark.parametrize("files", TREES.values(), ids=TREES)
def test_it_passes_without_a_word_on_names_or_dropped_css(files: Files) -> None:
    report = real_compile({path: content for path, content in files.items() if _is_text(content)})
    assert report.ok, report.diagnostics
    assert [found for found in report.diagnostics if found.code in QUIET] == []


def _is_text(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True
