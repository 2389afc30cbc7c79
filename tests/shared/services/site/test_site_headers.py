"""What browsers are told about the pages people build, and about the Studio: its own files and nothing else."""

import pytest

from shared.services.site.site_headers import (
    confined_policy,
    connection_allowlist,
    content_policy,
    preview_headers,
    published_headers,
    shell_headers,
)
from shared.services.site.studio_headers import studio_headers


def directives(policy: str) -> dict[str, set[str]]:
    return {name: set(values) for name, *values in (part.split() for part in policy.split("; "))}


def test_ordinary_apps_work() -> None:
    policy = directives(content_policy(frame_ancestors=["*"]))
    assert {"'self'", "https:", "data:"} <= policy["default-src"], "images, fonts and media of any host over TLS"
    assert {"'self'", "https:", "wss:"} <= policy["connect-src"]
    assert {"'unsafe-inline'", "'unsafe-eval'"} <= policy["script-src"], "d3 of our own catalog needs the second"
    assert "blob:" in policy["worker-src"]


def test_nothing_comes_in_the_clear_and_no_base_or_plug_in_bends_a_page() -> None:
    policy = directives(content_policy(frame_ancestors=["*"]))
    assert not {source for sources in policy.values() for source in sources} & {"http:", "ws:", "filesystem:"}
    assert (policy["object-src"], policy["base-uri"]) == ({"'none'"}, {"'self'"})
    assert "data:" not in policy["script-src"]


def test_an_answer_of_a_previews_origin_without_a_policy_loads_nothing() -> None:
    headers = preview_headers()
    assert directives(headers["Content-Security-Policy"]) == {"default-src": {"'none'"}, "frame-ancestors": {"'none'"}}
    assert headers["X-Robots-Tag"] == "noindex, nofollow"


HOSTS = ["api.example.com", "b.example:8443"]


def confined(hosts: list[str]) -> dict[str, set[str]]:
    return directives(confined_policy(own="'self'", hosts=hosts, frame_ancestors=["https://studio.example"]))


def test_a_confined_page_reaches_itself_and_the_named_hosts_and_nothing_by_its_scheme() -> None:
    policy = confined(HOSTS)
    own = {"'self'", "data:", "blob:", "'unsafe-inline'", "'unsafe-eval'"}
    assert confined([])["default-src"] == own
    assert policy["default-src"] - own == {
        "https://api.example.com", "wss://api.example.com", "https://b.example:8443", "wss://b.example:8443",
    }  # fmt: skip
    assert policy["form-action"] == {"'self'", "https://api.example.com", "https://b.example:8443"}
    assert (policy["object-src"], policy["base-uri"], policy["worker-src"]) == (
        {"'none'"},
        {"'self'"},
        {"'self'", "blob:"},
    )
    assert policy["frame-ancestors"] == {"https://studio.example"}
    assert not {"script-src", "connect-src", "img-src", "frame-src"} & policy.keys(), "each would name its hosts again"


def test_its_headers_fit_a_gateway_however_many_hosts_were_allowed() -> None:
    many = [f"{'a' * 60}.{number}.example.com" for number in range(200)]
    policy = confined_policy(own="'self'", hosts=many, frame_ancestors=["'self'"])
    assert many[0] in policy and many[-1] not in policy
    assert len(policy) + len(connection_allowlist(many)) < 8_000


@pytest.mark.parametrize("host", ["a_b.example", "[2001:db8::1]", "x.example;script-src", "x.example *", '"x', "x y"])
def test_what_a_policy_cannot_name_is_not_written_into_one(host: str) -> None:
    assert confined([host]) == confined([]) and host not in connection_allowlist([host])


def test_the_shell_frames_one_page_and_does_nothing_else() -> None:
    policy = directives(shell_headers("https://rev.preview.example")["Content-Security-Policy"])
    assert policy["frame-src"] == {"https://rev.preview.example"}
    assert (policy["default-src"], policy["frame-ancestors"], policy["form-action"]) == ({"'none'"},) * 3


def test_nobody_frames_it_when_nobody_is_named() -> None:
    assert directives(content_policy(frame_ancestors=[]))["frame-ancestors"] == {"'none'"}


def test_apps_may_be_embedded_unless_told_otherwise_and_never_share_a_process_or_an_opener() -> None:
    headers = published_headers()
    assert directives(headers["Content-Security-Policy"])["frame-ancestors"] == {"*"}
    assert headers["Origin-Agent-Cluster"] == "?1", "no `document.domain` between apps of one domain"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin-allow-popups"
    assert directives(published_headers(["'none'"])["Content-Security-Policy"])["frame-ancestors"] == {"'none'"}


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
