"""The whole OpenAPI document. Made when somebody asks for it, and imported only then."""

import json
from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

from fastapi.routing import APIRoute, iter_route_contexts
from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode
from starlette.routing import BaseRoute

from functions.api.access.callers import Needs
from functions.api.http.operation import NOTHING, Media, Operation, operation_of
from functions.api.http.view import View
from functions.api.openapi import bodies, faults
from functions.api.openapi.about import DESCRIPTION, HEADERS, IDEMPOTENCY, RUN_HEADERS, SECURITY, TAGS
from functions.api.sessions.stream_views import AppEvent, ProjectEvent
from shared.domain.identity import Scope
from shared.domain.runs.events import AnyChunk, Event

_MUTATING = {"post", "put", "patch", "delete"}
_REF = "#/components/schemas/{model}"
_ENVELOPE = ("seq", "at", "request_id", "stage")
_RUN_EVENT = "One `data:` line of a run's stream; `seq` is also the `id:` to resume after. The last line is `[DONE]`."
Json = dict[str, Any]


class Described(NamedTuple):
    """A route's operation, the scope its caller needs, the status of its own answer, and the body that it reads."""

    operation: Operation
    scope: Scope | None
    status: int
    reads: Mapping[str, Any]


def described(routes: Sequence[BaseRoute]) -> dict[tuple[str, str], Described]:
    """What the routes of the application say of themselves, by method and path."""
    found: dict[tuple[str, str], Described] = {}
    for route in (context.original_route for context in iter_route_contexts(routes)):
        if isinstance(route, APIRoute) and route.include_in_schema:
            known = operation_of(route.endpoint)
            described_route = Described(known, _scope(route), route.status_code or 200, _reads(route, known))
            found |= {(method, route.path_format): described_route for method in route.methods or ()}
    return found


def _scope(route: APIRoute) -> Scope | None:
    asked = [one.call.scope for one in route.dependant.dependencies if isinstance(one.call, Needs)]
    return asked[0] if asked else operation_of(route.endpoint).scope


def _reads(route: APIRoute, known: Operation) -> Mapping[str, Any]:
    if known.reads:
        reads: Mapping[str, Any] = getattr(bodies, known.reads) if isinstance(known.reads, str) else known.reads
        return reads
    return {} if route.body_field is None else {"application/json": (route.body_field.field_info.annotation,)}


