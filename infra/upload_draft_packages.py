"""The catalog's packages as modules in the data bucket: what pages load that are shown before their builds."""

import sys
import tempfile
from pathlib import Path
from typing import Any

from infra.build_toolchain import add_catalog
from infra.upload_toolchain import data_bucket
from shared.domain.assets.draft_packages import INDEX, packages_key
from shared.services.assets.load_catalog import load_catalog_lock
from toolchain.compile_packages import ensure_compile_packages
from toolchain.draft_packages import ensure_draft_packages, upload_draft_packages
from toolchain.node import find_node


def upload_packages(s3: Any, cloudformation: Any, stack: str) -> None:
    """Bundle and store them, unless those of this catalog are there. Without them such pages wait for their builds, so
    a failure is only told."""
    bucket = data_bucket(cloudformation, stack)
    if bucket is None or has_packages(s3, bucket):
        return
    try:
        with tempfile.TemporaryDirectory(prefix="chatbuilder-packages-") as folder:
            _bundle_and_store(Path(folder), s3, bucket)
    except Exception as error:
        print(f"Pages are shown only as builds make them: {error}", file=sys.stderr)


def has_packages(s3: Any, bucket: str) -> bool:
    """Whether those of this catalog are there: another catalog has another key."""
    index = packages_key(load_catalog_lock(), INDEX)
    return bool(s3.list_objects_v2(Bucket=bucket, Prefix=index, MaxKeys=1).get("Contents"))


def _bundle_and_store(folder: Path, s3: Any, bucket: str) -> None:
    node = find_node()
    ensure_compile_packages(node, print)
    add_catalog(folder)
    made = ensure_draft_packages(node, folder / "catalog" / "node_modules")
    upload_draft_packages(made, load_catalog_lock(), s3, bucket)
