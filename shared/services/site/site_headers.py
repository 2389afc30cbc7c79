"""Headers of what people build: the same on CloudFront and on this machine. Reasons: docs/decisions, docs/security.md.

An app is kept from the others by its origin; these headers keep it from being bent by its visitors' other pages.
"""

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


def content_policy(*, frame_ancestors: Iterable[str], reports_to: str = "") -> str:
    """What a built page may load: anything over TLS or its own; no plug-ins, no other base, no plain HTTP."""
    sources = dict(_SOURCES)
    if reports_to:
        sources["connect-src"] += f" {reports_to}"
    sources["frame-ancestors"] = " ".join(frame_ancestors) or "'none'"
    return "; ".join(f"{name} {value}" for name, value in sources.items())


def published_headers(frame_ancestors: Iterable[str] = ("*",)) -> dict[str, str]:
    """For published apps. People embed what they build, so by default any page may frame one."""
    return {
        "Content-Security-Policy": content_policy(frame_ancestors=frame_ancestors),
        "Cross-Origin-Opener-Policy": "same-origin-allow-popups",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        **_always(),
    }


def preview_headers(studio: Iterable[str], reports_to: str) -> dict[str, str]:
    """For previews: only the Studio's origins may frame one, and it reports to the API."""
    return {
        "Content-Security-Policy": content_policy(frame_ancestors=studio, reports_to=reports_to),
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
