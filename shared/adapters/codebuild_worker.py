"""The build worker on CodeBuild."""

import json
from typing import Any

from shared.adapters.aws_errors import translated
from shared.adapters.s3 import blob_keys
from shared.domain.builds.worker_contract import Job
from shared.domain.errors import AppError, WorkerBusy
from shared.ports.storage import BlobStore

_JOB_SECONDS = 1800  # CodeBuild may queue a build for minutes before it starts


def _busy() -> AppError:
    """Its own queue of builds that wait is full."""
    return WorkerBusy("CodeBuild's queue is full.")


class CodeBuildWorker:
    """`WorkerBackend`. The job travels as a presigned address: a build's environment shows up in its events."""

    def __init__(self, client: Any, project: str, blobs: BlobStore) -> None:
        self._client = client
        self._project = project
        self._blobs = blobs

    def start(self, job: Job) -> str:
        key = blob_keys.job(job.tenant_id, job.app_id, job.build_id)
        self._blobs.put(key, json.dumps(job.document()).encode(), "application/json")
        variables = {"JOB_URL": self._blobs.presign_get(key, _JOB_SECONDS)}
        variables |= {"BUILD_ID": job.build_id, "TENANT_ID": job.tenant_id}
        with translated({"AccountLimitExceededException": _busy}):
            answer = self._client.start_build(
                projectName=self._project,
                environmentVariablesOverride=[
                    {"name": name, "value": value, "type": "PLAINTEXT"} for name, value in variables.items()
                ],
            )
        return str(answer["build"]["id"])

    def stop(self, reference: str) -> None:
        with translated():
            self._client.stop_build(id=reference)
