"""A SvelteKit project whose pages need no server, as pages of plain Svelte: routes stay where they are."""

import re
from collections.abc import Iterator, Mapping

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.import_tsconfig import START
from shared.domain.tree.managed_paths import CODE, extension

_KIT, _PAGES, _PAGE = "@sveltejs/kit", "src/app.html", "src/routes/+page.svelte"
_CONFIG = re.compile(r"vite\.config\.[mc]?[jt]s")
_PLUGIN = re.compile(r"""import\s{0,5}\{\s{0,5}sveltekit\s{0,5}\}\s{0,5}from\s{0,5}(["'])@sveltejs/kit/vite\1""")
_OF_KIT = re.compile(rb"""["'](?:\$app|\$env|\$service-worker|@sveltejs/kit)\b""")
_ROUTE = re.compile(r"src/routes/((?:[\w-]{1,60}/|\([\w-]{1,60}\)/){0,8})\+page\.svelte")
_OF_ROUTE = re.compile(r"src/routes/(?:[^/]{1,100}/){0,9}\+(?:page|layout)\.[jt]s")
_TEST = re.compile(r"\.(?:test|spec)\.[jt]s$")
_OPTION = re.compile(
    r"(?:\s|//[^\n]{0,300}(?:\n|$)|/\*[^*]{0,500}\*/"
    r"|export\s{1,5}const\s{1,5}(?:prerender|ssr|csr|trailingSlash)\s{0,5}=\s{0,5}[\w\"']{1,20}\s{0,5};?)*"
)
_MOST = 50
_OWN_CONFIG = (
    'import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";\n\n'
    "export default { preprocess: vitePreprocess() };\n"
)
_OWN_TYPES = """{
  "compilerOptions": {
    "target": "ESNext", "module": "ESNext", "moduleResolution": "bundler", "lib": ["ESNext", "DOM", "DOM.Iterable"],
    "strict": true, "allowJs": true, "skipLibCheck": true, "noEmit": true, "resolveJsonModule": true,
    "types": ["vite/client", "svelte"], "paths": { "$lib": ["./src/lib"], "$lib/*": ["./src/lib/*"] }
  },
  "include": ["src"]
}
"""
_MOUNTED = {
    True: 'import { mount } from "svelte";\nimport Routes from "./Routes.svelte";\n\n'
    'export default mount(Routes, { target: document.getElementById("app")! });\n',
    False: 'import Routes from "./Routes.svelte";\n\n'
    'export default new Routes({ target: document.getElementById("app")! });\n',
}


def fit_kit(files: Files, catalog: CatalogView) -> tuple[Files, list[Diagnostic]]:
    """`files` are all of a project, by their names in its archive. One that needs a server, or more of SvelteKit than
    its pages and layouts, stays.
    """
    config = next((path for path in files if _CONFIG.fullmatch(path)), "")
    text = files.get(config, b"").decode("utf-8", "replace")
    if _PAGES not in files or _PAGE not in files or "index.html" in files or not _PLUGIN.search(text):
        return files, []
    routes = dict(_routes(files))
    if not _is_plain(files, routes, text):
        return files, []
    is_five = not (catalog.version("svelte") or "").startswith("4")
    kept = {_moved(path): content for path, content in files.items() if not _is_left(path)}
    made: dict[str, str] = {
        "index.html": _page(files[_PAGES].decode("utf-8", "replace")),
        "src/main.ts": _MOUNTED[is_five],
        "src/Routes.svelte": _drawn(routes, files),
        config: _built(text, any(b"$lib" in content for content in files.values())),
        "tsconfig.json": _OWN_TYPES,
        "svelte.config.js": _OWN_CONFIG,
    }
    if made.keys() & kept.keys() - {config, "tsconfig.json", "svelte.config.js"}:
        return files, []
    message = (
        "SvelteKit was left out: src/Routes.svelte shows the pages of src/routes by their address, static/ is public/."
    )
    said = Diagnostic(severity="warning", code="KIT_MAPPED", message=message, path="src/Routes.svelte")
    return {**kept, **{path: made[path].encode() for path in made}}, [said]


def _is_left(path: str) -> bool:
    return path == _PAGES or _OF_ROUTE.fullmatch(path) is not None


