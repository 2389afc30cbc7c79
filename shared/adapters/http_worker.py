"""The build worker behind HTTP: the local runner."""

import http.client
import json
import urllib.error
import urllib.request

from shared.domain.builds.worker_contract import Job
from shared.domain.errors import Unavailable, WorkerBusy

_ACCEPTED, _ENDED, _FULL = 202, 404, 503
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Past any proxy of the environment: a job holds the addresses of a project's source and of its result."""


class HttpWorker:
    """`WorkerBackend` that posts the job to a runner on this machine."""

    def __init__(self, endpoint: str, secret: str, timeout_seconds: float = 10) -> None:
        self._url = f"{endpoint.rstrip('/')}/jobs"
        self._secret = secret
        self._timeout = timeout_seconds

    def start(self, job: Job) -> str:
        status = self._post(self._url, json.dumps({"job": job.document()}).encode())
        if status == _FULL:
            raise WorkerBusy("The worker takes no more jobs now.")
        if status != _ACCEPTED:
            raise Unavailable(f"The worker refused the job ({status}).")
        return f"{self._url}/{job.build_id}"

    def stop(self, reference: str) -> None:
        status = self._post(f"{reference}/cancel", b"{}")
        if status not in (_ACCEPTED, _ENDED):
            raise Unavailable(f"The worker would not stop the job ({status}).")

    def _post(self, url: str, body: bytes) -> int:
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self._secret}"}
        request = urllib.request.Request(url, body, headers, method="POST")  # noqa: S310 - an address of our own
        try:
            with _DIRECT.open(request, timeout=self._timeout) as answer:
                answer.read()
                return int(answer.status)
        except urllib.error.HTTPError as error:
            error.close()
            return error.code
        except (OSError, http.client.HTTPException) as error:
            raise Unavailable("The worker could not be reached.") from error
