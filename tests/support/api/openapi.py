"""Answers held against the OpenAPI document, which is closed for that: a field that it does not name is a fault."""

import json
from functools import cache
from typing import Any

import jsonschema_rs

from devkit.api.api import Api

Json = dict[str, Any]
_OPEN = {"Problem", "ProjectEvent"}


@cache
def document() -> Json:
    """As the application tells it."""
    return Api(over={"version": "0.1.0"}).app.openapi()


@cache
def closed() -> Json:
    """The same, without room for fields that it does not name."""
    whole = document()
    schemas = whole["components"]["schemas"]
    chunks = {one["$ref"].rpartition("/")[2] for one in schemas["RunEvent"]["allOf"][0]["oneOf"]}
    event = schemas["RunEvent"] | {"unevaluatedProperties": False}
    schemas = {name: schema if name in _OPEN | chunks else _closed(schema) for name, schema in schemas.items()} | {
        "RunEvent": event
    }
    return whole | {"components": whole["components"] | {"schemas": schemas}}


def _closed(value: Any) -> Any:
    if isinstance(value, list):
        return [_closed(part) for part in value]
    if not isinstance(value, dict):
        return value
    inner = {key: _closed(part) for key, part in value.items()}
    return (
        {"additionalProperties": False, **inner} if "properties" in inner and value.get("type") == "object" else inner
    )


def resolved(value: Json) -> Json:
    """What a reference stands for."""
    while "$ref" in value:
        found: Any = closed()
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        value = found
    return value


def faults(schema: Json, value: Any) -> list[str]:
    """Where `value` is not what `schema` says."""
    found = _validator(json.dumps(schema)).iter_errors(value)
    return [f"{list(error.instance_path)}: {error.message[:300]}" for error in found]


@cache
def _validator(schema: str) -> Any:
    whole = json.loads(schema) | {"components": closed()["components"]}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


def misfits(method: str, path: str, answer: Any) -> list[str]:
    """What of an answer the document does not say: its status, its type, its body."""
    result = closed()["paths"][path][method.lower()]["responses"]
    if str(answer.status_code) not in result:
        return [f"{answer.status_code} is not documented: {answer.text[:200]}"]
    content = resolved(result[str(answer.status_code)]).get("content", {})
    kind = answer.headers.get("content-type", "").partition(";")[0]
    if not content:
        return [f"a body of {kind}"] if answer.content else []
    if kind not in content and "*/*" not in content:
        return [f"{kind!r} is not documented"]
    return faults(content[kind]["schema"], answer.json()) if "json" in kind else []
