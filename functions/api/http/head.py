"""HEAD on what is public: answered as GET is, without the body."""

from collections.abc import Sequence

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HeadAsGet:
    """Link checkers and previews of messengers ask so. `places` are the beginnings of the paths that hold no stream."""

    def __init__(self, app: ASGIApp, places: Sequence[str]) -> None:
        self._app, self._places = app, tuple(f"{place.rstrip('/')}/" for place in places if place.strip("/"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD" or not scope["path"].startswith(self._places):
            await self._app(scope, receive, send)
            return

        async def without_body(message: Message) -> None:
            await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

        await self._app({**scope, "method": "GET"}, receive, without_body)
