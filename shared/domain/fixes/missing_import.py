"""A component or a hook is used and imported from nowhere, and it is certain which module is meant."""

import posixpath
from collections.abc import Iterator

from shared.domain.fixes.imports import further_import
from shared.domain.fixes.missing_dependency import declares
from shared.domain.fixes.project import PLAIN_SPECIFIER, Edit, Fix, Project, grouped
from shared.domain.fixes.specifiers import folder_of, specifier_for
from shared.domain.work_budget import FIX_NAMES

_REACT_HOOKS = ("useState", "useEffect", "useMemo", "useRef", "useCallback", "useReducer", "useContext", "useId")
_MANY = 20  # modules that export one name: of so many none is clearly meant


def fix_missing_import(project: Project) -> list[Fix]:
    """The one module of the project that exports the name; React for its hooks, in an app that declares it."""
    paths = [path for path in project.report.undeclared if project.text(path) is not None]
    return grouped((edit for path in sorted(paths) for edit in _edits(project, path)), project)


def _edits(project: Project, path: str) -> Iterator[tuple[str, Edit, str]]:
    text, imports = project.text(path) or "", project.imports(path)
    imported = {word for one in imports for word in one.words}
    names = [name for name in project.report.undeclared[path][:FIX_NAMES] if name not in imported]
    hooks = [hook for hook in _REACT_HOOKS if hook in names and hook not in project.exporters]
    if hooks and declares(project, "react"):
        joined = ", ".join(hooks)
        at = next((one.names_end for one in imports if one.specifier == "react" and one.names_end is not None), None)
        edit = further_import(text, imports, f"{{ {joined} }}", "react") if at is None else (at, at, f", {joined}")
        yield path, edit, f"{path} imports {joined} from 'react' now."
    like = next((one.specifier for one in imports if one.specifier.startswith("@/")), "./")
    for name in sorted(names):
        if (found := _module_of(project, path, name, like)) is not None:
            clause, specifier = found
            edit = further_import(text, imports, clause, specifier)
            yield path, edit, f"{path} imports {name} from {specifier!r} now."


def _module_of(project: Project, path: str, name: str, like: str) -> tuple[str, str] | None:
    """(clause, specifier) of the only module that exports the name."""
    targets = _exporters(project, path, name)
    specifier = specifier_for(path, targets[0], project.files, like) if len(targets) == 1 else None
    if specifier is None or not PLAIN_SPECIFIER.fullmatch(specifier):
        return None
    return (f"{{ {name} }}" if name in project.report.exports[targets[0]] else name), specifier


def _exporters(project: Project, importer: str, name: str) -> list[str]:
    """The modules that export the name as a value; not those that only hand on what stands below them."""
    known = [path for path in project.exporters.get(name, ()) if path != importer]
    found = [path for path in known[:_MANY] if name not in project.types(path)]
    return [path for path in found if not _hands_on(path, found)]


def _hands_on(path: str, found: list[str]) -> bool:
    is_index = posixpath.basename(path).startswith("index.")
    return is_index and any(other != path and other.startswith(f"{folder_of(path)}/") for other in found)
