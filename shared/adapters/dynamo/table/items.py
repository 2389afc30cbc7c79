"""Entities to items of the table and back. Fields are native attributes; bulky ones are packed into one."""

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

import zstandard
from pydantic import BaseModel, ValidationError
from pydantic_core import from_json, to_json

from shared.adapters.dynamo.table.keys import Key
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Unreadable

Item = dict[str, Any]
E = TypeVar("E", bound=BaseModel)
PACKED = "z"
_CODES = {"enum": "UNKNOWN_STATUS"}
_UNPACKED_MOST = 64 * 1024 * 1024


def marshalled(value: Any) -> dict[str, Any]:
    """A value as DynamoDB's wire has it. Numbers travel as text, so a float keeps every digit."""
    if value is None:
        return {"NULL": True}
    if isinstance(value, bool):
        return {"BOOL": value}
    if isinstance(value, int | float):
        return {"N": repr(value)}
    if isinstance(value, str):
        return {"S": str(value)}  # of a word of status, the word itself
    if isinstance(value, bytes):
        return {"B": value}
    if isinstance(value, Mapping):
        return {"M": marshalled_map(value)}
    return {"L": [marshalled(entry) for entry in value]}


def marshalled_map(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: marshalled(value) for name, value in values.items()}


def plain(attribute: Mapping[str, Any]) -> Any:
    """The value of one attribute of the wire."""
    ((kind, value),) = attribute.items()
    if kind == "NULL":
        return None
    if kind == "N":
        return int(value) if value.lstrip("-").isdigit() else float(value)
    if kind == "M":
        return plain_map(value)
    if kind == "L":
        return [plain(entry) for entry in value]
    return value


def plain_map(attributes: Mapping[str, Any]) -> Item:
    return {name: plain(attribute) for name, attribute in attributes.items()}


def entity_item(entity: BaseModel, key: Key, packed: Collection[str] = ()) -> Item:
    """The item of an entity; the fields named in `packed` share one compressed attribute when they hold anything."""
    values = entity.model_dump(mode="json")
    bulky = {name: values.pop(name) for name in [*values] if name in packed}
    return (
        key
        | {"kind": type(entity).__name__}
        | values
        | ({PACKED: squeeze(to_json(bulky))} if any(bulky.values()) else {})
    )


def bare_item(entity: BaseModel, key: Key, without: Collection[str]) -> Item:
    """The item of an entity without some fields, whose place the caller decides."""
    return key | {"kind": type(entity).__name__} | entity.model_dump(mode="json", exclude=set(without))


def packed_fields(entity: BaseModel, packed: Collection[str]) -> bytes:
    """The fields as JSON; empty when none holds anything."""
    holds = any(getattr(entity, name) for name in packed)
    return entity.model_dump_json(include=set(packed)).encode() if holds else b""


def entity_of(kind: type[E], item: Item, bulky: bytes | None = None) -> E:
    """The entity an item holds; `bulky` when the caller has unpacked it. Unreadable for one of a newer release."""
    if bulky is None:
        bulky = expand(item[PACKED]) if PACKED in item else b""
    try:
        return kind.model_validate(item | from_json(bulky) if bulky else item)
    except ValidationError as error:
        found = [
            Diagnostic(
                code=_CODES.get(fault["type"], "UNREADABLE_FIELD"),
                message=f"{_place(kind, fault['loc'])}: {fault['msg']}",
            )
            for fault in error.errors(include_url=False, include_input=False)
        ]
        said = "A stored record cannot be read by this release: a newer one may have written it. It was left as it is."
        raise Unreadable(said, diagnostics=found) from error


def _place(kind: type[BaseModel], loc: tuple[int | str, ...]) -> str:
    return ".".join(map(str, (kind.__name__, *loc)))


def squeeze(data: bytes) -> bytes:
    """Compressed, for one attribute or one object."""
    return zstandard.ZstdCompressor(level=3).compress(data)


def expand(data: bytes) -> bytes:
    """What `squeeze` was given."""
    return zstandard.ZstdDecompressor().decompress(data, max_output_size=_UNPACKED_MOST)
