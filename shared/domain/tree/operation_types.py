"""The four ways to change a tree. HTTP saves and the agent's tools speak the same operations."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from shared.domain.diagnostics import Diagnostic
from shared.domain.edits.edits import Edit
from shared.domain.errors import Invalid
from shared.domain.tree.path_characters import shown


class _Operation(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, validate_by_name=True)


class UpsertFile(_Operation):
    """Create a file, or replace the whole of it."""

    op: Literal["upsert_file"] = "upsert_file"
    path: str
    content: str
    encoding: Literal["utf-8", "base64"] = "utf-8"


class EditFile(_Operation):
    """Change places of an existing text file; see `edits`."""

    op: Literal["edit_file"] = "edit_file"
    path: str
    edits: list[Edit]


class RenameFile(_Operation):
    """Move an existing file to a path where nothing stands."""

    op: Literal["rename_file"] = "rename_file"
    path: str
    new_path: str


class DeleteFile(_Operation):
    """Remove an existing file."""

    op: Literal["delete_file"] = "delete_file"
    path: str


Operation = Annotated[UpsertFile | EditFile | RenameFile | DeleteFile, Field(discriminator="op")]
OPERATIONS_ADAPTER: TypeAdapter[list[Operation]] = TypeAdapter(list[Operation])


def parse_operations(raw: Any) -> list[Operation]:
    """Operations from decoded JSON; else Invalid, with a diagnostic for each thing that is wrong with their form."""
    try:
        return OPERATIONS_ADAPTER.validate_python(raw)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
        diagnostics = [_malformed(fault["loc"], fault["type"], fault["msg"]) for fault in faults[:100]]
        raise Invalid("The operations are not well formed.", diagnostics=diagnostics) from None


def _malformed(place: Sequence[int | str], kind: str, message: str) -> Diagnostic:
    code = "INVALID_UTF8" if kind == "string_unicode" else "OPERATION_MALFORMED"
    where = shown(".".join(map(str, ["operations", *place])))
    return Diagnostic(code=code, message=f"{where}: {shown(message)}")
