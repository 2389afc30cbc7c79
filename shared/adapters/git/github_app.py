"""`AppSignIn` at GitHub: a request signed with the application's key, answered by a token for one repository."""

import json
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

import jwt
from pydantic import BaseModel, ValidationError

from shared.adapters.git.rest_limits import require_no_limit
from shared.adapters.vetted_http import VettedHttp
from shared.domain.delivery.git_errors import (
    GitCodeExpired,
    GitDenied,
    GitNotFound,
    GitRateLimited,
    GitUnauthorized,
    GitUnavailable,
)
from shared.domain.delivery.remote import DeviceAnswer, DeviceCode
from shared.ports.outgoing import WireAnswer, WireMethod

_HOST = "https://github.com"
_SCOPE = "repo workflow"
_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_SIGN_IN_MOST, _WAIT = 64 * 1024, 60


class _Started(BaseModel):
    device_code: str
    user_code: str
    verification_uri: str
    expires_in: int
    interval: int = 5


class _Polled(BaseModel):
    access_token: str = ""
    error: str = ""
    interval: int | None = None


class GithubDevice:
    """The token is in the answer of one poll, and told to nobody but the caller."""

    def __init__(self, client_id: str, http: VettedHttp) -> None:
        self._client_id, self._http = client_id, http

    def start(self) -> DeviceCode:
        found = self._ask("/login/device/code", _Started, scope=_SCOPE)
        if not found.verification_uri.startswith(f"{_HOST}/"):
            raise GitUnavailable("GitHub names no page of its own for the code.")
        return DeviceCode(
            found.device_code, found.user_code, found.verification_uri, max(1, found.interval), found.expires_in
        )

    def poll(self, code: str) -> DeviceAnswer:
        found = self._ask("/login/oauth/access_token", _Polled, device_code=code, grant_type=_GRANT)
        match found.error:
            case "":
                return DeviceAnswer(_token(found.access_token))
            case "authorization_pending" | "slow_down":
                return DeviceAnswer(None, found.interval)
            case "access_denied":
                raise GitDenied("It was refused at GitHub.")
            case "expired_token" | "incorrect_device_code":
                raise GitCodeExpired("The code is too old. Begin again.")
            case _:
                raise GitUnavailable("GitHub does not let this deployment sign anybody in so.")

    def _ask(self, path: str, kind: type[Any], **said: str) -> Any:
        headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        body = urlencode({"client_id": self._client_id, **said}).encode()
        answer = self._http.send("POST", _HOST + path, headers, body, _SIGN_IN_MOST)[1]
        if answer.status == 429:
            raise GitRateLimited("GitHub takes no more requests for now.", retry_after=_WAIT)
        try:
            return kind.model_validate_json(answer.body)
        except ValidationError:
            raise GitUnavailable("GitHub did not answer as it should.") from None


_ANSWER_MOST = 256 * 1024
_AGO, _AHEAD = 60, 540
"""Seconds that a signature is good for, behind and ahead: the clocks may differ, and GitHub takes ten minutes."""


class _Installation(BaseModel):
    id: int


class _Token(BaseModel):
    token: str


class GithubApp:
    """The signature is in a header of two requests, and neither it nor the key is told to anybody."""

    def __init__(self, api_url: str, http: VettedHttp, now: Callable[[], float] = time.time) -> None:
        self._api_url, self._http, self._now = api_url, http, now

    def token(self, app_id: str, private_key: str, repository: str) -> str:
        signed = self._signed(app_id, private_key)
        installed = self._ask("GET", f"/repos/{quote(repository)}/installation", signed, _Installation)
        only = {"repositories": [repository.rpartition("/")[2]]}
        made: str = self._ask("POST", f"/app/installations/{installed.id}/access_tokens", signed, _Token, only).token
        if not made.isascii() or not made.isprintable() or not 8 <= len(made) <= 500:
            raise GitUnavailable("GitHub did not answer as it should.")
        return made

    def _signed(self, app_id: str, private_key: str) -> str:
        now = int(self._now())
        try:
            return jwt.encode({"iss": app_id, "iat": now - _AGO, "exp": now + _AHEAD}, private_key, algorithm="RS256")
        except (jwt.PyJWTError, ValueError, TypeError):
            raise GitUnauthorized("The private key of the application cannot be read. Connect it again.") from None

    def _ask(self, method: WireMethod, path: str, signed: str, kind: type[Any], said: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {signed}", "Accept": "application/json"}
        body = None if said is None else json.dumps(said).encode()
        sent = headers if body is None else headers | {"Content-Type": "application/json"}
        answer = self._http.send(method, self._api_url + path, sent, body, _ANSWER_MOST)[1]
        self._require_done(answer)
        try:
            return kind.model_validate_json(answer.body)
        except ValidationError:
            raise GitUnavailable("GitHub did not answer as it should. Is `api_url` right?") from None

    def _require_done(self, answer: WireAnswer) -> None:
        require_no_limit(answer, self._now())
        match answer.status:
            case 200 | 201:
                return
            case 401 | 403 | 422:
                raise GitUnauthorized("GitHub refuses the application: its id or its key is wrong, or it is suspended.")
            case 404 | 410 | 301 | 302 | 307 | 308:
                raise GitNotFound("The application is not installed for this repository, or there is none.")
            case other:
                raise GitUnavailable(f"GitHub answered with status {other}.")


def _token(text: str) -> str:
    if not text.isascii() or not 8 <= len(text) <= 500:
        raise GitUnavailable("GitHub did not answer as it should.")
    return text
