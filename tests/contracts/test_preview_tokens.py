"""The contract of `PreviewTokens`."""

from typing import Any

import pytest

from shared.adapters.jwt_previews import JwtPreviewTokens
from shared.domain.errors import Unauthenticated
from shared.ports.requests import PreviewClaims
from tests.fakes.clock import FakeClock
from tests.fakes.requests import FakePreviewTokens

CLAIMS = PreviewClaims("acme", "app_1", "rev_1", 3)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(params=["fake", "jwt"])
def tokens(request: pytest.FixtureRequest, clock: FakeClock) -> Any:
    return FakePreviewTokens(clock) if request.param == "fake" else JwtPreviewTokens("s" * 32, clock)


def test_a_token_says_what_it_was_issued_for(tokens: Any) -> None:
    assert tokens.verify(tokens.issue(CLAIMS, 60)) == CLAIMS


def test_a_token_expires_on_the_second(tokens: Any, clock: FakeClock) -> None:
    token = tokens.issue(CLAIMS, 60)
    clock.advance(59)
    assert tokens.verify(token) == CLAIMS
    clock.advance(1)
    with pytest.raises(Unauthenticated) as refusal:
        tokens.verify(token)
    assert refusal.value.code == "PREVIEW_TOKEN_EXPIRED"


@pytest.mark.parametrize("token", ["", "x", "a.b.c", "é", "preview.zz", "preview.5b5d", "." * 5, "\x00"], ids=ascii)
def test_what_is_no_token_is_invalid(tokens: Any, token: str) -> None:
    with pytest.raises(Unauthenticated) as refusal:
        tokens.verify(token)
    assert refusal.value.code == "PREVIEW_TOKEN_INVALID"
