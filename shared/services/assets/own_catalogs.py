"""The catalog as a tenant has it: what ships, and what its owner has added in the version that is in use."""

from collections import OrderedDict
from typing import Any

from shared.domain.assets.catalog import CURRENT, Catalog, Shelf
from shared.domain.assets.own_catalog import CatalogVersion, OwnCatalog, OwnPackage, fits
from shared.domain.errors import NotFound
from shared.domain.tree.lockfile import read_packages, with_added
from shared.ports.own_catalogs import OwnCatalogStore
from shared.ports.storage import BlobStore

_KEPT = 4
_VERSION_BYTES = 32 * 1024 * 1024
VERSION_MOST_BYTES = 8 * 1024 * 1024
"""Of a version that is made: one that could not be read would take the whole catalog away."""


class OwnCatalogs:
    """`base` is what ships. A version is put together once per process: it never changes."""

    def __init__(self, store: OwnCatalogStore, blobs: BlobStore, base: Shelf) -> None:
        self.store, self.blobs, self.base = store, blobs, base
        self._shelves: OrderedDict[tuple[str, str], Shelf] = OrderedDict()

    def of(self, tenant_id: str) -> Shelf:
        """As it is now."""
        return self.at(tenant_id, self.store.get(tenant_id).digest)

    def at(self, tenant_id: str, digest: str) -> Shelf:
        """As it was in that version, over what ships now; what ships alone where the tenant has no such version."""
        if digest in ("", self.base.catalog.digest):
            return self.base
        place = (tenant_id, digest)
        if place not in self._shelves:
            self._shelves[place] = shelf_over(self.base, self.version(tenant_id, digest), digest)
            while len(self._shelves) > _KEPT:
                self._shelves.popitem(last=False)
        return self._shelves[place]

    def version(self, tenant_id: str, digest: str) -> CatalogVersion:
        """What was added in a version; nothing for one that the tenant does not have."""
        if digest in ("", self.base.catalog.digest):
            return CatalogVersion()
        try:
            stored = self.blobs.get(version_key(tenant_id, digest), max_bytes=_VERSION_BYTES)
        except NotFound:
            return CatalogVersion()
        return CatalogVersion.model_validate_json(stored)

    def keep(self, tenant_id: str, version: CatalogVersion) -> str:
        """Store a version under its digest, which is given back; empty where it adds nothing to what ships."""
        if not version.lines:
            return ""
        base = {line: catalog.digest for line, (catalog, _) in self.base.lines().items()}
        kept = version.model_copy(update={"base": base})
        self.blobs.put_new(version_key(tenant_id, kept.digest), kept.content(), "application/json")
        return kept.digest


def version_key(tenant_id: str, digest: str) -> str:
    return f"apps/{tenant_id}/catalog/versions/{digest}.json"


def standing(own: OwnCatalog, catalogs: OwnCatalogs) -> set[tuple[str, str]]:
    """By line and name the additions that can be used with what ships now."""
    shelf = catalogs.at(own.tenant_id, own.digest)
    return {(line, name) for line, (catalog, _) in shelf.lines().items() for name in catalog.packages}


def shelf_over(base: Shelf, version: CatalogVersion, digest: str) -> Shelf:
    """What ships with the additions. One that does not fit what ships (any more) is left out, and what ships wins."""
    made = [_line(catalog, lock, version.lines.get(line, {}), digest) for line, (catalog, lock) in base.lines().items()]
    first, *others = (catalog for catalog, _ in made)
    return Shelf(first.model_copy(update={"others": tuple(others)}), tuple(lock for _, lock in made))


def _line(catalog: Catalog, lock: str, added: dict[str, OwnPackage], digest: str) -> tuple[Catalog, str]:
    stands = read_packages(lock)
    fitting = {name: own for name, own in added.items() if name not in catalog.packages and fits(own.entries, stands)}
    named = {"digest": digest} if catalog.line == CURRENT else {}
    if not fitting:
        return catalog.model_copy(update=named), lock
    packages = {**catalog.packages, **{name: own.package for name, own in fitting.items()}}
    entries: dict[str, Any] = {place: entry for own in fitting.values() for place, entry in own.entries.items()}
    pins = {name: own.package.version for name, own in fitting.items()}
    return catalog.model_copy(update={"packages": packages, **named}), with_added(lock, entries, pins)
