"""What the enums of status have in common: the word itself is what is stored and sent."""

from collections.abc import Callable
from enum import StrEnum
from typing import Any

from pydantic_core import CoreSchema, core_schema


class Status(StrEnum):
    """One kind of status. A schema lists its words in place, as it lists those of a `Literal`."""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: type[Any], _handler: Callable[[Any], CoreSchema]) -> CoreSchema:
        written = core_schema.to_string_ser_schema(when_used="json")
        return core_schema.enum_schema(cls, list(cls), sub_type="str", strict=False, serialization=written)

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: CoreSchema, _handler: Callable[[Any], Any]) -> dict[str, Any]:
        return {"enum": [str(word) for word in cls], "type": "string"}
