"""All fixers, one after the other, over one tree."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from shared.domain.fixes.missing_dependency import fix_missing_dependency
from shared.domain.fixes.missing_import import fix_missing_import
from shared.domain.fixes.project import Edit, Fix, Fixer, Project, grouped
from shared.domain.fixes.wrong_path import fix_wrong_path

_NO_EXPORT = re.compile(r'(lucide-react|@lucide/\w+) \(\S+\) has no export "([A-Z]\w*)"')
_NEAREST = re.compile(r'Did you mean "([A-Z]\w*)"\?')


def fix_wrong_icon(project: Project) -> list[Fix]:
    """The import alone changes: the module goes on to use the name that it wrote."""
    return grouped(_edits(project), project)


def _edits(project: Project) -> Iterator[tuple[str, Edit, str]]:
    for found in project.errors("PACKAGE_EXPORT_NOT_FOUND"):
        wrong, right = _NO_EXPORT.fullmatch(found.message), _NEAREST.fullmatch(found.hint or "")
        if wrong is None or right is None or found.path is None:
            continue
        package, name, new = wrong[1], wrong[2], right[1]
        item = re.compile(rf"(?<=[{{,])\s*({name})\b(\s+as\b)?")
        for one in project.imports(found.path):
            if one.specifier == package and (place := item.search(one.clause)):
                start, end = (one.clause_start + at for at in place.span(1))
                written = new if place[2] else f"{new} as {name}"
                yield found.path, (start, end, written), f"{found.path}: {package} has no {name}; it is {new} now."


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
