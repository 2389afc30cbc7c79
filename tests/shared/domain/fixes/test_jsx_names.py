"""JSX in `.js` files: they are named `.jsx`, and whatever names them still finds them."""

import pytest

from shared.domain.base import Files
from shared.domain.fixes.jsx_names import with_jsx_names

JSX = b"export default () => <p/>;\n"
APP: Files = {
    "index.html": b'<script type="module" src="/src/index.js"></script>',
    "vite.config.js": b"export default { plugins: [react()] }\n",
    "src/index.js": b"import App from './App';\nimport Card from './parts/Card.js';\nimport { a } from './a';\n"
    b"import List from '@/parts';\nconst Late = () => import('./parts/Late.js');\nrender(<App />);\n",
    "src/App.js": b"import Card from 'parts/Card.js';\nexport default () => <Card />;\n",
    "src/a.js": b"export const a = 1 < 2;\n",
    "src/parts/Card.js": JSX,
    "src/parts/Late.js": JSX,
    "src/parts/index.js": b"export { default } from './List';\n",
    "src/parts/List.js": JSX,
    "src/parts/List.ts": b"export type List = 1;\n",
    "src/App.test.js": b"import App from './App.js';\ntest('a', () => <App />);\n",
}
HELD = ("src/index.js", "src/App.js", "src/parts/Card.js", "src/parts/Late.js", "src/parts/List.js", "src/App.test.js")
GRAPH = {"src/App.js": ["src/parts/Card.js"], "src/parts/index.js": ["src/parts/List.js"]}


def renamed(more: Files | None = None, jsx: tuple[str, ...] = HELD) -> tuple[Files, list[str]]:
    files, found = with_jsx_names({**APP, **(more or {})}, jsx, GRAPH)
    return files, [each.message for each in found]


def config(text: str) -> str | None:
    """The configuration afterwards; None where nothing was renamed."""
    files, said = renamed({"vite.config.js": text.encode()})
    return files["vite.config.js"].decode() if said else None


def test_files_with_jsx_get_their_name_and_imports_that_spell_the_ending_follow() -> None:
    files, said = renamed()
    assert {path for path in files if path.startswith("src/")} == {
        "src/index.jsx", "src/App.jsx", "src/a.js", "src/parts/Card.jsx", "src/parts/Late.jsx", "src/parts/index.js",
        "src/parts/List.jsx", "src/parts/List.ts", "src/App.test.jsx",
    }  # fmt: skip
    assert b'src="/src/index.jsx"' in files["index.html"]
    assert files["src/index.jsx"].splitlines()[:5] == [
        b"import App from './App';",
        b"import Card from './parts/Card.jsx';",
        b"import { a } from './a';",
        b"import List from '@/parts';",
        b"const Late = () => import('./parts/Late.jsx');",
    ]
    assert files["src/App.test.jsx"].startswith(b"import App from './App.jsx';")
    assert said == [f"Files with JSX are named .jsx now: {', '.join(sorted(HELD))}."]


def test_an_ending_behind_an_alias_is_found_by_what_it_leads_to() -> None:
    assert renamed()[0]["src/App.jsx"].startswith(b"import Card from 'parts/Card.jsx';")


def test_a_name_that_would_mean_another_file_afterwards_is_written_out() -> None:
    assert renamed()[0]["src/parts/index.js"] == b"export { default } from './List.jsx';\n"


@pytest.mark.parametrize(
    "text",
    [
        "const pages = import.meta.glob('./parts/*.js');",
        "const page = (name) => import(`./parts/${name}.js`);",
        "import.meta.glob('../**/*.js', { eager: true });",
    ],
)
def test_files_that_code_finds_by_a_pattern_with_the_ending_keep_their_names(text: str) -> None:
    assert renamed({"src/pages.js": text.encode()}) == ({**APP, "src/pages.js": text.encode()}, [])


def test_patterns_without_the_ending_or_of_other_files_do_no_harm() -> None:
    code = b"import.meta.glob('./parts/*'); import.meta.glob('./data/*.js'); import(`./parts/${name}`);"
    assert renamed({"src/pages.js": code, "src/data/a.js": b"export {};"})[1]


def test_a_place_that_is_taken_stays_taken() -> None:
    files, said = renamed({"src/app.jsx": JSX})
    assert "src/App.js" in files and said and "src/App.js," not in said[0]


@pytest.mark.parametrize("path", ["public/old.js", "vite.config.js", "src/gone.js", "src/a.mjs", "index.html"])
def test_only_files_of_code_are_renamed(path: str) -> None:
    assert renamed({"public/old.js": JSX, "src/a.mjs": JSX}, jsx=(path,))[1] == []


def test_tailwind_finds_the_classes_of_the_renamed_files() -> None:
    files, _ = renamed(
        {
            "tailwind.config.js": b"export default { content: ['./index.html', './src/**/*.js', './x/*.{js,ts}', "
            b'"./src/**/*.{js,jsx}"] }',
            "src/index.css": b'@source "../src/**/*.js";\n@source "./a.js";\n',
        }
    )
    assert files["tailwind.config.js"] == (
        b"export default { content: ['./index.html', './src/**/*.{js,jsx}', './x/*.{js,ts,jsx}', "
        b'"./src/**/*.{js,jsx}"] }'
    )
    assert files["src/index.css"] == b'@source "../src/**/*.{js,jsx}";\n@source "./a.js";\n'


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "export default { plugins: [react()], esbuild: { loader: 'jsx', include: /s[{]?\\.js$/, exclude: [] } }",
            "export default { plugins: [react()], }",
        ),
        (
            "export default { esbuild: { drop: ['a'], loader: 'jsx', include: [/a\"b\\.js/, 'c'], jsx: 'automatic' } }",
            "export default { esbuild: { drop: ['a'], jsx: 'automatic' } }",
        ),
        ("export default { esbuild: { jsxInject: `import React`, loader: 'jsx' } }", "export default { }"),
        ("export default { esbuild: false }", "export default { esbuild: false }"),
        (
            "import { defineConfig, transformWithEsbuild } from 'vite'\nexport default defineConfig({ plugins: [\n"
            "{ name: 'js', async transform(code, id) { if (!id.match(/\\.js$/)) return null\n"
            "return transformWithEsbuild(code, id, { loader: 'jsx', jsx: 'automatic' }) } }, react()] })",
            "import { defineConfig } from 'vite'\nexport default defineConfig({ plugins: [ react()] })",
        ),
    ],
)
def test_settings_for_jsx_in_javascript_go(text: str, wanted: str) -> None:
    assert config(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "export default { esbuild: { loader: 'jsx', include: /\\.js$/",
        "export default { plugins: [{ transform: (code, id) => transformWithEsbuild(code, id, { target: 'x' }) }] }",
        "const own = { transform: (code, id) => transformWithEsbuild(code, id, { loader: 'jsx' }) }; export default {}",
    ],
)
def test_nothing_is_done_where_a_setting_cannot_be_taken_out_whole(text: str) -> None:
    assert config(text) is None


def test_injected_code_that_other_files_have_keeps_all_as_it_is() -> None:
    text = b"export default { esbuild: { jsxInject: `import React from 'react'` } }"
    assert renamed({"vite.config.js": text, "src/Old.jsx": JSX})[1] == []


def test_its_own_result_needs_no_more() -> None:
    files, _ = renamed()
    assert with_jsx_names(files, [], {}) == (files, [])
