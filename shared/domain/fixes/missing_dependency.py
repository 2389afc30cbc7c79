"""A package of the catalog is imported and not declared: it is declared at the catalog's pin."""

import re

from shared.domain.fixes.project import Fix, Project, extension
from shared.domain.frameworks import FACTS
from shared.domain.imports.import_package import framework_of
from shared.domain.tree.declare_package import declare_package
from shared.domain.tree.package_rules import PACKAGE_JSON

_UNDECLARED = re.compile(r'"([^"\s]{1,214})" is not declared in package\.json')
_FRAMEWORKS = {end: name for name, facts in FACTS.items() for end in (facts.component, *facts.scripts) if end}


def fix_missing_dependency(project: Project) -> list[Fix]:
    """Only packages that fit the app's framework; what the catalog does not have is the model's to replace."""
    text, notes, seen = project.text(PACKAGE_JSON), list[str](), set[str]()
    framework, catalog = framework_in(project), project.catalog.of(text or "")
    for found in project.errors("BARE_IMPORT_UNDECLARED"):
        match = _UNDECLARED.fullmatch(found.message)
        package = catalog.packages.get(match[1]) if match else None
        if text is None or package is None or package.name in seen or not package.fits(framework):
            continue
        seen.add(package.name)
        try:
            text = declare_package(
                text, package.name, package.version, "devDependencies" if package.dev else "dependencies"
            )
        except (ValueError, RecursionError):
            return []
        notes.append(f"{package.name}@{package.version} is declared in package.json now ({found.path} imports it).")
    return [Fix(PACKAGE_JSON, text, tuple(dict.fromkeys(notes)))] if text is not None and notes else []


def framework_in(project: Project) -> str:
    """The framework of the tree: what its package.json declares, else what its files are written in."""
    declared = framework_of(project.manifest)
    if declared != "vanilla":
        return declared
    kinds = {extension(path) for path in project.files if path.startswith("src/")}
    named = {framework for kind, framework in _FRAMEWORKS.items() if kind in kinds}
    return named.pop() if len(named) == 1 else "vanilla"


def declares(project: Project, package: str) -> bool:
    """Whether package.json declares the package as something that runs in the page."""
    manifest = project.manifest
    section = manifest.get("dependencies") if isinstance(manifest, dict) else None
    return isinstance(section, dict) and package in section
