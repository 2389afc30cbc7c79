"""Signatures of requests to the emulator (SigV4): in a header, in an address, in an upload form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import parse_qs

SecretOf = Callable[[str], str | None]
_ALGORITHM = "AWS4-HMAC-SHA256"


@dataclass(frozen=True)
class Asked:
    """A request without its body, read once, and as the emulator reads it."""

    method: str
    path: str
    raw_path: str
    query: dict[str, list[str]]
    headers: dict[str, str]

    @classmethod
    def of(cls, scope: Mapping[str, Any]) -> Self:
        """Read an ASGI request."""
        headers: dict[str, str] = {}
        for name, value in scope["headers"]:
            key, text = name.decode("latin-1").lower(), _text(value)
            headers[key] = f"{headers[key]},{text}" if key in headers else text
        query = parse_qs(_text(scope["query_string"]), keep_blank_values=True)
        raw_path = scope["raw_path"].decode("latin-1")
        return cls(scope["method"], scope["path"], raw_path, query, headers)

    def names_key(self) -> bool:
        """Whether it claims a signature in its header."""
        return self.headers.get("authorization", "").startswith(_ALGORITHM)

    def key_id(self) -> str:
        """The key its header names, the first of several, as for the emulator; empty when it names none."""
        return self.headers.get("authorization", "").partition("Credential=")[2].partition("/")[0]

    def signed_headers(self) -> frozenset[str]:
        """The headers that the signature of an address covers."""
        return frozenset(self.query.get("X-Amz-SignedHeaders", [""])[0].lower().split(";"))

    def is_form(self) -> bool:
        return self.method == "POST" and self.headers.get("content-type", "").startswith("multipart/form-data")


def header_is_signed(asked: Asked, body: bytes, secret_of: SecretOf) -> bool:
    """Whether the `Authorization` header holds a right signature of a known key."""
    from ministack.core.sigv4 import parse_header_signature

    return _is_right(asked, parse_header_signature(asked.headers), body, secret_of, presigned=False)


def query_is_signed(asked: Asked, secret_of: SecretOf) -> bool:
    """Whether it is a presigned address of an object. The emulator looks whether it is still good."""
    from ministack.core.sigv4 import parse_query_signature

    found = parse_query_signature(asked.query)
    if asked.query.get("X-Amz-Algorithm") != [_ALGORITHM] or isinstance(found, tuple) or found.service != "s3":
        return False
    return _is_right(asked, found, b"", secret_of, presigned=True)


def _is_right(asked: Asked, found: Any, body: bytes, secret_of: SecretOf, *, presigned: bool) -> bool:
    from ministack.core.sigv4 import header_signature_failure

    secret = None if isinstance(found, tuple) else secret_of(found.access_key_id)
    if secret is None or found.region_set is not None:
        return False
    failure = header_signature_failure(
        found, secret, asked.method, asked.raw_path, asked.query, asked.headers, body, presigned=presigned
    )
    return failure is None


def form_is_signed(asked: Asked, body: bytes, secret_of: SecretOf) -> bool:
    """Whether an upload form's policy was signed by a known key. The emulator looks whether the form keeps to it."""
    from ministack.core.sigv4 import calculate_signature, signatures_match

    fields = form_fields(asked.headers["content-type"], body)
    scope = fields.get("x-amz-credential", "").split("/")
    secret = secret_of(scope[0]) if len(scope) == 5 else None
    if secret is None or fields.get("x-amz-algorithm") != _ALGORITHM:
        return False
    expected: str = calculate_signature(secret, scope[1], scope[2], "s3", fields.get("policy", ""))
    return bool(signatures_match(expected.encode(), fields.get("x-amz-signature", "").encode()))


def form_fields(content_type: str, body: bytes) -> dict[str, str]:
    """A form's fields but the file, read as the emulator will read them: of two with one name, the last."""
    from ministack.services.s3 import _parse_multipart_form

    parts = _parse_multipart_form(content_type, body)
    return {name.lower(): _text(value) for name, _, _, value in parts if name != "file"}


def _text(value: bytes) -> str:
    from ministack.core.sigv4 import decode_header_value

    return str(decode_header_value(value))
