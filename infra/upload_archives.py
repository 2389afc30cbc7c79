"""`python -m infra.upload_archives`: archives of the catalog's packages, of all that the worker's own archive has not.

A job names what its project needs; the worker fetches those alone, and checks each against the catalog's hash.
`make deploy` does this last. It takes minutes the first time, and continues where an earlier run stopped.
"""

import argparse
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from infra.context import add_choices, configured
from infra.upload_toolchain import data_bucket
from shared.domain.builds.closure import all_packages
from shared.domain.builds.package_spec import Package, archive_key
from shared.services.assets.load_catalog import load_locks, load_ready_hashes
from toolchain.aws import in_one_line, own_clients
from toolchain.node import find_node
from toolchain.npm_archives import NpmArchives
from worker.packages import Fetch, NotFetched

AGAIN = "python -m infra.upload_archives (or make deploy)"
_AT_ONCE = 100
_FAILURES_IN_A_ROW = 2
"""Batches that fail before the registry counts as unreachable: each may take minutes to fail."""
_WORKER = ("linux", "x64", "glibc")


def main() -> int:
    """Upload what is missing in a deployed stack's data bucket; 1 when some could not be fetched."""
    parser = argparse.ArgumentParser(prog="python -m infra.upload_archives", description=__doc__)
    add_choices(parser)
    stack = configured(parser, parser.parse_args().context).stack_name
    clients = own_clients()
    try:
        store_archives(clients("s3"), clients("cloudformation"), stack, required=True)
    except NotFetched as error:
        print(f"{error}\n  Run again: {AGAIN}", file=sys.stderr)
        return 1
    return 0


def store_archives(s3: Any, cloudformation: Any, stack: str, *, required: bool = False) -> None:
    """Upload what the stack's bucket lacks. A failure raises NotFetched where the archives are `required`; otherwise
    it is only printed: an upgrade tries before its functions change, so that builds find what they ask for."""
    bucket = data_bucket(cloudformation, stack)
    if bucket is None:
        return
    try:
        upload_archives(s3, bucket, NpmArchives(find_node()))
    except NotFetched as error:
        if required:
            raise
        print(f"Some packages are missing and are tried again after the deployment: {error}", file=sys.stderr)


def upload_archives(s3: Any, bucket: str, fetch: Fetch) -> int:
    """Store the archives that are missing and return their number. NotFetched when some could not be fetched; the
    others are stored. An archive never changes: its key is its hash."""
    stored = _stored(s3, bucket)
    missing = {key: one for key, one in wanted_archives().items() if key not in stored}
    if missing:
        print(f"Uploading {len(missing)} packages of the catalog (once; takes 10 minutes or more)", flush=True)
    keys = sorted(missing)
    done, failures, reason = 0, 0, ""
    for start in range(0, len(keys), _AT_ONCE):
        batch = {key: missing[key] for key in keys[start : start + _AT_ONCE]}
        try:
            _store_batch(s3, bucket, fetch, batch)
        except NotFetched as error:
            failures, reason = failures + 1, str(error)
            if failures == _FAILURES_IN_A_ROW:
                break
        else:
            done, failures = done + len(batch), 0
    if reason:
        raise NotFetched(f"{len(missing) - done} of {len(missing)} packages are missing. {reason}")
    return done


def _store_batch(s3: Any, bucket: str, fetch: Fetch, batch: Mapping[str, Package]) -> None:
    with tempfile.TemporaryDirectory(prefix="chatbuilder-archives-") as folder:
        archives = fetch(list(batch.values()), Path(folder))
        for key, package in batch.items():
            s3.upload_file(str(archives[package.integrity]), bucket, key)


def wanted_archives() -> dict[str, Package]:
    """By key: what a project may need on the worker's machine and the worker has not from the start."""
    ready = load_ready_hashes()
    packages = (one for lock in load_locks() for one in all_packages(lock))
    return {archive_key(one.integrity): one for one in packages if one.integrity not in ready and one.fits(*_WORKER)}


def _stored(s3: Any, bucket: str) -> set[str]:
    pages = s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix="packages/archives/")
    return {one["Key"] for page in pages for one in page.get("Contents", [])}


if __name__ == "__main__":
    raise SystemExit(in_one_line(main))
