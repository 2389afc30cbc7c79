"""Published revisions of an older release are in their new place before the stack's routers look there."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from infra.protection import find_stack
from shared.adapters.dynamo.apps import DynamoAppStore
from shared.adapters.dynamo.table.table import Table
from shared.adapters.s3.blobs import S3BlobStore
from shared.adapters.s3.site import S3SiteStore
from shared.services.publishing.move_published import copy_published, old_revisions, withdraw
from toolchain.aws import Clients


@dataclass(frozen=True)
class Places:
    """The table and the buckets of a standing stack, with the operator's own permissions."""

    apps: DynamoAppStore
    blobs: S3BlobStore
    site: S3SiteStore


@dataclass
class Deployment:
    """What is deployed inside; `done` once it stands."""

    done: bool = False


@contextmanager
def served_meanwhile(client: Clients, stack: str) -> Iterator[Deployment]:
    """The stack may be deployed inside; afterwards no copy is left that should not be seen."""
    deployment = Deployment()
    places = places_of(client, find_stack(client("cloudformation"), stack) or {})
    found = list(old_revisions(places)) if places else []
    if places and found:
        print(f"{len(found)} published revisions are copied to where this release serves them", flush=True)
        copy_published(ports=places)
    try:
        yield deployment
    finally:
        for one in found if places else ():
            withdraw(one, places, deployed=deployment.done)


def places_of(client: Clients, stack: dict[str, Any]) -> Places | None:
    """None where nothing stands yet."""
    outputs = {str(one["OutputKey"]): str(one["OutputValue"]) for one in stack.get("Outputs", [])}
    if not {"TableName", "DataBucket", "SiteBucket"} <= outputs.keys():
        return None
    s3 = client("s3")
    table = Table(client("dynamodb"), outputs["TableName"])
    return Places(DynamoAppStore(table), S3BlobStore(s3, outputs["DataBucket"]), S3SiteStore(s3, outputs["SiteBucket"]))
