"""The frameworks that an app may be made with: their names, what shows them, and how their files are called.

The one list of them in Python. What tools know of a framework's syntax is not here: docs/architecture.md says where.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Framework = Literal["react", "vue", "svelte", "vanilla"]
CatalogFramework = Literal["react", "vue", "svelte", "any"]


class Facts(NamedTuple):
    """`packages` show that a project uses it, the surest first: Vite's plugin. `component` is the extension of a file
    type of its own, in which imports stand below the tag `script` (an expression); `scripts` are other extensions that
    only it uses, `config` is a configuration file of its own at the root, `checker` what checks its types."""

    title: str
    entry: str
    packages: tuple[str, ...] = ()
    component: str = ""
    script: str = ""
    scripts: tuple[str, ...] = ()
    config: str = ""
    checker: str = ""

    @property
    def written_as(self) -> str:
        return self.component or (self.scripts or ("ts",))[0]


FACTS: Mapping[Framework, Facts] = {
    "react": Facts(
        "React", "src/App.tsx", ("@vitejs/plugin-react", "@vitejs/plugin-react-swc", "react"), scripts=("tsx", "jsx")
    ),
    "vue": Facts(
        "Vue",
        "src/App.vue",
        ("@vitejs/plugin-vue", "vue"),
        "vue",
        r"<script\b[^>\n]{0,200}\bsetup\b[^>\n]{0,200}>",
        checker="vue-tsc",
    ),
    "svelte": Facts(
        "Svelte",
        "src/App.svelte",
        ("@sveltejs/vite-plugin-svelte", "svelte"),
        "svelte",
        r"<script\b(?![^>\n]{0,200}\bmodule\b)[^>\n]{0,200}>",
        config="svelte.config",
        checker="svelte-check",
    ),
    "vanilla": Facts("TypeScript", "src/app.ts"),
}
IN_CATALOG: tuple[CatalogFramework, ...] = ("react", "vue", "svelte")
"""Those with packages of their own, each named as its framework."""
COMPONENTS = tuple(facts.component for facts in FACTS.values() if facts.component)
COMPONENT_SUFFIXES = tuple(f".{each}" for each in COMPONENTS)
ENTRIES = (*(facts.entry for facts in FACTS.values()), "src/main.tsx", "src/main.ts", "index.html")
"""Files that a page begins in, the likeliest first."""
CONFIGS = tuple(facts.config for facts in FACTS.values() if facts.config)
TOOLS = tuple(name for facts in FACTS.values() for name in (*facts.packages[:1], facts.checker) if name)
"""Their plugins and type checkers."""
STARTER_TITLES = frozenset(
    {"", "starter", "app", "vite app", "vite + ts"}
    | {title for name in FACTS for title in (f"vite + {name}", f"vite + {name} + ts", f"{name} app")}
)
"""What nobody called a page, in lower case; `starter` is what every template pack has."""
