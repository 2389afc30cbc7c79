"""Projects of another layout: the page at the top, its code in `src/`, and every name leads where it led."""

import pytest

from shared.domain.base import Files
from shared.domain.imports.config_places import places_in, read_aliases
from shared.domain.imports.import_layout import fit_layout

IN_SRC: Files = {
    "package.json": b"{}",
    "vite.config.ts": b"""import { resolve } from 'node:path'
export default {
  root: 'src',
  publicDir: '../static',
  build: {
    outDir: '../dist',
    rollupOptions: { input: { main: resolve(__dirname, 'src/index.html'), two: resolve(__dirname, 'src/two.html') } },
  },
  resolve: { alias: { '@': resolve(__dirname, 'src') } },
}
""",
    "src/index.html": b'<link rel="icon" href="/icon.svg"><script type="module" src="/main.ts"></script>',
    "src/two.html": b'<img src="pictures/a.png"><script type="module">import "./two.ts"</script>',
    "src/main.ts": b"import { a } from './lib/a'\nimport '/lib/a.ts'\nconsole.log(a)\n",
    "src/two.ts": b"console.log(2)\n",
    "src/lib/a.ts": b"export const a = 1\n",
    "src/pictures/a.png": b"\x89PNG",
    "static/icon.svg": b"<svg/>",
    "tests/a.test.ts": b"import { a } from '../src/lib/a'\n",
}
OLD_VANILLA: Files = {
    "package.json": b"{}",
    "index.html": b'<div id="app"></div><script type="module" src="/main.js"></script>',
    "main.js": b"import './style.css'\nimport logo from './javascript.svg'\nimport vite from '/vite.svg'\n"
    b"import { setup } from './counter.js'\nsetup(logo, vite)\n",
    "counter.js": b"export function setup() {}\n",
    "style.css": b"body { background: url(./pictures/b.png) }\n",
    "pictures/b.png": b"\x89PNG",
    "javascript.svg": b"<svg/>",
    "public/vite.svg": b"<svg/>",
    "server.js": b"import './counter.js'\n",
}


def codes(files: Files) -> list[str]:
    return [each.code for each in fit_layout(files)[1]]


def test_a_root_in_src_is_the_top_and_its_code_stays() -> None:
    files, found = fit_layout(IN_SRC)
    assert [(each.code, each.severity) for each in found] == [("LAYOUT_MAPPED", "warning")]
    assert sorted(files) == [
        "index.html", "package.json", "public/icon.svg", "src/lib/a.ts", "src/main.ts", "src/pictures/a.png",
        "src/two.ts", "tests/a.test.ts", "two.html", "vite.config.ts",
    ]  # fmt: skip
    assert b'src="/src/main.ts"' in files["index.html"] and b'href="/icon.svg"' in files["index.html"]
    assert files["two.html"] == b'<img src="./src/pictures/a.png"><script type="module">import "./src/two.ts"</script>'
    assert files["src/main.ts"].splitlines()[:2] == [b"import { a } from './lib/a'", b"import '/src/lib/a.ts'"]
    assert files["tests/a.test.ts"] == IN_SRC["tests/a.test.ts"]
    config = files["vite.config.ts"].decode()
    assert not any(word in config for word in ("root:", "publicDir", "outDir"))
    assert "'index.html')" in config and "'two.html')" in config and "resolve(__dirname, 'src')" in config


@pytest.mark.parametrize(
    "root",
    [
        "'client'",
        '"./client/"',
        "path.resolve(__dirname, 'client')",
        "fileURLToPath(new URL('./client', import.meta.url))",
    ],
)
def test_a_root_of_another_name_is_the_top(root: str) -> None:
    config = f"export default {{ root: {root}, build: {{ outDir: '../dist', emptyOutDir: true }}, x: 'client/src' }}"
    files, _ = fit_layout(
        {
            "vite.config.js": config.encode(),
            "client/index.html": b'<script type="module" src="/src/main.js"></script>',
            "client/src/main.js": b"import '../../shared/a.js'\n",
            "client/public/a.txt": b"",
            "shared/a.js": b"export {}\n",
        }
    )
    assert sorted(files) == ["index.html", "public/a.txt", "src/main.js", "src/shared/a.js", "vite.config.js"]
    assert files["src/main.js"] == b"import './shared/a.js'\n"
    assert files["index.html"] == b'<script type="module" src="/src/main.js"></script>'
    assert files["vite.config.js"] == b"export default {  build: {  emptyOutDir: true }, x: 'src' }"


