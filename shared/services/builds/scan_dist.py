"""The built files of a revision, scanned when they are built and kept beside the build, so that looking again only
reads."""

import contextlib

from pydantic import ValidationError

from shared.domain.errors import NotFound
from shared.domain.publishing.scan_tree import source_texts, unsafe_in, weak_packages
from shared.domain.quality.dist_scan import READ, VERSION, DistScan, heavy_files, scan_dist
from shared.domain.quality.secrets import secrets_in
from shared.domain.revisions.quality import Looks
from shared.domain.revisions.revision import Build, DistManifest, Revision
from shared.domain.tree.built_files import is_file_address
from shared.ports.storage import BlobStore, SnapshotStore
from shared.services.assets.load_advisories import load_advisories
from shared.services.builds.worker.read_result import WorkerResult
from shared.services.parallel import for_each
from shared.services.ports_bundle import SitePorts
from shared.services.site.dist_objects import scan_key

_FILE_MOST, _ALL_MOST, _FILES_MOST = 4 * 1024 * 1024, 24 * 1024 * 1024, 400


def look_at_build(build: Build, result: WorkerResult, blobs: BlobStore, snapshots: SnapshotStore) -> Looks:
    sizes = {path: len(content) for path, content in result.dist.items()}
    chosen, left_out = _chosen(sizes)
    texts = {path: bytes(result.dist[path]).decode("utf-8", "replace") for path in chosen}
    scan = scan_dist(texts, frozenset(sizes), left_out, is_file_address)
    _keep(scan, (build.tenant_id, build.app_id, build.id), blobs)
    files, known = snapshots.get(build.tenant_id, build.app_id, build.tree), load_advisories()
    source = source_texts(files)
    return Looks(
        secrets=len(secrets_in(source) or scan.secrets),
        security=len(unsafe_in(source, scan)),
        packages=len(weak_packages(files, known)) if known.checked_at else None,
        links=len(scan.links) or None,
        words=len(scan.words),
        size=len(heavy_files(sizes)),
    )


def read_dist_scan(revision: Revision, manifest: DistManifest, ports: SitePorts) -> DistScan:
    place = (revision.tenant_id, revision.app_id, revision.build_id)
    with contextlib.suppress(NotFound, ValidationError):
        return DistScan.model_validate_json(ports.blobs.get(scan_key(*place, VERSION)))
    sizes = {file.path: file.size for file in manifest.files}
    chosen, left_out = _chosen(sizes)
    scan = scan_dist(_texts(revision, chosen, ports), frozenset(sizes), left_out, is_file_address)
    _keep(scan, place, ports.blobs)
    return scan


def _keep(scan: DistScan, place: tuple[str, str, str], blobs: BlobStore) -> None:
    blobs.put(scan_key(*place, VERSION), scan.model_dump_json().encode(), "application/json")


def _chosen(sizes: dict[str, int]) -> tuple[list[str], int]:
    """Which are read, the small ones first, and how many are not."""
    texts = sorted((path for path in sizes if path.endswith(READ)), key=lambda path: sizes[path])
    chosen, total = list[str](), 0
    for path in texts[:_FILES_MOST]:
        total += sizes[path]
        if sizes[path] <= _FILE_MOST and total <= _ALL_MOST:
            chosen.append(path)
    return chosen, len(texts) - len(chosen)


def _texts(revision: Revision, paths: list[str], ports: SitePorts) -> dict[str, str]:
    found = dict[str, str]()

    def read(path: str) -> None:
        stored = ports.site.get(revision.dist_storage_prefix + path)
        if stored is not None:
            found[path] = stored.body.decode("utf-8", "replace")

    for_each(read, paths)
    return found
