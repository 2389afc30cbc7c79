"""An icon is imported by a name that its package does not have: the nearest name, as the gate found it, replaces it."""

import re
from collections.abc import Iterator

from shared.domain.fixes.project import Edit, Fix, Project, grouped

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