def _moved(path: str) -> str:
    return f"public/{path.removeprefix('static/')}" if path.startswith("static/") else path


def _routes(files: Files) -> Iterator[tuple[str, str]]:
    """Address -> the file of its page."""
    for path in sorted(files):
        if found := _ROUTE.fullmatch(path):
            yield "/" + re.sub(r"\([^)]*\)/", "", found[1]).rstrip("/"), path


def _is_plain(files: Files, routes: Mapping[str, str], config: str) -> bool:
    settings = files.get("svelte.config.js", b"") + files.get("svelte.config.ts", b"")
    inside = {path: content for path, content in files.items() if path.startswith("src/")}
    pages = [
        path for path in inside if path.startswith("src/routes/") and "/+page" in path and path.endswith(".svelte")
    ]
    code = [path for path in inside if path.startswith("src/routes/") and extension(path) in ("js", "ts")]
    code = [path for path in code if not _TEST.search(path)]
    return (
        set(pages) == set(routes.values())
        and len(pages) <= _MOST
        and re.search(r"\bsveltekit\(\s{0,9}\)", config) is not None
        and not any(path.startswith(("src/hooks", "src/service-worker")) for path in inside)
        and not re.search(r"\b(?:resolve|alias)\b", config)
        and all(_OF_ROUTE.fullmatch(path) and _says_nothing(inside[path]) for path in code)
        and not any(word in settings for word in (b"alias", b"mdsvex", b"extensions", b"paths"))
        and not any(
            _OF_KIT.search(text) for path, text in inside.items() if extension(path) in CODE and path not in code
        )
    )


def _says_nothing(content: bytes) -> bool:
    """Whether it only says how a page is drawn, and loads nothing."""
    text = content.decode("utf-8", "replace")
    return len(text) <= 5000 and _OPTION.fullmatch(text) is not None


def _page(text: str) -> str:
    text = text.replace("%sveltekit.head%", "").replace("%sveltekit.assets%", "").replace("%sveltekit.nonce%", "")
    text = text.replace("%sveltekit.body%", '<div id="app"></div>')
    return text.replace("</body>", '  <script type="module" src="/src/main.ts"></script>\n  </body>', 1)


def _built(text: str, has_lib: bool) -> str:
    text = _PLUGIN.sub(r"import { svelte } from \1@sveltejs/vite-plugin-svelte\1", text)
    text = re.sub(r"\bsveltekit\(\s{0,9}\)", "svelte()", text)
    if not has_lib:
        return text
    place = 'fileURLToPath(new URL("./src/lib", import.meta.url))'
    first = 'import { fileURLToPath, URL } from "node:url";\n' if "fileURLToPath" not in text else ""
    return first + START.sub(lambda found: f"{found[0]} resolve: {{ alias: {{ $lib: {place} }} }},", text, count=1)


def _drawn(routes: Mapping[str, str], files: Files) -> str:
    """A component that shows the page of the address, in the layouts of its folders."""
    names = {path: f"Page{number}" for number, path in enumerate(routes.values())}
    layouts = sorted(path for path in files if path.startswith("src/routes/") and path.endswith("/+layout.svelte"))
    names |= {path: f"Layout{number}" for number, path in enumerate(layouts)}
    imports = [f'  import {name} from "./{path.removeprefix("src/")}";' for path, name in names.items()]
    branches = [
        f'{"{#if" if not number else "{:else if"} address === "{address}"}}\n  {_wrapped(path, names)}'
        for number, (address, path) in enumerate(routes.items())
    ]
    address = '  const address = location.pathname.replace(/\\/+$/, "") || "/";'
    script = "\n".join(['<script lang="ts">', *imports, "", address, "</script>", ""])
    return "\n".join([script, *branches, "{:else}", "  <p>404</p>", "{/if}", ""])


def _wrapped(page: str, names: Mapping[str, str]) -> str:
    folders = page.split("/")[:-1]
    around = [names[path] for depth in range(2, len(folders) + 1)
              if (path := "/".join([*folders[:depth], "+layout.svelte"])) in names]  # fmt: skip
    return (
        "".join(f"<{name}>" for name in around)
        + f"<{names[page]} />"
        + "".join(f"</{name}>" for name in reversed(around))
    )
