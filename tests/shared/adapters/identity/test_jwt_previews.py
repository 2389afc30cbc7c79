"""Preview tokens: only ours, only for previews."""

from typing import Any

import jwt
import pytest

from devkit.fakes.clock import FakeClock
from shared.adapters.identity.jwt_previews import JwtPreviewTokens
from shared.domain.errors import Unauthenticated
from shared.ports.requests import PreviewClaims

SECRET = "s" * 32
CLAIMS = PreviewClaims("acme", "app_1", "rev_1", 3)
CLOCK = FakeClock()
BODY = {"aud": "preview", "exp": CLOCK.now_ms() // 1000 + 60, "tenant": "acme", "app": "a", "rev": "r", "epoch": 1}


def refused(token: str) -> bool:
    with pytest.raises(Unauthenticated) as refusal:
        JwtPreviewTokens(SECRET, CLOCK).verify(token)
    return refusal.value.code == "PREVIEW_TOKEN_INVALID"


@pytest.mark.parametrize(
    "changes",
    [{"aud": "chatbuilder"}, {"aud": None}, {"exp": None}, {"exp": "x"}, {"tenant": None}, {"tenant": 3},
     {"rev": ["r"]}, {"epoch": None}, {"epoch": "1"}, {"epoch": True}],
    ids=str,
)  # fmt: skip
def test_odd_claims_are_refused(changes: dict[str, Any]) -> None:
    body = {name: value for name, value in (BODY | changes).items() if value is not None}
    assert refused(jwt.encode(body, SECRET, "HS256"))


def test_signatures_of_others_are_refused() -> None:
    assert refused(jwt.encode(BODY, "o" * 32, "HS256"))
    assert refused(jwt.encode(BODY, None, "none"))
    assert refused(jwt.encode(BODY, SECRET * 2, "HS512"))
    good = JwtPreviewTokens(SECRET, CLOCK).issue(CLAIMS, 60)
    head, body, signature = good.split(".")
    assert refused(f"{head}.{body}.")
    assert refused(f"{head}.{body[:-2]}AA.{signature}")


def test_a_short_secret_is_refused_at_start() -> None:
    with pytest.raises(ValueError, match="32"):
        JwtPreviewTokens("short", CLOCK)
