"""The Studio as a deployment has it: its uploaded files at an origin of their own, and an issuer at another.

The issuer answers as Cognito does: a page with a form, the code flow with PKCE for a client without a secret, an ID
token for the API and an access token that the API does not take, a way out by `client_id` and `logout_uri`.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from local.stack import LocalStack
from local.studio_url import fresh_url
from shared.services.site.studio_headers import studio_headers
from tests.support.api.sign_in import challenge

CLIENT, SECONDS = "page", 50
"""Tokens are renewed a minute before their end, so these are at once."""


class _Handler(BaseHTTPRequestHandler):
    """What both servers share."""

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""

    def answer(self, status: int, body: bytes = b"", headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


@dataclass
class Issuer:
    """Signs everybody in who presses the button; `grants` is what it was asked for tokens by."""

    token: str
    studio: str = ""
    grants: list[str] = field(default_factory=list)
    asked: dict[str, dict[str, str]] = field(default_factory=dict)

    def description(self, here: str) -> dict[str, str]:
        return {
            "issuer": here,
            "authorization_endpoint": f"{here}/oauth2/authorize",
            "jwks_uri": f"{here}/jwks.json",
            "token_endpoint": f"{here}/oauth2/token",
        }

    def page(self, query: dict[str, str]) -> bytes:
        """Its form leads back with a code."""
        assert (query["client_id"], query["response_type"], query["scope"]) == (CLIENT, "code", "openid")
        assert (query["redirect_uri"], query["code_challenge_method"]) == (f"{self.studio}/studio/signed-in", "S256")
        code = f"code-{len(self.asked)}"
        self.asked[code] = query
        back = f"{query['redirect_uri']}?{urlencode({'code': code, 'state': query['state']})}"
        return f'<!doctype html><title>Pool</title><a href="{back}">Sign in</a>'.encode()

    def tokens(self, form: dict[str, str]) -> dict[str, Any]:
        self.grants.append(form["grant_type"])
        assert form["client_id"] == CLIENT and "client_secret" not in form
        if form["grant_type"] == "authorization_code":
            asked = self.asked.pop(form["code"])
            assert challenge(form["code_verifier"]) == asked["code_challenge"]
            kept = {"refresh_token": "refresh", "expires_in": SECONDS}
        else:
            assert form["refresh_token"] == "refresh"
            kept = {"expires_in": 3600}
        return {"id_token": self.token, "access_token": "not-for-the-api", "token_type": "Bearer", **kept}


def _issuer_handler(issuer: Issuer) -> type[_Handler]:
    class Handler(_Handler):
        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            if parts.path == "/.well-known/openid-configuration":
                self._answer(issuer.description(f"http://{self.headers['Host']}"))
            elif parts.path == "/oauth2/authorize":
                self.answer(200, issuer.page(query), {"Content-Type": "text/html"})
            elif parts.path == "/logout":
                allowed = query == {"client_id": CLIENT, "logout_uri": f"{issuer.studio}/studio/"}
                self.answer(302 if allowed else 400, b"", {"Location": query["logout_uri"]} if allowed else {})
            else:
                self.answer(204)  # such as the icon that browsers ask for by themselves

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            self._answer(issuer.tokens({name: values[0] for name, values in parse_qs(body).items()}))

        def _answer(self, said: Mapping[str, Any]) -> None:
            headers = {"Content-Type": "application/json", "Access-Control-Allow-Origin": issuer.studio}
            self.answer(200, json.dumps(said).encode(), headers)

    return Handler


def _files_handler(s3: Any, bucket: str, policy: Mapping[str, str]) -> type[_Handler]:
    """As the distribution answers: what its router makes of a path, from the bucket, under its headers."""

    class Handler(_Handler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            key = path[1:] if "." in path.rpartition("/")[2] else "studio/index.html"
            try:
                found = s3.get_object(Bucket=bucket, Key=key)
            except s3.exceptions.NoSuchKey:
                return self.answer(404, headers=policy)
            own = {"Content-Type": found["ContentType"], "Cache-Control": found["CacheControl"]}
            return self.answer(200, found["Body"].read(), own | dict(policy))

    return Handler


@contextmanager
def _serving(handler: type[_Handler]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def hosted(stack: LocalStack, bucket: str) -> Iterator[tuple[str, Issuer, dict[str, Any]]]:
    """(the Studio's origin, the issuer, what `config.json` has to say)."""
    issuer = Issuer(stack.token())
    with _serving(_issuer_handler(issuer)) as pool:
        policy = studio_headers(api=f"{stack.api_url} {pool}", frames=f"http://*.preview.localhost:{stack.site_port}")
        with _serving(_files_handler(stack.boto("s3"), bucket, policy)) as studio:
            issuer.studio = studio
            fresh_url(stack.info, studio)  # previews may be framed from there
            fields = {
                "api": stack.api_url, "local": False, "issuer": pool, "client_id": CLIENT, "scope": "openid",
                "token": "id", "sign_out": f"{pool}/logout?client_id={CLIENT}&logout_uri={studio}/studio/",
            }  # fmt: skip
            yield studio, issuer, fields
