"""What the fast gate answers."""

from pydantic import BaseModel

from shared.domain.diagnostics import Diagnostic


class CompileReport(BaseModel, hide_input_in_errors=True):
    """`graph`: path to the local paths it imports. `exports`: path to the names it exports.

    `undeclared`: path to the components and hooks it uses, and neither declares nor imports. `jsx`: the `.js` files
    that hold JSX, whether or not the build reads it there.
    """

    ok: bool
    diagnostics: list[Diagnostic] = []
    graph: dict[str, list[str]] = {}
    exports: dict[str, list[str]] = {}
    undeclared: dict[str, list[str]] = {}
    jsx: list[str] = []
    timings: dict[str, float] = {}
