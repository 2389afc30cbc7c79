import pytest

from local.offline_model.page import file_name, mount, mounted, unmount
from local.offline_model.project import Framework
from shared.services.assets.load_templates import load_templates

APPS: dict[Framework, str] = {
    "react": "src/App.tsx",
    "vue": "src/App.vue",
    "svelte": "src/App.svelte",
    "vanilla": "src/app.ts",
}


@pytest.mark.parametrize("framework", APPS)
def test_mounting_is_undone_by_unmounting_and_happens_once(framework: Framework) -> None:
    app = load_templates()[framework].files[APPS[framework]].decode()
    module = file_name(framework, "Extra")
    once = mount(app, framework, "Extra", module)
    assert mounted(once, framework)[-1].lower().startswith("extra")
    assert once.index("Extra" if framework != "vanilla" else "extra()") < once.rindex("</main>")
    assert mount(once, framework, "Extra", module) == once
    assert unmount(once, framework, "Extra") == app


@pytest.mark.parametrize(
    ("framework", "app", "expected"),
    [
        (
            "react",
            "function App() {\n  return (\n    <div>\n      <p>a</p>\n    </div>\n  )\n}\nexport default App\n",
            'import X from "./X";\nfunction App() {\n  return (\n    <div>\n      <p>a</p>\n      <X />\n    </div>\n'
            "  )\n}\nexport default App\n",
        ),
        (
            "react",
            "export default () => { const App = 1; return <><p/></>; }",
            'import X from "./X";\nexport default () => { const App = 1; return <><p/> <X /></>; }',
        ),
        ("vue", "<template>\n  <A />\n</template>\n", None),
        ("svelte", "<h1>a</h1>\n\n<style>\n  h1 {}\n</style>\n", None),
        ("svelte", "", None),
    ],
)
def test_pages_of_other_shapes(framework: Framework, app: str, expected: str | None) -> None:
    made = mount(app, framework, "X", "./X")
    if expected is not None:
        assert made == expected
    assert made.count("import X") == 1
    shown = made.split("</script>")[-1] if framework != "react" else made
    assert "<X />" in shown or "<XSection />" in shown
    if "<style" in made:
        assert made.index("<X />") < made.index("<style")


def test_a_page_without_any_markup_has_no_place() -> None:
    assert mount("export const nothing = 1;\n", "react", "X", "./X") == ""


def test_imports_over_several_lines_stay_whole() -> None:
    app = 'import {\n  a,\n  b,\n} from "./ab";\n\nexport default function App() {\n  return <p></p>;\n}\n'
    assert mount(app, "react", "X", "./X").startswith('import {\n  a,\n  b,\n} from "./ab";\nimport X from "./X";\n')
