"""`DeviceSignIn` at github.com. The application is known by its id alone; there is no secret."""

from typing import Any
from urllib.parse import urlencode

from pydantic import BaseModel, ValidationError

from shared.adapters.vetted_http import VettedHttp
from shared.domain.delivery.device_code import DeviceAnswer, DeviceCode
from shared.domain.delivery.git_errors import GitCodeExpired, GitDenied, GitRateLimited, GitUnavailable

_HOST = "https://github.com"
_SCOPE = "repo workflow"
_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_ANSWER_MOST, _WAIT = 64 * 1024, 60


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
        answer = self._http.send("POST", _HOST + path, headers, body, _ANSWER_MOST)[1]
        if answer.status == 429:
            raise GitRateLimited("GitHub takes no more requests for now.", retry_after=_WAIT)
        try:
            return kind.model_validate_json(answer.body)
        except ValidationError:
            raise GitUnavailable("GitHub did not answer as it should.") from None


def _token(text: str) -> str:
    if not text.isascii() or not 8 <= len(text) <= 500:
        raise GitUnavailable("GitHub did not answer as it should.")
    return text
