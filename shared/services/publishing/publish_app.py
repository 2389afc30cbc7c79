"""Puts the app's draft, or what was live before, on its live address; takes the app off it."""

import contextlib
import logging
from collections.abc import Callable

from pydantic import BaseModel

from shared.domain import errors
from shared.domain.apps.app import App, PublishFailure
from shared.domain.builds.build_status import BuildStatus
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.publishing.publication import Publication
from shared.domain.revisions.revision import Revision
from shared.services.builds.build_errors import build_failed
from shared.services.builds.rebuild_draft import rebuild_draft
from shared.services.change_app import change_app
from shared.services.ports_bundle import Ports, SitePorts
from shared.services.publishing.check_readiness import require_no_secret
from shared.services.publishing.reconcile_site import reconcile_site, was_published
from shared.services.revisions.confirm_page import confirm_page
from shared.services.site.addresses import SiteAddresses
from shared.services.site.dist_objects import load_dist_manifest, publications_prefix

logger = logging.getLogger(__name__)
_OTHER_ENV = (
    "This revision was built with other values of settings.env. It is being built again; publish it when that is done "
    "(where builds are not automatic, retry its build)."
)


class Published(BaseModel):
    """Where the app is now; both None after unpublishing."""

    published_url: str | None
    live_url: str | None
    revision_id: str | None


def publish_app(*, principal: Principal, app_id: str, ports: Ports) -> Published:
    """The draft, published. Conflict `BUILD_PENDING`; Invalid `BUILD_FAILED` with its diagnostics or `NOT_READY`.

    What was built with other values of `settings.env` is not published: its build is started again.
    """

    def choose(app: App) -> str:
        if app.draft_revision_id is None:
            raise errors.NotReady("This app has no revision yet.")
        revision = ports.revisions.get(app.tenant_id, app.id, app.draft_revision_id)
        require_built(revision, ports)
        require_no_secret(app, revision, ports)
        if rebuild_draft(app, ports=ports, automation=ports.switches.build_automation):
            raise errors.BuildPending(_OTHER_ENV, revision_id=revision.id)
        return revision.id

    try:
        published = switch_site(principal=principal, app_id=app_id, choose=choose, ports=ports)
    except (errors.Invalid, errors.Unavailable, errors.Bug) as error:
        _note_failure(principal.tenant_id, app_id, error, ports)
        raise
    _confirm(principal, app_id, published.revision_id, ports)
    ids = {"tenant_id": principal.tenant_id, "app_id": app_id, "revision_id": published.revision_id}
    ports.metrics.emit({"Publishes": 1}, **ids)
    return published


def _confirm(principal: Principal, app_id: str, revision_id: str | None, ports: Ports) -> None:
    """Who publishes a page has confirmed it. Best effort: where that cannot be noted, its preview stays confined."""
    try:
        if revision_id is not None:
            revision = ports.revisions.get(principal.tenant_id, app_id, revision_id)
            confirm_page(principal=principal, revision=revision, ports=ports)
    except errors.AppError:
        logger.exception("a published page was not noted as confirmed", extra={"app_id": app_id})


def _note_failure(tenant_id: str, app_id: str, error: errors.AppError, ports: SitePorts) -> None:
    """For the project's state. Best effort: the caller is told in any case."""

    def change(app: App) -> App:
        failure = PublishFailure(
            revision_id=app.draft_revision_id, code=error.code, message=error.message, at=ports.clock.now()
        )
        return app.model_copy(update={"publish_failure": failure})

    with contextlib.suppress(errors.AppError):
        change_app(ports, tenant_id, app_id, change)


def require_built(revision: Revision, ports: SitePorts) -> None:
    """Only what was really built, and is really stored, is published."""
    if not revision.build_status.finished:
        why = revision.build_error
        said = (
            f"This revision is not built yet. {why.message}" if why else "The build of this revision has not finished."
        )
        raise errors.BuildPending(said, revision_id=revision.id)
    if revision.build_status == BuildStatus.FAILED:
        raise build_failed(revision.build_error)
    with contextlib.suppress(errors.NotFound):
        manifest = load_dist_manifest(revision.tenant_id, revision.app_id, revision.build_id, ports.blobs)
        if ports.site.get(revision.dist_storage_prefix + manifest.entry) is not None:
            return
    raise errors.NotReady("The built files of this revision are gone; build it again.")


