"""The Studio's policy: its own files and nothing else, and nobody frames it."""

import pytest

from shared.services.site.studio_headers import studio_headers

FRAMES = "https://*.preview.example"


def policy(api: str = "") -> dict[str, list[str]]:
    text = studio_headers(api=api, frames=FRAMES)["Content-Security-Policy"]
    return {name: sources for name, *sources in (part.split() for part in text.split(";"))}


@pytest.mark.parametrize("kind", ["script-src", "style-src", "font-src", "worker-src"])
def test_code_and_style_are_its_own_files(kind: str) -> None:
    """No inline, no eval, no nonce, no `data:`, no other origin."""
    assert policy()[kind] == ["'self'"]


def test_what_is_not_named_is_nothing() -> None:
    assert policy()["default-src"] == ["'none'"]
    assert (policy()["frame-ancestors"], policy()["base-uri"]) == (["'none'"], ["'none'"])
    assert policy()["form-action"] == ["'self'"]


def test_it_calls_its_own_origin_and_the_api_that_is_named() -> None:
    assert policy()["connect-src"] == ["'self'"]
    assert policy("https://api.example")["connect-src"] == ["'self'", "https://api.example"]


def test_it_frames_previews_and_fetches_no_picture_of_a_stranger() -> None:
    assert policy()["frame-src"] == [FRAMES]
    assert policy()["img-src"] == ["'self'", "data:", "blob:"]


def test_the_rest_is_closed() -> None:
    headers = studio_headers(api="", frames=FRAMES)
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert {"camera=()", "microphone=()", "geolocation=()"} <= set(headers["Permissions-Policy"].split(", "))
