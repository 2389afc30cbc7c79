"""A project that was made for a folder of another host names that folder in many places: none may keep it."""

import json

import pytest

from shared.domain.imports.import_base import fit_base, without_bases
from shared.domain.imports.own_base import own_bases

VITE = b"export default defineConfig({ base: '/repo/', plugins: [] })"


def fitted(**files: str | bytes) -> dict[str, str]:
    named = {name.replace("__", "/").replace("_dot_", "."): text for name, text in files.items()}
    given = {path: text.encode() if isinstance(text, str) else text for path, text in named.items()}
    return {path: content.decode() for path, content in fit_base(given)[0].items()}


def code(text: str, path: str = "src/App.tsx", config: bytes = VITE) -> str:
    return fit_base({"vite.config.ts": config, path: text.encode()})[0][path].decode()


@pytest.mark.parametrize(
    ("text", "now"),
    [
        ('<BrowserRouter basename="/repo/">', '<BrowserRouter basename="/">'),
        ("<BrowserRouter basename='/repo'>", "<BrowserRouter basename='/'>"),
        ('<BrowserRouter basename={"/repo"}>', '<BrowserRouter basename={"/"}>'),
        ('<HashRouter basename="/repo">', '<HashRouter basename="/">'),
        ('createBrowserRouter(routes, { basename: "/repo" })', 'createBrowserRouter(routes, { basename: "/" })'),
        ('<BrowserRouter basename={import.meta.env.PROD ? "/repo/" : "/"}>',
         '<BrowserRouter basename={import.meta.env.PROD ? "/" : "/"}>'),
        ('createWebHistory("/repo/")', 'createWebHistory("/")'),
        ('createWebHistory("/repo")', 'createWebHistory("")'),
        ('createWebHashHistory("/repo/")', 'createWebHashHistory("/")'),
        ('createRouter({ routeTree, basepath: "/repo" })', 'createRouter({ routeTree, basepath: "/" })'),
        ('<Router base="/repo"><Route path="/" /></Router>', '<Router base=""><Route path="/" /></Router>'),
        ('<Router base="/repo" root={App}>', '<Router base="" root={App}>'),
        ('<Router basepath="/repo" {url}>', '<Router basepath="/" {url}>'),
        ('page.base("/repo"); page.start()', 'page.base(""); page.start()'),
        ('<LocationProvider scope="/repo">', '<LocationProvider scope="/">'),
        ('const BASE = "/repo/";', 'const BASE = "/";'),
        ('const BASE = "/repo"; fetch(BASE + "/data.json")', 'const BASE = ""; fetch(BASE + "/data.json")'),
        ('fetch("/repo" + "/data.json")', 'fetch("" + "/data.json")'),
        ("fetch(`/repo/items/${id}.json`)", "fetch(`/items/${id}.json`)"),
        ("fetch(`/repo${path}`)", "fetch(`${path}`)"),
        ('<img src="/repo/logo.svg" />', '<img src="/logo.svg" />'),
        ('<Link to="/repo/about">', '<Link to="/about">'),
        ('<a href="/repo">', '<a href="/">'),
        ('if (location.pathname === "/repo") start()', 'if (location.pathname === "/") start()'),
        ('navigator.serviceWorker.register("/repo/sw.js", { scope: "/repo/" })',
         'navigator.serviceWorker.register("/sw.js", { scope: "/" })'),
        ('location.pathname.replace("/repo", "")', 'location.pathname.replace("", "")'),
        ('<BrowserRouter basename={process.env.PUBLIC_URL}>', '<BrowserRouter basename={""}>'),
        ("<BrowserRouter basename={import.meta.env.BASE_URL}>", "<BrowserRouter basename={import.meta.env.BASE_URL}>"),
        ('"/repository/x"; "x/repo/y"; "/repo-2"; a(/repo/g)', '"/repository/x"; "x/repo/y"; "/repo-2"; a(/repo/g)'),
        ('"https://me.github.io/repo/"', '"https://me.github.io/repo/"'),
    ],
)  # fmt: skip
def test_code_names_the_top_in_place_of_the_base(text: str, now: str) -> None:
    assert code(text) == now


