"""The fast gate with the deterministic fixes in front of it: what is certain is put right before a model is asked."""

from dataclasses import replace
from typing import NamedTuple

from shared.domain.builds.compile_report import CompileReport
from shared.domain.fixes.plan import Plan, plan_fixes
from shared.domain.fixes.project import Project
from shared.domain.tree.operation_types import UpsertFile
from shared.domain.untrusted import shortened
from shared.tools.base import Workspace
from shared.tools.compiling import check
from shared.tools.writing import apply_all

_ROUNDS = 2
_SHOWN = 20


class Checked(NamedTuple):
    """What the gate says of `workspace`, which is the one that was asked about or a repaired copy.

    `told` has a sentence for each repair. Where writes wait for a person nothing is repaired and `hints` holds them.
    """

    report: CompileReport
    workspace: Workspace
    paths: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()

    def note(self) -> str:
        """The repairs, or what could be repaired, as the model and people read it; empty when there is neither."""
        return _note("Fixed without asking", self.told) or _note("Certain fixes, for you to make", self.hints)


def check_fixed(workspace: Workspace) -> Checked:
    """Compile; as long as something is certain to be wrong put it right and compile again, at most twice.

    A repair is kept only when the gate finds fewer errors (not more, where it cannot see what was repaired) and none
    of another kind. `workspace` itself is left as it is.
    """
    best = Checked(check(workspace), workspace)
    for _ in range(_ROUNDS):
        plan = _plan(best)
        if not plan.files:
            return best
        if not workspace.may_fix:
            return best._replace(hints=plan.told)
        after = _try(plan, best)
        if after is None:
            return best
        best = after
    return best


def _plan(checked: Checked) -> Plan:
    return plan_fixes(Project(checked.workspace.files, checked.report, checked.workspace.catalog))


def _try(plan: Plan, before: Checked) -> Checked | None:
    operations = [UpsertFile(op="upsert_file", path=path, content=text) for path, text in plan.files.items()]
    copy = replace(before.workspace)
    made = apply_all(operations, copy, *plan.files)
    if made.files is None:
        return None
    copy.files = made.files
    after = check(copy)
    if not _is_better(plan, before.report, after):
        return None
    paths = tuple(dict.fromkeys((*before.paths, *plan.files)))
    return Checked(after, copy, paths, (*before.told, *plan.told))


def _is_better(plan: Plan, before: CompileReport, after: CompileReport) -> bool:
    old, new = ([found.code for found in report.diagnostics if found.severity == "error"] for report in (before, after))
    return len(new) <= len(old) - plan.of_errors and set(new) <= set(old)


def _note(title: str, sentences: tuple[str, ...]) -> str:
    if not sentences:
        return ""
    more = [f"... and {len(sentences) - _SHOWN} more."] if len(sentences) > _SHOWN else []
    lines = [shortened(sentence, 300) for sentence in sentences[:_SHOWN]]
    return f"{title}:\n" + "\n".join(f"- {line}" for line in [*lines, *more])