def test_code_beside_the_page_is_in_src_with_what_it_names_and_other_files_stay() -> None:
    files, found = fit_layout(OLD_VANILLA)
    assert [each.code for each in found] == ["FILES_MOVED"]
    assert {path for path in files if path.startswith("src/")} == {
        "src/main.js", "src/counter.js", "src/style.css", "src/javascript.svg", "src/pictures/b.png",
    }  # fmt: skip
    assert b'src="/src/main.js"' in files["index.html"]
    assert files["src/main.js"] == OLD_VANILLA["main.js"]
    assert files["src/style.css"] == OLD_VANILLA["style.css"]
    assert files["server.js"] == b"import './src/counter.js'\n"


def test_pages_of_other_folders_stay_and_their_code_is_in_src() -> None:
    files, _ = fit_layout(
        {
            "index.html": b'<a href="/nested/index.html">x</a>',
            "nested/index.html": b'<script type="module" src="./nested.js"></script>',
            "nested/nested.js": b"import '../src/a.js'\n",
            "src/a.js": b"",
        }
    )
    assert sorted(files) == ["index.html", "nested/index.html", "src/a.js", "src/nested/nested.js"]
    assert files["nested/index.html"] == b'<script type="module" src="../src/nested/nested.js"></script>'
    assert files["src/nested/nested.js"] == b"import '../a.js'\n"


@pytest.mark.parametrize("link", ["/nested/", "./nested/", "nested", "/nested"])
def test_a_link_to_the_folder_of_a_page_names_the_page(link: str) -> None:
    page = f'<a class="x" href="{link}">a</a><a href="/">b</a><a href="/other/">c</a>'
    files, found = fit_layout({"index.html": page.encode(), "nested/index.html": b'<a href="../">up</a>'})
    whole = f"{link.rstrip('/')}/index.html"
    assert files["index.html"].decode() == page.replace(f'"{link}"', f'"{whole}"')
    assert files["nested/index.html"] == b'<a href="../">up</a>'
    assert [each.code for each in found] == ["LINKS_MAPPED"]


def test_a_build_folder_of_another_name_is_dist() -> None:
    files, found = fit_layout({"vite.config.ts": b"export default { build: {outDir: 'build'} }", "index.html": b""})
    assert files["vite.config.ts"] == b"export default { build: {} }"
    assert [each.code for each in found] == ["LAYOUT_MAPPED"]


@pytest.mark.parametrize(
    "files",
    [
        {"vite.config.ts": b"export default { root: 'src' }", "index.html": b"", "src/main.ts": b""},
        {"vite.config.ts": b"export default { root: '../..' }", "index.html": b""},
        {"vite.config.ts": b"export default { root: '/etc' }", "index.html": b""},
        {"vite.config.ts": b"export default { root: 'a' }", "a/index.html": b"1", "index.html": b"2"},
        {"vite.config.ts": b"root:" * 20_000, "index.html": b""},
        {"vite.config.ts": b"\xff\xfe", "index.html": b"\xff"},
        {"vite.config.ts": b"export default { build: { outDir: 'dist' } }", "index.html": b""},
        {"index.html": b'<script src="../../etc/passwd"></script><script src="//x.test/a.js"></script>'},
        {"index.html": b'<script src="/main.js"></script>', "main.js": b"1", "src/main.js": b"2"},
        {"index.html": b'<a href="server.sh">' + b"/" * 100_000, "server.sh": b""},
    ],
)
def test_what_is_not_such_a_layout_stays(files: Files) -> None:
    assert fit_layout(files) == (files, [])


def test_what_a_pattern_names_comes_along_and_is_named_at_its_new_place() -> None:
    files, found = fit_layout(
        {
            "package.json": b"{}",
            "index.html": b'<script type="module" src="/src/main.ts"></script>',
            "src/main.ts": b"import.meta.glob('../locales/*.yml'); import.meta.glob('/data/**/*.{json,csv}')\n"
            b"import.meta.glob('./pages/*.vue'); import.meta.glob('../**/*.md')\n",
            "src/pages/a.vue": b"",
            "locales/en.yml": b"",
            "locales/README.md": b"",
            "data/a/b.json": b"",
            "vite.config.ts": b"export default { plugins: [i18n({ include: [resolve(__dirname, 'locales/**')] })] }\n",
        }
    )
    assert [each.code for each in found] == ["FILES_MOVED"]
    assert files.keys() >= {"src/locales/en.yml", "src/data/a/b.json", "src/locales/README.md"}
    assert files["src/main.ts"] == (
        b"import.meta.glob('./locales/*.yml'); import.meta.glob('/src/data/**/*.{json,csv}')\n"
        b"import.meta.glob('./pages/*.vue'); import.meta.glob('../**/*.md')\n"
    )
    assert b"resolve(__dirname, './src/locales/**')" in files["vite.config.ts"]


