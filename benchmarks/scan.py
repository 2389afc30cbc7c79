"""The security scan of a tree of 400 files beside reading that tree out of its archive."""

import os
import statistics
import time

from benchmarks.projects import react_files
from benchmarks.report import report
from shared.adapters.s3.snapshots import read_archive, write_archive
from shared.domain.publishing.scan_tree import scan_tree
from shared.services.assets.load_advisories import load_advisories

_FILES, _ROUNDS = 400, 20


def main() -> None:
    """Rounds alternate: the stored archive taken apart (without the way to S3), then looked through."""
    archive = write_archive(react_files(_FILES))
    files = read_archive(archive)
    reads, scans = list[float](), list[float]()
    for _ in range(_ROUNDS):
        started = time.perf_counter()
        files = read_archive(archive)
        read = time.perf_counter()
        found = scan_tree(files, load_advisories())
        scans.append((time.perf_counter() - read) * 1000)
        reads.append((read - started) * 1000)
        assert found == [], found
    detail = {"files": len(files), "bytes": sum(map(len, files.values())), "load": round(os.getloadavg()[0], 1)}
    report("scan", scans, "ms", baseline=statistics.median(reads), baseline_name="reading the tree", detail=detail)


if __name__ == "__main__":
    main()
