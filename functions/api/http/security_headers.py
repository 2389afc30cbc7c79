"""Headers of every answer of the API; those of previews and published apps are in shared/services/site/site_headers."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import Scope

_HSTS = "max-age=31536000; includeSubDomains"
_DATA = "default-src 'none'; frame-ancestors 'none'"


def secure(headers: MutableHeaders, scope: Scope) -> None:
    """Fill in what a route has not chosen itself: data is never kept or rendered, pages are never framed."""
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "no-referrer")
    kind = headers.get("content-type", "")
    if "json" in kind:
        headers.setdefault("Cache-Control", "no-store")
        headers.setdefault("Content-Security-Policy", _DATA)
    elif kind.startswith("text/html"):
        headers.setdefault("Content-Security-Policy", "frame-ancestors 'none'")
        headers.setdefault("Cross-Origin-Opener-Policy", "same-origin-allow-popups")
    if "https" in (scope.get("scheme"), Headers(scope=scope).get("x-forwarded-proto")):
        headers.setdefault("Strict-Transport-Security", _HSTS)
