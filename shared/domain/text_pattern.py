"""Regular expressions from strangers: matched in time that grows with the text alone.

The engine is the one that Pydantic brings (Rust's `regex`): it never goes back in the text, knows no look-around and no
references to groups, and refuses an expression that would compile to more than ten megabytes.
"""

from collections.abc import Callable

from pydantic_core import SchemaError, SchemaValidator, core_schema

from shared.domain.errors import Invalid
from shared.domain.work_budget import PATTERN_CHARACTERS


def compile_pattern(pattern: str, *, case_sensitive: bool) -> Callable[[str], bool]:
    """Whether a text holds a match. Invalid, with the reason, for what is no expression or too large a one."""
    if len(pattern) > PATTERN_CHARACTERS:
        raise Invalid(f"A pattern has at most {PATTERN_CHARACTERS} characters.")
    try:
        schema = core_schema.str_schema(pattern=pattern if case_sensitive else f"(?i){pattern}")
        return SchemaValidator(schema).isinstance_python
    except SchemaError as error:
        raise Invalid(f"The pattern cannot be used: {str(error).strip().splitlines()[-1].strip()}") from None
