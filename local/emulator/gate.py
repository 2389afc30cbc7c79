"""Before the emulator: it checks no key and answers every origin, so everything is decided here.

Let in: a request signed with a key of this start (its signature is checked), a presigned address or upload form, and
one that shows the secret itself. The emulator is given only what was decided on. Pages of the API's origins may use
what is presigned; what they are sent back is never a page of the emulator's own origin.
"""

import hmac
import math
import re
from collections.abc import Collection

from local.emulator.access import KEY_HEADER
from local.emulator.credentials import secret_of
from local.emulator.signatures import Asked, form_is_signed, header_is_signed, query_is_signed
from local.front.asgi import Asgi, Headers, Message, Receive, Scope, Send, answer_with, changing, is_foreign

_UNSIGNED_PASSED_ON = frozenset({
    "host", "content-type", "content-length", "transfer-encoding", "range", "if-match", "if-none-match",
    "if-modified-since", "if-unmodified-since",
})  # fmt: skip
"""Headers of a presigned request that its signature does not cover; another could name another service or object."""
_FORM_PATH = re.compile(r"/[a-z0-9][a-z0-9.-]{2,62}/?")
_FORM_BYTES = 512 * 1024**2
_PREFLIGHT_METHODS = frozenset({"GET", "POST"})
_REFUSED = (
    b'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>The embedded AWS wants requests '
    b"signed with the key of this start: see local.json and docs/local.md.</Message></Error>"
)
_NOT_A_PAGE: Headers = [
    (b"content-security-policy", b"default-src 'none'; sandbox"),
    (b"x-content-type-options", b"nosniff"),
]
_REPLACED = (b"access-control-", b"content-security-policy", b"x-content-type-options")


class Gate:
    """The emulator, for those who have the key; `origins` are the API's."""

    def __init__(self, app: Asgi, secret: str, origins: Collection[str]) -> None:
        self._app, self._secret, self._origins = app, secret, frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            await self._answer(Asked.of(scope), scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _answer(self, asked: Asked, scope: Scope, receive: Receive, send: Send) -> None:
        if is_foreign(asked.headers.get("host"), asked.headers.get("origin"), self._origins):
            await refuse(send)
        elif asked.method == "OPTIONS":
            await self._preflight(asked, send)
        else:
            await self._decide(asked, scope, receive, send)

    async def _preflight(self, asked: Asked, send: Send) -> None:
        origin = asked.headers.get("origin")
        if origin is None or asked.headers.get("access-control-request-method") not in _PREFLIGHT_METHODS:
            await refuse(send)
        else:
            allowed = [(b"access-control-allow-methods", b"GET, POST"), (b"access-control-max-age", b"3600")]
            await answer_with(send, 204, [*allowed, *readable_by(origin)], b"")

    async def _decide(self, asked: Asked, scope: Scope, receive: Receive, send: Send) -> None:
        origin = asked.headers.get("origin")
        answering = as_no_page(send, origin)
        if origin is None and self._shows_secret(asked):
            await self._app(without(scope, KEY_HEADER), receive, answering)
        elif origin is None and asked.names_key():
            await self._signed(asked, scope, receive, answering)
        elif query_is_signed(asked, secret_of):
            await self._app(only(scope, asked.signed_headers()), receive, as_download(answering))
        elif asked.is_form() and _FORM_PATH.fullmatch(asked.path) and not asked.query:
            await self._form(asked, scope, receive, answering)
        else:
            await refuse(send)

    def _shows_secret(self, asked: Asked) -> bool:
        return hmac.compare_digest(asked.headers.get(KEY_HEADER, "").encode(), self._secret.encode())

    async def _signed(self, asked: Asked, scope: Scope, receive: Receive, send: Send) -> None:
        """The body is read only for a key we know, since a signature may cover it."""
        body = await read(receive) if secret_of(asked.key_id()) else None
        if body is not None and header_is_signed(asked, body, secret_of):
            await self._app(scope, again(body, receive), send)
        else:
            await refuse(send)

    async def _form(self, asked: Asked, scope: Scope, receive: Receive, send: Send) -> None:
        """Its policy is in the body, which must be read first: so much of it at most."""
        body = await read(receive, _FORM_BYTES)
        if body is not None and form_is_signed(asked, body, secret_of):
            await self._app(only(scope, frozenset()), again(body, receive), send)
        else:
            await refuse(send)


async def refuse(send: Send) -> None:
    """The one answer to a caller that may not ask."""
    length = str(len(_REFUSED)).encode()
    await answer_with(
        send, 403, [(b"content-type", b"application/xml"), (b"content-length", length), *_NOT_A_PAGE], _REFUSED
    )


async def read(receive: Receive, most: float = math.inf) -> bytes | None:
    """The whole body; None when there is more than `most`, or the client left in the middle of it."""
    parts: list[bytes] = []
    size = 0
    while size <= most:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if not message.get("more_body", False):
            return b"".join(parts)
    return None


def again(body: bytes, receive: Receive) -> Receive:
    """Receives the body that was read already, then whatever comes."""
    first = [{"type": "http.request", "body": body, "more_body": False}]

    async def receiving() -> Message:
        return first.pop() if first else await receive()

    return receiving


def without(scope: Scope, name: str) -> Scope:
    return {**scope, "headers": [(key, value) for key, value in scope["headers"] if key != name.encode()]}


def only(scope: Scope, signed: frozenset[str]) -> Scope:
    """The request with the headers its signature covers, and harmless ones."""
    names = _UNSIGNED_PASSED_ON | signed
    return {**scope, "headers": [(key, value) for key, value in scope["headers"] if key.decode("latin-1") in names]}


def readable_by(origin: str | None) -> Headers:
    """Headers that let pages of exactly that origin read the answer."""
    if origin is None:
        return []
    return [(b"access-control-allow-origin", origin.encode("latin-1")), (b"vary", b"Origin")]


def as_no_page(send: Send, origin: str | None) -> Send:
    """Sends answers without the emulator's own word on who may read them; HTML among them runs nothing."""
    added = [*_NOT_A_PAGE, *readable_by(origin)]
    return changing(send, lambda own: [*(one for one in own if not one[0].lower().startswith(_REPLACED)), *added])


def as_download(send: Send) -> Send:
    """Sends answers that a browser saves instead of showing; pictures in a page are shown all the same."""
    name, value = b"content-disposition", b"attachment"
    return changing(send, lambda own: [*(one for one in own if one[0].lower() != name), (name, value)])
