"""What the compiler finds in an import and is certain to be put right, before the draft is stored."""

from collections.abc import Callable
from typing import NamedTuple

from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.aliased_case import with_aliased_case
from shared.domain.fixes.jsx_names import with_jsx_names
from shared.services.ports_bundle import Ports
from shared.services.revisions.gate_change import Gated, gate_tree

_ROUNDS = 2
"""What a file imports is only seen once the file itself can be read."""

_UNREAD = frozenset({"SYNTAX_ERROR"})
_UNRESOLVED = frozenset({"LOCAL_IMPORT_UNRESOLVED", "IMPORT_CASE_MISMATCH", "ENTRY_UNRESOLVED"})
Repair = Callable[[Files, CompileReport], tuple[Files, list[Diagnostic]]]


class Mended(NamedTuple):
    """The tree past the gate again, and a diagnostic for each kind of repair."""

    gated: Gated
    found: list[Diagnostic]


def mend_import(gated: Gated, *, tenant_id: str, app_id: str, ports: Ports) -> Mended:
    """Repair and compile again, as long as that makes nothing worse."""
    found: list[Diagnostic] = []
    for _ in range(_ROUNDS):
        files, notes = _repaired(gated)
        if not notes:
            break
        after = gate_tree(tenant_id=tenant_id, app_id=app_id, files=files, ports=ports)
        if not _is_better(gated, after):
            break
        gated, found = after, [*found, *notes]
    return Mended(gated, found)


def _repaired(gated: Gated) -> tuple[Files, list[Diagnostic]]:
    files: Files = gated.files
    found: list[Diagnostic] = []
    if gated.report is not None:
        for repair in _REPAIRS:
            files, notes = repair(files, gated.report)
            found += notes
    return files, found


def _jsx_names(files: Files, report: CompileReport) -> tuple[Files, list[Diagnostic]]:
    return with_jsx_names(files, report.jsx, report.graph)


def _case(files: Files, report: CompileReport) -> tuple[Files, list[Diagnostic]]:
    return with_aliased_case(files, report.diagnostics)


_REPAIRS: tuple[Repair, ...] = (_case, _jsx_names)


def _is_better(before: Gated, after: Gated) -> bool:
    """Nothing that was right is wrong now. A renamed file may show only now what it cannot find."""
    if after.tree is None:
        return False
    known = {each.path for each in before.diagnostics}
    renamed = after.files.keys() - before.files.keys()
    return not any(
        each.path not in known and each.code in (_UNREAD if each.path in renamed else _UNREAD | _UNRESOLVED)
        for each in after.diagnostics
    )
