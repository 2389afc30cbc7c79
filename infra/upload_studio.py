"""The Studio's files in their bucket: what pages ask for first lies there before the page that asks for it.

Browsers keep hashed files for good. Here those of the build before stay, and younger ones than a month: a page that is
open while a newer build comes still finds what it loads later. The page itself comes last, and no browser keeps it.
"""

import json
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from infra.build_toolchain import add_catalog
from infra.upload_toolchain import data_bucket
from shared.domain.assets.draft_packages import INDEX, packages_key
from shared.services.assets.load_catalog import load_ready_lock
from toolchain.compile_packages import ensure_compile_packages
from toolchain.draft_packages import ensure_draft_packages, upload_draft_packages
from toolchain.node import find_node

PREFIX, ASSETS, PAGE, CONFIG = "studio/", "assets/", "index.html", "config.json"
LATEST = "latest-build.json"
"""The names of a build's files; no address leads here."""
KEPT = timedelta(days=30)
FOR_GOOD, ASKED_AGAIN = "public, max-age=31536000, immutable", "no-cache"
KINDS = {
    ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".json": "application/json",
    ".png": "image/png", ".svg": "image/svg+xml", ".webp": "image/webp", ".woff2": "font/woff2",
}  # fmt: skip


def upload_studio(folder: Path, config: str, s3: Any, bucket: str) -> None:
    """A built Studio and what it is told; then what no page asks for any more goes."""
    names = sorted((str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()), key=_order)
    for name in names:
        if name == PAGE:
            _put(s3, bucket, CONFIG, config.encode())
        _put(s3, bucket, name, (folder / name).read_bytes())
    forget({*names, CONFIG, *_before(s3, bucket)}, s3, bucket)
    s3.put_object(Bucket=bucket, Key=LATEST, Body=json.dumps(names).encode(), ContentType=KINDS[".json"])


def cache_control(name: str) -> str:
    """How long a browser may keep a file."""
    return FOR_GOOD if name.startswith(ASSETS) else ASKED_AGAIN


def forget(kept: set[str], s3: Any, bucket: str) -> None:
    """Files of earlier builds, a month after they were uploaded."""
    for key in _older(s3, bucket):
        if key.removeprefix(PREFIX) not in kept:
            s3.delete_object(Bucket=bucket, Key=key)


def _before(s3: Any, bucket: str) -> list[str]:
    found = s3.list_objects_v2(Bucket=bucket, Prefix=LATEST, MaxKeys=1).get("Contents")
    names: list[str] = json.loads(s3.get_object(Bucket=bucket, Key=LATEST)["Body"].read()) if found else []
    return names


def _older(s3: Any, bucket: str) -> Iterator[str]:
    until = datetime.now(UTC) - KEPT
    for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=PREFIX):
        yield from (one["Key"] for one in page.get("Contents", []) if one["LastModified"] < until)


def _order(name: str) -> tuple[bool, bool, str]:
    """Assets, then what has no hash, then the page."""
    return name == PAGE, not name.startswith(ASSETS), name


def _put(s3: Any, bucket: str, name: str, body: bytes) -> None:
    s3.put_object(
        Bucket=bucket, Key=PREFIX + name, Body=body, ContentType=KINDS[Path(name).suffix],
        CacheControl=cache_control(name),
    )  # fmt: skip


def upload_packages(s3: Any, cloudformation: Any, stack: str) -> None:
    """Bundle and store the catalog's packages for pages of drafts, unless they are there. Without them such pages
    wait for their builds."""
    bucket = data_bucket(cloudformation, stack)
    if bucket is None or has_packages(s3, bucket):
        return
    with tempfile.TemporaryDirectory(prefix="chatbuilder-packages-") as folder:
        _bundle_and_store(Path(folder), s3, bucket)


def has_packages(s3: Any, bucket: str) -> bool:
    """Whether those of this catalog are there: another catalog has another key."""
    index = packages_key(load_ready_lock(), INDEX)
    return bool(s3.list_objects_v2(Bucket=bucket, Prefix=index, MaxKeys=1).get("Contents"))


def _bundle_and_store(folder: Path, s3: Any, bucket: str) -> None:
    node = find_node()
    ensure_compile_packages(node, print)
    add_catalog(folder)
    made = ensure_draft_packages(node, folder / "catalog" / "node_modules")
    upload_draft_packages(made, load_ready_lock(), s3, bucket)
