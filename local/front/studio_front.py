"""The Studio on the API's port: its built files with their policy, its sign-in, and the way there from `/`."""

import asyncio
import contextlib
import json
import mimetypes
from collections.abc import Callable
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from local.front.asgi import Receive, Scope, Send, answer, answer_with, header
from local.front.sign_in import CLIENT_ID, SESSION_SECONDS, Refused, SignIn
from local.studio_url import studio_url
from shared.services.site.studio_headers import studio_headers

BASE, ISSUER_BASE, COOKIE = "/studio", "/.local/oidc", "chatbuilder_studio"
_FORM_BYTES = 16 * 1024
_CONFIG = json.dumps({
    "api": "", "local": True, "issuer": ISSUER_BASE, "client_id": CLIENT_ID, "scope": "openid", "token": "access",
    "sign_out": "",
}).encode()  # fmt: skip


class StudioFront:
    """What a browser meets before it has a token. `files` is known when the Studio is built; None until then."""

    def __init__(self, sign_in: SignIn, files: Callable[[], Path | None], frames: str, storage: str = "") -> None:
        """`storage` is the origin that takes uploads."""
        self._sign_in, self._files = sign_in, files
        headers = studio_headers(api=storage, frames=frames)
        self._headers = [(name.lower().encode(), value.encode()) for name, value in headers.items()]

    def serves(self, path: str) -> bool:
        """Whether an address is the Studio's."""
        return path in ("/", BASE) or path.startswith((f"{BASE}/", f"{ISSUER_BASE}/"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path, method = scope["path"], scope["method"]
        if path == f"{ISSUER_BASE}/token" and method == "POST":
            return await self._token(scope, receive, send)
        if path == f"{ISSUER_BASE}/one-time-code" and method == "POST":
            return await self._printed(scope, send)
        if method not in ("GET", "HEAD"):
            return await answer(send, 405, b"Method Not Allowed", "text/plain", [(b"allow", b"GET, HEAD")])
        if path in ("/", BASE):
            return await answer(send, 302, b"", "text/plain", [(b"location", f"{BASE}/".encode())])
        if path.startswith(f"{ISSUER_BASE}/"):
            return await self._issuer(path.removeprefix(f"{ISSUER_BASE}/"), scope, send)
        return await self._file(path.removeprefix(f"{BASE}/"), send)

    async def _issuer(self, what: str, scope: Scope, send: Send) -> None:
        if what == ".well-known/openid-configuration":
            described = self._sign_in.description(f"http://{header(scope, b'host')}")
            return await answer(send, 200, json.dumps(described).encode(), "application/json")
        if what != "authorize":
            return await answer(send, 404, b"Not Found", "text/plain")
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        try:
            place, session = self._sign_in.authorize(query, _cookie(scope))
        except Refused as error:
            return await answer(send, 400, str(error).encode(), "text/plain")
        kept = [(b"set-cookie", _kept(_name(scope), session))] if session else []
        return await answer(send, 302, b"", "text/plain", [(b"location", place.encode()), *kept])

    async def _token(self, scope: Scope, receive: Receive, send: Send) -> None:
        origin = header(scope, b"origin")
        if origin and origin not in self._sign_in.origins:
            return await answer(send, 403, b"Forbidden", "text/plain")
        form = dict(parse_qsl((await _body(receive)).decode("utf-8", "replace")))
        try:
            tokens: dict[str, Any] = self._sign_in.token(form)
        except Refused as error:
            return await answer(send, 400, json.dumps({"error": str(error)}).encode(), "application/json")
        return await answer(send, 200, json.dumps(tokens).encode(), "application/json")

    async def _printed(self, scope: Scope, send: Send) -> None:
        """Another address, for the owner's own token; never for a page. `origin`: of a development server of theirs."""
        bearer = header(scope, b"authorization").removeprefix("Bearer ")
        if header(scope, b"origin") or not self._sign_in.may_print(bearer):
            return await answer(send, 403, b"Forbidden", "text/plain")
        origin = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("origin", "")
        try:
            if origin:
                self._sign_in.allow(origin)
        except Refused as error:
            return await answer(send, 400, str(error).encode(), "text/plain")
        address = studio_url(origin or f"http://{header(scope, b'host')}", self._sign_in)
        return await answer(send, 200, address.encode(), "text/plain")

    async def _file(self, name: str, send: Send) -> None:
        if name == "config.json":
            return await answer(send, 200, _CONFIG, "application/json", self._headers)
        folder = self._files()
        if folder is None:
            return await answer(send, 503, b"The Studio is being built; try again in a moment.", "text/plain")
        path = _place(folder, name)
        if path is None or not path.is_file():
            return await answer(send, 404, b"Not Found", "text/plain")
        body = await asyncio.to_thread(path.read_bytes)
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        own = {"content-type": kind, "content-length": str(len(body)), "cache-control": _cache(name)}
        given = [(field.encode(), value.encode()) for field, value in own.items()]
        return await answer_with(send, 200, [*given, *self._headers], body)


def _place(folder: Path, name: str) -> Path | None:
    """The file of that name. What looks like none is a place within the one page; None for a file that is not there."""
    with contextlib.suppress(OSError, ValueError):  # a name that no file can have
        path = (folder / name).resolve()
        if name and path.is_relative_to(folder.resolve()) and path.is_file():
            return path
    return None if "." in name.rpartition("/")[2] else folder / "index.html"


def _cache(name: str) -> str:
    return "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"


def _cookie(scope: Scope) -> str:
    try:
        found = SimpleCookie(header(scope, b"cookie")).get(_name(scope))
    except CookieError:
        return ""
    return found.value if found else ""


def _name(scope: Scope) -> str:
    """With the port, by which browsers tell no cookies apart: two stacks, or a development server, have their own."""
    return f"{COOKIE}_{header(scope, b'host').partition(':')[2]}"


def _kept(name: str, session: str) -> bytes:
    """For the issuer's own addresses, out of scripts' reach, and not sent by another site's page."""
    return f"{name}={session}; Path={ISSUER_BASE}; Max-Age={SESSION_SECONDS}; HttpOnly; SameSite=Strict".encode()


async def _body(receive: Receive) -> bytes:
    """As much of the body as a form may have."""
    body, more = b"", True
    while more and len(body) <= _FORM_BYTES:
        message = await receive()
        body, more = body + message.get("body", b""), message.get("more_body", False)
    return body[:_FORM_BYTES]
