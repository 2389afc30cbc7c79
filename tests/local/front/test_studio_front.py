"""What a browser meets before it has a token, called as an ASGI server calls it."""

import asyncio
import json
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from local.config import DEFAULT_TENANT
from local.front.dev_issuer import DevIssuer
from local.front.front import ApiFront
from local.front.sign_in import SignIn
from local.front.studio_front import COOKIE, ISSUER_BASE, StudioFront
from shared.services.site.studio_headers import studio_headers
from tests.support.api.sign_in import ORIGIN, Answer, exchange, question

FRAMES = "http://*.preview.localhost:8601"
HOST = ORIGIN.removeprefix("http://")
AUTHORIZE, TOKEN, PRINT = (f"{ISSUER_BASE}/{name}" for name in ("authorize", "token", "one-time-code"))


@dataclass
class Reply:
    """A response."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Person:
    """Asks the API's port for something."""

    front: ApiFront
    sign_in: SignIn

    def ask(self, path: str, method: str = "GET", body: bytes = b"", host: str = HOST, **headers: str) -> Reply:
        sent: list[MutableMapping[str, Any]] = []
        bare, _, query = path.partition("?")
        named = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
        scope = {
            "type": "http", "method": method, "path": bare, "raw_path": bare.encode(), "query_string": query.encode(),
            "headers": [(b"host", host.encode()), *named],
        }  # fmt: skip

        async def receive() -> MutableMapping[str, Any]:
            return {"type": "http.request", "body": body}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        asyncio.run(self.front(scope, receive, send))
        return Reply(sent[0]["status"], {k.decode(): v.decode() for k, v in sent[0]["headers"]}, sent[1]["body"])

    def authorize(self, cookie: str = "", **over: str) -> Reply:
        sent = {"cookie": cookie} if cookie else {}
        return self.ask(f"{AUTHORIZE}?{urlencode(question(**over))}", **sent)

    def form(self, form: Mapping[str, str], **headers: str) -> Reply:
        return self.ask(TOKEN, "POST", urlencode(form).encode(), **headers)


