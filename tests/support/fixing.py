"""A tree and what a gate said of it, as the fixers get them."""

from collections.abc import Mapping, Sequence

from shared.domain.builds.compile_report import CompileReport
from shared.domain.diagnostics import Diagnostic
from shared.domain.fixes.plan import plan_fixes
from shared.domain.fixes.project import Fixer, Project
from shared.services.assets.load_catalog import load_catalog

CATALOG = load_catalog()
MANIFEST = '{"scripts": {"build": "vite build"}, "dependencies": {"react": "19.3.1"}}\n'


def a_project(
    files: Mapping[str, str],
    *found: Diagnostic,
    exports: Mapping[str, Sequence[str]] | None = None,
    undeclared: Mapping[str, Sequence[str]] | None = None,
) -> Project:
    tree = {path: text.encode() for path, text in {"package.json": MANIFEST, **files}.items()}
    named, used = ({path: list(each) for path, each in (given or {}).items()} for given in (exports, undeclared))
    report = CompileReport(ok=not found, diagnostics=list(found), exports=named, undeclared=used)
    return Project(tree, report, CATALOG)


def unresolved(specifier: str, path: str = "src/main.tsx", code: str = "LOCAL_IMPORT_UNRESOLVED") -> Diagnostic:
    return Diagnostic(code=code, message=f'Cannot resolve "{specifier}"', path=path, line=1, column=1)


def undeclared(name: str, path: str = "src/main.tsx") -> Diagnostic:
    message = f'"{name}" is not declared in package.json'
    return Diagnostic(code="BARE_IMPORT_UNDECLARED", message=message, path=path)


def fixed(fixer: Fixer, project: Project, path: str = "src/main.tsx") -> str:
    """The file after the fixer, which a second time changes nothing."""
    fixes = fixer(project)
    after = project.after(fixes)
    assert all(fix.told and fix.content != project.text(fix.path) for fix in fixes)
    assert fixer(after) == [] or all(fix.content == after.text(fix.path) for fix in fixer(after))
    return after.text(path) or ""


def planned(project: Project) -> Mapping[str, str]:
    """What all fixers together change."""
    return plan_fixes(project).files
