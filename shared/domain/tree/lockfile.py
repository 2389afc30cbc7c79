"""An app's `package-lock.json` as a projection of the catalog's: the same packages, at the same places in the tree.

The walk and the flags follow npm's own rules (arborist's `calc-dep-flags`), so that `npm ci` with the projected lock
gives the tree the catalog's installation has for those packages, and `npm install` has nothing to change in it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from shared.domain.errors import Bug, Invalid

Entry = Mapping[str, Any]
Packages = Mapping[str, Entry]
_SECTIONS = ("dependencies", "devDependencies", "optionalDependencies", "peerDependencies")
_FLAGS = ("dev", "optional", "devOptional", "peer")
_FIRST_KEYS = ("name", "version", "lockfileVersion", "resolved", "integrity", "requires", "packages", "dependencies")
_COLLATION = str.maketrans({"_": "\x01", "-": "\x02", ".": "\x03", "@": "\x04", "/": "\x05"})


@dataclass(frozen=True)
class _Edge:
    """One package asking for another. `place` is where the answer lies in the tree."""

    place: str
    dev: bool = False
    optional: bool = False
    peer: bool = False


@dataclass
class _Flags:
    """As npm has them: all set at first, unset along the edges that prove them wrong."""

    dev: bool = True
    optional: bool = True
    devOptional: bool = True
    peer: bool = True

    def follow(self, edge: _Edge, asker: "_Flags") -> bool:
        """Unsets what this edge from `asker` disproves; whether that changed anything."""
        before = (self.dev, self.optional, self.devOptional, self.peer)
        self.dev = self.dev and (asker.dev or edge.dev)
        self.optional = self.optional and (asker.optional or edge.optional)
        self.peer = self.peer and (asker.peer or edge.peer)
        needed = not (asker.devOptional or asker.dev or asker.optional or edge.dev or edge.optional)
        self.devOptional = self.devOptional and not needed
        return before != (self.dev, self.optional, self.devOptional, self.peer)

    def written(self) -> dict[str, bool]:
        overlap = self.devOptional and not (self.dev or self.optional)
        values = {"dev": self.dev, "optional": self.optional, "devOptional": overlap, "peer": self.peer}
        return {name: True for name, is_set in values.items() if is_set}


def project_lockfile(package_json: str, catalog_lock: str) -> str:
    """The lockfile of a project whose declared packages are all in the catalog.

    Raises Invalid when `package_json` is not a JSON object or declares a package that the catalog does not have.
    """
    root, catalog = _root_entry(package_json), read_packages(catalog_lock)
    packages, edges = _needed(root, catalog)
    flags = _flags(edges)
    entries = {place: _flagged(packages[place], flags[place]) for place in catalog if place and place in edges}
    top: dict[str, Any] = {key: root[key] for key in ("name", "version") if key in root}
    lock = {**top, "lockfileVersion": 3, "requires": True, "packages": {"": _nice(root), **entries}}
    return json.dumps(lock, indent=2, ensure_ascii=False) + "\n"


def with_added(catalog_lock: str, entries: Packages, pins: Mapping[str, str]) -> str:
    """The catalog's lockfile with more packages; what is there stays as it is. `pins` is what projects may declare."""
    document: dict[str, Any] = json.loads(catalog_lock)
    root, known = document["packages"][""], document["packages"]
    declared = dict(sorted({**root.get("dependencies", {}), **pins}.items()))
    rest = {place: entry for place, entry in sorted({**entries, **known}.items(), key=_by_place) if place}
    document["packages"] = {"": {**root, "dependencies": declared}, **rest}
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _by_place(item: tuple[str, Entry]) -> str:
    return item[0].lower().translate(_COLLATION)


def choose_lock(package_json: str, catalog_locks: Sequence[str]) -> str:
    """Of several lines of the catalog the lockfile that has most of the versions that a project declares; the first for
    a package.json that cannot be read.
    """
    try:
        root = _root_entry(package_json)
    except Invalid:
        return catalog_locks[0]
    declared = {(name, spec) for part in _SECTIONS for name, spec in root.get(part, {}).items()}
    return max(catalog_locks, key=lambda lock: len(declared & _pins(lock)))


@lru_cache(maxsize=8)
def _pins(lock: str) -> frozenset[tuple[str, str]]:
    root = read_packages(lock)[""]
    return frozenset(pair for part in _SECTIONS for pair in root.get(part, {}).items())


def needed_entries(package_json: str, catalog_lock: str) -> dict[str, Entry]:
    """What `project_lockfile` would list, by place, as the catalog's lockfile has it. Raises as that does."""
    catalog = read_packages(catalog_lock)
    _, edges = _needed(_root_entry(package_json), catalog)
    return {place: catalog[place] for place in catalog if place and place in edges}


