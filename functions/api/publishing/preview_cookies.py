"""The cookie that keeps a preview open in its visitor's browser."""

from starlette.requests import Request

COOKIE = "chatbuilder_preview"
_COOKIES_MOST = 10


def kept_tokens(request: Request) -> list[str]:
    """Every cookie of that name: previews are siblings, and one may plant a cookie for all, which shuts nobody out."""
    pairs = (pair.strip().partition("=") for header in request.headers.getlist("cookie") for pair in header.split(";"))
    return [value for name, _, value in pairs if name == COOKIE and value][:_COOKIES_MOST]
