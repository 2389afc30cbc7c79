"""The worker's archive in the data bucket, before the functions that ask for it: see `archive_key`."""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from infra.build_toolchain import archive_key
from infra.protection import find_stack
from toolchain.repository import REPOSITORY


@contextmanager
def uploaded_before(s3: Any, cloudformation: Any, stack: str) -> Iterator[Callable[[], None]]:
    """Build the archive and upload it before the stack is deployed in the body.

    A first deployment makes the bucket itself: there the archive is only built before, so that a failure to build it
    comes first, and the body calls what it is given once the bucket exists. A body that fails after that still leaves
    the archive in the bucket.
    """
    bucket = data_bucket(cloudformation, stack)
    if bucket is not None and has_archive(s3, bucket):
        yield lambda: None
        return
    with tempfile.TemporaryDirectory() as folder:
        store = partial(_store, s3, cloudformation, stack, build(Path(folder)))
        store()
        try:
            yield store
        finally:
            store()


def _store(s3: Any, cloudformation: Any, stack: str, archive: Path) -> None:
    """Upload the archive where the stack has a bucket without it."""
    bucket = data_bucket(cloudformation, stack)
    if bucket is not None and not has_archive(s3, bucket):
        s3.upload_file(str(archive), bucket, archive_key())


def data_bucket(cloudformation: Any, stack: str) -> str | None:
    """The bucket's name, or None where the stack has none yet."""
    outputs = (find_stack(cloudformation, stack) or {}).get("Outputs", [])
    return next((str(one["OutputValue"]) for one in outputs if one["OutputKey"] == "DataBucket"), None)


def has_archive(s3: Any, bucket: str) -> bool:
    """Whether this checkout's archive is there: another content has another key."""
    found = s3.list_objects_v2(Bucket=bucket, Prefix=archive_key(), MaxKeys=1)
    return bool(found.get("Contents"))


def build(folder: Path) -> Path:
    """Make the archive in a process of its own."""
    archive = folder / "worker.tar.gz"
    subprocess.run([sys.executable, "-m", "infra.build_toolchain", str(archive)], cwd=REPOSITORY, check=True)
    return archive
