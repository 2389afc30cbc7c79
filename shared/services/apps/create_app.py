"""Makes an app from a template pack."""

import secrets
from collections.abc import Iterator

from shared.domain.apps.app import App, Framework
from shared.domain.apps.project_state import StateChange
from shared.domain.apps.slugs import derive_slug, validate_slug, with_suffix
from shared.domain.assets.catalog import CURRENT, Line
from shared.domain.base import Files, Input, Name
from shared.domain.builds.worker_contract import Check
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import AppError, Conflict, Invalid, SlugTaken
from shared.domain.identity import Principal
from shared.domain.ids import new_id
from shared.domain.revisions.revision import BuildKind, Origin, Revision
from shared.services.apps.change_state import change_state
from shared.services.assets.load_templates import TemplatePack
from shared.services.assets.template_kinds import stack_of
from shared.services.assets.template_lines import files_on
from shared.services.ports_bundle import Ports
from shared.services.revisions.add_revision import NextRevision, add_revision
from shared.services.revisions.relock import locked

_SMALL, _RANDOM = 10, 10  # suffixes tried in order, then at random


class AppRequest(Input):
    """What a new app is to be. Without a template the framework's own is taken, React by default.

    `name_derived`: the name was made of other words, and gives way to the title of the app's page. `line`: the line of
    packages that it is made of.
    """

    name: Name
    name_derived: bool = False
    slug: str | None = None
    template: str | None = None
    framework: Framework | None = None
    line: Line = "current"


def create_app(*, principal: Principal, request: AppRequest, ports: Ports) -> tuple[App, Revision]:
    """The app and its first revision, queued. Invalid for an unknown template, Conflict `SLUG_TAKEN`."""
    pack = choose_template(request, ports)
    app = new_app(principal=principal, request=request, framework=pack.framework, template=pack.key, ports=ports)
    files = files_on(pack, request.line, ports.catalog)
    files = locked(files=files, tenant_id=principal.tenant_id, ports=ports)
    tree = ports.snapshots.put(app.tenant_id, app.id, files)
    message = f"Start from the {pack.title} template"
    made, revision = store_app(
        principal=principal,
        app=app,
        tree=tree,
        origin="template",
        message=message,
        slug_given=request.slug is not None,
        ports=ports,
    )
    if request.line != CURRENT:
        note_stack(made, files, ports)
    return made, revision


def note_stack(app: App, files: Files, ports: Ports) -> None:
    """Writes down what the app is made of, where that is not what its template says."""
    change_state(app.tenant_id, app.id, StateChange(stack=stack_of(files["package.json"].decode())), ports=ports)


def choose_template(request: AppRequest, ports: Ports) -> TemplatePack:
    """The pack asked for, or the first of the framework asked for."""
    if request.template is not None:
        return find_template(request.template, request.framework, ports)
    framework = request.framework or "react"
    for pack in ports.templates.values():
        if pack.framework == framework:
            return pack
    raise _unknown("framework", framework, ports)


def find_template(key: str, framework: Framework | None, ports: Ports) -> TemplatePack:
    """The pack by its key; Invalid when there is none, or when it is of another framework."""
    pack = ports.templates.get(key)
    if pack is None or framework not in (None, pack.framework):
        raise _unknown("template", key, ports)
    return pack


def _unknown(field: str, value: str, ports: Ports) -> Invalid:
    message = f"There is no {field} {value[:60]!r} here."
    hint = f"Templates: {', '.join(ports.templates)}."
    return Invalid(message, diagnostics=[Diagnostic(code="TEMPLATE_UNKNOWN", message=message, path=field, hint=hint)])


def new_app(*, principal: Principal, request: AppRequest, framework: Framework, template: str, ports: Ports) -> App:
    """A value, not stored yet: its slug is only wished for."""
    now = ports.clock.now()
    slug = validate_slug(request.slug) if request.slug is not None else derive_slug(request.name)
    return App(
        id=new_id("app", int(now.timestamp() * 1000)),
        tenant_id=principal.tenant_id,
        slug=slug,
        name=request.name,
        name_derived=request.name_derived,
        framework=framework,
        template=template,
        created_at=now,
        updated_at=now,
    )


def store_app(
    *,
    principal: Principal,
    app: App,
    tree: str,
    origin: Origin,
    message: str,
    slug_given: bool,
    ports: Ports,
    original: str = "",
) -> tuple[App, Revision]:
    """The app under a free slug, with its first revision. An app without a revision is never left behind.

    Of a project from elsewhere the page is opened, since what builds may still show nothing, and compared with that of
    its `original`, where there is one.
    """
    named = _claim_slug(app, slug_given, ports)
    kind: BuildKind = "template" if origin == "template" else "revision"
    checks: tuple[Check, ...] = ("page",) if origin == "import" else ()
    first = NextRevision(
        app_id=named.id,
        slug=named.slug,
        tree=tree,
        parent=None,
        origin=origin,
        message=message,
        kind=kind,
        checks=checks,
        original=original,
    )
    try:
        revision = add_revision(principal=principal, new=first, ports=ports)
    except AppError:
        ports.apps.update(named.model_copy(update={"deleted_at": ports.clock.now()}))
        raise
    return ports.apps.get(named.tenant_id, named.id), revision


def _claim_slug(app: App, slug_given: bool, ports: Ports) -> App:
    for slug in [app.slug] if slug_given else _candidates(app.slug):
        named = app.model_copy(update={"slug": slug})
        try:
            ports.apps.create(named)
            return named
        except Conflict:
            continue
    raise SlugTaken("This slug is taken.", slug=app.slug)


def _candidates(slug: str) -> Iterator[str]:
    yield slug
    for number in range(2, _SMALL):
        yield with_suffix(slug, number)
    for _ in range(_RANDOM):
        yield with_suffix(slug, _SMALL + secrets.randbelow(1_000_000))
