"""A person's browser before the development sign-in: PKCE's secret, the callback's answer, the tokens."""

import base64
import hashlib
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from local.front.sign_in import CALLBACK, CLIENT_ID, SignIn

ORIGIN = "http://127.0.0.1:8600"
VERIFIER = "v" * 43


def challenge(verifier: str = VERIFIER) -> str:
    """What PKCE shows of a secret."""
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


def question(**over: str) -> dict[str, str]:
    """What the Studio asks `authorize`."""
    return {
        "client_id": CLIENT_ID, "redirect_uri": ORIGIN + CALLBACK, "response_type": "code", "state": "s",
        "code_challenge": challenge(), "code_challenge_method": "S256", "nonce": "n", "browser": "mine",
    } | over  # fmt: skip


def exchange(code: str, **over: str) -> dict[str, str]:
    """What the Studio asks `token`."""
    return {
        "grant_type": "authorization_code", "client_id": CLIENT_ID, "code": code, "code_verifier": VERIFIER,
        "redirect_uri": ORIGIN + CALLBACK,
    } | over  # fmt: skip


@dataclass
class Answer:
    """Where a browser was led to, and what it keeps."""

    place: str
    session: str
    said: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.said = {name: values[0] for name, values in parse_qs(urlsplit(self.place).query).items()}


def authorize(sign_in: SignIn, session: str = "", **over: str) -> Answer:
    """One look at `authorize`."""
    return Answer(*sign_in.authorize(question(**over), session))
