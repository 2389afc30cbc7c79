"""Who clones: git's clients know Basic, with the token or the API key as password."""

import base64
import binascii
from typing import Annotated

from fastapi import Depends, Request

from functions.api.access.callers import Needs, verify
from functions.api.http.problems import CHALLENGE
from shared.domain.identity import Principal


class _GitNeeds(Needs):
    """As any other caller. A refusal asks for Basic, so that git prompts, or asks its credential helper."""

    def __call__(self, request: Request) -> Principal:
        request.scope[CHALLENGE] = 'Basic realm="ChatBuilder"'
        if (password := _password(request.headers.get("authorization", ""))) is not None:
            verify(request, password)
        return super().__call__(request)


def _password(header: str) -> str | None:
    kind, _, packed = header.partition(" ")
    if kind.lower() != "basic":
        return None
    try:
        return base64.b64decode(packed, validate=True).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return ""


GitReader = Annotated[Principal, Depends(_GitNeeds("apps:read", "changes"))]
