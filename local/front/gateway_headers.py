"""What API Gateway does to the headers of a Lambda's response, so that tests meet it before a deployment does.

The list is the column "Response" for Lambda of the table in "Amazon API Gateway important notes" (REST APIs):
https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-known-issues.html
"""

from local.front.asgi import Headers, Scope, Send, answer, changing, header
from shared.domain.access.challenges import GATEWAY

PREFIX = b"x-amzn-remapped-"
REMAPPED = frozenset({
    b"authorization", b"connection", b"content-md5", b"date", b"max-forwards", b"server", b"user-agent",
    b"www-authenticate",
})  # fmt: skip
DROPPED = frozenset({
    b"expect", b"host", b"proxy-authenticate", b"te", b"trailer", b"transfer-encoding", b"upgrade", b"via",
})  # fmt: skip
OPEN = ("/health", "/public/", "/build-result", "/apps/", "/git/")
"""Paths whose 401 is the application's. Elsewhere the gateway's authorizer answers first, with its own header."""
_GIT = "/git/"
_REFUSAL = (
    b'{"type": "about:blank", "title": "Unauthorized", "status": 401, "code": "UNAUTHENTICATED",'
    b' "detail": "Sign in: this needs a token, or an API key as the password.", "request_id": "-"}'
)


def remapped(headers: Headers) -> Headers:
    """The headers that a client gets of those that the function sent."""
    return [
        (PREFIX + name.lower() if name.lower() in REMAPPED else name, value)
        for name, value in headers
        if name.lower() not in DROPPED
    ]


def through_gateway(scope: Scope, send: Send) -> Send:
    """Send what the application answers as a client behind the gateway receives it."""
    if not scope["path"].startswith(OPEN):
        return changing(send, lambda own: _with_challenge(own, remapped(own)))
    return changing(send, remapped)


def lacks_sign_in(scope: Scope) -> bool:
    """Whether the gateway refuses a request of git by itself: its authorizer runs only where `Authorization` is."""
    return scope["path"].startswith(_GIT) and not header(scope, b"authorization")


async def refuse(send: Send) -> None:
    """The gateway's own answer, whose headers no one renames."""
    await answer(send, 401, _REFUSAL, "application/problem+json", [(b"www-authenticate", GATEWAY.encode())])


def _with_challenge(own: Headers, sent: Headers) -> Headers:
    challenges = [(name, value) for name, value in own if name.lower() == b"www-authenticate"]
    return [*(one for one in sent if one[0] != PREFIX + b"www-authenticate"), *challenges]