class _Schema(GenerateJsonSchema):
    """What we say has every field, also one with a default."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        always = self.mode == "serialization" and field["type"] != "typed-dict-field"
        return always or super().field_is_required(field, total)


def complete(drawn: Json, routes: Sequence[BaseRoute]) -> Json:
    """`drawn` by the framework, with what every operation reads and answers."""
    for kind in View.__subclasses__():
        kind.model_rebuild()
    whole = json.dumps(_Document(drawn, described(routes)).whole())
    named = whole.replace('-Output"', '"').replace('-Input"', 'Input"')
    made: Json = json.loads(named, object_hook=_untitled)
    return made


def _untitled(part: Json) -> Json:
    """Without titles, which repeat names; a property of that name stays."""
    return {name: value for name, value in part.items() if name != "title" or not isinstance(value, str)}


class _Document:
    def __init__(self, drawn: Json, known: Mapping[tuple[str, str], Described]) -> None:
        self._drawn = drawn
        self._known = known
        self._responses: Json = {}
        made, models = TypeAdapter.json_schemas(self._kinds(), ref_template=_REF, schema_generator=_Schema)
        self._made: Mapping[tuple[Any, JsonSchemaMode], Json] = made
        self._models: Json = models["$defs"]

    def _kinds(self) -> list[tuple[Any, JsonSchemaMode, TypeAdapter[Any]]]:
        asked = [model for one in self._known.values() for models in one.reads.values() for model in models or ()]
        answers = [
            kind
            for one in self._known.values()
            for kind in (one.operation.answer, *one.operation.also.values())
            if kind is not None and not isinstance(kind, Media)
        ]
        answers += [faults.Problem, Event, AnyChunk, ProjectEvent, AppEvent]
        read: list[tuple[Any, JsonSchemaMode, TypeAdapter[Any]]]
        read = [(kind, "validation", TypeAdapter(kind)) for kind in dict.fromkeys(asked)]
        return [*read, *((kind, "serialization", TypeAdapter(kind)) for kind in dict.fromkeys(answers))]

    def whole(self) -> Json:
        paths = {
            path: {method: self._operation(method, path, each) for method, each in methods.items()}
            for path, methods in self._drawn["paths"].items()
        }
        info = {**self._drawn["info"], "description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}}
        components = {
            "headers": HEADERS,
            "parameters": {"IdempotencyKey": IDEMPOTENCY},
            "responses": self._responses,
            "securitySchemes": SECURITY,
            "schemas": self._models | {"RunEvent": self._run_event()},
        }
        return {"openapi": self._drawn["openapi"], "info": info, "tags": TAGS, "paths": paths, "components": components}

    def _run_event(self) -> Json:
        """A chunk of the AI SDK's stream (or `data-*` of ours) in our envelope."""
        event = self._models.pop("Event")["properties"]
        more = {name: event[name] for name in (*_ENVELOPE, "diagnostics")}
        envelope = {"type": "object", "required": list(_ENVELOPE), "properties": more}
        chunks = self._made[AnyChunk, "serialization"]
        return {"description": _RUN_EVENT, "allOf": [{"oneOf": chunks["oneOf"]}, envelope]}

    def _operation(self, method: str, path: str, operation: Json) -> Json:
        known, scope, status, reads = self._known[method.upper(), path]
        words = " ".join(operation.get("description", "").split())
        operation["operationId"], operation["description"] = known.id, words
        operation["summary"] = words.partition(". ")[0].partition(": ")[0].rstrip(".")
        if reads:
            content = {kind: {"schema": self._body(kind, models)} for kind, models in reads.items()}
            operation["requestBody"] = {"required": True, "content": content}
        if method in _MUTATING and scope is not None and known.once:
            operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/IdempotencyKey"})
        operation["security"] = [{"bearer": [scope]}] if scope else []
        if known.scope is not None:
            operation["security"].append({})
        own = {} if known.answer is NOTHING else {status: known.answer}
        answers = {str(code): self._answer(code, kind) for code, kind in {**own, **known.also}.items()}
        operation["responses"] = answers | self._faults(known, scope, method, operation)
        return operation

    def _body(self, media: str, models: Sequence[Any] | None) -> Json:
        schemas = [self._made[model, "validation"] for model in models or ()]
        if not schemas:
            return {"type": "string"} | ({} if media == "text/plain" else {"format": "binary"})
        return {"anyOf": schemas} if len(schemas) > 1 else schemas[0]

    def _answer(self, status: int, kind: Any) -> Json:
        said: Json = {"description": HTTPStatus(status).phrase}
        if status in (302, 303):
            said["headers"] = {"Location": {"$ref": "#/components/headers/Location"}}
        if isinstance(kind, Media):
            return said | _media(kind)
        schema = None if kind is None else {"schema": self._made[kind, "serialization"]}
        return said | ({"content": {"application/json": schema}} if schema else {})

    def _faults(self, known: Operation, scope: Scope | None, method: str, operation: Json) -> Json:
        found: Json = {}
        wanted = {*(kind.code for kind in known.faults), *_implied(known, scope, method, operation)}
        for status, codes in faults.grouped(wanted).items():
            name = faults.name(codes)
            self._responses[name] = faults.component(codes)
            found[str(status)] = {"$ref": f"#/components/responses/{name}"}
        return found


def _media(media: Media) -> Json:
    if media.event is None:
        return {"content": {media.kind: {"schema": {"type": "string", "format": "binary"}}}}
    words = f"Server-sent events; each `data:` line is a `{media.event}`."
    schema = {"type": "string", "description": words, "x-event": {"$ref": _REF.format(model=media.event)}}
    headers = {name: {"$ref": f"#/components/headers/{name}"} for name in RUN_HEADERS}
    return {"content": {media.kind: {"schema": schema}}} | ({"headers": headers} if media.event == "RunEvent" else {})


def _implied(known: Operation, scope: Scope | None, method: str, operation: Json) -> Iterator[str]:
    yield from ("INTERNAL", "DEPENDENCY_UNAVAILABLE", "RATE_LIMITED")
    names = {one["name"] for one in operation.get("parameters", []) if one.get("in") == "path"}
    if known.found or (known.found is None and names):
        yield "NOT_FOUND"
    if scope:
        yield from ("UNAUTHENTICATED", "FORBIDDEN")
    if operation.get("parameters") or "requestBody" in operation:
        yield "VALIDATION_FAILED"
    if method in _MUTATING:
        yield "PAYLOAD_TOO_LARGE"
        if known.once and scope:
            yield from ("IDEMPOTENCY_MISMATCH", "REQUEST_PENDING")
    if "requestBody" in operation:
        yield from ("MALFORMED_REQUEST", "UNSUPPORTED_MEDIA_TYPE")
    if any(one.get("name") == "cursor" for one in operation.get("parameters", [])):
        yield "MALFORMED_REQUEST"
