"""Making a mapped import one that can be built here: what no build needs is left out, what is missing is said once."""

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.imports.codemod_ways import run_codemods
from shared.domain.imports.import_interop import with_older_interop
from shared.domain.imports.import_router import fit_router
from shared.domain.imports.import_scripts import fit_scripts, is_only_run
from shared.domain.imports.import_shadcn import PACKAGE as SHADCN
from shared.domain.imports.import_shadcn import with_shadcn_sheet
from shared.domain.imports.import_tailwind import fit_tailwind
from shared.domain.imports.import_tsconfig import with_tsconfig_paths, without_missing_bases
from shared.domain.imports.import_uno import with_linked_fonts
from shared.domain.imports.import_vite import fit_vite, without_browser_tests
from shared.domain.imports.qwik_loader import with_qwik_loader
from shared.domain.imports.react_roots import fit_roots
from shared.domain.imports.vite_plugins import without_plugins
from shared.domain.text.json_places import JsonFault, read_json
from shared.domain.tree.package_rules import PACKAGE_JSON, SECTIONS
from shared.domain.tree.path_characters import shown
from shared.domain.work_budget import DEPENDENCIES_NAMED

_CONFIG = re.compile(r"vite\.config\.[mc]?[jt]s")
_POSTCSS = re.compile(r"postcss\.config\.[cm]?[jt]s")
_FINDS = re.compile(
    rb"""["'](?:vite-plugin-pages|vue-router/vite|unplugin-vue-router/vite|@generouted/[\w-]{1,40}|unplugin-vue-components/vite"""
    rb"""|unplugin-auto-import/vite|vite-plugin-vue-layouts(?:-next)?)["'/]"""
)
"""Plugins that find files which no code names."""
_TEST = re.compile(r"(?:^|/)(?:tests?|__tests__|e2e)/|\.(?:test|spec|stories|story|cy)\.")
_UNDECLARED = re.compile(r'"([^"]+)" is not declared in package\.json')
_SERVERS = {"next": "Next.js", "nuxt": "Nuxt", "@sveltejs/kit": "SvelteKit", "astro": "Astro", "gatsby": "Gatsby",
            "@remix-run/react": "Remix", "@angular/core": "Angular", "express": "a server of Express",
            "fastify": "a server of Fastify", "@nestjs/core": "a server of NestJS"}  # fmt: skip
Nearest = Callable[[str], Sequence[str]]


@dataclass(frozen=True)
class Fitted:
    """The files, what is said of them, and the packages that are not here, by their line in the author's file.
    `replaced` are those of them that the code no longer names, as far as could be seen.
    """

    files: Files
    found: list[Diagnostic]
    missing: Mapping[str, int]
    replaced: Collection[str] = ()


def fit_project(files: Files, mapped: Iterable[Diagnostic], original: bytes, catalog: CatalogView) -> Fitted:
    """`files` and `mapped` are of `map_import`; `original` is the package.json before it."""
    found = [each for each in mapped if each.code != "PACKAGE_NOT_IN_CATALOG"]
    files, taken = _without_dev_plugins(files)
    files, rebased = without_missing_bases(files, catalog)
    files, set_so = fit_vite(files, catalog)
    files, linked = with_linked_fonts(files)
    found += [*taken, *rebased, *_once(set_so, found), *linked]
    package = _object(files.get(PACKAGE_JSON, b""))
    if package is None:
        return Fitted(files, found, {})
    lines = _lines(original)
    missing = {name: lines.get(name, 1) for name in _off_catalog(package, catalog)}
    mods = run_codemods(files, missing, catalog)
    files, sheeted = with_shadcn_sheet(mods.files, missing)
    files, styled, restyled = fit_tailwind(files, catalog)
    files, rooted = fit_roots(files, catalog)
    files, loaded = with_qwik_loader(files, catalog)
    files, routed, rerouted = fit_router(files, _object(original) or {}, catalog)
    files, placed = with_tsconfig_paths(files, missing)
    files, untested = without_browser_tests(files, missing)
    files, kept = with_older_interop(files, _object(original) or {}, catalog)
    found += [*mods.found, *sheeted, *restyled, *rooted, *loaded, *rerouted, *placed, *untested, *kept]
    for section in SECTIONS:
        if isinstance(package.get(section), dict):
            package[section] = {name: spec for name, spec in package[section].items() if name not in missing}
    _declare(package, {**mods.declared, **routed}, styled)
    before = json.dumps(package)
    found += fit_scripts(package, is_whole=is_only_run(missing, package, files))
    if missing or styled or json.dumps(package) != before:
        files = {**files, PACKAGE_JSON: (json.dumps(package, indent=2) + "\n").encode()}
    return Fitted(files, found, missing, mods.names | ({SHADCN} if sheeted else set()))


