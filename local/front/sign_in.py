"""The development sign-in: OpenID Connect's code flow with PKCE, for one person and one client, the Studio.

There is no form. Who has the code that `make run` printed (or `python -m local.studio_url`) is signed in; a cookie
keeps it so for the browser. Browsers show a cookie to every port of this machine, so it is good only together with a
word that the Studio's origin keeps (`browser`). Codes open nothing without PKCE's secret, which is the page's.
"""

import base64
import hashlib
import hmac
import re
import secrets
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from local.config import AUDIENCE, DEFAULT_TENANT, TENANT_CLAIM
from local.front.dev_issuer import DevIssuer

V = TypeVar("V")
_MOST = 1000


class OneTimeCodes(Generic[V]):
    """Codes with what they stand for. Each is good once and for `seconds`; the oldest go when there are too many."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._seconds, self._clock = seconds, clock
        self._kept: dict[str, tuple[float, V]] = {}
        self._lock = threading.Lock()

    def make(self, value: V) -> str:
        code = secrets.token_urlsafe(24)
        with self._lock:
            while len(self._kept) >= _MOST:
                del self._kept[next(iter(self._kept))]
            self._kept[code] = (self._clock() + self._seconds, value)
        return code

    def take(self, code: str) -> V | None:
        """What it stood for; None when it was used, is too old or never was."""
        with self._lock:
            until, value = self._kept.pop(code, (0.0, None))
        return value if self._clock() < until else None


CLIENT_ID = "studio"
CALLBACK = "/studio/signed-in"
TOKEN_SECONDS, SESSION_SECONDS, REFRESH_SECONDS = 3600, 30 * 24 * 3600, 12 * 3600
_PRINTED_SECONDS, _CODE_SECONDS = 12 * 3600, 60
_SESSION, _REFRESH = "studio-session", "studio-refresh"
_OWN_ORIGIN = re.compile(r"http://127\.0\.0\.1:[1-9][0-9]{0,4}\Z")
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}\Z")


class Refused(Exception):
    """A request that the protocol refuses; the message is its error code."""


@dataclass(frozen=True)
class _Asked:
    redirect_uri: str
    challenge: str
    nonce: str


@dataclass
class SignIn:
    """The issuer's protocol, without HTTP. `origins` are those that the Studio is served from.

    The stack's own, and while it runs those of development servers that its owner started (`allow`). The list is shared
    with who else asks it: the previews, which such a page frames.
    """

    issuer: DevIssuer
    origins: list[str]
    printed: OneTimeCodes[bool] = field(default_factory=lambda: OneTimeCodes(_PRINTED_SECONDS))
    _codes: OneTimeCodes[_Asked] = field(default_factory=lambda: OneTimeCodes(_CODE_SECONDS))

    def description(self, origin: str) -> dict[str, Any]:
        """What `.well-known/openid-configuration` says to a page of that origin."""
        here = f"{origin}/.local/oidc"
        return {
            "issuer": here, "authorization_endpoint": f"{here}/authorize", "token_endpoint": f"{here}/token",
            "jwks_uri": f"{origin}/.local/jwks.json", "response_types_supported": ["code"],
            "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"], "scopes_supported": ["openid"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
        }  # fmt: skip

    def authorize(self, query: Mapping[str, str], session: str) -> tuple[str, str]:
        """(where the browser goes, the session to keep; empty when nobody is signed in).

        Refused when the request is not the Studio's, so that nothing is sent elsewhere.
        """
        asked = self._asked(query)
        state = {"state": query.get("state", "")}
        browser = {"browser": _digest(query.get("browser", ""))}
        if not (self.printed.take(query.get("one_time_code", "")) or self._keeps(session, browser)):
            return _address(asked.redirect_uri, {"error": "login_required", **state}), ""
        kept = self.issuer.note(_SESSION, SESSION_SECONDS, browser)
        return _address(asked.redirect_uri, {"code": self._codes.make(asked), **state}), kept

    def token(self, form: Mapping[str, str]) -> dict[str, Any]:
        """The tokens for a code and its secret, or for a refresh token. Refused for anything else."""
        if form.get("client_id") != CLIENT_ID:
            raise Refused("invalid_client")
        match form.get("grant_type"):
            case "authorization_code":
                return self._tokens(self._redeemed(form).nonce)
            case "refresh_token" if self.issuer.read(form.get("refresh_token", ""), _REFRESH):
                return self._tokens("")
            case "refresh_token":
                raise Refused("invalid_grant")
            case _:
                raise Refused("unsupported_grant_type")

    def allow(self, origin: str) -> None:
        """Let the Studio be served from there too. Refused for what is not this machine's own."""
        if not _OWN_ORIGIN.match(origin):
            raise Refused("invalid_request")
        if origin not in self.origins:
            self.origins.append(origin)

    def may_print(self, bearer: str) -> bool:
        """Whether a token is the owner's: of the sign-in's own tenant, and allowed everything."""
        claims = self.issuer.read(bearer, AUDIENCE)
        return claims is not None and claims.get(TENANT_CLAIM) == DEFAULT_TENANT and "scope" not in claims

    def _keeps(self, session: str, browser: Mapping[str, str]) -> bool:
        claims = self.issuer.read(session, _SESSION)
        return claims is not None and claims.get("browser") == browser["browser"] != _digest("")

    def _asked(self, query: Mapping[str, str]) -> _Asked:
        asked = _Asked(query.get("redirect_uri", ""), query.get("code_challenge", ""), query.get("nonce", ""))
        if query.get("client_id") != CLIENT_ID or asked.redirect_uri not in [
            f"{one}{CALLBACK}" for one in self.origins
        ]:
            raise Refused("unauthorized_client")
        if query.get("response_type") != "code" or query.get("code_challenge_method") != "S256":
            raise Refused("unsupported_response_type")
        if not _CHALLENGE.match(asked.challenge):
            raise Refused("invalid_request")
        return asked

    def _redeemed(self, form: Mapping[str, str]) -> _Asked:
        asked = self._codes.take(form.get("code", ""))
        given = _digest(form.get("code_verifier", ""))
        if asked is None or asked.redirect_uri != form.get("redirect_uri"):
            raise Refused("invalid_grant")
        if not hmac.compare_digest(asked.challenge, given):
            raise Refused("invalid_grant")
        return asked

    def _tokens(self, nonce: str) -> dict[str, Any]:
        named = {"nonce": nonce} if nonce else {}
        return {
            "access_token": self.issuer.token(DEFAULT_TENANT, seconds=TOKEN_SECONDS), "expires_in": TOKEN_SECONDS,
            "refresh_token": self.issuer.note(_REFRESH, REFRESH_SECONDS), "token_type": "Bearer", "scope": "openid",
            "id_token": self.issuer.note(CLIENT_ID, TOKEN_SECONDS, named),
        }  # fmt: skip


def _digest(word: str) -> str:
    """As PKCE writes it: SHA-256 in base64url without padding."""
    return base64.urlsafe_b64encode(hashlib.sha256(word.encode()).digest()).rstrip(b"=").decode()


def _address(place: str, query: Mapping[str, str]) -> str:
    return f"{place}?{urlencode(query)}"
