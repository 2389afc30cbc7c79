"""The fast gate on a workspace, and its findings in words."""

from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Unavailable
from shared.tools.base import Workspace
from shared.tools.writing import broken_rules

_NO_ANSWER = "The compiler did not answer. That is no fault of the project: try again."


def check(workspace: Workspace) -> CompileReport:
    """The project's rules, then the compiler."""
    found = broken_rules(workspace)
    if any(problem.severity == "error" for problem in found):
        return CompileReport(ok=False, diagnostics=found)
    report = _compiled(workspace)
    return report.model_copy(update={"diagnostics": [*found, *report.diagnostics]})


def _compiled(workspace: Workspace) -> CompileReport:
    """The compiler's word; when it gives none, asked twice, a report that says so (the answer was paid for)."""
    for _ in range(2):
        try:
            return workspace.compile(workspace.files)
        except Unavailable as error:
            silence = Diagnostic(code=error.code, message=_NO_ANSWER)
    return CompileReport(ok=False, diagnostics=[silence])


def describe(diagnostics: list[Diagnostic]) -> str:
    """Findings as a compiler prints them, one a line with its hint below."""
    return "\n".join(_line(found) for found in diagnostics)


def unsaid(diagnostics: list[Diagnostic], said: str) -> str:
    """The findings whose message does not stand in `said` already, as `describe` gives them."""
    return describe([found for found in diagnostics if found.message not in said])


def _line(found: Diagnostic) -> str:
    place = ":".join(str(part) for part in (found.path, found.line, found.column) if part is not None)
    hint = f"\n    hint: {found.hint}" if found.hint else ""
    return f"{place + ': ' if place else ''}{found.severity} {found.code}: {found.message}{hint}"
