"""`python -m scripts.compare_openapi [REVISION]`: what clients would notice of docs/openapi.json since a git revision.

Operations, their scopes, parameters, fields of bodies and answers, required ones, and codes. Words, order, names of
components and examples are left aside. 1 when anything differs.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

from scripts.openapi import DOCUMENT, ROOT

Json = dict[str, Any]
_MOST = 200
_UNSAID = {"description", "title", "example", "examples", "summary", "discriminator", "x-event"}


def main(revision: str = "HEAD") -> int:
    """Print a line for each difference, the first two hundred."""
    path = DOCUMENT.relative_to(ROOT)
    shown = subprocess.run(["git", "show", f"{revision}:{path}"], cwd=ROOT, capture_output=True, check=True).stdout
    before, after = set(facts(json.loads(shown))), set(facts(json.loads(DOCUMENT.read_text("utf-8"))))
    lines = sorted([*((fact, "-") for fact in before - after), *((fact, "+") for fact in after - before)])
    print(*(f"{sign} {fact}" for fact, sign in lines[:_MOST]), f"{len(lines)} differences", sep="\n")
    return 1 if lines else 0


def facts(document: Json) -> Iterator[str]:
    """One line for each thing that a client may rely on."""
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            place = f"{method.upper()} {path}"
            yield f"{place} {operation['operationId']} {json.dumps(operation['security'])}"
            for one in operation.get("parameters", []):
                known = _resolved(one, document)
                yield f"{place} {known['in']} {known['name']} required={known.get('required', False)}"
                yield from _fields(known["schema"], document, f"{place} {known['in']} {known['name']}")
            yield from _contents(operation.get("requestBody", {}), document, f"{place} body")
            for status, answer in operation["responses"].items():
                known = _resolved(answer, document)
                yield f"{place} {status}"
                yield from (f"{place} {status} header {name}" for name in known.get("headers", {}))
                yield from _contents(known, document, f"{place} {status}")


def _contents(holder: Json, document: Json, place: str) -> Iterator[str]:
    for kind, media in holder.get("content", {}).items():
        yield f"{place} {kind}"
        yield from _fields(media.get("schema", {}), document, f"{place} {kind}")
        yield from _fields(media.get("schema", {}).get("x-event", {}), document, f"{place} {kind} event")


def _fields(schema: Json, document: Json, place: str, above: tuple[str, ...] = ()) -> Iterator[str]:
    """The schema, each of its fields and theirs; one that holds itself is followed once."""
    name = schema.get("$ref", "")
    if name in above:
        return
    known, above = _resolved(schema, document), (*above, name) if name else above
    plain = {key: value for key, value in known.items() if key not in _UNSAID and not isinstance(value, dict | list)}
    yield f"{place} {json.dumps(plain, sort_keys=True)}"
    yield from (f"{place} {key} {value}" for key in ("enum", "required", "type") for value in _listed(known, key))
    for field, inner in known.get("properties", {}).items():
        yield from _fields(inner, document, f"{place}.{field}", above)
    for key in ("items", "additionalProperties", "propertyNames"):
        if isinstance(known.get(key), dict):
            yield from _fields(known[key], document, f"{place}[{key}]", above)
    for key in ("anyOf", "oneOf", "allOf"):
        for inner in known.get(key, []):
            yield from _fields(inner, document, f"{place}|{_kind(inner)}", above)


def _listed(schema: Json, key: str) -> list[Any]:
    return schema[key] if isinstance(schema.get(key), list) else []


def _kind(schema: Json) -> str:
    """Which of several it is, whatever their order: by what it holds, since names of components are not looked at."""
    return str(schema.get("type", "object"))


def _resolved(schema: Json, document: Json) -> Json:
    found = schema
    while "$ref" in found:
        kind, name = found["$ref"].split("/")[-2:]
        found = document["components"][kind][name]
    return found


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
