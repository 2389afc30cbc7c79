"""An import of a file that is not where it is said to be."""

import pytest

from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.plan import fix_wrong_icon
from shared.domain.fixes.wrong_path import fix_wrong_path
from tests.support.fixing import a_project, fixed, unresolved

BUTTON = {"src/components/ui/Button.tsx": "export function Button() {}\n"}
EXPORTS = {"src/components/ui/Button.tsx": ["Button"], "src/main.tsx": []}


def repaired(line: str, specifier: str, files: dict[str, str], path: str = "src/main.tsx", **exports: list[str]) -> str:
    """The importer after the fix, with `files` as modules of the exports given or guessed."""
    named = {each: exports.get("names", ["default", "Button", "a"]) for each in files if not each.endswith(".css")}
    project = a_project({path: line, **files}, unresolved(specifier, path), exports=named)
    return fixed(fix_wrong_path, project, path)


@pytest.mark.parametrize(
    ("line", "there", "after"),
    [
        ('import { Button } from "./Button";', "src/components/ui/Button.tsx", "./components/ui/Button"),
        ("import {Button} from './Button'", "src/components/ui/Button.tsx", "./components/ui/Button"),
        ('import { Button } from "@/Button";', "src/components/ui/Button.tsx", "@/components/ui/Button"),
        ('import { Button } from "/src/Button";', "src/ui/Button.tsx", "/src/ui/Button"),
        ('import { Button } from "../../Button";', "src/ui/Button.tsx", "./ui/Button"),
        ('import B from "./button";', "src/Button.tsx", "./Button"),
        ('import B from "./UI/Button";', "src/ui/Button.tsx", "./ui/Button"),
        ('import B from "./Button.jsx";', "src/Button.tsx", "./Button"),
        ('import App from "./App";', "src/App.vue", "./App.vue"),
        ('import App from "./App.svelte";', "src/lib/App.svelte", "./lib/App.svelte"),
        ('import "./index.css";', "src/styles/index.css", "./styles/index.css"),
        ('import B from "./Button/index";', "src/ui/Button/index.tsx", "./ui/Button"),
        ('import B from "./Button";', "src/ui/Button/index.tsx", "./ui/Button"),
        ('const P = lazy(() => import("./Home"));', "src/pages/Home.tsx", "./pages/Home"),
        ('export { Button } from "./Button";', "src/ui/Button.tsx", "./ui/Button"),
        ('export * from "./Button";', "src/ui/Button.tsx", "./ui/Button"),
        ('import data from "./data.json";', "src/lib/data.json", "./lib/data.json"),
        ('import t from "./a.txt?raw";', "src/lib/a.txt", "./lib/a.txt"),
    ],
)
def test_the_only_file_that_can_be_meant_is_named(line: str, there: str, after: str) -> None:
    before = line.split("'" if "'" in line else '"')[1].partition("?")[0]
    assert repaired(f"{line}\n", before, {there: ""}) == f"{line}\n".replace(before, after)


def test_a_deeper_importer_climbs() -> None:
    line = 'import { Button } from "./Button";\n'
    assert '"../ui/Button"' in repaired(line, "./Button", {"src/ui/Button.tsx": ""}, "src/pages/Home.tsx")


def test_all_imports_of_the_name_are_put_right() -> None:
    text = 'import { Button } from "./Button";\nexport { a } from "./Button";\n'
    assert repaired(text, "./Button", {"src/ui/Button.tsx": ""}).count("./ui/Button") == 2


def test_an_alias_that_nothing_defines_becomes_relative() -> None:
    found = Diagnostic(
        code="LOCAL_IMPORT_UNRESOLVED", message='Nothing says what "@/" means in src/main.tsx', path="src/main.tsx"
    )
    main = 'import { Button } from "@/components/ui/Button";\n'
    project = a_project({"src/main.tsx": main, **BUTTON}, found, exports=EXPORTS)
    assert '"./components/ui/Button"' in fixed(fix_wrong_path, project)


@pytest.mark.parametrize("path", ["src/App.vue", "src/App.svelte"])
def test_in_a_component_only_the_script_is_read(path: str) -> None:
    text = (
        '<script>\nimport { Button } from "./Button"\n</script>\n<!-- import "./Button" -->\n<p>import "./Button"</p>\n'
    )
    after = repaired(text, "./Button", {"src/ui/Button.ts": ""}, path)
    assert after == text.replace('"./Button"', '"./ui/Button"', 1)


