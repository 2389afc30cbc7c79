"""The build worker behind HTTP: the local runner."""

import http.client
import json
import urllib.error
import urllib.request

from shared.domain.errors import Unavailable
from shared.domain.worker_contract import Job


class HttpWorker:
    """`WorkerBackend` that posts the job to a runner on this machine."""

    def __init__(self, endpoint: str, secret: str, timeout_seconds: float = 10) -> None:
        self._url = f"{endpoint.rstrip('/')}/jobs"
        self._secret = secret
        self._timeout = timeout_seconds

    def start(self, job: Job) -> str:
        body = json.dumps({"job": job.model_dump(mode="json")}).encode()
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._secret}"}
        request = urllib.request.Request(self._url, body, headers, method="POST")  # noqa: S310 - an address of our own
        try:
            with urllib.request.urlopen(request, timeout=self._timeout) as answer:  # noqa: S310
                answer.read()
        except urllib.error.HTTPError as error:
            error.close()
            raise Unavailable(f"The worker refused the job ({error.code}).") from error
        except (OSError, http.client.HTTPException) as error:
            raise Unavailable("The worker could not be reached.") from error
        return f"{self._url}/{job.build_id}"
