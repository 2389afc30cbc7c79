"""The front server's applications: the API's port with the key set, and the sites' port by Host."""

import asyncio
import json
import sys
from collections.abc import Callable, Sequence

from local.front.asgi import Asgi, Headers, Receive, Scope, Send, answer, answer_with, changing, header, is_foreign_host
from local.front.dev_issuer import DevIssuer
from local.front.gateway_headers import lacks_sign_in, refuse, remapped, through_gateway
from local.front.host_router import HostRouter
from local.front.site_files import SECURITY, SiteFiles
from local.front.studio_front import StudioFront
from shared.services.site.addresses import SHELL, previewed_revision
from shared.services.site.site_headers import preview_headers

_WORDS = {
    "en": ("This app is not online", "It may have been taken down, or the address is not quite right."),
    "de": ("Diese App ist nicht online", "Vielleicht wurde sie offline genommen, oder die Adresse stimmt nicht ganz."),
}
THREADS = 64
"""Requests at work at once. More would only share two processors; who waits sees a newer draft when its turn comes."""
SWITCH_SECONDS = 0.0005
"""After so long a request that computes lets another go on. By default it is ten times that, for each of the answers
from AWS that the other waits for."""
PREVIEW_SUFFIX = ".preview.localhost"
_POLICY = b"content-security-policy"
KEYS_PATH = "/.local/jwks.json"


class ApiFront:
    """The FastAPI application (which limits bodies itself), the Studio, and the development issuer's keys for programs.

    All by this machine's own name: a page whose own name leads here would be of the API's origin to its browser.
    """

    def __init__(self, app: Asgi, issuer: DevIssuer, studio: StudioFront | None = None) -> None:
        self._app, self._studio = app, studio
        self._keys = json.dumps(issuer.jwks()).encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            widen_thread_pool()
            sys.setswitchinterval(SWITCH_SECONDS)
            return await self._app(scope, receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1008})
        if is_foreign_host(header(scope, b"host")):
            return await answer(send, 421, b"Misdirected Request", "text/plain")
        if scope["path"] == KEYS_PATH:
            return await self._answer_keys(scope, send)
        if self._studio is not None and self._studio.serves(scope["path"]):
            return await self._studio(scope, receive, send)
        if lacks_sign_in(scope):
            return await refuse(send)
        return await self._app(scope, receive, through_gateway(scope, send))

    async def _answer_keys(self, scope: Scope, send: Send) -> None:
        if header(scope, b"origin"):
            return await answer(send, 403, b"Forbidden", "text/plain")
        return await answer(send, 200, self._keys, "application/json")


class SitesFront:
    """`{rev}.preview.localhost` -> the API's preview routes; `{slug}.apps.localhost` -> the site bucket.

    `studio`: origins whose pages may frame a preview, the API's own first; the list may grow.
    """

    def __init__(self, app: Asgi, router: HostRouter, files: SiteFiles, studio: Sequence[str]) -> None:
        self._app, self._router, self._files, self._studio = app, router, files, studio

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        host = header(scope, b"host").split(":")[0].lower()
        if host.endswith(PREVIEW_SUFFIX):
            sent = changing(with_headers(send, self._preview_headers(), self.framed), remapped)
            await self._app(as_preview(scope, host), receive, sent)
        else:
            await self._site(scope, host, send)

    @staticmethod
    def _preview_headers() -> Headers:
        return [(name.lower().encode(), value.encode()) for name, value in preview_headers().items()]

    def framed(self, policy: bytes) -> bytes:
        """A preview's own policy, with the development servers that have come since the API was started."""
        head, mark, framers = policy.decode("latin-1").partition("frame-ancestors 'self'")
        known = framers.split()
        more = "".join(f" {origin}" for origin in self._studio if mark and origin not in known)
        return f"{head}{mark}{framers}{more}".encode("latin-1")

    async def _site(self, scope: Scope, host: str, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            return await answer(send, 405, b"Method Not Allowed", "text/plain", [(b"allow", b"GET, HEAD")])
        raw = scope.get("raw_path", b"").decode("latin-1").split("?")[0] or scope["path"]
        route = self._router.route(host, raw, header(scope, b"sec-fetch-mode"))
        if route.redirect:
            return await answer(send, 302, b"", "text/plain", [(b"location", route.redirect.encode())])
        if route.uri is None:
            return await _no_page(scope, send)
        wanted = {name: header(scope, name.encode()) for name in ("if-none-match", "range")}
        found = await asyncio.to_thread(self._files.get, route.uri, wanted)
        if found.status == 404 and route.uri.endswith("/index.html"):
            return await _no_page(scope, send)
        return await answer_with(send, found.status, found.headers, b"" if scope["method"] == "HEAD" else found.body)


async def _no_page(scope: Scope, send: Send) -> None:
    """404 in words, for a visitor who followed a link to an app that is not online."""
    body = offline_page(header(scope, b"accept-language"))
    kept = [(b"vary", b"accept-language"), *SECURITY]
    await answer(send, 404, b"" if scope["method"] == "HEAD" else body, "text/html; charset=utf-8", kept)


def as_preview(scope: Scope, host: str) -> Scope:
    """The request as the preview distribution would send it on."""
    name = host.removesuffix(PREVIEW_SUFFIX)
    revision = previewed_revision(name.removeprefix(SHELL))
    part = "tab" if name.startswith(SHELL) else "assets"
    folder = f"/public/apps/preview/revisions/{revision}/{part}"
    raw = scope.get("raw_path", scope["path"].encode())
    marked = (b"x-preview-origin", b"1")
    kept = [(name, value) for name, value in scope["headers"] if name != b"x-preview-origin"]
    return {**scope, "path": folder + scope["path"], "raw_path": folder.encode() + raw, "headers": [*kept, marked]}


def with_headers(send: Send, given: Headers, policy: Callable[[bytes], bytes]) -> Send:
    """Sends what it is given with these headers instead of its own, as the CDN's policy overrides its origin's. Its
    content policy stays, as `policy` completes it.
    """
    names = {name for name, _ in given}

    def change(own: Headers) -> Headers:
        said = [(name, policy(value)) for name, value in own if name.lower() == _POLICY]
        rest = [one for one in own if one[0].lower() not in names]
        return [*rest, *(one for one in given if one[0] != _POLICY or not said), *said]

    return changing(send, change)


def widen_thread_pool() -> None:
    """Requests that wait for an answer (`Prefer: wait`) hold a thread each; Starlette has 40."""
    import anyio.to_thread

    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS


def offline_page(languages: str) -> bytes:
    """An HTML page in the first language of an Accept-Language header that there are words for; else in English."""
    wanted = (part.strip()[:2].lower() for part in languages.split(","))
    language = next((one for one in wanted if one in _WORDS), "en")
    title, text = _WORDS[language]
    return (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<h1>{title}</h1>\n<p>{text}</p>\n</html>\n"
    ).encode()