@pytest.mark.parametrize(
    ("line", "files"),
    [
        ('import { Button } from "./Button";', ["src/a/Button.tsx", "src/b/Button.tsx"]),
        ('import { a } from "./sections/hours";', ["src/content.ts"]),
        ('import { Button } from "./gone";', ["src/ui/Button.tsx"]),
        ('import Button from "./gone";', ["src/a.tsx"]),
        ('import * as all from "./gone";', ["src/a.tsx"]),
        ('import { nope } from "./Button";', ["src/ui/Button.tsx"]),
        ('import "./App.css";', ["src/App.tsx"]),
        ('import "./App.css";', ["src/a/App.css", "src/b/App.css"]),
        ('import logo from "./logo.svg";', ["src/logo.tsx", "src/assets/logo.png"]),
        ('import { Button } from "./Button";', ["src/ui/Button.test.tsx", "tests/Button.tsx"]),
        ('import { Button } from "./Button";', ["src/ui/Button.d.ts", "public/Button.js"]),
        ('import { Button } from "./Button";', []),
        ('import("./" + Button);', ["src/ui/Button.tsx"]),
        ("import(`./Button`);", ["src/ui/Button.tsx"]),
    ],
)
def test_where_it_is_not_certain_nothing_is_done(line: str, files: list[str]) -> None:
    name = line.split('"')[1] if '"' in line else "./Button"
    assert repaired(line, name, dict.fromkeys(files, "")) == line


HOSTILE = [
    "// import { Button } from './Button'\n", "/* import './Button' */\n", "const a = \"import './Button'\";\n",
    "const a = `import './Button'`;\n", "const a = <p>import './Button'</p>;\n", "a.import('./Button');\n",
    "const from = './Button';\n", "x = /import '.\\/Button'/;\n",
    "import" + " {" * 5_000, "import a " * 20_000, "export * " * 20_000,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_what_only_looks_like_an_import_is_left(text: str) -> None:
    assert repaired(text, "./Button", {"src/ui/Button.tsx": ""}) == text


def test_a_line_of_a_megabyte_is_left() -> None:
    text = 'import { Button } from "./Button";' + "a;" * 500_000
    assert repaired(text, "./Button", {"src/ui/Button.tsx": ""}) == text


@pytest.mark.parametrize(
    "name", ["./a.*", "./(a", "./[b]", "./constructor", "./__proto__", "./toString", "./a\\b", "./"]
)
def test_odd_names_are_taken_as_they_are(name: str) -> None:
    line = f'import "{name}";\n'
    assert repaired(line, name, {"src/ui/Button.tsx": "", "src/ui/ab.ts": ""}) == line


def test_a_name_with_the_characters_of_a_pattern_is_found() -> None:
    assert '"./pages/[id]"' in repaired('import P from "./[id]";\n', "./[id]", {"src/pages/[id].tsx": ""})


def test_a_twin_with_another_extension_keeps_its_own_written() -> None:
    files = {"src/lib/Button.tsx": "", "src/lib/Button.json": ""}
    line = 'import { Button } from "./Button";\n'
    assert '"./lib/Button"' in repaired(line, "./Button", {"src/lib/Button.tsx": ""})
    assert repaired(line, "./Button", files) == line


HINT = 'Did you mean "Calendar"?'


def mended(text: str, hint: str = HINT, package: str = "lucide-react") -> str:
    message = f'{package} (1.72.0) has no export "Calender"'
    found = Diagnostic(code="PACKAGE_EXPORT_NOT_FOUND", message=message, path="src/main.tsx", hint=hint)
    return fixed(fix_wrong_icon, a_project({"src/main.tsx": text}, found))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("{ Calender }", "{ Calendar as Calender }"),
        ("{ House,\n  Calender,\n}", "{ House,\n  Calendar as Calender,\n}"),
        ("{ Calender as C }", "{ Calendar as C }"),
        ("{ CalenderX, Calender }", "{ CalenderX, Calendar as Calender }"),
    ],
)
def test_the_nearest_name_takes_its_place_in_the_import(before: str, after: str) -> None:
    use = 'from "lucide-react";\nexport const a = [Calender, "Calender"];\n'
    assert mended(f"import {before} {use}") == f"import {after} {use}"


@pytest.mark.parametrize(
    ("text", "hint", "package"),
    [
        ('import { Calender } from "lucide-react";\n', "", "lucide-react"),
        ('import { Calender } from "lucide-react";\n', "Import what you need by name", "lucide-react"),
        ('import { Calender } from "zod";\n', HINT, "zod"),
        ('import { Calender } from "./icons";\n', HINT, "lucide-react"),
        ('import * as Calender from "lucide-react";\n', HINT, "lucide-react"),
        ('// import { Calender } from "lucide-react";\n', HINT, "lucide-react"),
    ],
)
def test_where_none_is_clear_nothing_is_done(text: str, hint: str, package: str) -> None:
    assert mended(text, hint, package) == text
