"""A request to the public Internet: looked up once, sent to the very address that was vetted, redirects by hand."""

import re
import time
from collections.abc import Callable

from shared.domain.agent.outgoing import OutAnswer, OutRequest, checked, redirected, require_public, target_of
from shared.domain.errors import Invalid, Unavailable
from shared.domain.limits import Limits
from shared.ports.outgoing import Outside, WireAnswer

_CHARSET = re.compile(r"charset=\"?([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_ALPHABET = re.compile(
    r"(utf-?8|us-ascii|ascii|latin-?1|iso-8859-\d{1,2}|windows-\d{3,4}|cp\d{3,4}|koi8-[ru]|mac-?roman"
    r"|shift_jis|euc-(jp|kr)|iso-2022-(jp|kr)|gb2312|gbk|gb18030|big5)\Z",
    re.IGNORECASE,
)
"""Those of pages. Python knows others (punycode, escapes) whose decoding a stranger can make take minutes."""
_TEXTS = ("text/", "application/json", "application/xml", "application/javascript", "application/x-ndjson")


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
