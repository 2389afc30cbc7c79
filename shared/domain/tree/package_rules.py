"""What a project's package.json may say: pinned catalog packages, a build script, nothing that runs on install."""

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.diagnostics import Diagnostic
from shared.domain.text.json_places import JsonDocument, JsonFault, read_json
from shared.domain.tree.path_characters import shown
from shared.domain.work_budget import DEPENDENCIES_NAMED

PACKAGE_JSON = "package.json"
SECTIONS = ("dependencies", "devDependencies")
INSTALL_SCRIPTS = frozenset(
    {"preinstall", "install", "postinstall", "preprepare", "prepare", "postprepare", "prepublish", "dependencies",
     "preuninstall", "uninstall", "postuninstall"}
)  # fmt: skip
FORBIDDEN_FIELDS = (
    "overrides",
    "resolutions",
    "workspaces",
    "optionalDependencies",
    "peerDependencies",
    "peerDependenciesMeta",
    "bundleDependencies",
    "bundledDependencies",
    "pnpm",
    "gypfile",
)
_NAME = re.compile(r"(?:@[a-z0-9~-][a-z0-9._~-]*/)?[a-z0-9~-][a-z0-9._~-]*")
_ELSEWHERE = re.compile(r"[:/]")  # workspace:, file:, git+ssh:, npm: aliases, URLs, user/repo


def check_package(text: str, catalog: CatalogView) -> list[Diagnostic]:
    """Every rule the text of a package.json breaks, each with its line and column."""
    try:
        document = read_json(text)
    except JsonFault as fault:
        message = f"package.json is not valid JSON: {fault.message}."
        return [_at((fault.line, fault.column), "PACKAGE_JSON_INVALID", message)]
    if not isinstance(document.value, dict):
        return [_at((1, 1), "PACKAGE_JSON_INVALID", "package.json must hold an object.")]
    pinned = _dependencies(document, catalog.of(text))
    return [*_repeated_keys(document), *_fields(document), *_scripts(document), *pinned]


def _at(place: tuple[int, int], code: str, message: str, hint: str | None = None) -> Diagnostic:
    return Diagnostic(code=code, message=message, path=PACKAGE_JSON, line=place[0], column=place[1], hint=hint)


def _repeated_keys(document: JsonDocument) -> Iterator[Diagnostic]:
    for path, place in document.repeated[:20]:
        yield _at(place, "DUPLICATE_KEY", f"The key {shown('.'.join(path))!r} stands twice.")


def _fields(document: JsonDocument) -> Iterator[Diagnostic]:
    for name in FORBIDDEN_FIELDS:
        if document.value.get(name):
            message = f"The field {name!r} is not allowed: it changes what is installed."
            yield _at(document.at(name), "PACKAGE_FIELD_FORBIDDEN", message, "Remove it.")


def _scripts(document: JsonDocument) -> Iterator[Diagnostic]:
    scripts = document.value.get("scripts", {})
    if not isinstance(scripts, dict):
        yield _at(document.at("scripts"), "PACKAGE_JSON_INVALID", "The field 'scripts' must be an object of strings.")
        return
    for name in sorted(INSTALL_SCRIPTS & scripts.keys()):
        message = f"The script {name!r} would run on install and is not allowed."
        yield _at(document.at("scripts", name), "INSTALL_SCRIPT_FORBIDDEN", message, "Remove it.")
    build = scripts.get("build")
    if not isinstance(build, str) or not build.strip():
        message = "The script 'build' is missing."
        yield _at(document.at("scripts"), "BUILD_SCRIPT_MISSING", message, 'Add "build": "vite build".')


def _dependencies(document: JsonDocument, catalog: CatalogView) -> Iterator[Diagnostic]:
    """What is wrong with what is declared; the catalog's nearest are looked up for the first findings only."""
    found = list(islice(_of_dependencies(document, catalog), DEPENDENCIES_NAMED + 1))
    yield from found[:DEPENDENCIES_NAMED]
    if len(found) > DEPENDENCIES_NAMED:
        message = f"More than {DEPENDENCIES_NAMED} declared packages are wrong; the others are not listed."
        yield _at(document.at("dependencies"), "PACKAGES_WRONG", message, "Declare packages of the catalog only.")


def _of_dependencies(document: JsonDocument, catalog: CatalogView) -> Iterator[Diagnostic]:
    for section in SECTIONS:
        declared = document.value.get(section, {})
        if not isinstance(declared, dict):
            message = f"The field {section!r} must be an object of strings."
            yield _at(document.at(section), "PACKAGE_JSON_INVALID", message)
            continue
        for name, spec in declared.items():
            found = check_dependency(name, spec, catalog)
            if found is not None:
                line, column = document.at(section, name)
                yield found.model_copy(update={"line": line, "column": column})
    yield from _declared_twice(document)


def _declared_twice(document: JsonDocument) -> Iterator[Diagnostic]:
    sections = [document.value.get(section) for section in SECTIONS]
    first, second = (section if isinstance(section, Mapping) else {} for section in sections)
    for name in sorted(first.keys() & second.keys()):
        message = f"{shown(name)} is declared in both dependencies and devDependencies."
        place = document.at(SECTIONS[1], name)
        yield _at(place, "DEPENDENCY_DECLARED_TWICE", message, "Keep one.").model_copy(update={"severity": "warning"})


def check_dependency(name: str, spec: Any, catalog: CatalogView) -> Diagnostic | None:
    """Why one declared package is not acceptable, if so; without its place."""
    if not isinstance(spec, str) or len(name) > 214 or _NAME.fullmatch(name) is None:
        return _about("PACKAGE_NAME_INVALID", f"{shown(name)!r} is not a package name with a version.", None)
    pin = catalog.version(name)
    if pin is None:
        return _about("PACKAGE_NOT_IN_CATALOG", f"{name} is not in the catalog.", _instead(catalog.nearest(name)))
    if spec == pin:
        return None
    hint = f'Use "{name}": "{pin}".'
    if _ELSEWHERE.search(spec):
        message = f"{name} is taken from {shown(spec, 80)!r}; only catalog versions are allowed."
        return _about("PACKAGE_SOURCE_FORBIDDEN", message, hint)
    return _about("PACKAGE_VERSION_MISMATCH", f"{name} is {shown(spec, 80)!r}; the catalog pins {pin}.", hint)


def _about(code: str, message: str, hint: str | None) -> Diagnostic:
    return Diagnostic(code=code, message=message, path=PACKAGE_JSON, hint=hint)


def _instead(nearest: list[str]) -> str:
    if not nearest:
        return "Use a package of the catalog, or write the few lines yourself."
    return f"The nearest in the catalog: {', '.join(nearest[:3])}."
