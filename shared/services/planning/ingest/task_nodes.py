"""Which nodes a job writes tasks for: a list in the data bucket, as it may be long."""

import json
from collections.abc import Sequence

from shared.domain.planning.blueprint import IngestionJob
from shared.ports.storage import BlobStore


def put_node_ids(job: IngestionJob, node_ids: Sequence[str], blobs: BlobStore) -> None:
    """Before the job itself is stored."""
    blobs.put(_key(job), json.dumps(list(node_ids)).encode(), "application/json")


def node_ids_of(job: IngestionJob, blobs: BlobStore) -> list[str]:
    return [str(node_id) for node_id in json.loads(blobs.get(_key(job)))]


def _key(job: IngestionJob) -> str:
    return f"apps/{job.tenant_id}/{job.app_id}/plans/{job.key}/{job.round}/nodes.json"