def test_parts_of_the_configuration_come_along() -> None:
    files, found = fit_layout(
        {
            "package.json": b"{}",
            "index.html": b'<script type="module" src="/src/main.ts"></script>',
            "src/main.ts": b"",
            "vite.config.ts": b"import { plugins } from './build/plugins'\nexport default { plugins: plugins() }\n",
            "build/plugins/index.ts": b"import { one } from './one'\nimport pkg from '../../package.json'\n",
            "build/plugins/one.ts": b"",
        }
    )
    assert [each.code for each in found] == ["FILES_MOVED"]
    assert files["vite.config.ts"].startswith(b"import { plugins } from './src/build/plugins'\n")
    assert files["src/build/plugins/index.ts"].endswith(b"import pkg from '../../../package.json'\n")
    assert "src/build/plugins/one.ts" in files


def test_an_alias_of_the_top_leads_where_it_led() -> None:
    files, _ = fit_layout(
        {
            "package.json": b"{}",
            "index.html": b'<script type="module" src="/index.tsx"></script>',
            "index.tsx": b"import { A } from '@/components/A'\nimport { B } from '@/b'\n",
            "components/A.tsx": b"",
            "b.ts": b"",
            "src/b.ts": b"",
        }
    )
    assert files["src/index.tsx"] == b"import { A } from '@/src/components/A'\nimport { B } from '@/b'\n"
    assert files.keys() >= {"src/components/A.tsx", "b.ts"}


CLIENT: Files = {
    "client/index.html": b'<script type="module" src="/src/main.ts"></script>',
    "client/src/main.ts": b"import { a } from '@/a';\nimport { plan } from '@shared/plan';\nimport '@assets/a.png';\n",
    "client/src/a.ts": b"export const a = 1;\n",
    "shared/plan.ts": b"import type { Row } from './schema';\nexport const plan: Row = {};\n",
    "shared/schema.ts": b"export type Row = {};\n",
    "shared/unused.ts": b"export {};\n",
    "shared/db.ts": b"import { Pool } from 'pg';\nexport const pool = new Pool();\n",
    "attached_assets/a.png": b"\x89PNG",
    "attached_assets/b.png": b"\x89PNG",
    "server/index.ts": b"import '../shared/db';\n",
}
WAYS = {
    "resolve": "path.resolve(import.meta.dirname, {strings})",
    "join": "join(__dirname, {strings})",
    "cwd": "path.resolve(process.cwd(), {strings},\n)",
    "dirname": "path.resolve(path.dirname(fileURLToPath(import.meta.url)), {strings})",
    "nothing": "resolve({strings})",
    "url": "fileURLToPath(new URL('./{path}', import.meta.url))",
}


def place(way: str, *parts: str) -> str:
    strings = ", ".join(f"'{part}'" for part in parts)
    return WAYS[way].format(strings=strings, path="/".join(parts))


@pytest.mark.parametrize("way", WAYS)
def test_aliases_follow_what_moves_however_they_are_written(way: str) -> None:
    config = f"""export default {{
  root: {place(way, "client")},
  publicDir: {place(way, "client", "public")},
  build: {{ outDir: {place(way, "dist", "public")} }},
  resolve: {{ alias: {{
    '@': {place(way, "client", "src")}, "@shared": {place(way, "shared")}, '@assets': {place(way, "attached_assets")},
  }} }},
}}"""
    files, found = fit_layout({**CLIENT, "client/public/x.txt": b"x", "vite.config.ts": config.encode()})
    assert {path for path in files if path.startswith(("src/", "public/")) or "/" not in path} == {
        "index.html", "vite.config.ts", "public/x.txt", "src/a.ts", "src/main.ts", "src/shared/plan.ts",
        "src/shared/schema.ts", "src/attached_assets/a.png",
    }  # fmt: skip
    assert read_aliases(files) == {"@": "src", "@shared": "src/shared", "@assets": "src/attached_assets"}
    text = files["vite.config.ts"].decode()
    assert "client" not in text and "outDir" not in text and "root" not in text
    assert [each.code for each in found] == ["LAYOUT_MAPPED", "FILES_MOVED"]


