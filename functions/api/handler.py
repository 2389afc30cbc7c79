"""The API in a Lambda: everything but the streams."""

from functools import cache
from typing import Any

from mangum import Mangum

from functions.api.app import create_app
from functions.api.wiring import container_from
from shared.runtime.observability import observed
from shared.runtime.settings import Settings

_TEXT = ["text/", "application/json", "application/problem+json", "application/javascript", "application/xml",
         "application/vnd.oai.openapi"]  # fmt: skip


@cache
def _adapter() -> Mangum:
    return Mangum(create_app(container_from(Settings.from_env())), lifespan="off", text_mime_types=_TEXT)


@observed("api", traced="inside")
def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """An API Gateway event in, its answer out."""
    answer: dict[str, Any] = _adapter()(event, context)
    return answer
