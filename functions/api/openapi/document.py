"""The whole OpenAPI document. Made when somebody asks for it, and imported only then."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fastapi.routing import APIRoute, iter_route_contexts
from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import JsonSchemaMode
from starlette.routing import BaseRoute

from functions.api.access.callers import Needs
from functions.api.http.operation import NOTHING, Media, Operation, operation_of
from functions.api.http.view import View
from functions.api.openapi import bodies, faults, streams
from functions.api.openapi.about import DESCRIPTION, HEADERS, IDEMPOTENCY, RUN_HEADERS, SECURITY, STATUS, TAGS
from functions.api.openapi.derive import REF, DocumentSchema
from functions.api.openapi.schemas import headline, reached, renamed, untitled
from shared.domain.identity import Scope

_MUTATING = {"post", "put", "patch", "delete"}
Json = dict[str, Any]


class Described(NamedTuple):
    """A route's operation, the scope its caller needs, and the status of its own answer."""

    operation: Operation
    scope: Scope | None
    status: int


def described(routes: Sequence[BaseRoute]) -> dict[tuple[str, str], Described]:
    """What the routes of the application say of themselves, by method and path."""
    found: dict[tuple[str, str], Described] = {}
    for route in (context.original_route for context in iter_route_contexts(routes)):
        if isinstance(route, APIRoute) and route.include_in_schema:
            described_route = Described(operation_of(route.endpoint), _scope(route), route.status_code or 200)
            found |= {(method, route.path_format): described_route for method in route.methods or ()}
    return found


def _scope(route: APIRoute) -> Scope | None:
    asked = [one.call.scope for one in route.dependant.dependencies if isinstance(one.call, Needs)]
    return asked[0] if asked else operation_of(route.endpoint).scope


def complete(drawn: Json, routes: Sequence[BaseRoute]) -> Json:
    """`drawn` by the framework, with what every operation answers."""
    for kind in View.__subclasses__():
        kind.model_rebuild()
    return _Document(drawn, described(routes)).whole()


class _Document:
    def __init__(self, drawn: Json, known: Mapping[tuple[str, str], Described]) -> None:
        self._drawn = drawn
        self._known = known
        self._described: Json = {}
        self._asked: Json = untitled(drawn["components"]["schemas"])
        self._responses: Json = {}

    def whole(self) -> Json:
        paths = {
            path: {method: self._operation(method, path, untitled(each)) for method, each in methods.items()}
            for path, methods in self._drawn["paths"].items()
        }
        self._described["RunEvent"] = streams.run_event(self._described)
        self._described["ProjectEvent"] = streams.project_event(self._described)
        self._described["AppEvent"] = streams.app_event(self._described)
        self._described["Problem"] = faults.problem(self._described)
        components = {
            "headers": HEADERS,
            "parameters": {"IdempotencyKey": IDEMPOTENCY},
            "responses": self._responses,
            "securitySchemes": SECURITY,
        }
        body = {"paths": paths, "components": components}
        body["components"]["schemas"] = self._schemas(body)
        info = {**self._drawn["info"], "description": DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}}
        return {"openapi": self._drawn["openapi"], "info": info, "tags": TAGS, **body}

    def _operation(self, method: str, path: str, operation: Json) -> Json:
        known, scope, status = self._known[method.upper(), path]
        operation["operationId"] = known.id
        operation["summary"], operation["description"] = headline(operation.get("description", ""))
        if known.reads:
            operation["requestBody"] = {"required": True, "content": self._reads(known)}
        changes = method in _MUTATING and scope is not None
        if changes and known.once:
            operation.setdefault("parameters", []).append({"$ref": "#/components/parameters/IdempotencyKey"})
        operation["security"] = [{"bearer": [scope]}] if scope else []
        if known.scope is not None:
            operation["security"].append({})
        operation["responses"] = self._answers(known, status) | self._faults(known, scope, method, operation)
        return operation

    def _answers(self, known: Operation, status: int) -> Json:
        own = {} if known.answer is NOTHING else {status: known.answer}
        return {str(status): self._answer(status, kind) for status, kind in {**own, **known.also}.items()}

    def _answer(self, status: int, kind: Any) -> Json:
        said: Json = {"description": STATUS[status]}
        if status in (302, 303):
            said["headers"] = {"Location": {"$ref": "#/components/headers/Location"}}
        if kind is None:
            return said
        if isinstance(kind, Media):
            return said | self._media(kind)
        return said | {"content": {"application/json": {"schema": self._schema(kind)}}}

    def _media(self, media: Media) -> Json:
        schema: Json = {"type": "string"}
        if media.event is None:
            return {"content": {media.kind: {"schema": schema | {"format": "binary"}}}}
        schema["description"] = f"Server-sent events; each `data:` line is a `{media.event}`."
        schema["x-event"] = {"$ref": REF.format(model=media.event)}
        said: Json = {"content": {media.kind: {"schema": schema}}}
        if media.event == "RunEvent":
            said["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in RUN_HEADERS}
        return said

    def _faults(self, known: Operation, scope: Scope | None, method: str, operation: Json) -> Json:
        found: Json = {}
        wanted = [*(kind.code for kind in known.faults), *_implied(known, scope, method, operation)]
        for status, codes in faults.grouped(wanted).items():
            name = faults.name(codes)
            self._responses[name] = faults.component(codes)
            found[str(status)] = {"$ref": f"#/components/responses/{name}"}
        return found

    def _reads(self, known: Operation) -> Json:
        content: Json = {}
        reads = getattr(bodies, known.reads) if isinstance(known.reads, str) else known.reads
        for kind, models in reads.items():
            schemas = [self._schema(model, "validation") for model in models or ()]
            plain: Json = {"type": "string"} | ({} if kind == "text/plain" else {"format": "binary"})
            content[kind] = {"schema": {"anyOf": schemas} if len(schemas) > 1 else schemas[0] if schemas else plain}
        return content

    def _schema(self, kind: Any, mode: JsonSchemaMode = "serialization") -> Json:
        """A reference to the model, whose definition is kept; or the schema of what is no model."""
        model = isinstance(kind, type) and issubclass(kind, BaseModel)
        draw = kind.model_json_schema if model else TypeAdapter(kind).json_schema
        made = draw(mode=mode, ref_template=REF, schema_generator=DocumentSchema)
        kept = self._described if mode == "serialization" else self._asked
        kept |= made.pop("$defs", {})
        if not (model or hasattr(kind, "__total__")):
            return made
        kept[kind.__name__] = made
        return {"$ref": REF.format(model=kind.__name__)}

    def _schemas(self, body: Json) -> Json:
        """What is referred to. A model that is read otherwise than it is told has a second name for that."""
        names = {
            name: f"{name}Input" for name, schema in self._asked.items() if self._described.get(name, schema) != schema
        }
        asked = {names.get(name, name): renamed(schema, names) for name, schema in self._asked.items()}
        for methods in body["paths"].values():
            for each in methods.values():
                for part in ("requestBody", "parameters"):
                    if part in each:
                        each[part] = renamed(each[part], names)
        known = asked | self._described
        return {name: known[name] for name in sorted(reached(body, known))}


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
            yield "IDEMPOTENCY_MISMATCH"
    if "requestBody" in operation:
        yield from ("MALFORMED_REQUEST", "UNSUPPORTED_MEDIA_TYPE")
    if any(one.get("name") == "cursor" for one in operation.get("parameters", [])):
        yield "MALFORMED_REQUEST"
