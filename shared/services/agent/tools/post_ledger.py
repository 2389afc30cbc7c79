"""Keeps a POST from being sent twice when an iteration is tried again: the intent is stored before it is sent."""

import hashlib
import json
from collections.abc import Callable

from shared.domain.agent.outgoing import OutAnswer, OutRequest
from shared.domain.errors import Invalid, NotFound
from shared.ports.storage import BlobStore

Send = Callable[[Callable[[], None]], OutAnswer]


class _SentBefore(Exception):
    """An attempt before this one has stored its intent."""


class PostLedger:
    """The POSTs of one iteration, counted in their order: a second attempt finds what the first one did at each."""

    def __init__(self, folder: str, blobs: BlobStore) -> None:
        self._folder = folder
        self._blobs = blobs
        self._number = 0

    def once(self, request: OutRequest, send: Send) -> OutAnswer:
        """The answer of `send`, or the one kept from an earlier attempt. Invalid when that attempt's is not known."""
        place = f"{self._folder}{self._number:03d}"
        self._number += 1
        mark = _mark(request)

        def begin() -> None:
            if not self._blobs.put_new(f"{place}-intent.json", mark):
                raise _SentBefore

        try:
            answer = send(begin)
        except _SentBefore:
            return self._earlier(place, mark)
        self._blobs.put(f"{place}-answer.json", json.dumps(answer).encode())
        return answer

    def _earlier(self, place: str, mark: bytes) -> OutAnswer:
        said = json.loads(self._blobs.get(f"{place}-intent.json"))
        try:
            kept = OutAnswer(*json.loads(self._blobs.get(f"{place}-answer.json")))
        except NotFound:
            kept = None
        if kept is not None and said == json.loads(mark):
            return kept
        raise Invalid(
            f"Not sent: an interrupted attempt before this one has already sent a POST to {said['url'][:300]}, and "
            "what came of it is not known. Look whether it arrived before you send anything again."
        )


def _mark(request: OutRequest) -> bytes:
    what = json.dumps([sorted(request.headers.items()), (request.body or b"").hex()]).encode()
    return json.dumps({"url": request.url, "digest": hashlib.sha256(what).hexdigest()}).encode()
