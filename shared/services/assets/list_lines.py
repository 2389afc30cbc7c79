"""The lines of the catalog: what each framework has on them, and which sets of packages there are."""

import json
from collections.abc import Mapping

from pydantic import BaseModel

from shared.domain.assets.catalog import Catalog, Line
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Invalid
from shared.domain.frameworks import FACTS, Framework
from shared.services.assets.load_templates import TemplatePack
from shared.services.assets.template_lines import lines_of

_LINES: tuple[Line, ...] = ("current", "classic")
_KNOWN_BY: Mapping[str, tuple[str, ...]] = {
    "react": ("react", "react-router"),
    "vue": ("vue", "vue-router"),
    "svelte": ("svelte",),
}
_ALL_HAVE = ("tailwindcss", "vite", "typescript")


class LinePin(BaseModel):
    """A version by which people know a line."""

    name: str
    version: str
    major: int


class CatalogLine(BaseModel):
    """A framework on a line. `set` is the set of packages that this is: `line` of `GET /admin/catalog`, and of what is
    added to it. `new_apps`: a template begins on it.
    """

    line: Line
    framework: Framework
    set: str
    versions: list[LinePin]
    new_apps: bool
    packages: int


def list_lines(catalog: Catalog, templates: Mapping[str, TemplatePack]) -> list[CatalogLine]:
    """By line, the current one first, then by framework."""
    return [_described(line, framework, catalog, templates) for line in _LINES for framework in FACTS]


def find_set(catalog: Catalog, line: str | None, framework: Framework | None) -> Catalog:
    """The set of packages by its name, or the one that a framework has on a line. Invalid for one that is none, and for
    one that has not the framework.
    """
    if line is None:
        return catalog
    if line in _LINES and framework is not None:
        return _set_of(catalog, "classic" if line == "classic" else "current", framework)
    found = next((each for each in (catalog, *catalog.others) if each.line == line), None)
    if found is None:
        names = ", ".join(each.line for each in (catalog, *catalog.others))
        raise _refused("LINE_UNKNOWN", f"The catalog has no line of that name. There are: {names}.")
    if not found.serves(framework):
        raise _refused("LINE_FRAMEWORK", f"The line {found.line} is not for {framework}.")
    return found


def _refused(code: str, message: str) -> Invalid:
    return Invalid(message, diagnostics=[Diagnostic(code=code, message=message, path="line")])


def _set_of(catalog: Catalog, line: Line, framework: Framework) -> Catalog:
    return catalog.on(line, json.dumps({"dependencies": {framework: "*"}}))


def _described(
    line: Line, framework: Framework, catalog: Catalog, templates: Mapping[str, TemplatePack]
) -> CatalogLine:
    own = _set_of(catalog, line, framework)
    names = (*_KNOWN_BY.get(framework, ()), *_ALL_HAVE)
    pins = [(name, version) for name in names if (version := own.version(name))]
    return CatalogLine(
        line=line,
        framework=framework,
        set=own.line,
        versions=[LinePin(name=name, version=pin, major=int(pin.partition(".")[0])) for name, pin in pins],
        new_apps=any(pack.framework == framework and line in lines_of(key) for key, pack in templates.items()),
        packages=len(own.for_framework("any" if framework == "vanilla" else framework)),
    )
