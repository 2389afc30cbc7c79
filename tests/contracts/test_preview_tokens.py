"""The contract of `PreviewTokens`."""

from typing import Any

import pytest

from devkit.fakes.clock import FakeClock
from devkit.fakes.requests import FakePreviewTokens
from shared.adapters.identity.jwt_previews import REPORT, JwtPreviewTokens
from shared.domain.errors import Unauthenticated
from shared.ports.requests import PreviewClaims

CLAIMS = PreviewClaims("acme", "app_1", "rev_1", 3)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture(params=["fake", "jwt"])
def tokens(request: pytest.FixtureRequest, clock: FakeClock) -> Any:
    return FakePreviewTokens(clock) if request.param == "fake" else JwtPreviewTokens("s" * 32, clock)


@pytest.fixture(params=["fake", "jwt"])
def reports(request: pytest.FixtureRequest, clock: FakeClock) -> tuple[Any, Any]:
    """What opens previews, and what reports from them, over one secret."""
    if request.param == "fake":
        return FakePreviewTokens(clock), FakePreviewTokens(clock, "report")
    return JwtPreviewTokens("s" * 32, clock), JwtPreviewTokens("s" * 32, clock, REPORT)


def test_a_nonce_opens_no_preview_and_a_token_reports_nothing(reports: tuple[Any, Any]) -> None:
    opening, reporting = reports
    assert reporting.verify(reporting.issue(CLAIMS, 60)) == CLAIMS
    for one, other in ((opening, reporting), (reporting, opening)):
        with pytest.raises(Unauthenticated) as refusal:
            other.verify(one.issue(CLAIMS, 60))
        assert refusal.value.code == "PREVIEW_TOKEN_INVALID"


def test_a_token_says_what_it_was_issued_for(tokens: Any) -> None:
    assert tokens.verify(tokens.issue(CLAIMS, 60)) == CLAIMS


def test_a_nonce_names_its_visitor_and_its_page(reports: tuple[Any, Any]) -> None:
    page = CLAIMS._replace(visitor="v" * 32, load="a1")
    assert reports[1].verify(reports[1].issue(page, 60)) == page


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
