"""What the project in front of us is, as far as its paths and the files that were read tell."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

Framework = Literal["react", "vue", "svelte", "vanilla"]
CONTENT, INDEX, PACKAGE = "src/content.ts", "index.html", "package.json"
_APPS: Mapping[Framework, tuple[str, ...]] = {
    "react": ("src/App.tsx", "src/App.jsx", "src/app.tsx", "src/app/App.tsx", "src/App.js"),
    "vue": ("src/App.vue", "src/app.vue"),
    "svelte": ("src/App.svelte", "src/app.svelte"),
    "vanilla": ("src/app.ts", "src/main.ts", "src/app.js", "src/main.js", "src/index.ts", "main.js", "main.ts"),
}
_MAINS = ("src/main.tsx", "src/main.ts", "src/main.jsx", "src/main.js", "src/index.tsx", "main.js", "main.ts")
_MARKUP = (".vue", ".svelte", ".tsx", ".jsx")
_STYLES_READ, _MARKUP_READ = 6, 12


@dataclass(frozen=True)
class Project:
    """`paths` is the whole tree; `files` holds the text of what was read."""

    paths: Sequence[str]
    files: Mapping[str, str]

    @cached_property
    def framework(self) -> Framework | None:
        for framework, candidates in _APPS.items():
            if any(path in self.paths for path in candidates):
                return framework
        return None

    @property
    def app(self) -> str | None:
        """The file that puts the sections together."""
        candidates = _APPS[self.framework] if self.framework else ()
        return next((path for path in candidates if path in self.paths), None)

    @property
    def main(self) -> str | None:
        """The module that starts everything."""
        return next((path for path in _MAINS if path in self.paths), None)

    @property
    def styles(self) -> list[str]:
        """Stylesheets of the project, those with a telling name first."""
        found = [path for path in self.paths if path.endswith((".css", ".scss")) and "node_modules" not in path]
        return sorted(found, key=lambda path: (not re.search(r"theme|index|style|app|global", path), path))[
            :_STYLES_READ
        ]

    @property
    def tests(self) -> list[str]:
        """The test of the whole page, when there is one."""
        return [path for path in self.paths if re.fullmatch(r"tests?/app\.test\.tsx?", path, re.IGNORECASE)]

    @cached_property
    def tailwind(self) -> bool:
        """Whether the template's own class names have a meaning here."""
        try:
            package = json.loads(self.files.get(PACKAGE, "{}"))
        except ValueError:
            return False
        known = {**package.get("dependencies", {}), **package.get("devDependencies", {})}
        return "tailwindcss" in known and any("--color-accent" in self.files.get(path, "") for path in self.styles)

    @property
    def has_html_tag(self) -> bool:
        return "src/html.ts" in self.paths

    def text(self, path: str | None) -> str:
        return self.files.get(path, "") if path else ""

    def markup(self) -> list[str]:
        """Files of markup, for words that stand somewhere."""
        found = [path for path in self.paths if path.startswith("src/") and path.endswith(_MARKUP)]
        return found[:_MARKUP_READ]
