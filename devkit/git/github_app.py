"""Applications of GitHub's, as a host of git on this machine answers for one: a signature is checked, a token made."""

import json
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from devkit.git.forge import FakeForge
from devkit.git.host import GitHandler

_INSTALLATION, _TOKENS = "/api/v1/repos/ann/shop/installation", "/api/v1/app/installations/7/access_tokens"


class FakeApp:
    """Number 4711, installed for the one repository; beside its forge. `made` are its tokens: the newest one is good.

    `refusal` is the answer to the next requests, in place of its own.
    """

    def __init__(self, forge: FakeForge) -> None:
        self.forge, self.id, self.key = forge, "4711", new_key()
        self.made: list[str] = []
        self.wanted: list[Any] = []
        self.refusal: tuple[int, dict[str, str]] | None = None
        forge.host.api = self.serve

    @property
    def pem(self) -> str:
        return pem_of(self.key)

    def serve(self, request: GitHandler) -> bool:
        """Whether the request was for the application or the forge."""
        if request.path not in (_INSTALLATION, _TOKENS):
            return self.forge.serve(request)
        said = request.rfile.read(int(request.headers.get("Content-Length") or 0))
        if self.refusal:
            return request.answer(self.refusal[0], b'{"message": "no"}', **self.refusal[1])
        if not self._is_signed(request):
            return _answered(request, 401, {"message": "A JSON web token could not be decoded"})
        if request.path == _INSTALLATION:
            return _answered(request, 200, {"id": 7, "app_id": 4711})
        self.wanted.append(json.loads(said))
        self.made.append(f"ghs_16C7e42F292c6912E7-{len(self.made)}")
        self.forge.token = self.forge.host.token = self.made[-1]
        return _answered(request, 201, {"token": self.made[-1], "expires_at": "2026-11-26T12:00:00Z"})

    def _is_signed(self, request: GitHandler) -> bool:
        signed = request.headers["Authorization"].removeprefix("Bearer ")
        try:
            found = jwt.decode(signed, self.key.public_key(), algorithms=["RS256"], issuer=self.id)
        except jwt.PyJWTError:
            return False
        return int(found["exp"]) - int(found["iat"]) <= 600


def _answered(request: GitHandler, status: int, body: dict[str, Any]) -> bool:
    return request.answer(status, json.dumps(body).encode(), Content_Type="application/json")


def new_key() -> RSAPrivateKey:
    return generate_private_key(65537, 2048)


def pem_of(key: RSAPrivateKey) -> str:
    """As GitHub gives it to download."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption()).decode()
