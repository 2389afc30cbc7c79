"""Writing a package into the text of a package.json."""

import json
from typing import Any, Literal

from shared.domain.json_weight import parse_bounded

Section = Literal["dependencies", "devDependencies"]
_SECTIONS: tuple[Section, ...] = ("dependencies", "devDependencies")


def declare_package(text: str, name: str, version: str, wanted: Section = "dependencies") -> str:
    """The manifest with the package in one section and in no other; ValueError when it has not the form of one."""
    manifest, sections = _read(text)
    for each, section in sections.items():
        left = {**section, name: version} if each == wanted else _without(section, name)
        if left or each in manifest:
            manifest[each] = dict(sorted(left.items()))
    return _written(manifest)


def remove_package(text: str, name: str) -> str | None:
    """The manifest without the package, None when it does not declare it; ValueError as above."""
    manifest, sections = _read(text)
    holding = [each for each, section in sections.items() if name in section]
    for each in holding:
        manifest[each] = _without(sections[each], name)
    return _written(manifest) if holding else None


def _read(text: str) -> tuple[dict[str, Any], dict[Section, dict[str, Any]]]:
    manifest: Any = parse_bounded(text)  # less deep than what is written again recurses
    sections = {each: manifest.get(each, {}) for each in _SECTIONS} if isinstance(manifest, dict) else {}
    if not sections or not all(isinstance(section, dict) for section in sections.values()):
        raise ValueError("it does not hold an object with objects of packages")
    return manifest, sections


def _written(manifest: dict[str, Any]) -> str:
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"


def _without(section: dict[str, Any], name: str) -> dict[str, Any]:
    return {each: version for each, version in section.items() if each != name}