def test_aliases_of_a_list_and_of_tsconfig_follow_too() -> None:
    config = b"""export default { root: 'client', resolve: { tsconfigPaths: true, alias: [
      { find: '@assets', replacement: path.resolve(__dirname, 'attached_assets') }] } }"""
    tsconfig = b"""{ "include": ["client/src", "./client/src/**/*", "shared/**/*.ts", "server/**/*"], // all
      "compilerOptions": { "paths": { "@/*": ["./client/src/*"], "shared/*": ["./shared/*"], "x": ["a"] } } }"""
    components = b'{ "tailwind": { "css": "client/src/index.css" } }'
    main = CLIENT["client/src/main.ts"].replace(b"@shared", b"shared")
    more = {"client/src/main.ts": main, "tsconfig.json": tsconfig, "components.json": components}
    files, _ = fit_layout({**CLIENT, **more, "vite.config.ts": config})
    assert "src/shared/plan.ts" in files and "src/attached_assets/a.png" in files
    assert b"'src/attached_assets'" in files["vite.config.ts"]
    assert files["tsconfig.json"].decode() == (
        '{ "include": ["src", "./src/**/*", "src/shared/**/*.ts", "server/**/*"], // all\n'
        '      "compilerOptions": { "paths": { "@/*": ["./src/*"], "shared/*": ["./src/shared/*"], "x": ["a"] } } }'
    )
    assert files["components.json"] == b'{ "tailwind": { "css": "src/index.css" } }'


def test_code_of_a_server_stays_out_with_a_word() -> None:
    main = CLIENT["client/src/main.ts"] + b"import '../../server/index';\nimport '@shared/db';\n"
    config = b"export default { root: 'client', resolve: { alias: { '@shared': path.resolve(__dirname, 'shared') } } }"
    files, found = fit_layout({**CLIENT, "client/src/main.ts": main, "vite.config.ts": config})
    assert "src/shared/plan.ts" in files and not {"src/shared/db.ts", "src/server/index.ts"} & files.keys()
    (left,) = (each for each in found if each.code == "SERVER_LEFT_OUT")
    assert left.message.startswith("Code of a server was left out: server/index.ts, shared/db.ts.")


def test_what_the_configuration_itself_runs_is_no_server() -> None:
    config = b"import own from './plugins/own';\nexport default { plugins: [own()] }"
    own = b"import { readFileSync } from 'node:fs';\nexport default () => readFileSync;\n"
    files, found = fit_layout({"index.html": b"", "vite.config.ts": config, "plugins/own.ts": own})
    assert "src/plugins/own.ts" in files and [each.code for each in found] == ["FILES_MOVED"]


def test_patterns_by_which_tailwind_finds_classes_follow_the_root() -> None:
    tailwind = b'export default { content: ["./client/index.html", "./client/src/**/*.{ts,tsx}", "./shared/**/*.ts"] }'
    files, _ = fit_layout(
        {**CLIENT, "vite.config.ts": b"export default { root: 'client' }", "tailwind.config.ts": tailwind}
    )
    assert b'["./index.html", "./src/**/*.{ts,tsx}"' in files["tailwind.config.ts"]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("path.resolve(dir, 'a', 'b')", ["a/b"]),
        ("join('a', './b/')", ["a/b"]),
        ("new URL('./a', import.meta.url)", ["a"]),
        ("join(resolve(dir, 'a'), 'b')", ["a"]),
        ("resolve(fileURLToPath(new URL('.', import.meta.url)), 'a')", ["", "a"]),
        ("resolve(dir, 'a', name)", []),
        ("resolve('a' + name)", []),
        ("resolve(dir, `a`)", []),
        ("resolve(dir, '..', 'a')", []),
        ("resolve('/a')", []),
        ("new URL('https://a.test/b')", []),
        ("other(dir, 'a')", []),
        ("resolve()", []),
        ("// resolve('a')\n'resolve(\"b\")'", []),
        ("resolve('a'", []),
        (")))resolve('a')", ["a"]),
    ],
)
def test_the_places_that_calls_mean(text: str, places: list[str]) -> None:
    assert [each.place for each in places_in(text)] == places
