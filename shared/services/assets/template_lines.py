"""Template packs as they begin on a line of the catalog.

`shared/templates` is written for the current line; `shared/templates_classic` has the files whose code has to differ.
"""

from functools import lru_cache
from pathlib import Path

from shared.domain.assets.catalog import CURRENT, Catalog, Line
from shared.domain.assets.classic_pack import on_classic
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Invalid
from shared.services.assets.load_templates import TemplatePack

ROOT = Path(__file__).parents[2] / "templates_classic"
_CURRENT_ONLY = frozenset({"svelte-app"})
"""Most of its components would have to be other files: they are written with runes and snippets."""


def lines_of(key: str) -> list[Line]:
    """The lines on which an app may begin from this pack."""
    return ["current"] if key in _CURRENT_ONLY else ["current", "classic"]


def files_on(pack: TemplatePack, line: Line, catalog: Catalog) -> Files:
    """The pack's files on a line; off the current one without a lockfile. Invalid where it is not made for that."""
    if line == CURRENT:
        return pack.files
    if line not in lines_of(pack.key):
        raise _unfit(pack, line)
    return on_classic(pack.files, catalog.on(line, pack.files["package.json"].decode()), load_own(pack.key))


@lru_cache
def load_own(key: str, root: Path = ROOT) -> Files:
    """The files that take the place of a pack's on the classic line."""
    folder = root / key
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in folder.rglob("*") if each.is_file()}


def _unfit(pack: TemplatePack, line: Line) -> Invalid:
    message = f"The template {pack.title} is not made for the {line} line of packages."
    hint = "Choose the current line, or another template."
    return Invalid(message, diagnostics=[Diagnostic(code="TEMPLATE_LINE", message=message, path="line", hint=hint)])
