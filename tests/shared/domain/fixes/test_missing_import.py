"""A component or a hook that is used and comes from nowhere."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.missing_import import fix_missing_import
from tests.support.fixing import a_project, fixed, planned

HEADER = {"src/components/Header.tsx": "export default function Header() {}\n"}
EXPORTS = {"src/components/Header.tsx": ["default"], "src/ui.tsx": ["Card", "Price"], "src/main.tsx": []}
UI = {"src/ui.tsx": "export const Card = 1;\nexport type Price = 1;\n"}


def repaired(text: str, more: dict[str, str] | None = None, **exports: list[str]) -> str:
    names = {**EXPORTS, **{path.replace("__", "/"): each for path, each in exports.items()}}
    project = a_project({"src/main.tsx": text, **HEADER, **UI, **(more or {})}, exports=names)
    return fixed(fix_missing_import, project)


@pytest.mark.parametrize(
    ("text", "added"),
    [
        ("export const a = <Header />;\n", 'import Header from "./components/Header";\n'),
        ("export const a = <Card>x</Card>;\n", 'import { Card } from "./ui";\n'),
        ("export const a = <p>{b && <Card/>}</p>;\n", 'import { Card } from "./ui";\n'),
    ],
)
def test_the_only_module_that_exports_it_is_imported(text: str, added: str) -> None:
    assert repaired(text) == added + text


def test_it_is_written_as_the_file_writes_its_imports() -> None:
    text = "import a from '@/a'\n\nexport const b = <Card>{a}</Card>\n"
    assert repaired(text) == text.replace("'@/a'\n", "'@/a'\nimport { Card } from '@/ui'\n")


def test_several_at_once() -> None:
    after = repaired("import './x.css';\nexport const a = <Header><Card/></Header>;\n")
    assert after.splitlines()[1:3] == ["import Header from './components/Header';", "import { Card } from './ui';"]


def test_directives_stay_first() -> None:
    assert repaired('"use client";\n\nexport const a = <Card/>;\n').startswith('"use client";\nimport { Card }')


@pytest.mark.parametrize(
    "text",
    [
        'import { Card } from "./other";\nexport const a = <Card/>;\n',
        'import Card from "pkg";\nexport const a = <Card/>;\n',
        "const Card = 1;\nexport const a = <Card/>;\n",
        "function f({ Card }) { return <Card/>; }\n",
        "const f = (Card) => <Card/>;\n",
        "export const a = <Price/>;\n",
        "export const a = <Gone/>;\n",
        "export const a = <constructor/>;\n",
        "export const a = <Object/>;\n",
        "export const a = <card/>;\n",
        "export const a = '<Card/>';\n",
        "export const a = `<Card/>`;\n",
        "// <Card/>\n",
        "/* <Card/> */\n",
        "export const a = x <Card/> y;\n",
        "const a = useThing<Card>();\n",
        "export const a = <Card/>; const b = '\n",
        "export const a = <Card/>;" + "a;" * 500_000,
    ],
)
def test_where_it_is_not_certain_nothing_is_done(text: str) -> None:
    assert repaired(text) == text


def test_two_that_export_it_are_no_answer() -> None:
    text = "export const a = <Card/>;\n"
    assert repaired(text, {"src/other.tsx": "export const Card = 1;\n"}, **{"src/other.tsx": ["Card"]}) == text


def test_an_index_that_hands_it_on_does_not_count() -> None:
    more = {"src/components/index.ts": "export * from './Tile';\n", "src/components/Tile.tsx": "export const Tile=1;\n"}
    named = {"src/components/index.ts": ["Tile"], "src/components/Tile.tsx": ["Tile"]}
    assert '"./components/Tile"' in repaired("export const a = <Tile/>;\n", more, **named)


def test_a_file_that_does_not_parse_is_left() -> None:
    found = Diagnostic(code="SYNTAX_ERROR", message="no", path="src/main.tsx")
    project = a_project({"src/main.tsx": "export const a = <Card/>;\n", **UI}, found, exports=EXPORTS)
    assert fix_missing_import(project) == []


HOOKED = "export function A() {\n  const [a, setA] = useState(0);\n  useEffect(() => setA(1), []);\n  return a;\n}\n"


def test_hooks_are_imported_from_react() -> None:
    assert repaired(HOOKED) == 'import { useState, useEffect } from "react";\n' + HOOKED


def test_hooks_join_the_import_that_is_there() -> None:
    after = repaired('import { useState } from "react";\n' + HOOKED)
    assert after == 'import { useState, useEffect } from "react";\n' + HOOKED


def test_hooks_do_not_join_an_import_of_types() -> None:
    after = repaired('import type { FC } from "react";\n' + HOOKED)
    assert after.splitlines()[:2] == [
        'import type { FC } from "react";',
        'import { useState, useEffect } from "react";',
    ]


@pytest.mark.parametrize(
    "text",
    [
        "const a = React.useState(0);\n",
        "function useState(a) {}\nuseState(1);\n",
        "const useState = b;\nuseState(1);\n",
        "const a = { useId() { return 1; } };\n",
        "class A { useId(): string { return ''; } }\n",
        "f(useState);\n",
        "// useState(0)\n",
        "const a = 'useState(0)';\n",
        "const a = <p>useState(0)</p>;\n",
        "import { useState } from './mine';\nuseState(0);\n",
        "import React, { useState } from 'react';\nuseState(0);\n",
    ],
)
def test_a_hook_that_is_declared_or_not_called_is_left(text: str) -> None:
    assert repaired(text) == text


OWN = {"src/hooks/useStored.ts": "export function useStored(key) { return useState(key); }\n"}
NAMES = {"src__hooks__useStored.ts": ["useStored"]}


@pytest.mark.parametrize("call", ["useStored('a')", "useStored<string>('a')"])
def test_a_hook_of_the_project_is_imported_from_the_only_module_that_exports_it(call: str) -> None:
    text = f"export default function A() {{\n  const [a] = {call};\n  return a;\n}}\n"
    assert repaired(text, OWN, **NAMES) == 'import { useStored } from "./hooks/useStored";\n' + text


@pytest.mark.parametrize(
    "text",
    [
        "import { useStored } from './mine';\nuseStored(1);\n",
        "function useStored(a) {}\nuseStored(1);\n",
        "export const useStored = (a) => a;\nuseStored(1);\n",
        "import * as mine from './mine';\nmine.useStored(1);\n",
        "const { useStored } = mine;\nuseStored(1);\n",
        "export default function A(useStored) { return useStored(1); }\n",
    ],
)
def test_a_hook_of_the_project_that_is_declared_is_left(text: str) -> None:
    assert repaired(text, OWN, **NAMES) == text


def test_a_module_without_markup_gets_its_hooks_as_well() -> None:
    text = OWN["src/hooks/useStored.ts"]
    project = a_project(
        {"src/main.tsx": "", **OWN}, exports={"src/main.tsx": [], "src/hooks/useStored.ts": ["useStored"]}
    )
    assert fixed(fix_missing_import, project, "src/hooks/useStored.ts") == 'import { useState } from "react";\n' + text


def test_generics_of_a_module_without_markup_are_no_components() -> None:
    text = "export const a = new Map<Card, Header>();\n"
    project = a_project({"src/a.ts": text, **HEADER, **UI}, exports={**EXPORTS, "src/a.ts": ["a"]})
    assert fixed(fix_missing_import, project, "src/a.ts") == text


def test_without_react_there_are_no_hooks() -> None:
    project = a_project({"src/main.tsx": HOOKED, "package.json": "{}"})
    assert fix_missing_import(project) == []


_PARTS = st.sampled_from(
    ["<Card/>", "<Header>x</Header>", "useState(0)", "useEffect(f)", "'<Card/>'", "`${<Card/>}`", "// <Header/>\n",
     "Card", "import { Card } from './ui'", "import x from 'y';", "{", "}", "<p>", "Calender", "<Close/>",
     "import { Calender, Close } from 'lucide-react';", "'", "`"]
)  # fmt: skip


@given(st.lists(_PARTS, max_size=8))
def test_all_fixers_together_done_twice_are_done_once(parts: list[str]) -> None:
    text = "".join(f"{part}\n;" for part in parts)
    project = a_project({"src/main.tsx": text, **HEADER, **UI}, exports=EXPORTS)
    once = planned(project)
    assert set(once) <= {"src/main.tsx"}
    again = a_project({"src/main.tsx": once.get("src/main.tsx", text), **HEADER, **UI}, exports=EXPORTS)
    assert planned(again) == {}
