"""Fitting a foreign package.json to the catalog, saying what was changed."""

import json
import re
from collections.abc import Iterator
from typing import Any

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.diagnostics import Diagnostic, Severity
from shared.domain.frameworks import FACTS, Framework
from shared.domain.text.json_places import JsonFault, read_json
from shared.domain.tree.package_rules import FORBIDDEN_FIELDS, INSTALL_SCRIPTS, PACKAGE_JSON, SECTIONS
from shared.domain.tree.path_characters import shown
from shared.domain.work_budget import DEPENDENCIES_NAMED

_NOT_DROPPED = ("workspaces",)  # dropping it would leave half a project: the policy refuses it
_DROPPED = (*(name for name in FORBIDDEN_FIELDS if name not in _NOT_DROPPED), "packageManager")


def map_package(content: bytes, catalog: CatalogView) -> tuple[bytes, list[Diagnostic]]:
    """The package.json with the catalog's versions; unchanged when it cannot be read, which the policy then tells."""
    try:
        value = read_json(content.decode()).value
    except (JsonFault, UnicodeDecodeError):
        return content, []
    if not isinstance(value, dict):
        return content, []
    found = [*_without_fields(value), *_without_install_scripts(value), *_with_pins(value, catalog)]
    changed = any(each.severity != "error" for each in found)
    return _written(value) if changed else content, found


def _written(value: dict[str, Any]) -> bytes:
    """As people write it; a lone surrogate, which UTF-8 cannot hold, keeps its escape."""
    try:
        return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()
    except UnicodeEncodeError:
        return (json.dumps(value, indent=2) + "\n").encode()


def framework_of(package_json: Any) -> Framework:
    """Which framework a decoded package.json is for: its Vite plugin decides, then its dependencies."""
    declared = {name for section in SECTIONS for name in _section(package_json, section)}
    for rank in range(max(len(facts.packages) for facts in FACTS.values())):
        for framework, facts in reversed(list(FACTS.items())):
            if rank < len(facts.packages) and facts.packages[rank] in declared:
                return framework
    return "vanilla"


def _section(package_json: Any, name: str) -> dict[str, Any]:
    section = package_json.get(name) if isinstance(package_json, dict) else None
    return section if isinstance(section, dict) else {}


def _about(severity: Severity, code: str, message: str, hint: str | None = None) -> Diagnostic:
    return Diagnostic(severity=severity, code=code, message=message, path=PACKAGE_JSON, hint=hint)


def _without_fields(value: dict[str, Any]) -> Iterator[Diagnostic]:
    for name in _DROPPED:
        if value.pop(name, None):
            yield _about("warning", "PACKAGE_FIELD_DROPPED", f"The field {name!r} was dropped.")


def _without_install_scripts(value: dict[str, Any]) -> Iterator[Diagnostic]:
    scripts = _section(value, "scripts")
    for name in sorted(INSTALL_SCRIPTS & scripts.keys()):
        del scripts[name]
        yield _about("warning", "INSTALL_SCRIPT_DROPPED", f"The script {name!r} was dropped; nothing runs on install.")


def _with_pins(value: dict[str, Any], catalog: CatalogView) -> Iterator[Diagnostic]:
    unknown = 0
    for section in SECTIONS:
        packages = _section(value, section)
        for name, spec in packages.items():
            pin = catalog.version(name)
            if pin is None:
                unknown += 1
                if unknown <= DEPENDENCIES_NAMED:
                    yield _off_catalog(name, catalog)
            elif spec != pin:
                packages[name] = pin
                yield _mapped(name, spec, pin)


def _mapped(name: str, spec: Any, pin: str) -> Diagnostic:
    message = f"{name} {shown(str(spec), 80)} was mapped to the catalog's {pin}."
    asked = re.search(r"(\d{1,9})(?:\.(\d{1,9}))?", str(spec))
    if asked is None or _is_same_major(asked[1], asked[2], pin):
        return _about("info", "VERSION_MAPPED", message)
    return _about("warning", "VERSION_MAPPED", message, "The major version differs; check what its authors changed.")


def _is_same_major(major: str, minor: str | None, pin: str) -> bool:
    """Before 1.0 a minor version may change anything."""
    first, _, rest = pin.partition(".")
    return major == first and (major != "0" or minor in (None, rest.partition(".")[0]))


def _off_catalog(name: str, catalog: CatalogView) -> Diagnostic:
    nearest = catalog.nearest(name)[:3]
    hint = f"The nearest in the catalog: {', '.join(nearest)}." if nearest else None
    return _about("error", "PACKAGE_NOT_IN_CATALOG", f"{shown(name)} is not in the catalog.", hint)
