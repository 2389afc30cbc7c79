"""Answer models that follow from what is stored, so that the document cannot say something else than the code does."""

from collections.abc import Collection
from typing import Any

from pydantic import BaseModel, create_model
from pydantic.json_schema import GenerateJsonSchema
from pydantic_core import core_schema

REF = "#/components/schemas/{model}"


def view(
    name: str,
    of: type[BaseModel],
    only: Collection[str] | None = None,
    without: Collection[str] = (),
    /,
    **more: Any,
) -> type[BaseModel]:
    """The fields of `of`, or some, and more (field=type). What is stored is shown by its allowlist (`only`)."""
    fields: dict[str, Any] = {
        field: (info.annotation, info)
        for field, info in of.model_fields.items()
        if field not in without and (only is None or field in only)
    }
    made: type[BaseModel] = create_model(name, **(fields | _required(more)))
    made.__doc__ = of.__doc__
    return made


def page(name: str, item: type[BaseModel], /, **more: Any) -> type[BaseModel]:
    """A list answer."""
    made: type[BaseModel] = create_model(
        name,
        **_required({"items": list[item], "next_cursor": str | None, **more}),  # type: ignore[valid-type]  # a value
    )
    made.__doc__ = "One page; ask again with `cursor` set to `next_cursor` until that is null."
    return made


def one(name: str, doc: str, /, **fields: Any) -> type[BaseModel]:
    """A model that no code needs but the document."""
    made: type[BaseModel] = create_model(name, **_required(fields))
    made.__doc__ = doc
    return made


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


def _required(fields: dict[str, Any]) -> dict[str, Any]:
    return {field: (kind, ...) for field, kind in fields.items()}


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