@pytest.mark.parametrize(
    ("path", "text", "now"),
    [
        ("index.html", '<base href="/repo/"><link href=/repo/a.css>', '<base href="/"><link href=/a.css>'),
        ("index.html", '<link rel="icon" href="/repo/vite.svg"><style>a{b:url(/repo/c.png)}</style>',
         '<link rel="icon" href="/vite.svg"><style>a{b:url(/c.png)}</style>'),
        ("index.html", '<link rel="icon" href="%PUBLIC_URL%/favicon.ico">', '<link rel="icon" href="/favicon.ico">'),
        ("public/404.html", "var pathSegmentsToKeep = 1;", "var pathSegmentsToKeep = 0;"),
        ("public/manifest.json", '{"start_url": "/repo/", "scope": "/repo"}', '{"start_url": "/", "scope": "/"}'),
        ("public/site.webmanifest", '{"icons": [{"src": "/repo/a.png"}]}', '{"icons": [{"src": "/a.png"}]}'),
        ("public/sw.js", "caches.addAll(['/repo/', '/repo/index.html'])", "caches.addAll(['/', '/index.html'])"),
        ("public/_redirects", "/repo/* /repo/index.html 200", "/* /index.html 200"),
        ("src/app.css", "a { background: url(/repo/a.png) }", "a { background: url(/a.png) }"),
        ("src/App.svelte", '<Router basepath="/repo/">', '<Router basepath="/">'),
        ("src/App.vue", '<img src="/repo/a.png">', '<img src="/a.png">'),
        ("src/post.md", "![a](/repo/a.png)", "![a](/a.png)"),
        ("src/data.json", '{"folder": "/repo/"}', '{"folder": "/repo/"}'),
    ],
)  # fmt: skip
def test_pages_styles_and_files_of_hosts_do_too(path: str, text: str, now: str) -> None:
    assert code(text, path) == now


@pytest.mark.parametrize(
    "config",
    [
        "export default defineConfig({ base: '/repo/' })",
        "export default defineConfig({ base: '/repo' })",
        "const base = '/repo/'\nexport default defineConfig({ base, plugins: [] })",
        "const BASE = '/repo/'\nexport default defineConfig({ plugins: [], base: BASE })",
        "export default defineConfig({ base: process.env.CI ? '/repo/' : '/' })",
        "export default defineConfig(({ mode }) => ({ base: mode === 'production' ? '/repo/' : '/' }))",
        "export default defineConfig({ base: 'https://me.github.io/repo/' })",
        "const repo = 'repo'\nexport default defineConfig({ base: `/${repo}/` })",
        "import pkg from './package.json'\nexport default defineConfig({ base: `/${pkg.name}/` })",
        "const config = { plugins: [] }\nif (x) config.base = '/repo/'\nexport default config",
    ],
)
def test_the_base_is_read_however_the_configuration_writes_it(config: str) -> None:
    files = {"vite.config.ts": config.encode(), "package.json": b'{"name": "repo"}'}
    assert own_bases(files) == ["/repo"]


def test_scripts_and_homepage_of_the_package_lose_it() -> None:
    package = {
        "name": "x",
        "homepage": "https://me.github.io/repo",
        "scripts": {"build": "tsc && vite build --base=/repo/"},
    }
    now = fitted(package_dot_json=json.dumps(package), src__App_dot_tsx='<BrowserRouter basename="/repo">')
    assert json.loads(now["package.json"])["scripts"] == {"build": "tsc && vite build"}
    assert json.loads(now["package.json"])["homepage"] == "https://me.github.io/"
    assert now["src/App.tsx"] == '<BrowserRouter basename="/">'


@pytest.mark.parametrize("config", ["", "export default { base: './' }"])
def test_a_router_alone_may_name_the_base(config: str) -> None:
    assert code('<BrowserRouter basename="/repo">', config=config.encode()) == '<BrowserRouter basename="/">'


def test_a_constant_of_another_file_is_followed() -> None:
    now = fitted(src__base_dot_ts='export const BASE = "/repo/";', src__main_dot_ts="createWebHistory(BASE)")
    assert now["src/base.ts"] == 'export const BASE = "/";'


def test_routers_of_several_parts_keep_their_own() -> None:
    files = {"src/a.tsx": '<BrowserRouter basename="/admin">', "src/b.tsx": '<BrowserRouter basename="/shop">'}
    assert fit_base({path: text.encode() for path, text in files.items()}) == (
        {path: text.encode() for path, text in files.items()}, [],
    )  # fmt: skip
    assert code('<Router base="/users">', config=b"") == '<Router base="/users">'


def test_routes_of_a_folder_to_which_the_start_page_leads_stay() -> None:
    text = '<Route path="/" element={<Navigate to="/repo/" />} /><Route path="/repo/" /><img src="/repo/a.png">'
    assert code(text) == text.replace("/repo/a.png", "/a.png")


def test_variables_of_a_page_lose_it_too() -> None:
    env = {"VITE_BASE": "/repo/", "VITE_BARE": "/repo", "VITE_API": "/repo/api", "VITE_OTHER": "/repository"}
    now = {"VITE_BASE": "/", "VITE_BARE": "/", "VITE_API": "/api", "VITE_OTHER": "/repository"}
    assert without_bases(env, {"vite.config.ts": VITE}) == now


def test_what_was_changed_is_said_once_with_the_files() -> None:
    files = {"vite.config.ts": VITE, "src/App.tsx": b'<BrowserRouter basename="/repo">'}
    (found,) = fit_base(files)[1]
    assert (found.code, found.severity) == ("BASE_MAPPED", "warning")
    assert "/repo/" in found.message and "src/App.tsx, vite.config.ts" in found.message


@pytest.mark.parametrize(
    "text", ["basename=" * 20_000, "`${" * 40_000, "<base href=" * 20_000, "/repo" * 40_000, "const a = " * 20_000]
)
def test_no_text_takes_long(text: str) -> None:
    assert code(text + '"') is not None
