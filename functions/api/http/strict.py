"""Routes that read their bodies strictly: JSON as RFC 8259 has it, in UTF-8, and under its own name."""

import contextlib
import json
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic_core import from_json

from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Invalid, UnsupportedMedia
from shared.domain.json_weight import holds_more_values
from shared.domain.work_budget import BODY_VALUES

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class StrictRequest(Request):
    """Refuses what could be read but never stored or sent on: lone surrogates, NaN, endless depth, endless numbers."""

    async def json(self) -> Any:
        try:
            _limit_signs(await self.body())
            value = _limit_values(from_json(await self.body(), allow_inf_nan=False), await self.body())
            _refuse_double_keys(await self.body())
            return value
        except ValueError as error:
            if _is_json(await self.body()):
                raise HTTPException(422, f"The body holds what cannot be kept: {error}.") from error
            raise json.JSONDecodeError(str(error), "", 0) from error


def _limit_signs(body: bytes) -> None:
    """422 for a body with so many parts that the parser would make a hundred bytes of each three."""
    if holds_more_values(body.decode("latin-1"), 2 * BODY_VALUES):
        raise _too_many()


def _too_many() -> HTTPException:
    return HTTPException(422, f"The body holds more than {BODY_VALUES:,} values; send it in parts.")


def _limit_values(value: Any, body: bytes) -> Any:
    """The value; 422 when it has so many parts that checking them, and telling what is wrong with each, takes long."""
    if body.count(b",") > BODY_VALUES and _count(value) > BODY_VALUES:
        raise _too_many()
    return value


def _count(value: Any) -> int:
    waiting, count = [value], 0
    while waiting:
        inside = waiting.pop()
        parts = list(inside.values()) if isinstance(inside, dict) else inside if isinstance(inside, list) else ()
        count += len(parts)
        waiting += [part for part in parts if isinstance(part, dict | list)]
    return count


def _refuse_double_keys(body: bytes) -> None:
    """400 for a key that stands twice in one object: two readers of the body might each take another of its values."""

    def once(pairs: list[tuple[str, Any]]) -> None:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise HTTPException(400, f"The key {key[:60]!r} stands twice in one object of the body.")
            seen.add(key)

    with contextlib.suppress(ValueError, RecursionError):  # the strict reader could read it, which is enough
        json.loads(body, object_pairs_hook=once)


def _is_json(body: bytes) -> bool:
    """Whether the body is JSON for a reader that allows what we refuse."""
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
        inner, known = super().get_route_handler(), self._list_parameters()

        async def handle(request: Request) -> Response:
            if known:
                _require_known(request, known)
            _require_json(request, self.body_field is not None)
            return await inner(strict(request))

        return handle

    def _list_parameters(self) -> frozenset[str]:
        """What a list may be asked; empty for a route that is no list."""
        names = frozenset(_query_names(self.dependant))
        return names if "limit" in names else frozenset()


def _query_names(dependant: Dependant) -> set[str]:
    own = {field.alias for field in dependant.query_params}
    return own.union(*map(_query_names, dependant.dependencies))


def _require_known(request: Request, known: frozenset[str]) -> None:
    """A filter that does nothing would be a wrong answer, not a wide one."""
    if odd := sorted(set(request.query_params) - known):
        message = f"There is no parameter {odd[0][:60]!r} here. There are: {', '.join(sorted(known))}."
        raise Invalid(message, diagnostics=[Diagnostic(code="PARAMETER_UNKNOWN", message=message, path=odd[0][:60])])


def _require_json(request: Request, reads_json: bool) -> None:
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if reads_json and kind != "application/json" and not kind.endswith("+json"):
        raise UnsupportedMedia("Send the body as application/json.")
