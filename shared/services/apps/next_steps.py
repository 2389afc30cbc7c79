"""What may be done next with an import that is not finished."""

import re
from collections.abc import Sequence
from typing import Literal

from shared.domain.base import Entity
from shared.domain.diagnostics import Diagnostic

_NAME = re.compile(r"(?:@[\w.~-]{1,100}/)?[\w.~-]{1,214}")
_NAMED_MOST = 40


class NextStep(Entity):
    """`ask`: these words to the agent. Other kinds may follow; a client leaves out what it does not know."""

    kind: Literal["ask"]
    message: str


def next_steps(diagnostics: Sequence[Diagnostic]) -> list[NextStep]:
    """Nothing where nothing is wrong. Of what strangers wrote only names of packages get into words to the agent."""
    errors = [found for found in diagnostics if found.severity == "error"]
    if not errors:
        return []
    missing = [found.message.split(" ")[0] for found in errors if found.code == "PACKAGE_NOT_IN_CATALOG"]
    names = [name for name in missing if _NAME.fullmatch(name)]
    more = len(names) - _NAMED_MOST
    some = ", ".join(names[:_NAMED_MOST]) + (f" and {more} more" if more > 0 else "")
    packages = f" These packages are not in the catalog: {some}." if names else ""
    message = (
        f"Finish this import: its build fails.{packages} Replace what uses them by packages of the catalog or by code "
        "of our own, mend what else is wrong, and keep what the pages show and do."
    )
    return [NextStep(kind="ask", message=message)]
