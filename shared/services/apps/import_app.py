"""Makes an app from a zip of a foreign Vite project."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, BaseModel, Field

from shared.domain.apps.app import App, AppSettings
from shared.domain.assets.catalog import CURRENT, Catalog, Line
from shared.domain.base import Files, Input, shown, without_unseen
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Conflict, Invalid, PolicyViolation
from shared.domain.identity import Principal
from shared.domain.imports.fit_files import top_folder, without_unfit
from shared.domain.imports.import_env import ENV_FILES, read_env
from shared.domain.imports.pnpm_catalogs import with_versions
from shared.domain.revisions.revision import Revision
from shared.domain.tree.managed_paths import LOCKFILES
from shared.domain.tree.relock import PACKAGE
from shared.services.apps.create_app import AppRequest, new_app, store_app
from shared.services.apps.mend_import import mend_import
from shared.services.apps.next_steps import NextStep, made_of, next_steps
from shared.services.get_app import get_draft
from shared.services.ports_bundle import Ports
from shared.services.revisions.add_revision import NextRevision, add_revision
from shared.services.revisions.gate_change import Gated, gate_tree
from shared.services.revisions.mark_untrusted import mark_untrusted
from shared.services.revisions.relock import with_lock

if TYPE_CHECKING:
    from shared.domain.imports.fit_project import Fitted


@dataclass(frozen=True)
class Target:
    """An app, and the draft that the import takes the place of; None for an app that is not stored yet."""

    app: App
    draft: Revision | None = None


_FALLBACK = "Imported app"
_MISPLACED = frozenset({"PACKAGE_JSON_MISSING", "PACKAGE_FIELD_FORBIDDEN", "INDEX_HTML_MISSING", "ENTRY_MISSING",
                        "TOO_MANY_FILES", "PROJECT_TOO_LARGE"})  # fmt: skip
_REFUSED = frozenset({"INDEX_HTML_MISSING", "ENTRY_MISSING", "SOURCE_UNAVAILABLE", "SOURCE_TOO_LARGE"})


class ImportRequest(Input):
    """What the app is to be called; by default as its package. `line`: the line of the catalog, by default the one that
    the project was made for. `app_id`: the app to import into again, whose draft is still what an import brought.
    """

    name: Annotated[str, Field(min_length=1, max_length=100), AfterValidator(shown)] | None = None
    slug: str | None = None
    line: Line | None = None
    app_id: str | None = None


class Imported(BaseModel):
    """The app with its first revision, and every mapping and omission as a diagnostic."""

    app: App
    revision: Revision
    diagnostics: list[Diagnostic]
    next_steps: list[NextStep] = []


def import_app(*, principal: Principal, request: ImportRequest, archive: bytes, ports: Ports) -> Imported:
    """The app, its first revision queued, of the project in a zip; as `import_files`."""
    from shared.domain.imports.import_rules import read_zip

    return import_files(principal=principal, request=request, entries=read_zip(archive, ports.limits), ports=ports)


def import_files(
    *, principal: Principal, request: ImportRequest, entries: Mapping[str, bytes], ports: Ports
) -> Imported:
    """What the compiler refuses is a draft with all that is wrong, whose build fails. Invalid by policy."""
    from shared.domain.imports.byte_order_marks import without_marks
    from shared.domain.imports.fit_project import fit_project, say_missing  # only where something is brought
    from shared.domain.imports.import_base import without_bases
    from shared.domain.imports.import_rules import framework_of, map_import

    entries, marked = without_marks(entries)
    entries, large = without_unfit(entries, ports.limits)
    top = top_folder(entries)
    entries = with_versions(entries, top)
    original = entries.get(top + PACKAGE, b"")
    env, read = read_env({path: entries.get(top + path, b"") for path in ENV_FILES})
    env = without_bases(env, {path.removeprefix(top): content for path, content in entries.items()})
    declared = original.decode("utf-8", "replace")
    whole = ports.own_catalogs().of(principal.tenant_id).catalog
    catalog = whole.on(request.line, declared) if request.line else whole.asked_by(declared)
    mapping, mapped = map_import(entries, catalog)
    package = _package(mapping)
    framework = framework_of(package)
    fitted = fit_project(mapping, [*marked, *large, *mapped, *read, *_line(catalog)], original, catalog)
    mapped = [each for each in fitted.found if each.path not in ENV_FILES or each.code != "FILE_UNMANAGED"]
    target = _target(principal, request, package, env, ports)
    app = target.app
    locked = with_lock(files=fitted.files, tenant_id=app.tenant_id, ports=ports)
    first = gate_tree(tenant_id=app.tenant_id, app_id=app.id, files=locked, ports=ports)
    gated, mended = mend_import(first, tenant_id=app.tenant_id, app_id=app.id, ports=ports)
    if mended:
        fitted = replace(fitted, files={path: text for path, text in gated.files.items() if path not in LOCKFILES})
        mapped += mended
    tree = _accepted(gated, original, mapped, {path.removeprefix(top): text for path, text in entries.items()})
    original_tree = _original(app, entries, top, fitted, catalog, ports)
    stored, revision = store_import(
        principal=principal,
        target=target,
        tree=tree,
        slug_given=request.slug is not None,
        ports=ports,
        original=original_tree,
    )
    reported = say_missing(fitted, gated.diagnostics, lambda name: catalog.nearest(name, framework))
    said = [*reported, *_proposed(reported, catalog.line, stored, principal, ports), *mapped]
    steps = next_steps(said, whole, catalog, declared)
    return Imported(app=stored, revision=revision, diagnostics=said, next_steps=steps)


def _target(principal: Principal, request: ImportRequest, package: Any, env: Mapping[str, str], ports: Ports) -> Target:
    from shared.domain.imports.import_rules import framework_of

    if request.app_id is not None:
        return find_target(principal=principal, app_id=request.app_id, ports=ports)
    app = new_app(
        principal=principal,
        request=AppRequest(name=_name(request, package), slug=request.slug),
        framework=framework_of(package),
        template="import",
        ports=ports,
    )
    return Target(app.model_copy(update={"untrusted": ["import"], "settings": AppSettings(env=dict(env))}))


def _accepted(gated: Gated, original: bytes, mapped: list[Diagnostic], entries: Mapping[str, bytes]) -> str:
    """The tree's id. Only what no agent could put right is refused: by policy, without a page, a compiler away."""
    from shared.domain.imports.fit_project import needs_server
    from shared.domain.imports.workspace import say_folders

    codes = {found.code for found in gated.diagnostics}
    server = needs_server(original) if "index.html" not in gated.files else None
    if server is None and gated.tree is not None and not codes & _REFUSED:
        return gated.tree
    reason = (say_folders(entries) if server or codes & _MISPLACED else None) or server
    if reason is not None:
        raise PolicyViolation(reason.message, diagnostics=[reason, *gated.diagnostics, *mapped])
    try:
        return gated.accepted()
    except Invalid as refusal:
        raise type(refusal)(refusal.message, diagnostics=[*refusal.diagnostics, *mapped]) from refusal


