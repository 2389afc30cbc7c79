"""Small projects of people who publish below a folder of a host, each with another router."""

import json
from typing import Any

WORDS = "Hello to everybody who visits this page"
_VERSIONS = {
    "react": "^19.0.0", "react-dom": "^19.0.0", "@tanstack/react-router": "^1.100.0", "vue": "^3.5.0",
    "vue-router": "^4.5.0", "vite": "^6.0.0", "@vitejs/plugin-react": "^4.3.1", "@vitejs/plugin-vue": "^5.2.0",
}  # fmt: skip
_CLASSIC = {"react": "^18.3.1", "react-dom": "^18.3.1", "react-router-dom": "^6.30.1", "vite": "^5.4.1"}
_PLUGIN = 'import {{ defineConfig }} from "vite";\nimport plugin from "@vitejs/plugin-{}";\n'
_REACT = (
    'import {{ createRoot }} from "react-dom/client";\n{}\ncreateRoot(document.getElementById("root")).render({});\n'
)


def _project(
    config: str, main: str, *packages: str, build: str = "vite build", versions: dict[str, str] = _VERSIONS
) -> dict[str, bytes]:
    kind = "vue" if "vue" in packages else "react"
    declared = {name: versions.get(name) or _VERSIONS[name] for name in (*packages, "vite", f"@vitejs/plugin-{kind}")}
    package: dict[str, Any] = {"name": "bases", "private": True, "type": "module", "scripts": {"build": build}}
    page = (
        '<!doctype html><html lang="en"><head><title>Bases</title><link rel="icon" href="/repo/icon.svg"></head><body>'
        '<div id="root"></div><script type="module" src="/src/main.jsx"></script></body></html>'
    )
    return {
        "package.json": json.dumps({**package, "dependencies": declared}).encode(),
        "vite.config.js": (
            _PLUGIN.format(kind) + f"export default defineConfig({{ {config} plugins: [plugin()] }});\n"
        ).encode(),
        "index.html": page.encode(),
        "public/icon.svg": b'<svg xmlns="http://www.w3.org/2000/svg"/>',
        "src/main.jsx": main.encode(),
    }


def _routed(basename: str) -> str:
    routes = f'<Routes><Route path="/" element={{<h1>{WORDS}</h1>}} /></Routes>'
    app = f"<BrowserRouter basename={{{basename}}}>{routes}</BrowserRouter>"
    return _REACT.format('import { BrowserRouter, Route, Routes } from "react-router-dom";', app)


_VUE = f"""import {{ createApp, h }} from "vue";
import {{ createRouter, createWebHistory, RouterView }} from "vue-router";
const home = {{ render: () => h("h1", location.pathname === "/repo/" || location.pathname === "/" ? "{WORDS}" : "?") }};
const router = createRouter({{ history: createWebHistory("/repo/"), routes: [{{ path: "/", component: home }}] }});
createApp({{ render: () => h(RouterView) }}).use(router).mount("#root");
"""
_TANSTACK = _REACT.format(
    f"""import {{ createRootRoute, createRoute, createRouter, RouterProvider }} from "@tanstack/react-router";
const root = createRootRoute({{ notFoundComponent: () => null }});
const home = createRoute({{ getParentRoute: () => root, path: "/", component: () => <h1>{WORDS}</h1> }});
const router = createRouter({{ routeTree: root.addChildren([home]), basepath: "/repo" }});""",
    "<RouterProvider router={router} />",
)
_REACT_DOM, _CLASSIC_ROUTER = ("react", "react-dom"), ("react", "react-dom", "react-router-dom")

AT_HOME = {
    "react-router": _project('base: "/repo/",', _routed('"/repo/"'), *_CLASSIC_ROUTER, versions=_CLASSIC),
    "vue-router": _project('base: process.env.CI ? "/repo/" : "/",', _VUE, "vue", "vue-router"),
    "tanstack-router": _project("", _TANSTACK, *_REACT_DOM, "@tanstack/react-router", build="vite build --base=/repo/"),
}
"""They show `WORDS` as soon as nothing names the folder any more."""
COMPUTED = '["", "repo"].join("/")'
BLANK = {
    "computed": _project(f'base: {COMPUTED} + "/",', _routed(COMPUTED), *_CLASSIC_ROUTER, versions=_CLASSIC),
    "empty": _project("", _REACT.format("", "<div />"), *_REACT_DOM),
}
"""One is blank since its import, one always was."""
