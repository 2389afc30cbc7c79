"""Which packages a build sees, and where a worker without them gets each."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from shared.domain.builds.closure import closure
from shared.domain.builds.package_spec import Package, archive_key
from shared.domain.revisions.revision import Build
from shared.domain.tree.relock import PACKAGE
from shared.ports.storage import BlobStore, SnapshotStore


@dataclass(frozen=True)
class PackageSource:
    """The lockfiles of the catalog's lines, and the hashes of the packages that every worker has from the start."""

    locks: Sequence[str]
    ready: Set[str]


def job_packages(
    build: Build, source: PackageSource, *, snapshots: SnapshotStore, blobs: BlobStore, seconds: int
) -> tuple[Package, ...] | None:
    """The closure of what the tree declares; None where that cannot be pinned, so that the build says why."""
    package_json = snapshots.get(build.tenant_id, build.app_id, build.tree).get(PACKAGE, b"")
    found = closure(package_json.decode("utf-8", "replace"), *source.locks)
    if found is None:
        return None
    return tuple(one if one.integrity in source.ready else _with_address(one, blobs, seconds) for one in found)


def _with_address(package: Package, blobs: BlobStore, seconds: int) -> Package:
    return replace(package, url=blobs.presign_get(archive_key(package.integrity), seconds))
