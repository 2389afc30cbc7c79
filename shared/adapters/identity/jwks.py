"""The public keys of an OIDC issuer, cached, read again when an unknown key id appears."""

import http.client
import json
import threading
import urllib.request
from collections.abc import Callable
from typing import Any

import jwt

from shared.domain.errors import Unauthenticated, Unavailable
from shared.ports.clock import Clock

FRESH_SECONDS = 600
PAUSE_SECONDS = 30
_TIMEOUT_SECONDS = 5
_BODY_MOST = 256 * 1024
_KINDS = frozenset({"RSA", "EC"})
_OWN = ("http://127.0.0.1:", "http://localhost:")
_ALLOWED = ("https://", *_OWN)

Fetch = Callable[[str], bytes]


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Keys come from the address that is configured, or from none."""

    def redirect_request(self, *_: Any) -> None:
        return None


_OUT = urllib.request.build_opener(_NoRedirects)
_DIRECT = urllib.request.build_opener(_NoRedirects, urllib.request.ProxyHandler({}))


def fetch_url(url: str) -> bytes:
    """The body at an address of the deployment's own configuration."""
    if not url.startswith(_ALLOWED):
        raise Unauthenticated("No sign-in service is configured.")
    try:
        opener = _DIRECT if url.startswith(_OWN) else _OUT
        with opener.open(url, timeout=_TIMEOUT_SECONDS) as answer:
            return bytes(answer.read(_BODY_MOST))
    except (OSError, http.client.HTTPException) as error:
        raise Unavailable("The sign-in service's keys could not be fetched.") from error


class Jwks:
    """Keys by id. Anybody can name any id, so unknown ones cause one read in half a minute, however many there are."""

    def __init__(self, issuer: str, clock: Clock, *, url: str = "", fetch: Fetch = fetch_url) -> None:
        self._issuer = issuer
        self._clock = clock
        self._url = url
        self._fetch = fetch
        self._lock = threading.Lock()
        self._keys: dict[str, jwt.PyJWK] = {}
        self._read_at = float("-inf")

    def key(self, key_id: str) -> jwt.PyJWK | None:
        """The key, or None when the issuer does not have it."""
        with self._lock:
            age = self._clock.now().timestamp() - self._read_at
            if age > (FRESH_SECONDS if key_id in self._keys else PAUSE_SECONDS):
                self._refresh()
            return self._keys.get(key_id)

    def _refresh(self) -> None:
        try:
            self._keys = _signing_keys(self._fetch(self._url or self._discovered()))
        except Unavailable:
            if not self._keys:
                raise  # known keys stay good while the issuer is down
        self._read_at = self._clock.now().timestamp()

    def _discovered(self) -> str:
        document = self._fetch(f"{self._issuer.rstrip('/')}/.well-known/openid-configuration")
        try:
            uri = str(json.loads(document)["jwks_uri"])
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise Unavailable("The sign-in service's description could not be understood.") from error
        if not uri.startswith(_ALLOWED if self._issuer.startswith(_OWN) else "https://"):
            raise Unavailable("The sign-in service names no address for its keys that may be asked.")
        return uri


def _signing_keys(document: bytes) -> dict[str, jwt.PyJWK]:
    try:
        entries = json.loads(document)["keys"]
        return {entry["kid"]: jwt.PyJWK(entry) for entry in entries if _signs(entry)}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, jwt.PyJWTError) as error:
        raise Unavailable("The sign-in service's keys could not be understood.") from error


def _signs(entry: dict[str, Any]) -> bool:
    return entry.get("kty") in _KINDS and entry.get("use", "sig") == "sig" and isinstance(entry.get("kid"), str)
