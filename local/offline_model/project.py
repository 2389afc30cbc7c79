"""What the project in front of us is, as far as its paths and the files that were read tell, and the change to it."""

import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from local.offline_model.blocks import Component
from shared.domain.frameworks import COMPONENT_SUFFIXES, FACTS
from shared.domain.frameworks import Framework as Framework

CONTENT, INDEX, PACKAGE = "src/content.ts", "index.html", "package.json"
PAGES, PAGES_CSS, BLOCKS_CSS = "src/pages.ts", "src/styles/pages.css", "src/styles/blocks.css"
SECTIONS = "src/sections/"
MARKUP = (*COMPONENT_SUFFIXES, ".tsx", ".jsx")
_MORE = {
    "react": " src/App.jsx src/app.tsx src/app/App.tsx src/App.js",
    "vanilla": " src/main.ts src/app.js src/main.js src/index.ts main.js main.ts",
}
_APPS: Mapping[Framework, str] = {
    name: facts.entry + _MORE.get(name, f" {facts.entry.lower()}") for name, facts in FACTS.items()
}
_MAINS = "src/main.tsx src/main.ts src/main.jsx src/main.js src/index.tsx main.js main.ts"
_STYLES_READ = 6
_IMPORT = re.compile(r"(?m)^(?P<pad>[ \t]*)import\b[^;\"']*[\"'][^\"']+[\"'];?[ \t]*\n")


def relative(path: str, module: str) -> str:
    """How `module` imports `path`, without the suffix of TypeScript."""
    name = posixpath.relpath(path.removesuffix(".tsx").removesuffix(".ts"), posixpath.dirname(module) or ".")
    return name if name.startswith(".") else f"./{name}"


def with_import(text: str, line: str) -> str:
    """`text` with the import after its last one, or first in its script."""
    last = next(reversed([*_IMPORT.finditer(text)]), None)
    at = last or re.search(r"<script[^>]*>\n", text)
    end = at.end() if at else 0
    return f"{text[:end]}{last['pad'] if last else ''}{line}{text[end:]}"


@dataclass(frozen=True)
class Project:
    """`paths` is the whole tree; `files` holds the text of what was read."""

    paths: Sequence[str]
    files: Mapping[str, str]

    @cached_property
    def framework(self) -> Framework:
        return next((framework for framework, apps in _APPS.items() if self._first(apps)), "vanilla")

    @cached_property
    def app(self) -> str:
        """The file that puts the sections together; empty when there is none, as is `main`."""
        return self._first(_APPS[self.framework])

    @property
    def main(self) -> str:
        return self._first(_MAINS)

    @property
    def styles(self) -> list[str]:
        """Stylesheets of the project, those with a telling name first."""
        found = [path for path in self.paths if path.endswith((".css", ".scss")) and "node_modules" not in path]
        found.sort(key=lambda path: (not re.search(r"theme|index|style|app|global", path), path))
        return found[:_STYLES_READ]

    @property
    def tests(self) -> list[str]:
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

    def _first(self, paths: str) -> str:
        return next((path for path in paths.split() if path in self.paths), "")


@dataclass
class Draft:
    """A change while it is thought out: `texts` maps a path to its new content, None to its removal; `done`, `missing`
    and `assumed` are what to say about it. `alone`: the page consists of the sections `added` only."""

    project: Project
    texts: dict[str, str | None] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)
    added: list[Component] = field(default_factory=list)
    alone: bool = False

    def text(self, path: str) -> str:
        """The file as it would be now; empty for one that is not there or was not read."""
        return self.texts.get(path, self.project.files.get(path)) or ""

    def write(self, path: str, text: str | None) -> bool:
        there = self.texts.get(path, self.project.files.get(path))
        self.texts[path] = text
        return text != there

    def edit(self, path: str, text: str) -> bool:
        """Writes only a file that was read; whether this changes anything."""
        return path in self.project.files and self.write(path, text)

    def changes(self) -> dict[str, str | None]:
        """What differs from the project, removals last and new files before those that use them."""
        there, old = self.project.paths, dict.fromkeys(self.project.paths, "") | {**self.project.files}
        real = [(path, text) for path, text in self.texts.items() if text != old.get(path)]
        return dict(sorted(real, key=lambda item: (item[1] is None, item[0] in there, item[0])))
