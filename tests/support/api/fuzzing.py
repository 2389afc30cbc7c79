"""Requests drawn from the OpenAPI document, good ones and bad ones, and answers held against it (schemathesis)."""

import os
import random
from collections.abc import Callable, Mapping
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.api.openapi import closed

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance]
Names = Mapping[str, str]
Send = Callable[[Case], Any]


def chosen_seed(usual: int | None = None) -> int:
    """`FUZZ_SEED`, or the usual one, or another one each time."""
    drawn = random.randrange(2**32) if usual is None else usual  # noqa: S311 - a seed, no secret
    return int(os.environ.get("FUZZ_SEED", drawn))


def operations() -> list[Any]:
    """Every operation of the document but the stream that nobody's id could end."""
    schema = schemathesis.openapi.from_dict(closed(), config=schemathesis.Config())
    found = [one.ok() for one in schema.get_all_operations()]
    return [one for one in found if one.label != "GET /admin/events"]


def fuzz(operation: Any, names: Names, send: Send, examples: int, number: int, *, shrink: bool = False) -> None:
    """Send that many requests, about what is there and what is not; AssertionError names the request and the fault."""
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)

    @seed(number)
    @settings(
        max_examples=examples, deadline=None, database=None, phases=phases, suppress_health_check=list(HealthCheck)
    )
    @given(requests(operation, names))
    def check(case: Case) -> None:
        answer = send(case)
        streamed = answer.headers.get("content-type", "").startswith("text/event-stream")
        case.validate_response(answer, checks=[*CHECKS, *([] if streamed else [response_schema_conformance])])

    try:
        check()
    except BaseException as error:
        error.add_note(f"FUZZ_SEED={number} FUZZ_EXAMPLES={examples} draws the same requests again")
        raise


def requests(operation: Any, names: Names) -> st.SearchStrategy[Case]:
    """Requests of one operation; most of them name things that are there."""
    placed = {one.name: names[one.name] for one in operation.path_parameters if one.name in names}
    good, bad = (operation.as_strategy(mode, path_parameters=placed) for mode in GenerationMode)
    drawn = [good.map(lambda case: _about(case, names)), good, bad]
    return st.one_of(*drawn, *([operation.as_strategy(GenerationMode.NEGATIVE)] if placed else []))


def request_of(case: Case, token: str) -> dict[str, Any]:
    """The request for an HTTP client, signed in."""
    asked = case.as_transport_kwargs(base_url="http://testserver")
    url = asked["url"].removeprefix("http://testserver")
    headers = {name: value.encode("utf-8", "replace") for name, value in asked["headers"].items()}
    body = asked.get("data")
    content = {"content": body} if isinstance(body, str | bytes) else {"data": body} if body else {}
    return {
        "method": asked["method"], "url": url, "params": asked.get("params"),
        "headers": headers | {"Authorization": f"Bearer {token}".encode()},
        **content, **({"json": asked["json"]} if "json" in asked else {}),
    }  # fmt: skip


def _about(case: Case, names: Names) -> Case:
    """The same, with ids of things that are there in its body."""
    case.body = _named(case.body, names)
    return case


def _named(value: Any, names: Names) -> Any:
    if isinstance(value, list):
        return [_named(part, names) for part in value]
    if not isinstance(value, dict):
        return value
    known = {key: names[key.removeprefix("base_")] for key in value if key.removeprefix("base_") in names}
    return {key: _named(part, names) for key, part in value.items()} | known