def _original(
    app: App, entries: Mapping[str, bytes], top: str, fitted: "Fitted", catalog: Catalog, ports: Ports
) -> str:
    """The tree of the project as it came; empty where it could not be built here, or nothing of it was changed."""
    from shared.domain.imports.original import original_project

    if fitted.replaced:
        return ""
    files = original_project(entries, top, fitted.files, fitted.missing, catalog)
    return ports.snapshots.put(app.tenant_id, app.id, files) if files else ""


def _proposed(found: list[Diagnostic], line: str, app: App, principal: Principal, ports: Ports) -> list[Diagnostic]:
    """What is used and not there is put before the owner of the catalog."""
    missing = [each.message.split(" ")[0] for each in found if each.code == "PACKAGE_NOT_IN_CATALOG"]
    if not missing:
        return []
    from shared.services.builds.additions.propose_addition import Asker, propose_additions

    asker = Asker(app.tenant_id, app.id, principal.subject)
    names = propose_additions(missing, line, asker=asker, now=ports.clock.now(), own=ports.own_catalogs())
    message = f"The owner of the catalog was asked to add {', '.join(names)}."[:500]
    return [Diagnostic(severity="info", code="PACKAGES_PROPOSED", message=message, path=PACKAGE)] if names else []


def _line(catalog: Catalog) -> list[Diagnostic]:
    if catalog.line == CURRENT:
        return []
    message = f"The project is built with the {catalog.chosen} line of packages: {made_of(catalog)}."
    return [Diagnostic(severity="info", code="CATALOG_LINE", message=message, path=PACKAGE)]


def _package(files: Files) -> Any:
    try:
        return json.loads(files.get(PACKAGE, b"null"))
    except (ValueError, RecursionError):
        return None


def _name(request: ImportRequest, package: Any) -> str:
    named = package.get("name") if isinstance(package, dict) else None
    for name in (request.name, named):
        if isinstance(name, str) and (
            usable := without_unseen(name.encode("utf-8", "ignore").decode()).strip()[:100].strip()
        ):
            return usable
    return _FALLBACK


def find_target(*, principal: Principal, app_id: str, ports: Ports) -> Target:
    """The app to import into again. Conflict when its draft is not what an import brought."""
    app, draft = get_draft(principal=principal, app_id=app_id, ports=ports)
    if draft.origin != "import":
        message = "The draft was changed since its import. Import the project as a new app."
        raise Conflict(message, current_revision_id=draft.id)
    return Target(app, draft)


def store_import(
    *, principal: Principal, target: Target, tree: str, slug_given: bool, ports: Ports, original: str = ""
) -> tuple[App, Revision]:
    """The app with its new draft, queued; its page is opened by the build, and compared with that of the `original`."""
    app = target.app
    if target.draft is None:
        return store_app(
            principal=principal,
            app=app,
            tree=tree,
            origin="import",
            message="Import a project",
            slug_given=slug_given,
            ports=ports,
            original=original,
        )
    mark_untrusted(app.tenant_id, app.id, ["import"], ports)
    new = NextRevision(
        app_id=app.id,
        slug=app.slug,
        tree=tree,
        parent=target.draft,
        origin="import",
        message="Import the project again",
        checks=("page",),
        original=original,
    )
    revision = add_revision(principal=principal, new=new, ports=ports)
    return ports.apps.get(app.tenant_id, app.id), revision
