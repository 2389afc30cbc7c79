"""The local front gives a response the headers that it has behind API Gateway."""

import asyncio
from pathlib import Path

import pytest

from local.front.asgi import Headers, Message, Receive, Scope, Send
from local.front.dev_issuer import DevIssuer
from local.front.front import ApiFront
from local.front.gateway_headers import remapped

SENT: Headers = [(b"WWW-Authenticate", b"Basic"), (b"content-type", b"text/plain"), (b"Via", b"x"), (b"date", b"d")]


def test_headers_of_the_documented_list_are_renamed_or_dropped() -> None:
    assert remapped(SENT) == [
        (b"x-amzn-remapped-www-authenticate", b"Basic"), (b"content-type", b"text/plain"),
        (b"x-amzn-remapped-date", b"d"),
    ]  # fmt: skip


async def refusing(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 401, "headers": SENT})
    await send({"type": "http.response.body", "body": b""})


def asked(folder: Path, path: str, **headers: str) -> dict[bytes, bytes]:
    """The headers of the answer."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    given = {"host": "127.0.0.1:8600", **headers}
    scope = {
        "type": "http", "method": "GET", "path": path, "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }  # fmt: skip
    asyncio.run(ApiFront(refusing, DevIssuer(folder))(scope, receive, send))
    return {name.lower(): value for name, value in sent[0]["headers"]}


@pytest.mark.parametrize("path", ["/git/app_1.git/info/refs", "/public/apps/preview/x"])
def test_applications_own_challenge_does_not_reach_a_client(tmp_path: Path, path: str) -> None:
    headers = asked(tmp_path, path, authorization="Basic eDp5")
    assert b"www-authenticate" not in headers and headers[b"x-amzn-remapped-www-authenticate"] == b"Basic"


def test_gateway_itself_asks_git_to_sign_in(tmp_path: Path) -> None:
    assert asked(tmp_path, "/git/app_1.git/info/refs")[b"www-authenticate"] == b'Basic realm="ChatBuilder", Bearer'


def test_gateways_authorizer_answers_for_all_other_routes(tmp_path: Path) -> None:
    assert asked(tmp_path, "/admin/apps")[b"www-authenticate"] == b"Basic"
