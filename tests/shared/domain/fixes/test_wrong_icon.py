"""An icon by a name that its package does not have."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.fixes.icon_names import is_known, nearest_icon, slips
from shared.domain.fixes.wrong_icon import fix_wrong_icon
from shared.services.assets.load_catalog import ROOT
from tests.support.fixing import CATALOG, a_project, fixed

KNOWN = CATALOG.icons["lucide-react"]
USE = 'import { {} } from "lucide-react";\n\nexport const a = <{} size={16} />;\n'


def repaired(text: str, path: str = "src/main.tsx") -> str:
    return fixed(fix_wrong_icon, a_project({path: text}), path)


def using(name: str) -> str:
    return USE.replace("{}", name, 2)


def test_the_names_are_those_of_the_pinned_packages() -> None:
    stored = json.loads((ROOT / "icons.json").read_text("utf-8"))
    assert {name: each["version"] for name, each in stored.items()} == {
        name: CATALOG.version(name) for name in ("lucide-react", "@lucide/vue", "@lucide/svelte")
    }


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("Calender", "Calendar"),
        ("TrashCan", "Trash2"),
        ("AlertTriangel", "AlertTriangle"),
        ("XMark", "X"),
        ("XMarkIcon", "X"),
        ("MagnifyingGlassIcon", "Search"),
        ("Close", "X"),
        ("Spinner", "LoaderCircle"),
        ("ShopingCart", "ShoppingCart"),
        ("Arrowright", "ArrowRight"),
        ("LucideCalender", "Calendar"),
    ],
)
def test_the_icon_that_is_clearly_meant_takes_its_place(wrong: str, right: str) -> None:
    assert repaired(using(wrong)) == using(right)


@pytest.mark.parametrize(
    "name",
    ["Github", "GithubIcon", "Figma", "Framer", "Twitter", "Foo", "Trash9", "constructor", "toString", "Zzzzzzzzzz",
     "__proto__", "hasOwnProperty", "A" * 10_000],
)  # fmt: skip
def test_where_none_is_clear_nothing_is_done(name: str) -> None:
    assert repaired(using(name)) == using(name)


@pytest.mark.parametrize(
    "name", ["House", "HouseIcon", "LucideHouse", "Home", "LucideIcon", "createLucideIcon", "icons"]
)
def test_a_name_that_exists_is_kept(name: str) -> None:
    assert is_known(name, KNOWN) and repaired(using(name)) == using(name)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import { Calender as C } from 'lucide-react';\na(C)", "import { Calendar as C } from 'lucide-react';\na(C)"),
        (
            "import { Calender } from 'lucide-react';\nexport const icons = { Calender };",
            "import { Calendar as Calender } from 'lucide-react';\nexport const icons = { Calender };",
        ),
        (
            "import { Calender, Calendar } from 'lucide-react';\na(Calender)",
            "import { Calendar as Calender, Calendar } from 'lucide-react';\na(Calender)",
        ),
        (
            "import { Calender } from 'lucide-react';\na('Calender', b.Calender, `Calender ${Calender}`) // Calender\n",
            "import { Calendar } from 'lucide-react';\na('Calender', b.Calender, `Calender ${Calendar}`) // Calender\n",
        ),
        (
            "import { Calender } from 'lucide-react';\na = <Calender a='Calender'>Calender</Calender>; CalenderX",
            "import { Calendar } from 'lucide-react';\na = <Calendar a='Calender'>Calender</Calendar>; CalenderX",
        ),
        (
            "import { Calender, Close } from 'lucide-react';\na(Calender); b(Close)",
            "import { Calendar, X } from 'lucide-react';\na(Calendar); b(X)",
        ),
    ],
)
def test_only_its_uses_change(before: str, after: str) -> None:
    assert repaired(before) == after


@pytest.mark.parametrize(("path", "package"), [("src/A.vue", "@lucide/vue"), ("src/A.svelte", "@lucide/svelte")])
def test_in_a_component_the_markup_keeps_its_name(path: str, package: str) -> None:
    text = f"<script>\nimport {{ Calender }} from '{package}'\n</script>\n<Calender />\n"
    assert repaired(text, path) == text.replace("{ Calender }", "{ Calendar as Calender }")


@pytest.mark.parametrize(
    "text",
    [
        "// import { Calender } from 'lucide-react'",
        "const a = \"import { Calender } from 'lucide-react'\"",
        "const a = `import { Calender } from 'lucide-react'`",
        "import { Calender } from 'lucide-react-native'",
        "import { Calender } from './lucide-react'",
        "import type { Calender } from 'lucide-react'",
        "import { type Calender } from 'lucide-react'",
        "import * as icons from 'lucide-react'; icons.Calender",
        "export { Calender } from 'lucide-react'",
        "import { Calender } from 'lucide-react'; const a = '",
        "import { Calender } from 'lucide-react';" + "a;" * 500_000,
    ],
)
def test_what_is_no_such_import_is_left(text: str) -> None:
    assert repaired(text) == text


def test_readmes_and_tests_are_left() -> None:
    for path in ("README.md", "src/a.test.tsx"):
        assert repaired(using("Calender"), path) == using("Calender")


@given(st.text(alphabet="ABCabc$_09", min_size=1, max_size=20))
def test_whatever_is_asked_the_answer_is_a_name_of_the_package(name: str) -> None:
    found = nearest_icon(name, KNOWN)
    assert found is None or found in KNOWN


@given(st.text(alphabet="abc", max_size=6), st.text(alphabet="abc", max_size=6))
def test_slips_are_counted_as_a_distance(left: str, right: str) -> None:
    assert slips(left, right) == slips(right, left) and (slips(left, right) == 0) == (left == right)
    assert abs(len(left) - len(right)) <= slips(left, right) <= max(len(left), len(right))


def test_a_swap_is_one_slip() -> None:
    assert slips("Triangel", "Triangle") == 1