def switch_site(*, principal: Principal, app_id: str, choose: Callable[[App], str | None], ports: Ports) -> Published:
    """Name the revision that `choose` picks (None: nothing) as published, then make the site so.

    When the site cannot be made so, the app names the previous revision again and the failure is raised.
    Conflict when a newer publication overtook this one.
    """
    before: list[App] = []

    def claim(app: App) -> App:
        before[:] = [app]
        return _pointing(app, choose(app), ports.addresses)

    claimed = change_app(ports, principal.tenant_id, require_id("app", app_id), claim)
    try:
        reconciled = reconcile_site(tenant_id=claimed.tenant_id, app_id=claimed.id, ports=ports)
    except errors.AppError:
        ports.metrics.emit({"PublishesFailed": 1}, tenant_id=claimed.tenant_id, app_id=claimed.id)
        _go_back(before[0], claimed, ports)
        raise
    if reconciled.publish_seq != claimed.publish_seq:
        raise errors.Conflict(
            "A newer publication overtook this one.", current_revision_id=reconciled.published_revision_id
        )
    note_publication(principal=principal, app=reconciled, ports=ports)
    return Published(
        published_url=reconciled.published_url,
        live_url=reconciled.live_url,
        revision_id=reconciled.published_revision_id,
    )


def _pointing(app: App, revision_id: str | None, addresses: SiteAddresses) -> App:
    return app.model_copy(
        update={
            "publish_seq": app.publish_seq + 1,
            "published_revision_id": revision_id,
            "published_url": addresses.published(app.slug, revision_id) if revision_id else None,
            "live_url": addresses.live(app.slug) if revision_id else None,
            "publish_failure": None,
        }
    )


def _go_back(before: App, claimed: App, ports: SitePorts) -> None:
    """Best effort: what this leaves undone, the sweeper does."""
    pointers = ("published_revision_id", "published_url", "live_url")

    def change(app: App) -> App:
        if app.publish_seq != claimed.publish_seq:
            return app
        previous = {name: getattr(before, name) for name in pointers}
        return app.model_copy(update={**previous, "publish_seq": app.publish_seq + 1})

    try:
        change_app(ports, claimed.tenant_id, claimed.id, change)
        reconcile_site(tenant_id=claimed.tenant_id, app_id=claimed.id, ports=ports)
    except errors.AppError:
        logger.exception("a failed publication could not be undone now", extra={"app_id": claimed.id})


def rollback_app(*, principal: Principal, app_id: str, revision_id: str, ports: Ports) -> Published:
    """The revision, published again. Invalid `NOT_PUBLISHED` when it never was."""
    revision = ports.revisions.get(principal.tenant_id, require_id("app", app_id), require_id("rev", revision_id))

    def choose(app: App) -> str:
        if not was_published(app, revision.id, ports.blobs):
            raise errors.NotPublished("This revision was never published.")
        require_built(revision, ports)
        return revision.id

    published = switch_site(principal=principal, app_id=app_id, choose=choose, ports=ports)
    ports.metrics.emit({"SiteRollbacks": 1}, tenant_id=principal.tenant_id, app_id=app_id, revision_id=revision.id)
    return published


def unpublish_app(*, principal: Principal, app_id: str, ports: Ports) -> Published:
    """Nothing is public any more, its published revisions included. Invalid `NOT_PUBLISHED` when nothing was."""

    def choose(app: App) -> None:
        if app.published_revision_id is None:
            raise errors.NotPublished("This app is not published.")

    return switch_site(principal=principal, app_id=app_id, choose=choose, ports=ports)


def note_publication(*, principal: Principal, app: App, ports: SitePorts) -> None:
    """Best effort: the site is as it was asked for, whether this is known later or not."""
    made = Publication(
        seq=app.publish_seq, revision_id=app.published_revision_id, at=ports.clock.now(), by=principal.subject
    )
    key = f"{publications_prefix(app.tenant_id, app.id)}{app.publish_seq:010}.json"
    try:
        ports.blobs.put_new(key, made.model_dump_json().encode(), "application/json")
    except errors.AppError:
        logger.exception("a publication could not be noted", extra={"app_id": app.id})
