"""The front server's applications: the API's port with the key set, and the sites' port by Host."""

import asyncio
import json
from collections.abc import Sequence

from local.front.asgi import Asgi, Headers, Receive, Scope, Send, answer, answer_with, changing, header, is_foreign_host
from local.front.dev_issuer import DevIssuer
from local.front.host_router import HostRouter
from local.front.site_files import SECURITY, SiteFiles
from local.front.studio_front import StudioFront
from shared.services.site.site_headers import preview_headers

_WORDS = {
    "en": ("This app is not online", "It may have been taken down, or the address is not quite right."),
    "de": ("Diese App ist nicht online", "Vielleicht wurde sie offline genommen, oder die Adresse stimmt nicht ganz."),
}
THREADS = 64
"""Requests at work at once. More would only share two processors; who waits sees a newer draft when its turn comes."""
PREVIEW_SUFFIX = ".preview.localhost"
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
            return await self._app(scope, receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1008})
        if is_foreign_host(header(scope, b"host")):
            return await answer(send, 421, b"Misdirected Request", "text/plain")
        if scope["path"] == KEYS_PATH:
            return await self._answer_keys(scope, send)
        if self._studio is not None and self._studio.serves(scope["path"]):
            return await self._studio(scope, receive, send)
        return await self._app(scope, receive, send)

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
            await self._app(as_preview(scope, host), receive, with_headers(send, self._preview_headers()))
        else:
            await self._site(scope, host, send)

    def _preview_headers(self) -> Headers:
        """Made anew: a development server may have come."""
        given = preview_headers(["'self'", *self._studio], reports_to=self._studio[0])
        return [(name.lower().encode(), value.encode()) for name, value in given.items()]

    async def _site(self, scope: Scope, host: str, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            return await answer(send, 405, b"Method Not Allowed", "text/plain", [(b"allow", b"GET, HEAD")])
        raw = scope.get("raw_path", b"").decode("latin-1").split("?")[0] or scope["path"]
        route = self._router.route(host, raw)
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
    revision = host.removesuffix(PREVIEW_SUFFIX)
    folder = f"/public/apps/preview/revisions/{revision}/assets"
    raw = scope.get("raw_path", scope["path"].encode())
    marked = (b"x-preview-origin", b"1")
    kept = [(name, value) for name, value in scope["headers"] if name != b"x-preview-origin"]
    return {**scope, "path": folder + scope["path"], "raw_path": folder.encode() + raw, "headers": [*kept, marked]}


def with_headers(send: Send, given: Headers) -> Send:
    """Sends what it is given with these headers instead of its own, as the CDN's policy overrides its origin's."""
    names = {name for name, _ in given}
    return changing(send, lambda own: [*(one for one in own if one[0].lower() not in names), *given])


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
