"""A component or a hook that is used and comes from nowhere, as the gate reports it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.missing_dependency import fix_missing_dependency
from shared.domain.fixes.missing_import import fix_missing_import
from shared.domain.tree.package_rules import check_package
from tests.support.fixing import CATALOG, a_project, fixed, planned, undeclared

HEADER = {"src/components/Header.tsx": "export default function Header() {}\n"}
EXPORTS = {"src/components/Header.tsx": ["default"], "src/ui.tsx": ["Card", "Price"], "src/main.tsx": []}
UI = {"src/ui.tsx": "export const Card = 1;\nexport type Price = 1;\n"}


def repaired(text: str, *used: str, more: dict[str, str] | None = None, **exports: list[str]) -> str:
    """The module after the fix, of which the gate says that nothing declares the names `used`."""
    names = {**EXPORTS, **{path.replace("__", "/"): each for path, each in exports.items()}}
    files = {"src/main.tsx": text, **HEADER, **UI, **(more or {})}
    return fixed(fix_missing_import, a_project(files, exports=names, undeclared={"src/main.tsx": used}))


@pytest.mark.parametrize(
    ("name", "added"),
    [("Header", 'import Header from "./components/Header";\n'), ("Card", 'import { Card } from "./ui";\n')],
)
def test_the_only_module_that_exports_it_is_imported(name: str, added: str) -> None:
    text = f"export const a = <{name} />;\n"
    assert repaired(text, name) == added + text


def test_it_is_written_as_the_file_writes_its_imports() -> None:
    text = "import a from '@/a'\n\nexport const b = <Card>{a}</Card>\n"
    assert repaired(text, "Card") == text.replace("'@/a'\n", "'@/a'\nimport { Card } from '@/ui'\n")


def test_several_at_once() -> None:
    after = repaired("import './x.css';\nexport const a = <Header><Card/></Header>;\n", "Header", "Card")
    assert set(after.splitlines()[1:3]) == {
        "import Header from './components/Header';",
        "import { Card } from './ui';",
    }


@pytest.mark.parametrize("before", ['"use client";\n', "// a\n'use client'\n\"use strict\";\n"])
def test_directives_stay_first(before: str) -> None:
    text = "\nexport const a = <Card/>;\n"
    assert repaired(before + text, "Card") == f'{before}import {{ Card }} from "./ui";\n{text}'


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('import { Card } from "./other";\nexport const a = <Card/>;\n', "Card"),
        ("export const a = <Price/>;\n", "Price"),
        ("export const a = <Gone/>;\n", "Gone"),
        ("export const a = <constructor/>;\n", "constructor"),
    ],
)
def test_where_it_is_not_certain_nothing_is_done(text: str, name: str) -> None:
    assert repaired(text, name) == text


def test_two_that_export_it_are_no_answer() -> None:
    text, other = "export const a = <Card/>;\n", {"src/other.tsx": "export const Card = 1;\n"}
    assert repaired(text, "Card", more=other, **{"src/other.tsx": ["Card"]}) == text


def test_an_index_that_hands_it_on_does_not_count() -> None:
    more = {"src/components/index.ts": "export * from './Tile';\n", "src/components/Tile.tsx": "export const Tile=1;\n"}
    named = {"src/components/index.ts": ["Tile"], "src/components/Tile.tsx": ["Tile"]}
    assert '"./components/Tile"' in repaired("export const a = <Tile/>;\n", "Tile", more=more, **named)


HOOKED = "export function A() {\n  const [a, setA] = useState(0);\n  useEffect(() => setA(1), []);\n  return a;\n}\n"


def test_hooks_are_imported_from_react() -> None:
    assert repaired(HOOKED, "useState", "useEffect") == 'import { useState, useEffect } from "react";\n' + HOOKED


@pytest.mark.parametrize("names", ["{ useState }", "{ useState, }", "React, {useState}", "{\n  useState,\n}"])
def test_hooks_join_the_import_that_is_there(names: str) -> None:
    after = repaired(f'import {names} from "react";\n{HOOKED}', "useEffect")
    assert after == f'import {names.replace("useState", "useState, useEffect")} from "react";\n{HOOKED}'


@pytest.mark.parametrize("first", ["import type { FC } from", "import React from", "import {} from"])
def test_hooks_do_not_join_an_import_of_types_or_without_names(first: str) -> None:
    after = repaired(f'{first} "react";\n{HOOKED}', "useState", "useEffect")
    assert after.splitlines()[:2] == [f'{first} "react";', 'import { useState, useEffect } from "react";']


def test_a_hook_that_the_project_exports_is_not_reacts() -> None:
    more = {"src/hooks.ts": "export const useId = () => 1;\n"}
    assert '"./hooks"' in repaired("useId();\n", "useId", more=more, **{"src__hooks.ts": ["useId"]})


def test_without_react_there_are_no_hooks() -> None:
    project = a_project({"src/main.tsx": HOOKED, "package.json": "{}"}, undeclared={"src/main.tsx": ["useState"]})
    assert fix_missing_import(project) == []


_PARTS = st.sampled_from(
    ["<Card/>", "<Header>x</Header>", "useState(0)", "useEffect(f)", "'<Card/>'", "`${<Card/>}`", "// <Header/>\n",
     "Card", "import { Card } from './ui'", "import x from 'y';", "{", "}", "<p>", "import { useState } from 'react';",
     "import {} from 'react';", "'", "`", "/*"]
)  # fmt: skip


@given(st.lists(_PARTS, max_size=8))
def test_all_fixers_together_done_twice_are_done_once(parts: list[str]) -> None:
    text, used = "".join(f"{part}\n;" for part in parts), {"src/main.tsx": ["Card", "Header", "useEffect"]}
    once = planned(a_project({"src/main.tsx": text, **HEADER, **UI}, exports=EXPORTS, undeclared=used))
    assert set(once) <= {"src/main.tsx"}
    files = {"src/main.tsx": once.get("src/main.tsx", text), **HEADER, **UI}
    assert planned(a_project(files, exports=EXPORTS, undeclared=used)) == {}


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