async def the_api(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
    """Whatever is not the Studio's."""
    await send({"type": "http.response.start", "status": 418, "headers": []})
    await send({"type": "http.response.body", "body": b"api"})


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Studio</title>")
    (folder / "assets" / "main-1.js").write_text("1")
    (tmp_path / "secret.txt").write_text("mine")
    return folder


def person(tmp_path: Path, files: Path | None) -> Person:
    issuer = DevIssuer(tmp_path)
    sign_in = SignIn(issuer, [ORIGIN, "http://localhost:8600"])
    return Person(ApiFront(the_api, issuer, StudioFront(sign_in, lambda: files, FRAMES)), sign_in)


@pytest.fixture
def me(tmp_path: Path, built: Path) -> Person:
    return person(tmp_path, built)


def test_the_root_leads_to_the_studio_and_the_api_keeps_its_addresses(me: Person) -> None:
    for path in ("/", "/studio"):
        answer = me.ask(path)
        assert (answer.status, answer.headers["location"]) == (302, "/studio/")
    for path in ("/docs", "/admin/apps", "/studios", "/.local/other"):
        assert me.ask(path).status == 418


@pytest.mark.parametrize("path", ["/studio/", "/studio/apps/app_1", "/studio/signed-in", "/studio/apps/app_1/"])
def test_every_place_in_the_studio_is_the_one_page_under_its_policy(me: Person, path: str) -> None:
    answer = me.ask(path)
    assert (answer.status, answer.headers["content-type"]) == (200, "text/html")
    assert answer.headers["cache-control"] == "no-cache"
    assert b"<title>Studio</title>" in answer.body
    wanted = studio_headers(api="", frames=FRAMES)
    assert {name: answer.headers[name.lower()] for name in wanted} == wanted


def test_a_hashed_file_is_kept_for_good_and_a_missing_one_is_missing(me: Person) -> None:
    answer = me.ask("/studio/assets/main-1.js")
    assert (answer.body, "immutable" in answer.headers["cache-control"]) == (b"1", True)
    assert answer.headers["content-type"].endswith("/javascript")
    assert me.ask("/studio/assets/main-2.js").status == 404


@pytest.mark.parametrize(
    "name",
    [
        "../secret.txt",
        "assets/../../secret.txt",
        "/etc/passwd",
        "../../../../../../etc/hostname",
        "..",
        "a\0b",
        "x" * 5000,
    ],
)
def test_no_other_file_is_served(me: Person, name: str) -> None:
    answer = me.ask(f"/studio/{name}")
    assert b"mine" not in answer.body and (answer.status == 404 or b"<title>Studio</title>" in answer.body)


def test_until_it_is_built_it_says_so(tmp_path: Path) -> None:
    result = person(tmp_path, None).ask("/studio/")
    assert (result.status, b"being built" in result.body) == (503, True)


def test_a_build_that_was_taken_away_is_missing(tmp_path: Path) -> None:
    assert person(tmp_path, tmp_path / "gone").ask("/studio/").status == 404


def test_from_the_printed_code_to_tokens(me: Person) -> None:
    there = me.authorize(one_time_code=me.sign_in.printed.make(True))
    assert there.status == 302
    answer = Answer(there.headers["location"], "")
    cookie = there.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Strict", f"Path={ISSUER_BASE}"} <= set(cookie.split("; "))
    tokens = me.form(exchange(answer.said["code"]), origin=ORIGIN)
    assert (tokens.status, tokens.headers["cache-control"]) == (200, "no-store")
    assert "access_token" in json.loads(tokens.body)
    assert "code=" in me.authorize(cookie=cookie.partition(";")[0]).headers["location"]


def test_who_is_not_signed_in_is_told_so_by_the_protocol(me: Person) -> None:
    for cookie in ("", f"{COOKIE}_8600=x", f"{COOKIE}_8600=x; other=\x00;;=", "\xff"):
        answer = me.authorize(cookie=cookie)
        assert "error=login_required" in answer.headers["location"] and "set-cookie" not in answer.headers


def test_a_question_of_somebody_else_is_answered_not_led_on(me: Person) -> None:
    answer = me.authorize(redirect_uri="http://evil.test/", one_time_code=me.sign_in.printed.make(True))
    assert (answer.status, answer.body) == (400, b"unauthorized_client")
    assert "location" not in answer.headers and "set-cookie" not in answer.headers


REBOUND = ["/studio/", "/", TOKEN, AUTHORIZE, PRINT, "/studio/config.json", "/health", "/docs", "/.local/jwks.json"]


@pytest.mark.parametrize("path", REBOUND)
def test_a_page_whose_own_name_leads_here_is_refused(me: Person, path: str) -> None:
    """DNS rebinding: to its browser it would be of the Studio's origin."""
    for host in ("evil.test", "evil.test:8600", "127.0.0.1.evil.test", "x.apps.localhost:8600", ""):
        assert me.ask(path, host=host).status == 421


def test_another_sites_page_gets_no_tokens(me: Person) -> None:
    code = Answer(me.authorize(one_time_code=me.sign_in.printed.make(True)).headers["location"], "").said["code"]
    for origin in ("http://evil.test", "null", "http://127.0.0.1:9999", "http://app.preview.localhost:8601"):
        assert me.form(exchange(code), origin=origin).status == 403
    answer = me.form(exchange(code), origin=ORIGIN)
    assert answer.status == 200 and "access-control-allow-origin" not in answer.headers


def test_a_wrong_form_is_an_error_of_the_protocol(me: Person) -> None:
    for body in (b"", b"\xff\xfe", b"x" * 100_000, b"grant_type=" + b"a" * 20_000):
        answer = me.ask(TOKEN, "POST", body)
        assert (answer.status, json.loads(answer.body)) == (400, {"error": "invalid_client"})


def test_another_address_is_for_the_owners_token_and_no_page(me: Person) -> None:
    token = f"Bearer {me.sign_in.issuer.token(DEFAULT_TENANT)}"
    narrow = f"Bearer {me.sign_in.issuer.token(DEFAULT_TENANT, scopes='apps:read')}"
    refused: list[dict[str, str]] = [
        {}, {"authorization": "Bearer x"}, {"authorization": narrow}, {"authorization": token, "origin": ORIGIN},
    ]  # fmt: skip
    assert [me.ask(PRINT, "POST", **headers).status for headers in refused] == [403] * 4
    answer = me.ask(PRINT, "POST", authorization=token)
    address, _, code = answer.body.decode().partition("#code=")
    assert address == f"{ORIGIN}/studio/"
    assert "code=" in me.authorize(one_time_code=code).headers["location"]


def test_a_development_server_of_the_owners_may_sign_in_and_frame_previews(me: Person) -> None:
    token, dev = f"Bearer {me.sign_in.issuer.token(DEFAULT_TENANT)}", "http://127.0.0.1:8602"
    redirect = {"redirect_uri": f"{dev}/studio/signed-in"}
    assert me.authorize(**redirect).status == 400
    for origin in (
        "http://evil.test",
        "http://127.0.0.1:8602/x",
        "http://127.0.0.1",
        "http://127.0.0.1:8602\n",
        "null",
    ):
        answer = me.ask(f"{PRINT}?{urlencode({'origin': origin})}", "POST", authorization=token)
        assert (answer.status, len(me.sign_in.origins)) == (400, 2)
    query = urlencode({"origin": dev})
    assert me.ask(f"{PRINT}?{query}", "POST").status == 403
    assert me.ask(f"{PRINT}?{query}", "POST", authorization=token, origin=dev).status == 403
    for _ in range(2):
        address, _, code = me.ask(f"{PRINT}?{query}", "POST", authorization=token).body.decode().partition("#code=")
    assert (address, me.sign_in.origins[2:]) == (f"{dev}/studio/", [dev])
    there = me.ask(f"{AUTHORIZE}?{urlencode(question(**redirect, one_time_code=code))}", host="127.0.0.1:8602")
    assert there.headers["location"].startswith(f"{dev}/studio/signed-in?code=")
    assert there.headers["set-cookie"].startswith(f"{COOKIE}_8602=")


@pytest.mark.parametrize("path", ["/studio/", "/", AUTHORIZE, "/studio/config.json"])
def test_other_methods_are_refused(me: Person, path: str) -> None:
    answer = me.ask(path, "POST")
    assert (answer.status, answer.headers["allow"]) == (405, "GET, HEAD")


def test_the_issuer_describes_itself_at_the_address_it_was_asked_at(me: Person) -> None:
    for host in (HOST, "localhost:8600"):
        answer = json.loads(me.ask(f"{ISSUER_BASE}/.well-known/openid-configuration", host=host).body)
        assert answer["authorization_endpoint"] == f"http://{host}{AUTHORIZE}"
        assert answer["code_challenge_methods_supported"] == ["S256"]
    assert me.ask(f"{ISSUER_BASE}/other").status == 404
