"""A request to the public Internet: looked up once, sent to the very address that was vetted, redirects by hand."""

import hashlib
import json
import re
import time
from collections.abc import Callable

from shared.domain.agent.outgoing import OutAnswer, OutRequest, checked, redirected, require_public, target_of
from shared.domain.errors import Invalid, Unavailable
from shared.domain.limits import Limits
from shared.ports.outgoing import Outside, WireAnswer
from shared.ports.storage import BlobStore
from shared.services.or_none import or_none

_CHARSET = re.compile(r"charset=\"?([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_ALPHABET = re.compile(
    r"(utf-?8|us-ascii|ascii|latin-?1|iso-8859-\d{1,2}|windows-\d{3,4}|cp\d{3,4}|koi8-[ru]|mac-?roman"
    r"|shift_jis|euc-(jp|kr)|iso-2022-(jp|kr)|gb2312|gbk|gb18030|big5)\Z",
    re.IGNORECASE,
)
"""Those of pages. Python knows others (punycode, escapes) whose decoding a stranger can make take minutes."""
_TEXTS = ("text/", "application/json", "application/xml", "application/javascript", "application/x-ndjson")
Send = Callable[[Callable[[], None]], OutAnswer]


def fetch_outside(
    request: OutRequest, *, outside: Outside, limits: Limits, before_sending: Callable[[], None] = lambda: None
) -> OutAnswer:
    """The answer. Invalid when the request, or a redirect, leads where none may go; Unavailable when nothing answers.

    `before_sending` is called once everything is found in order and nothing has been sent.
    """
    until = time.monotonic() + limits.fetch_seconds
    checked(request)
    for hop in range(limits.fetch_redirects + 1):
        answer = _exchange(request, until, outside, limits, before_sending if hop == 0 else lambda: None)
        following = redirected(request, answer.status, answer.headers.get("location"), limits.fetch_ports)
        if following is None:
            return _answer_of(request.url, answer, hop)
        request = following
    raise Invalid(f"The host redirects more than {limits.fetch_redirects} times.")


def _exchange(
    request: OutRequest, until: float, outside: Outside, limits: Limits, before_sending: Callable[[], None]
) -> WireAnswer:
    target = target_of(request.url, limits.fetch_ports)
    found = outside.resolver.resolve(target.host, target.port, _left(until))
    addresses = [require_public(address) for address in found]
    if not addresses:
        raise Unavailable(f"The host {target.host} could not be found.")
    before_sending()
    return outside.http.send(
        request.method,
        target,
        address=addresses[0],
        headers=request.headers,
        body=request.body,
        seconds=_left(until),
        max_bytes=limits.fetch_bytes,
    )


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise Unavailable("The host did not answer in time.")
    return left


def _answer_of(url: str, answer: WireAnswer, redirects: int) -> OutAnswer:
    kind = answer.headers.get("content-type", "")[:200]
    return OutAnswer(url, answer.status, kind, len(answer.body), _text(kind, answer.body), answer.cut, redirects)


def _text(kind: str, body: bytes) -> str | None:
    if b"\0" in body[:4096] or not (not kind or kind.lower().startswith(_TEXTS) or "+json" in kind or "+xml" in kind):
        return None
    named = _CHARSET.search(kind)
    try:
        return body.decode(named[1] if named and _ALPHABET.match(named[1]) else "utf-8", "replace")
    except (LookupError, ValueError):
        return body.decode("utf-8", "replace")


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
        kept = or_none(self._blobs.get, f"{place}-answer.json")
        if kept is not None and said == json.loads(mark):
            return OutAnswer(*json.loads(kept))
        raise Invalid(
            f"Not sent: an interrupted attempt before this one has already sent a POST to {said['url'][:300]}, and "
            "what came of it is not known. Look whether it arrived before you send anything again."
        )


def _mark(request: OutRequest) -> bytes:
    what = json.dumps([sorted(request.headers.items()), (request.body or b"").hex()]).encode()
    return json.dumps({"url": request.url, "digest": hashlib.sha256(what).hexdigest()}).encode()
