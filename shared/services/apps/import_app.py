"""Makes an app from a zip of a foreign Vite project."""

import json
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from shared.domain.apps.app import App
from shared.domain.base import Files, shown, without_unseen
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import Invalid
from shared.domain.identity import Principal
from shared.domain.imports.import_rules import framework_of, map_import, read_zip
from shared.domain.revisions.revision import Revision
from shared.domain.tree.relock import PACKAGE
from shared.services.apps.create_app import AppRequest, new_app, store_app
from shared.services.ports_bundle import Ports
from shared.services.revisions.gate_change import gate_tree
from shared.services.revisions.relock import with_lock

_FALLBACK = "Imported app"


class ImportRequest(BaseModel):
    """What the app is to be called; by default as its package."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(min_length=1, max_length=100), AfterValidator(shown)] | None = None
    slug: str | None = None


class Imported(BaseModel):
    """The app with its first revision, and every mapping and omission as a diagnostic."""

    app: App
    revision: Revision
    diagnostics: list[Diagnostic]


def import_app(*, principal: Principal, request: ImportRequest, archive: bytes, ports: Ports) -> Imported:
    """The app, its first revision queued. Invalid, and nothing stored, when the project cannot pass the gate."""
    entries = read_zip(archive, ports.limits)
    files, mapped = map_import(entries, ports.catalog)
    package = _package(files)
    app = new_app(
        principal=principal,
        request=AppRequest(name=_name(request, package), slug=request.slug),
        framework=framework_of(package),
        template="import",
        ports=ports,
    ).model_copy(update={"untrusted": ["import"]})
    gated = gate_tree(tenant_id=app.tenant_id, app_id=app.id, files=with_lock(files=files, ports=ports), ports=ports)
    try:
        tree = gated.accepted()
    except Invalid as refusal:
        raise type(refusal)(refusal.message, diagnostics=[*refusal.diagnostics, *mapped]) from refusal
    stored, revision = store_app(
        principal=principal,
        app=app,
        tree=tree,
        origin="import",
        message="Import a project",
        slug_given=request.slug is not None,
        ports=ports,
    )
    return Imported(app=stored, revision=revision, diagnostics=[*mapped, *gated.diagnostics])


def _package(files: Files) -> Any:
    try:
        return json.loads(files.get(PACKAGE, b"null"))
    except ValueError:
        return None


def _name(request: ImportRequest, package: Any) -> str:
    named = package.get("name") if isinstance(package, dict) else None
    for name in (request.name, named):
        if isinstance(name, str) and (
            usable := without_unseen(name.encode("utf-8", "ignore").decode()).strip()[:100].strip()
        ):
            return usable
    return _FALLBACK
