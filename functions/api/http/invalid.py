"""A body that does not fit its model, told as the product tells it."""

from pydantic import ValidationError

from shared.domain.errors import Invalid
from shared.domain.untrusted import shortened

_MOST = 300


def invalid_of(error: ValidationError) -> Invalid:
    """The first fault: its place and what is wrong there, of 300 characters at most as both may quote what was sent."""
    fault = error.errors(include_input=False)[0]
    place = ".".join(str(part) for part in fault["loc"]) or "body"
    return Invalid(shortened(f"{place}: {fault['msg']}", _MOST))
