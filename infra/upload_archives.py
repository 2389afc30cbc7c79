"""Archives of the catalog's packages in the data bucket, of all that the worker's own archive has not.

A job names what its project needs; the worker fetches those alone, and checks each against the catalog's hash.
"""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from infra.upload_toolchain import data_bucket
from shared.domain.builds.closure import all_packages
from shared.domain.builds.package_spec import Package, archive_key
from shared.services.assets.load_catalog import load_locks, load_ready_hashes
from toolchain.node import find_node
from toolchain.npm_archives import NpmArchives
from worker.packages import Fetch

_AT_ONCE = 100
_WORKER = ("linux", "x64", "glibc")


@contextmanager
def archives_before(s3: Any, cloudformation: Any, stack: str) -> Iterator[None]:
    """The stack may be deployed inside: a standing stack's bucket has them before, a first deployment's after."""
    fetch, before = NpmArchives(find_node()), data_bucket(cloudformation, stack)
    if before is not None:
        upload_archives(s3, before, fetch)
    yield
    made = data_bucket(cloudformation, stack)
    if before is None and made is not None:
        upload_archives(s3, made, fetch)


def upload_archives(s3: Any, bucket: str, fetch: Fetch) -> int:
    """Store those that are not there yet; their number. An archive never changes: its key is its hash."""
    stored = _stored(s3, bucket)
    missing = {key: one for key, one in wanted_archives().items() if key not in stored}
    if missing:
        print(f"Uploading {len(missing)} packages of the catalog (once)", flush=True)
    keys = sorted(missing)
    for start in range(0, len(keys), _AT_ONCE):
        with tempfile.TemporaryDirectory(prefix="chatbuilder-archives-") as folder:
            some = {key: missing[key] for key in keys[start : start + _AT_ONCE]}
            found = fetch(list(some.values()), Path(folder))
            for key, package in some.items():
                s3.upload_file(str(found[package.integrity]), bucket, key)
    return len(missing)


def wanted_archives() -> dict[str, Package]:
    """By key: what a project may need on the worker's machine and the worker has not from the start."""
    ready = load_ready_hashes()
    packages = (one for lock in load_locks() for one in all_packages(lock))
    return {archive_key(one.integrity): one for one in packages if one.integrity not in ready and one.fits(*_WORKER)}


def _stored(s3: Any, bucket: str) -> set[str]:
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix="packages/archives/")
    return {one["Key"] for page in pages for one in page.get("Contents", [])}