@lru_cache(maxsize=8)
def read_packages(lock: str) -> Packages:
    """The packages of a lockfile by place, the project itself at ""; read once, so not to be changed."""
    packages: Packages = json.loads(lock)["packages"]
    return packages


def _needed(root: Entry, catalog: Packages) -> tuple[Packages, dict[str, list[_Edge]]]:
    _require_known(root, catalog)
    packages: Packages = {**catalog, "": root}
    return packages, _reachable(packages)


def _root_entry(package_json: str) -> dict[str, Any]:
    """What npm keeps of a project's manifest, and nothing of a shape it would not keep."""
    try:
        manifest = json.loads(package_json)
    except (ValueError, RecursionError) as error:
        raise Invalid(f"package.json is not valid JSON: {error}") from error
    if not isinstance(manifest, dict):
        raise Invalid("package.json is not a JSON object")
    texts = {key: manifest[key] for key in ("name", "version", "license") if _is_text(manifest.get(key))}
    sections = {key: manifest[key] for key in (*_SECTIONS, "engines") if manifest.get(key)}
    wrong = [key for key, value in sections.items() if not _maps_text(value)]
    if wrong:
        raise Invalid(f"package.json: {', '.join(wrong)} must map names to versions")
    return {"name": "app", **texts, **sections}


def _is_text(value: object) -> bool:
    return isinstance(value, str) and value != "" and value.isprintable()


def _maps_text(value: object) -> bool:
    return isinstance(value, dict) and all(_is_text(key) and _is_text(text) for key, text in value.items())


def _require_known(root: Entry, catalog: Packages) -> None:
    offered = {name for section in _SECTIONS for name in catalog[""].get(section, {})}
    unknown = sorted({name for section in _SECTIONS for name in root.get(section, {})} - offered)
    if unknown:
        raise Invalid(f"not in the catalog: {', '.join(unknown)}")


def _reachable(packages: Packages) -> dict[str, list[_Edge]]:
    """Every place that the root needs, with its edges. An optional peer alone brings nothing in."""
    edges: dict[str, list[_Edge]] = {}
    waiting = [""]
    while waiting:
        place = waiting.pop()
        if place in edges:
            continue
        edges[place] = list(_edges(place, packages))
        waiting += [edge.place for edge in edges[place] if not (edge.peer and edge.optional)]
    return {place: [edge for edge in found if edge.place in edges] for place, found in edges.items()}


def _edges(place: str, packages: Packages) -> Iterator[_Edge]:
    """The edges of one package. When a name stands in several sections, npm lets the later one here win."""
    entry = packages[place]
    optional_peers = {name for name, meta in entry.get("peerDependenciesMeta", {}).items() if meta.get("optional")}
    kinds = {name: (False, name in optional_peers, True) for name in entry.get("peerDependencies", {})}
    kinds.update((name, (False, False, False)) for name in entry.get("dependencies", {}))
    kinds.update((name, (False, True, False)) for name in entry.get("optionalDependencies", {}))
    if not place:
        kinds.update((name, (True, False, False)) for name in entry.get("devDependencies", {}))
    for name, (dev, optional, peer) in kinds.items():
        found = _resolve(name, place, packages)
        if found is not None:
            yield _Edge(found, dev, optional, peer)
        elif not optional:
            raise Bug(f"the catalog's lockfile has no {name}, which {place or 'the project'} needs")


def _resolve(name: str, place: str, packages: Packages) -> str | None:
    """Where Node finds `name` from the package at `place`: its own `node_modules`, then each one further up."""
    while True:
        candidate = f"{place}/node_modules/{name}" if place else f"node_modules/{name}"
        if candidate in packages:
            return candidate
        if not place:
            return None
        place = place.rpartition("node_modules/")[0].rstrip("/")


def _flags(edges: Mapping[str, list[_Edge]]) -> dict[str, _Flags]:
    flags = {place: _Flags() for place in edges}
    flags[""] = _Flags(dev=False, optional=False, devOptional=False, peer=False)
    waiting = [""]
    while waiting:
        place = waiting.pop()
        for edge in edges[place]:
            if edge.place and flags[edge.place].follow(edge, flags[place]):
                waiting.append(edge.place)
    return flags


def _flagged(entry: Entry, flags: _Flags) -> dict[str, Any]:
    return _nice({**{key: value for key, value in entry.items() if key not in _FLAGS}, **flags.written()})


def _nice(entry: Entry) -> dict[str, Any]:
    """The entry with its keys in npm's order: plain values and lists before objects, then known keys, then by name."""

    def rank(key: str) -> tuple[bool, int, str]:
        known = _FIRST_KEYS.index(key) if key in _FIRST_KEYS else len(_FIRST_KEYS)
        return isinstance(entry[key], dict), known, key.translate(_COLLATION)

    ordered = {key: entry[key] for key in sorted(entry, key=rank)}
    return {key: _nice(value) if isinstance(value, dict) else value for key, value in ordered.items()}
