"""A catalog package that is imported and not declared."""

import json

import pytest

from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.missing_dependency import fix_missing_dependency
from shared.domain.tree.package_rules import check_package
from tests.support.fixing import CATALOG, a_project, fixed, undeclared

MAIN = {"src/main.tsx": 'import { format } from "date-fns";\n'}


def test_it_is_declared_at_the_pin() -> None:
    text = fixed(fix_missing_dependency, a_project(MAIN, undeclared("date-fns")), "package.json")
    assert json.loads(text)["dependencies"] == {"date-fns": CATALOG.version("date-fns"), "react": "19.3.1"}
    assert check_package(text, CATALOG) == []


def test_what_only_builds_is_declared_for_development() -> None:
    found = undeclared("@tailwindcss/vite", "src/main.tsx")
    manifest = json.loads(fixed(fix_missing_dependency, a_project(MAIN, found), "package.json"))
    assert list(manifest["devDependencies"]) == ["@tailwindcss/vite"]


def test_several_are_declared_together_and_each_is_told() -> None:
    (fix,) = fix_missing_dependency(a_project(MAIN, undeclared("date-fns"), undeclared("clsx"), undeclared("clsx")))
    assert len(fix.told) == 2 and "date-fns@" in fix.told[0] and "src/main.tsx" in fix.told[0]


@pytest.mark.parametrize(
    "name", ["left-pad", "vue", "pinia", "constructor", "__proto__", "toString", "date-fn", "react-spring", ".*", ""]
)
def test_what_is_not_of_the_catalog_or_of_another_framework_is_left(name: str) -> None:
    assert fix_missing_dependency(a_project(MAIN, undeclared(name))) == []


@pytest.mark.parametrize("manifest", ["", "{", "[]", "3", '{"dependencies": []}', "[" * 100_000, '{"dependencies": 1}'])
def test_a_manifest_that_is_none_is_left(manifest: str) -> None:
    assert fix_missing_dependency(a_project({**MAIN, "package.json": manifest}, undeclared("date-fns"))) == []


def test_a_warning_is_no_reason() -> None:
    found = undeclared("date-fns").model_copy(update={"severity": "warning"})
    assert fix_missing_dependency(a_project(MAIN, found)) == []


def test_another_message_is_not_understood() -> None:
    found = Diagnostic(code="BARE_IMPORT_UNDECLARED", message="date-fns is odd", path="src/main.tsx")
    assert fix_missing_dependency(a_project(MAIN, found)) == []


def test_without_dependencies_the_files_tell_the_framework() -> None:
    bare = {"package.json": "{}", "src/main.ts": "export {}", "src/App.vue": "<template/>"}
    project = a_project(bare, undeclared("pinia", "src/main.ts"))
    assert "pinia" in fixed(fix_missing_dependency, project, "package.json")