def _once(new: Iterable[Diagnostic], found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Without a second word about the base."""
    is_said = any(each.code == "BASE_MAPPED" for each in found)
    return [each for each in new if not (is_said and each.code == "BASE_MAPPED")]


def _declare(package: dict[str, Any], used: Mapping[str, str], building: Mapping[str, str]) -> None:
    """Changes `package`: what code names and what builds it, unless it is declared."""
    for section, names in zip(SECTIONS, (used, building), strict=True):
        new = {
            name: version
            for name, version in names.items()
            if all(name not in _section(package, one) for one in SECTIONS)
        }
        if new:
            package[section] = {**_section(package, section), **new}


def say_missing(fitted: Fitted, compiled: Iterable[Diagnostic], nearest: Nearest) -> list[Diagnostic]:
    """What the compiler found, with one error for each package that is used and not here; the rest in one warning."""
    users: dict[str, list[str]] = {}
    kept = []
    finds = any(_CONFIG.fullmatch(path) and _FINDS.search(text) for path, text in fitted.files.items())
    for each in compiled:
        named = _UNDECLARED.match(each.message) if each.code == "BARE_IMPORT_UNDECLARED" else None
        if named and named[1] in fitted.missing and _is_used(each, finds):
            users.setdefault(named[1], []).append(each.path or "")
        elif not (named and named[1] in fitted.missing):
            kept.append(each)
    for name, path in _named_by_styles(fitted):
        users.setdefault(name, []).append(path)
    unused = [name for name in fitted.missing if name not in users and name not in fitted.replaced]
    errors = [_missing(name, users[name], fitted.missing[name], nearest) for name in list(users)[:DEPENDENCIES_NAMED]]
    return [*errors, *kept, *_unused(unused)]


def _is_used(found: Diagnostic, finds: bool) -> bool:
    """Whether a build meets what is missing: a warning is about a file that no code names."""
    path = str(found.path)
    found_anyway = finds and path.startswith("src/") and not _TEST.search(path)
    return found.severity == "error" or path.endswith("css") or found_anyway


def _named_by_styles(fitted: Fitted) -> list[tuple[str, str]]:
    """What is missing and named by the settings of PostCSS, which the build loads: as keys, or in a call."""
    settings = {
        path: text.decode("utf-8", "replace") for path, text in fitted.files.items() if _POSTCSS.fullmatch(path)
    }
    return [
        (name, path)
        for path, text in settings.items()
        for name in fitted.missing
        if f'"{name}"' in text or f"'{name}'" in text
    ]


def needs_server(original: bytes) -> Diagnostic | None:
    """Why a project without a page of its own cannot be an app, where that is known."""
    package = _object(original) or {}
    for name, title in _SERVERS.items():
        if any(name in _section(package, section) for section in SECTIONS):
            message = f"This project is made with {title}, which is not a static Vite site."
            hint = "Make an app from a template and let the agent move the pages over, or export it as a Vite project."
            return Diagnostic(code="PROJECT_NOT_STATIC", message=message, path=PACKAGE_JSON, hint=hint)
    return None


def _without_dev_plugins(files: Files) -> tuple[Files, list[Diagnostic]]:
    for path in files:
        if _CONFIG.fullmatch(path):
            text, taken = without_plugins(files[path].decode("utf-8", "replace"))
            if taken:
                message = f"Plugins that only help while developing were taken out: {', '.join(taken)}."
                note = Diagnostic(severity="warning", code="PLUGIN_DROPPED", message=message, path=path)
                return {**files, path: text.encode()}, [note]
    return files, []


def _off_catalog(package: Mapping[str, Any], catalog: CatalogView) -> list[str]:
    names = dict.fromkeys(name for section in SECTIONS for name in _section(package, section))
    return [name for name in names if catalog.version(name) is None]


def _section(package: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    section = package.get(name)
    return section if isinstance(section, dict) else {}


def _object(content: bytes) -> dict[str, Any] | None:
    try:
        value = read_json(content.decode()).value
    except (JsonFault, UnicodeDecodeError):
        return None
    return value if isinstance(value, dict) else None


def _lines(original: bytes) -> dict[str, int]:
    try:
        document = read_json(original.decode())
    except (JsonFault, UnicodeDecodeError):
        return {}
    if not isinstance(document.value, dict):
        return {}
    return {name: document.at(part, name)[0] for part in SECTIONS for name in _section(document.value, part)}


def _missing(name: str, users: Sequence[str], line: int, nearest: Nearest) -> Diagnostic:
    others = len(set(users)) - 1
    more = f" and {others} more file{'s' if others > 1 else ''}" if others else ""
    near = [other for other in nearest(name) if other != name]
    return Diagnostic(
        code="PACKAGE_NOT_IN_CATALOG",
        message=f"{shown(name)} is not in the catalog; {shown(users[0])}{more} import{'' if others else 's'} it."[:500],
        path=PACKAGE_JSON,
        line=line,
        hint=f"The nearest in the catalog: {', '.join(near[:3])}." if near else "Write the few lines yourself.",
    )


def _unused(names: Sequence[str]) -> list[Diagnostic]:
    if not names:
        return []
    some = ", ".join(shown(name) for name in names[:60]) + (", ..." if len(names) > 60 else "")
    message = f"{len(names):,} package{'s' if len(names) > 1 else ''} that no page needs were left out: {some}."
    return [Diagnostic(severity="warning", code="PACKAGES_DROPPED", message=message[:2000], path=PACKAGE_JSON)]
