"""The front server's two applications, called as an ASGI server calls them."""

import asyncio
import json
from collections.abc import Mapping, MutableMapping
from pathlib import Path
from typing import Any

import pytest

from local.front.dev_issuer import DevIssuer
from local.front.front import ApiFront, SitesFront
from local.front.host_router import HostRouter
from local.front.site_files import Found, SiteFiles, missing
from shared.services.site.addresses import preview_label
from shared.services.site.site_headers import preview_headers, published_headers

STUDIO = ("http://127.0.0.1:8600", "http://localhost:8600")
REVISION = "rev_01jd0000000000000000000000"


class Recorder:
    """An application that answers 200 and remembers what it was asked."""

    def __init__(self) -> None:
        self.scopes: list[MutableMapping[str, Any]] = []

    async def __call__(self, scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
        self.scopes.append(scope)
        weak = [(b"content-security-policy", b"default-src *"), (b"etag", b"e")]
        await send({"type": "http.response.start", "status": 200, "headers": weak})
        await send({"type": "http.response.body", "body": b"app"})


class MemoryFiles(SiteFiles):
    """Two files and a record of what was wanted."""

    def __init__(self) -> None:
        self.files = {"/live/my-app/index.html": b"page", "/live/my-app/a b.js": b"code"}
        self.asked: list[tuple[str, Mapping[str, str]]] = []

    def get(self, uri: str, wanted: Mapping[str, str]) -> Found:
        self.asked.append((uri, wanted))
        body = self.files.get(uri.replace("%20", " "))
        return missing("NoSuchKey", "") if body is None else Found(200, [(b"content-type", b"text/html")], body)


def ask(app: Any, host: str, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b""}

    raw = [(b"host", host.encode()), *((k.replace("_", "-").encode(), v.encode()) for k, v in headers.items())]
    scope = {
        "type": "http", "method": method, "path": path.replace("%20", " "), "raw_path": path.encode(), "headers": raw,
        "query_string": b"",
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    answered = {k.decode(): v.decode() for k, v in sent[0]["headers"]}
    return sent[0]["status"], answered, sent[1]["body"]


@pytest.fixture
def inner() -> Recorder:
    return Recorder()


@pytest.fixture
def files() -> MemoryFiles:
    return MemoryFiles()


@pytest.fixture
def sites(inner: Recorder, files: MemoryFiles) -> SitesFront:
    router = HostRouter(mode="domain", domain="apps.localhost", scheme="http", port_suffix=":8601")
    return SitesFront(inner, router, files, STUDIO)


def test_the_key_set_is_public_and_the_rest_is_the_application(tmp_path: Path, inner: Recorder) -> None:
    issuer = DevIssuer(tmp_path)
    front = ApiFront(inner, issuer)
    status, _, body = ask(front, "127.0.0.1", "/.local/jwks.json")
    assert (status, json.loads(body)) == (200, issuer.jwks())
    assert ask(front, "127.0.0.1", "/health")[2] == b"app"


def test_the_api_answers_the_origins_it_is_configured_for_and_the_keys_no_page(tmp_path: Path, inner: Recorder) -> None:
    front = ApiFront(inner, DevIssuer(tmp_path))
    assert ask(front, "localhost:8600", "/health", origin="http://studio.test")[0] == 200
    assert ask(front, "localhost:8600", "/.local/jwks.json", origin="http://studio.test")[0] == 403


def test_nothing_answers_a_web_socket(tmp_path: Path, inner: Recorder) -> None:
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "websocket.connect"}

    scope = {"type": "websocket", "path": "/", "headers": [(b"host", b"127.0.0.1:8600")]}
    asyncio.run(ApiFront(inner, DevIssuer(tmp_path))(scope, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]
    assert inner.scopes == []


def test_a_preview_host_reaches_the_apps_preview_route(sites: SitesFront, inner: Recorder) -> None:
    ask(sites, f"{preview_label(REVISION)}.preview.localhost:8601", "/a%20b.js", x_preview_origin="forged")
    (scope,) = inner.scopes
    folder = f"/public/apps/preview/revisions/{REVISION}/assets"
    assert (scope["path"], scope["raw_path"]) == (f"{folder}/a b.js", f"{folder}/a%20b.js".encode())
    assert [v for k, v in scope["headers"] if k == b"x-preview-origin"] == [b"1"]


def test_a_live_host_is_served_from_its_prefix(sites: SitesFront, files: MemoryFiles, inner: Recorder) -> None:
    assert ask(sites, "my-app.apps.localhost:8601", "/deep/link")[::2] == (200, b"page")
    assert ask(sites, "my-app.apps.localhost:8601", "/a%20b.js")[::2] == (200, b"code")
    assert ask(sites, "my-app.apps.localhost:8601", "/gone.js")[0] == 404
    assert inner.scopes == []


@pytest.mark.parametrize(
    ("language", "said"), [("en-GB,en;q=0.9", "not online"), ("fr,de-AT;q=0.8", "nicht online"), ("", "not online")]
)
def test_a_page_that_is_not_online_is_said_in_words(sites: SitesFront, language: str, said: str) -> None:
    for host, path in (("other.apps.localhost", "/deep/link"), ("apps.localhost", "/")):
        status, headers, body = ask(sites, host, path, accept_language=language)
        assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert headers["vary"] == "accept-language"
        assert said in body.decode() and "content-security-policy" in headers
    assert ask(sites, "other.apps.localhost", "/", "HEAD")[2] == b""


def test_conditions_and_ranges_are_passed_on(sites: SitesFront, files: MemoryFiles) -> None:
    ask(sites, "my-app.apps.localhost:8601", "/", if_none_match='"abc"', range="bytes=0-1")
    assert files.asked[-1][1] == {"if-none-match": '"abc"', "range": "bytes=0-1"}


def test_head_has_no_body_and_nothing_can_be_written(sites: SitesFront) -> None:
    assert ask(sites, "my-app.apps.localhost:8601", "/", method="HEAD")[::2] == (200, b"")
    status, headers, _ = ask(sites, "my-app.apps.localhost:8601", "/", method="POST")
    assert (status, headers["allow"]) == (405, "GET, HEAD")


def test_the_seeds_path_address_leads_to_the_revisions_origin(sites: SitesFront) -> None:
    status, headers, _ = ask(sites, "apps.localhost:8601", f"/apps/my-app/{REVISION}/x")
    assert (status, headers["location"]) == (302, f"http://my-app--{REVISION}.apps.localhost:8601/x")


@pytest.mark.parametrize("host", ["127.0.0.1:8601", "localhost:8601", "x.example.com", ""])
def test_other_hosts_get_nothing(sites: SitesFront, host: str) -> None:
    assert ask(sites, host, "/")[0] == 404


def test_what_storage_says_becomes_an_answer() -> None:
    gone = missing("NoSuchKey", "")
    assert (gone.status, gone.body) == (404, b"Not Found")
    assert {(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")} <= set(gone.headers)
    assert missing("304", '"e"').headers[0] == (b"etag", b'"e"')
    assert missing("InvalidRange", "").status == 416
    assert missing("InternalError", "").status == 502


def test_previews_have_the_headers_of_the_preview_distribution_over_the_apis(sites: SitesFront) -> None:
    _, headers, _ = ask(sites, f"{preview_label(REVISION)}.preview.localhost:8601", "/")
    expected = {name.lower(): value for name, value in preview_headers().items()}
    own = {"content-security-policy": "default-src *"}
    assert headers == expected | own | {"etag": "e"}, "the policy is the API's"


def test_a_preview_may_be_framed_by_a_development_server_that_came_later(inner: Recorder, files: MemoryFiles) -> None:
    studio = ["http://127.0.0.1:8600", "http://127.0.0.1:5173"]
    policy = b"default-src 'self'; frame-ancestors 'self' http://127.0.0.1:8600"
    router = HostRouter(mode="domain", domain="apps.localhost", scheme="http", port_suffix=":8601")
    front = SitesFront(inner, router, files, studio)
    assert front.framed(policy) == policy + b" http://127.0.0.1:5173"
    assert front.framed(b"default-src 'none'; frame-ancestors 'none'").endswith(b"'none'")


def test_the_page_around_a_preview_has_a_host_of_its_own(sites: SitesFront, inner: Recorder) -> None:
    ask(sites, f"tab-{preview_label(REVISION)}.preview.localhost:8601", "/a")
    assert inner.scopes[0]["path"] == f"/public/apps/preview/revisions/{REVISION}/tab/a"


def test_everything_a_site_answers_has_the_headers_of_the_apps_distribution(tmp_path: Path) -> None:
    for code in ("NoSuchKey", "304", "InvalidRange", "InternalError"):
        sent = dict(missing(code, '"e"').headers)
        assert {name: sent[name.lower().encode()].decode() for name in published_headers()} == published_headers()
