"""Preview tokens: only ours, only for previews."""

from typing import Any

import jwt
import pytest

from devkit.fakes.clock import FakeClock
from shared.adapters.identity.jwt_previews import REPORT, JwtPreviewTokens
from shared.domain.errors import Unauthenticated
from shared.ports.requests import PreviewClaims

SECRET = "s" * 32
CLAIMS = PreviewClaims("acme", "app_1", "rev_1", 3)
CLOCK = FakeClock()
OPENING, REPORTING = JwtPreviewTokens(SECRET, CLOCK), JwtPreviewTokens(SECRET, CLOCK, REPORT)
BODY = {"aud": "preview", "exp": CLOCK.now_ms() // 1000 + 60, "tenant": "acme", "app": "a", "rev": "r", "epoch": 1}


def refused(token: str, tokens: JwtPreviewTokens = OPENING) -> bool:
    with pytest.raises(Unauthenticated) as refusal:
        tokens.verify(token)
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
    good = OPENING.issue(CLAIMS, 60)
    head, body, signature = good.split(".")
    assert refused(f"{head}.{body}.")
    assert refused(f"{head}.{body[:-2]}AA.{signature}")


def test_a_short_secret_is_refused_at_start() -> None:
    with pytest.raises(ValueError, match="32"):
        JwtPreviewTokens("short", CLOCK)


def test_a_nonce_opens_no_preview_and_a_token_reports_nothing() -> None:
    assert REPORTING.verify(REPORTING.issue(CLAIMS, 60)) == CLAIMS
    assert refused(OPENING.issue(CLAIMS, 60), REPORTING)
    assert refused(REPORTING.issue(CLAIMS, 60), OPENING)


def test_a_token_says_what_it_was_issued_for() -> None:
    assert OPENING.verify(OPENING.issue(CLAIMS, 60)) == CLAIMS


def test_a_nonce_names_its_visitor_and_its_page() -> None:
    page = CLAIMS._replace(visitor="v" * 32, load="a1")
    assert REPORTING.verify(REPORTING.issue(page, 60)) == page


def test_a_token_expires_on_the_second() -> None:
    clock = FakeClock()
    tokens = JwtPreviewTokens(SECRET, clock)
    token = tokens.issue(CLAIMS, 60)
    clock.advance(59)
    assert tokens.verify(token) == CLAIMS
    clock.advance(1)
    with pytest.raises(Unauthenticated) as refusal:
        tokens.verify(token)
    assert refusal.value.code == "PREVIEW_TOKEN_EXPIRED"


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é", "preview.zz", "preview.5b5d", "." * 5, "\x00"], ids=ascii)
def test_what_is_no_token_is_invalid(token: str) -> None:
    assert refused(token)
