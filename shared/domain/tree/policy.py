"""The part of the fast gate that needs no compiler. That imports are declared and resolve is the compiler's part."""

from shared.domain.assets.catalog_view import CatalogView
from shared.domain.base import Files
from shared.domain.diagnostics import Diagnostic, has_errors
from shared.domain.errors import PolicyViolation
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.domain.tree.package_rules import PACKAGE_JSON, check_package
from shared.domain.tree.tree_rules import check_content, check_place, check_whole

__all__ = ["CatalogView", "check_project", "require_project"]


def check_project(files: Files, catalog: CatalogView, limits: Limits = DEFAULT_LIMITS) -> list[Diagnostic]:
    """Everything the tree breaks, in order of path; empty when it may be compiled."""
    by_file = [found for path in sorted(files) for found in _check_file(path, files[path], limits)]
    return [*by_file, *check_whole(files, limits), *_check_package(files, catalog)]


def require_project(files: Files, catalog: CatalogView, limits: Limits = DEFAULT_LIMITS) -> list[Diagnostic]:
    """The warnings and remarks about an acceptable tree; else Invalid with everything that was found."""
    found = check_project(files, catalog, limits)
    if has_errors(found):
        first = next(each for each in found if each.severity == "error")
        raise PolicyViolation(first.message, diagnostics=found)
    return found


def _check_file(path: str, content: bytes, limits: Limits) -> list[Diagnostic]:
    return check_place(path, limits) or check_content(path, content, limits)


def _check_package(files: Files, catalog: CatalogView) -> list[Diagnostic]:
    if PACKAGE_JSON not in files:
        message = "The project has no package.json at its root."
        return [Diagnostic(code="PACKAGE_JSON_MISSING", message=message, path=PACKAGE_JSON)]
    try:
        text = files[PACKAGE_JSON].decode()
    except UnicodeDecodeError:
        return []  # already told as INVALID_UTF8
    return check_package(text, catalog)
