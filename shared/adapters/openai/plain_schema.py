"""A tool's schema for servers that refuse the newer keywords of JSON Schema."""

from typing import Any

Json = dict[str, Any]
_DROPPED = frozenset({"additionalProperties", "$defs", "title", "default", "strict", "const", "examples"})


def plain_tool(spec: Json) -> Json:
    """The tool without `strict`: references written out, `null` alternatives as optional properties."""
    parameters = spec.get("parameters") or {}
    made = _plain(parameters, parameters.get("$defs") or {}, 0)
    return {"name": spec["name"], "description": spec["description"], "parameters": made}


def _plain(schema: Any, definitions: Json, depth: int) -> Any:
    if not isinstance(schema, dict) or depth > 12:
        return schema if not isinstance(schema, dict) else {"type": "object"}
    if "$ref" in schema:
        return _plain(definitions.get(str(schema["$ref"]).rpartition("/")[2], {}), definitions, depth + 1)
    for name in ("anyOf", "oneOf"):
        if name in schema:
            options = [option for option in schema[name] if option.get("type") != "null"]
            if len(options) > 1:
                return {"anyOf": [_plain(option, definitions, depth + 1) for option in options]}
            chosen = _plain(options[0] if options else {}, definitions, depth + 1)
            return {**chosen, **({"description": schema["description"]} if "description" in schema else {})}
    made = {key: value for key, value in schema.items() if key not in _DROPPED}
    if isinstance(schema.get("type"), list):
        made["type"] = next((kind for kind in schema["type"] if kind != "null"), "string")
    if "const" in schema:
        made["enum"] = [schema["const"]]
    if "properties" in schema:
        made["properties"] = {
            name: _plain(value, definitions, depth + 1) for name, value in schema["properties"].items()
        }
        made["required"] = [
            name for name in schema.get("required", []) if not _takes_null(schema["properties"].get(name))
        ]
    if "items" in schema:
        made["items"] = _plain(schema["items"], definitions, depth + 1)
    return made


def _takes_null(schema: Any) -> bool:
    if not isinstance(schema, dict):
        return False
    kinds = schema.get("type")
    options = [*schema.get("anyOf", ()), *schema.get("oneOf", ())]
    return (isinstance(kinds, list) and "null" in kinds) or any(option.get("type") == "null" for option in options)
