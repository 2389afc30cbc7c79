"""`Seals` by AES-256-GCM under the deployment's secret."""

import hashlib
import hmac
import os

_NONCE = 12


class AesSeals:
    """The cipher's key is made of the secret, the label and the context. What has another label opens nothing of it."""

    def __init__(self, secret: str, label: str) -> None:
        if len(secret) < 32:
            raise ValueError("the secret needs at least 32 characters")
        self._secret = secret.encode()
        self._label = label.encode() + b"\0"

    def seal(self, text: str, *context: str) -> str:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = os.urandom(_NONCE)
        return (nonce + AESGCM(self._cipher_key(context)).encrypt(nonce, text.encode(), None)).hex()

    def open(self, sealed: str, *context: str) -> str:
        from cryptography.exceptions import InvalidTag
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        data = bytes.fromhex(sealed)
        try:
            return AESGCM(self._cipher_key(context)).decrypt(data[:_NONCE], data[_NONCE:], None).decode()
        except InvalidTag as error:
            raise ValueError("it was sealed otherwise") from error

    def _cipher_key(self, context: tuple[str, ...]) -> bytes:
        said = b"\0".join(part.encode("utf-8", "surrogatepass") for part in context)
        return hmac.new(self._secret, self._label + said, hashlib.sha256).digest()
