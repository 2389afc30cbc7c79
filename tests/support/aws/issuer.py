"""A real key set on loopback, and tokens signed with its key or with another."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jwt

from local.front.dev_issuer import DevIssuer, new_key
from tests.support.answering import Answer, answering


@contextmanager
def published_keys(issuer: DevIssuer) -> Iterator[str]:
    """The address of the issuer's key set while the block lasts."""
    body = json.dumps(issuer.jwks()).encode()

    with answering(lambda asked: Answer(body=body)) as url:
        yield f"{url}/jwks.json"


def issuer_in(folder: Path) -> DevIssuer:
    """An issuer with a key of its own."""
    return DevIssuer(folder)


def forged(key_id: str, claims: dict[str, Any]) -> str:
    """A token that names the right key but was signed with another."""
    return jwt.encode(claims, new_key(), algorithm="RS256", headers={"kid": key_id})


def claims(**changes: Any) -> dict[str, Any]:
    """Good claims of the development issuer, with changes; None removes one."""
    now = int(time.time())
    good = {
        "iss": "chatbuilder-local",
        "aud": "chatbuilder",
        "sub": "ann",
        "tenant": "acme",
        "iat": now,
        "exp": now + 60,
    }
    return {name: value for name, value in (good | changes).items() if value is not None}
