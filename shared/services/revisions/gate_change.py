"""The fast gate: policy, then the compiler. It executes nothing of the project."""

from collections.abc import Sequence
from dataclasses import dataclass

from shared.domain.base import Files
from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic, has_errors
from shared.domain.errors import CompileFailed, PolicyViolation
from shared.domain.spans import span
from shared.domain.tree.operations import Operation, apply_operations
from shared.domain.tree.policy import check_project
from shared.services.compile_tree import compile_tree
from shared.services.ports_bundle import Ports
from shared.services.revisions.relock import relock, shelf_of

_SOURCE_SECONDS = 300


@dataclass(frozen=True)
class Gated:
    """A tree with what the gate found. `tree` is None when policy refused it, so that nothing was stored."""

    files: Files
    tree: str | None
    diagnostics: list[Diagnostic]
    report: CompileReport | None = None

    def accepted(self) -> str:
        """The tree's id; else Invalid with the code of the gate that refused it, and its findings."""
        if self.tree is None:
            raise PolicyViolation(_first(self.diagnostics), diagnostics=self.diagnostics)
        if has_errors(self.diagnostics) or not (self.report and self.report.ok):
            raise CompileFailed(
                f"The project does not compile. {_first(self.diagnostics)}".strip(),
                diagnostics=self.diagnostics,
            )
        return self.tree


def _first(diagnostics: list[Diagnostic]) -> str:
    return next((found.message for found in diagnostics if found.severity == "error"), "")


def gate_change(*, tenant_id: str, app_id: str, base: Files, operations: Sequence[Operation], ports: Ports) -> Gated:
    """`base` with all operations, its lockfile in step with its `package.json`, past both halves of the gate."""
    changed = apply_operations(base, operations, limits=ports.limits)
    files = relock(base=base, files=changed, tenant_id=tenant_id, ports=ports)
    return gate_tree(tenant_id=tenant_id, app_id=app_id, files=files, ports=ports)


def gate_tree(*, tenant_id: str, app_id: str, files: Files, ports: Ports) -> Gated:
    """A whole tree through the gate; it is stored once policy has passed it (equal trees share one object)."""
    found = check_project(files, shelf_of(files, tenant_id, ports).catalog, ports.limits)
    if has_errors(found):
        return Gated(files, None, found)
    tree = ports.snapshots.put(tenant_id, app_id, files)
    with span("compile") as drawn:
        report = compile_tree(tenant_id=tenant_id, app_id=app_id, tree=tree, seconds=_SOURCE_SECONDS, ports=ports)
        drawn.set(outcome="ok" if report.ok else "failed")
    return Gated(files, tree, [*found, *report.diagnostics], report)
