"""Regular expressions from strangers: matched in time that grows with the text alone.

The engine is the one that Pydantic brings (Rust's `regex`): it never goes back in the text, knows no look-around and no
references to groups, and refuses an expression that would compile to more than ten megabytes. What it takes for a
character still grows with the counts in the expression, so that the work is counted too.
"""

from collections.abc import Callable

from pydantic_core import SchemaError, SchemaValidator, core_schema

from shared.domain.errors import Invalid
from shared.domain.text.pattern_weight import pattern_weight
from shared.domain.work_budget import PATTERN_CHARACTERS, PATTERN_STEPS


def compile_pattern(pattern: str, *, case_sensitive: bool) -> Callable[[str], bool]:
    """Whether a text holds a match. Invalid, with the reason, for what is no expression or too large a one.

    The answer raises Invalid too, once it has been asked about more text than the expression's counts allow.
    """
    if len(pattern) > PATTERN_CHARACTERS:
        raise Invalid(f"A pattern has at most {PATTERN_CHARACTERS} characters.")
    try:
        schema = core_schema.str_schema(pattern=pattern if case_sensitive else f"(?i){pattern}")
        found = SchemaValidator(schema).isinstance_python
    except SchemaError as error:
        raise Invalid(f"The pattern cannot be used: {str(error).strip().splitlines()[-1].strip()}") from None
    return _bounded(found, pattern_weight(pattern))


def _bounded(matches: Callable[[str], bool], weight: int) -> Callable[[str], bool]:
    left = PATTERN_STEPS

    def bounded(text: str) -> bool:
        nonlocal left
        left -= weight * (len(text) + 1)
        if left < 0:
            raise Invalid("The pattern takes too long on this much text: repeat less in it, or give a prefix.")
        return matches(text)

    return bounded
