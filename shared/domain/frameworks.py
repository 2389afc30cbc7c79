"""The frameworks that an app may be made with: their names, what shows them, and how their files are called.

The one list of them in Python. What tools know of a framework's syntax is not here: docs/architecture.md says where.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

Framework = Literal["react", "vue", "svelte", "vanilla"]
CatalogFramework = Literal["react", "vue", "svelte", "any"]


class Facts(NamedTuple):
    """`packages` show that a project uses it, the surest first. `component` is the extension of a file type of its own,
    `scripts` are other extensions that only it uses, `config` is a configuration file of its own at the root."""

    title: str
    entry: str
    packages: tuple[str, ...] = ()
    component: str = ""
    scripts: tuple[str, ...] = ()
    config: str = ""


FACTS: Mapping[Framework, Facts] = {
    "react": Facts(
        "React", "src/App.tsx", ("@vitejs/plugin-react", "@vitejs/plugin-react-swc", "react"), scripts=("tsx", "jsx")
    ),
    "vue": Facts("Vue", "src/App.vue", ("@vitejs/plugin-vue", "vue"), component="vue"),
    "svelte": Facts(
        "Svelte", "src/App.svelte", ("@sveltejs/vite-plugin-svelte", "svelte"), "svelte", config="svelte.config"
    ),
    "vanilla": Facts("TypeScript", "src/app.ts"),
}
IN_CATALOG: tuple[CatalogFramework, ...] = ("react", "vue", "svelte")
"""Those with packages of their own, each named as its framework."""
COMPONENTS = tuple(facts.component for facts in FACTS.values() if facts.component)
ENTRIES = (*(facts.entry for facts in FACTS.values()), "src/main.tsx", "src/main.ts", "index.html")
"""Files that a page begins in, the likeliest first."""
CONFIGS = tuple(facts.config for facts in FACTS.values() if facts.config)
