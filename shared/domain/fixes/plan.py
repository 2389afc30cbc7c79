"""All fixers, one after the other, over one tree."""

from typing import NamedTuple

from shared.domain.fixes.missing_dependency import fix_missing_dependency
from shared.domain.fixes.missing_import import fix_missing_import
from shared.domain.fixes.project import Fixer, Project
from shared.domain.fixes.wrong_icon import fix_wrong_icon
from shared.domain.fixes.wrong_path import fix_wrong_path

_OF_ERRORS: tuple[Fixer, ...] = (fix_missing_dependency, fix_wrong_path, fix_wrong_icon)
_OF_WHAT_THE_GATE_MISSES: tuple[Fixer, ...] = (fix_missing_import,)


class Plan(NamedTuple):
    """The files as they should be, and why. `of_errors`: something here answers an error of the gate."""

    files: dict[str, str]
    told: tuple[str, ...]
    of_errors: bool


def plan_fixes(project: Project) -> Plan:
    """What is certain to be put right in the tree; empty when nothing is. Asked again of its own result it is empty."""
    files: dict[str, str] = {}
    notes: list[str] = []
    of_errors = False
    for fixer in (*_OF_ERRORS, *_OF_WHAT_THE_GATE_MISSES):
        fixes = fixer(project)
        project = project.after(fixes)
        files |= {fix.path: fix.content for fix in fixes}
        notes += [sentence for fix in fixes for sentence in fix.told]
        of_errors |= bool(fixes) and fixer in _OF_ERRORS
    return Plan(files, tuple(notes), of_errors)
