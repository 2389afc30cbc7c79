"""SvelteKit projects whose pages need no server become pages of plain Svelte; others stay as they are."""

import pytest

from shared.domain.base import Files
from shared.domain.imports.import_kit import fit_kit


class Pins:
    def __init__(self, svelte: str = "5.57.3") -> None:
        self.svelte = svelte

    def version(self, name: str) -> str | None:
        return self.svelte if name == "svelte" else None

    def nearest(self, name: str) -> list[str]:
        return []


CONFIG = b"""import { defineConfig } from "vite";
import { sveltekit } from "@sveltejs/kit/vite";

export default defineConfig(async () => ({
  plugins: [sveltekit()],
  clearScreen: false,
}));
"""
FILES: Files = {
    "package.json": b"{}",
    "vite.config.js": CONFIG,
    "svelte.config.js": b'import a from "@sveltejs/adapter-static";\nexport default { kit: { adapter: a() } };',
    "src/app.html": b'<html><head><link rel="icon" href="%sveltekit.assets%/i.png" />%sveltekit.head%</head>'
    b"<body>%sveltekit.body%</body></html>",
    "src/routes/+layout.ts": b"// no server\nexport const prerender = true;\nexport const ssr = false;\n",
    "src/routes/+layout.svelte": b"<slot />",
    "src/routes/+page.svelte": b"<h1>Home</h1>",
    "src/routes/(more)/about/+page.svelte": b"<h1>About</h1>",
    "static/i.png": b"png",
}


def test_pages_are_shown_by_their_address_in_their_layouts() -> None:
    files, found = fit_kit(FILES, Pins())
    assert [each.code for each in found] == ["KIT_MAPPED"]
    assert files["index.html"] == (
        b'<html><head><link rel="icon" href="/i.png" /></head><body><div id="app"></div>'
        b'  <script type="module" src="/src/main.ts"></script>\n  </body></html>'
    )
    assert b'import { svelte } from "@sveltejs/vite-plugin-svelte";' in files["vite.config.js"]
    assert b"plugins: [svelte()]" in files["vite.config.js"] and b"kit" not in files["svelte.config.js"]
    shown = files["src/Routes.svelte"].decode()
    assert '{#if address === "/about"}\n  <Layout0><Page0 /></Layout0>' in shown
    assert '{:else if address === "/"}\n  <Layout0><Page1 /></Layout0>' in shown
    assert 'import Page0 from "./routes/(more)/about/+page.svelte";' in shown
    assert files.keys() >= {"public/i.png", "src/routes/+page.svelte"}
    assert not files.keys() & {"static/i.png", "src/app.html", "src/routes/+layout.ts"}


def test_svelte_4_is_mounted_its_way_and_the_library_folder_keeps_its_name() -> None:
    page = b'<script>import a from "$lib/a"</script>'
    files, _ = fit_kit({**FILES, "src/routes/+page.svelte": page, "src/lib/a.ts": b""}, Pins("4.2.20"))
    assert b"new Routes({ target" in files["src/main.ts"]
    assert (
        b'resolve: { alias: { $lib: fileURLToPath(new URL("./src/lib", import.meta.url)) } }' in files["vite.config.js"]
    )


@pytest.mark.parametrize(
    "more",
    [
        {"index.html": b""},
        {"src/routes/api/+server.ts": b""},
        {"src/routes/+page.server.ts": b""},
        {"src/routes/[slug]/+page.svelte": b""},
        {"src/routes/+page.ts": b"export const load = () => ({})"},
        {"src/routes/+layout.ts": b"export const ssr = false\n" * 2000},
        {"src/hooks.ts": b""},
        {"src/lib/a.svelte": b'<script>import { page } from "$app/state"</script>'},
        {"vite.config.js": CONFIG.replace(b"clearScreen: false", b"resolve: {}")},
        {"vite.config.js": b"export default {}"},
        {"svelte.config.js": b"export default { kit: { alias: {} } }"},
        {"src/main.ts": b"own"},
    ],
)
def test_one_that_needs_more_stays(more: Files) -> None:
    files = {**FILES, **more}
    assert fit_kit(files, Pins()) == (files, [])
