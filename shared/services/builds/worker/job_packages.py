"""Which packages a build sees, and where a worker without them gets each."""

import contextlib
import json
from collections.abc import Callable, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from shared.domain.assets.catalog import Shelf
from shared.domain.builds.closure import closure
from shared.domain.builds.package_spec import Package, archive_key
from shared.domain.revisions.revision import Build
from shared.domain.tree.package_rules import SECTIONS
from shared.domain.tree.relock import PACKAGE
from shared.ports.storage import BlobStore, SnapshotStore

if TYPE_CHECKING:
    from shared.services.assets.own_catalogs import OwnCatalogs


@dataclass(frozen=True)
class PackageSource:
    """The catalog that ships, the hashes of the packages that every worker has from the start, and what tenants add."""

    shelf: Shelf
    ready: Set[str]
    own: "Callable[[], OwnCatalogs] | None" = None


def shelf_of_build(build: Build, source: PackageSource, snapshots: SnapshotStore) -> Shelf:
    """What the build may take from: what ships, the catalog that it names, or the tenant's as it is now."""
    package_json = _manifest(build, snapshots)
    if source.own is None or source.shelf.catalog.pins(package_json):
        return source.shelf
    own = source.own()
    named = own.at(build.tenant_id, build.catalog)
    return named if named.catalog.pins(package_json) else own.of(build.tenant_id)


def job_packages(
    build: Build, shelf: Shelf, ready: Set[str], *, snapshots: SnapshotStore, blobs: BlobStore, seconds: int
) -> tuple[Package, ...] | None:
    """The closure of what the tree declares; None where that cannot be pinned, so that the build says why.

    An original that it is compared with is of the same line, so its packages stand beside them.
    """
    found = closure(_declared(build, snapshots), *shelf.locks)
    if found is None:
        return None
    return tuple(one if one.integrity in ready else _with_address(one, blobs, seconds) for one in found)


def _declared(build: Build, snapshots: SnapshotStore) -> str:
    own = _manifest(build, snapshots)
    if not build.work.original:
        return own
    with contextlib.suppress(ValueError, AttributeError, TypeError, RecursionError):
        return json.dumps(_together(json.loads(own), json.loads(_manifest(build, snapshots, build.work.original))))
    return own


def _together(own: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Where both declare a package, `own` decides."""
    declared = {name for section in SECTIONS for name in own.get(section) or {}}
    more = {name: spec for section in SECTIONS for name, spec in (other.get(section) or {}).items()}
    others = {name: spec for name, spec in more.items() if name not in declared}
    return {**own, SECTIONS[0]: {**(own.get(SECTIONS[0]) or {}), **others}}


def _manifest(build: Build, snapshots: SnapshotStore, tree: str = "") -> str:
    content = snapshots.get(build.tenant_id, build.app_id, tree or build.tree).get(PACKAGE, b"")
    return content.decode("utf-8", "replace")


def _with_address(package: Package, blobs: BlobStore, seconds: int) -> Package:
    return replace(package, url=blobs.presign_get(archive_key(package.integrity), seconds))
