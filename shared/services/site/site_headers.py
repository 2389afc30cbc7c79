"""Headers of what people build: the same on CloudFront and on this machine. Reasons: docs/decisions, docs/security.md.

An app is kept from the others by its origin; these headers keep it from being bent by its visitors' other pages.
"""

import re
from collections.abc import Iterable, Mapping

_SOURCES: Mapping[str, str] = {
    "default-src": "'self' https: data: blob:",
    "script-src": "'self' https: blob: 'unsafe-inline' 'unsafe-eval'",
    "style-src": "'self' https: 'unsafe-inline'",
    "connect-src": "'self' https: wss: data: blob:",
    "frame-src": "'self' https: blob: data:",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self' https:",
}
PERMISSIONS = (
    "camera=(self), microphone=(self), geolocation=(self), display-capture=(self), payment=(self), "
    "usb=(), serial=(), hid=(), midi=()"
)
HSTS_SECONDS = 31_536_000
_HOST_CHARACTERS = 1_000
"""Of all hosts together. Each is written five times, and the headers of one answer have 10,240 bytes in a gateway."""
_NAMEABLE = re.compile(r"[a-z0-9.-]+(?::[0-9]+)?\Z")
"""A policy names no host with an underscore, and no IPv6 address."""
NOTHING = "default-src 'none'; frame-ancestors 'none'"
"""The policy of an answer of a preview's origin that names none itself."""


def content_policy(*, frame_ancestors: Iterable[str]) -> str:
    """What a built page may load: anything over TLS or its own; no plug-ins, no other base, no plain HTTP."""
    sources = dict(_SOURCES)
    sources["frame-ancestors"] = " ".join(frame_ancestors) or "'none'"
    return "; ".join(f"{name} {value}" for name, value in sources.items())


def confined_policy(*, own: str, hosts: Iterable[str], frame_ancestors: Iterable[str]) -> str:
    """What a page that no person has confirmed may reach: its own files (`own`) and these hosts, for everything."""
    reached = _within(hosts)
    pages = "".join(f" https://{host}" for host in reached)
    sockets = "".join(f" wss://{host}" for host in reached)
    framed = " ".join(frame_ancestors) or "'none'"
    return "; ".join(
        (
            f"default-src {own} data: blob: 'unsafe-inline' 'unsafe-eval'{pages}{sockets}",
            f"worker-src {own} blob:",
            "object-src 'none'",
            f"base-uri {own}",
            f"form-action {own}{pages}",
            f"frame-ancestors {framed}",
        )
    )


def connection_allowlist(hosts: Iterable[str]) -> str:
    """The same for what a content policy does not govern (WebRTC, early connections, name look-ups), in browsers that
    know this header.
    """
    reached = "".join(f' "https://{host}" "wss://{host}"' for host in _within(hosts))
    return f"(response-origin{reached});redirects=allow"


def shell_headers(page: str) -> dict[str, str]:
    """For the page of ours around one that no person has confirmed: it frames that one, and nothing else at all."""
    policy = f"default-src 'none'; style-src 'unsafe-inline'; frame-src {page}; base-uri 'none'; form-action 'none'"
    return {
        "Content-Security-Policy": f"{policy}; frame-ancestors 'none'",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex, nofollow",
        "Cache-Control": "no-store",
        **_always(),
    }


def _within(hosts: Iterable[str]) -> list[str]:
    """As many as a header has room for, of those that a policy can name; a host that is left out stays blocked."""
    kept, room = [], _HOST_CHARACTERS
    for host in filter(_NAMEABLE.match, hosts):
        room -= len(host)
        if room < 0:
            break
        kept.append(host)
    return kept


def published_headers(frame_ancestors: Iterable[str] = ("*",)) -> dict[str, str]:
    """For published apps. People embed what they build, so by default any page may frame one."""
    return {
        "Content-Security-Policy": content_policy(frame_ancestors=frame_ancestors),
        "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        **_always(),
    }


def preview_headers() -> dict[str, str]:
    """For previews. Their content policies differ, so the API sends them; where it sends none, nothing is loaded."""
    return {
        "Content-Security-Policy": NOTHING,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        "X-Robots-Tag": "noindex, nofollow",
        **_always(),
    }


def _always() -> dict[str, str]:
    return {
        "Origin-Agent-Cluster": "?1",
        "Permissions-Policy": PERMISSIONS,
        "X-Content-Type-Options": "nosniff",
    }
