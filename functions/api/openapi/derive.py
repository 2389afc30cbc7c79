"""Answer models that follow from what is stored, so that the document cannot say something else than the code does."""

from collections.abc import Collection
from typing import Any

from pydantic import BaseModel, create_model
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

REF = "#/components/schemas/{model}"


def optional(
    name: str, of: type[BaseModel], without: Collection[str], /, *, base: type[BaseModel], doc: str, **more: Any
) -> type[BaseModel]:
    """A body with the fields of `of`, under their own names, on another base."""
    fields: dict[str, Any] = {
        field: (info.annotation, info.get_default(call_default_factory=True) if not info.is_required() else ...)
        for field, info in of.model_fields.items()
        if field not in without
    }
    with_default = {field: kind if isinstance(kind, tuple) else (kind, ...) for field, kind in more.items()}
    made: type[BaseModel] = create_model(name, __base__=base, **(fields | with_default))
    made.__doc__ = doc
    return made


class DocumentSchema(GenerateJsonSchema):
    """Schemas of what we say: a field that has a default is there all the same, and nothing stays open by accident."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def field_is_required(
        self,
        field: core_schema.ModelField | core_schema.DataclassField | core_schema.TypedDictField,
        total: bool,
    ) -> bool:
        if field["type"] == "typed-dict-field":
            return field.get("required", total)
        return self.mode == "serialization" or super().field_is_required(field, total)
