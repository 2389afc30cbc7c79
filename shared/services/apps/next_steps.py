"""What may be done next with an import that is not finished."""

import re
from collections.abc import Sequence
from typing import Literal

from shared.domain.assets.catalog import Catalog, Line
from shared.domain.base import Entity
from shared.domain.diagnostics import Diagnostic
from shared.domain.frameworks import Framework
from shared.domain.imports.other_line import other_line

_NAME = re.compile(r"(?:@[\w.~-]{1,100}/)?[\w.~-]{1,214}")
_NAMED_MOST = 40
_MADE_OF = ("react", "react-router", "vue", "vue-router", "svelte", "tailwindcss", "vite")


class NextStep(Entity):
    """`ask`: these words to the agent. `line`: the same project imported again, into the same app, on the other `line`
    of packages. Other kinds may follow; a client leaves out what it does not know.
    """

    kind: Literal["ask", "line"]
    message: str
    line: Line | None = None


def next_steps(
    diagnostics: Sequence[Diagnostic], whole: Catalog, catalog: Catalog, package_json: str
) -> list[NextStep]:
    """Nothing where nothing is wrong. Of what strangers wrote only names of packages get into words to the agent.
    `catalog` is the line that the project was fitted to.
    """
    errors = [found for found in diagnostics if found.severity == "error"]
    if not errors:
        return []
    missing = [found.message.split(" ")[0] for found in errors if found.code == "PACKAGE_NOT_IN_CATALOG"]
    names = [name for name in missing if _NAME.fullmatch(name)]
    other = other_line(whole, catalog, package_json, names)
    return [_ask(names), *([_line(other)] if other else [])]


def made_of(catalog: Catalog, framework: Framework | None = None) -> str:
    """The versions of a line by which people know it, those that are of use for a framework."""
    known = {package.name: package.version for package in catalog.for_framework(framework)}
    return ", ".join(f"{name} {known[name]}" for name in _MADE_OF if name in known)


def _ask(names: Sequence[str]) -> NextStep:
    more = len(names) - _NAMED_MOST
    some = ", ".join(names[:_NAMED_MOST]) + (f" and {more} more" if more > 0 else "")
    packages = f" These packages are not in the catalog: {some}." if names else ""
    message = (
        f"Finish this import: its build fails.{packages} Replace what uses them by packages of the catalog or by code "
        "of our own, mend what else is wrong, and keep what the pages show and do."
    )
    return NextStep(kind="ask", message=message)


def _line(other: Catalog) -> NextStep:
    message = f"Import it again with the {other.chosen} line of packages: {made_of(other)}."
    return NextStep(kind="line", message=message, line=other.chosen)
