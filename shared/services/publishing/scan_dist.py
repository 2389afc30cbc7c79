"""The built files of a revision, scanned once and kept beside its build, so that looking again only reads."""

import contextlib

from pydantic import ValidationError

from shared.domain.errors import NotFound
from shared.domain.quality.dist_scan import READ, VERSION, DistScan, scan_dist
from shared.domain.revisions.revision import DistManifest, Revision
from shared.services.parallel import for_each
from shared.services.ports_bundle import SitePorts
from shared.services.site.dist_objects import scan_key

_FILE_MOST, _ALL_MOST, _FILES_MOST = 4 * 1024 * 1024, 24 * 1024 * 1024, 400


def read_dist_scan(revision: Revision, manifest: DistManifest, ports: SitePorts) -> DistScan:
    """What was found in the built files that `manifest` lists."""
    key = scan_key(revision, VERSION)
    with contextlib.suppress(NotFound, ValidationError):
        return DistScan.model_validate_json(ports.blobs.get(key))
    chosen, left_out = _chosen(manifest)
    scan = scan_dist(_texts(revision, chosen, ports), frozenset(file.path for file in manifest.files), left_out)
    ports.blobs.put(key, scan.model_dump_json().encode(), "application/json")
    return scan


def _chosen(manifest: DistManifest) -> tuple[list[str], int]:
    """Which are read, the small ones first, and how many are not."""
    texts = sorted((file for file in manifest.files if file.path.endswith(READ)), key=lambda file: file.size)
    chosen, total = list[str](), 0
    for file in texts[:_FILES_MOST]:
        total += file.size
        if file.size <= _FILE_MOST and total <= _ALL_MOST:
            chosen.append(file.path)
    return chosen, len(texts) - len(chosen)


def _texts(revision: Revision, paths: list[str], ports: SitePorts) -> dict[str, str]:
    found = dict[str, str]()

    def read(path: str) -> None:
        stored = ports.site.get(revision.dist_storage_prefix + path)
        if stored is not None:
            found[path] = stored.body.decode("utf-8", "replace")

    for_each(read, paths)
    return found
