"""Routes that read their bodies strictly: JSON as RFC 8259 has it, in UTF-8, and under its own name."""

import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.routing import APIRoute
from pydantic_core import from_json

from shared.domain.errors import UnsupportedMedia
from shared.domain.work_budget import BODY_VALUES

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class StrictRequest(Request):
    """Refuses what could be read but never stored or sent on: lone surrogates, NaN, endless depth, endless numbers."""

    async def json(self) -> Any:
        try:
            return _of_some_size(from_json(await self.body(), allow_inf_nan=False), await self.body())
        except ValueError as error:
            if _is_json(await self.body()):
                raise HTTPException(422, f"The body holds what cannot be kept: {error}.") from error
            raise json.JSONDecodeError(str(error), "", 0) from error


def _of_some_size(value: Any, body: bytes) -> Any:
    """The value; 422 when it has so many parts that checking them, and telling what is wrong with each, takes long."""
    if body.count(b",") > BODY_VALUES and _count(value) > BODY_VALUES:
        raise HTTPException(422, f"The body holds more than {BODY_VALUES:,} values; send it in parts.")
    return value


def _count(value: Any) -> int:
    waiting, count = [value], 0
    while waiting:
        inside = waiting.pop()
        parts = list(inside.values()) if isinstance(inside, dict) else inside if isinstance(inside, list) else ()
        count += len(parts)
        waiting += [part for part in parts if isinstance(part, dict | list)]
    return count


def _is_json(body: bytes) -> bool:
    """Whether the body is at least what JSON's grammar, read mildly, allows."""
    try:
        json.loads(body)
    except (ValueError, RecursionError):
        return False
    return True


def strict(request: Request) -> StrictRequest:
    """The request itself when it is strict already: a body can be read from the connection only once."""
    return request if isinstance(request, StrictRequest) else StrictRequest(request.scope, request.receive)


class StrictRoute(APIRoute):
    """A route whose handler is given a strict request."""

    def get_route_handler(self) -> Handler:
        inner = super().get_route_handler()

        async def handle(request: Request) -> Response:
            _require_json(request, self.body_field is not None)
            return await inner(strict(request))

        return handle


def _require_json(request: Request, reads_json: bool) -> None:
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if reads_json and kind != "application/json" and not kind.endswith("+json"):
        raise UnsupportedMedia("Send the body as application/json.")
