"""What a visitor's client may know about a published app or a preview."""

from typing import Literal

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.errors import NotFound
from shared.domain.ids import is_id
from shared.ports.apps import AppStore
from shared.ports.requests import PreviewClaims
from shared.services.ports_bundle import Ports
from shared.services.publishing.reconcile_site import was_published
from shared.services.site.addresses import SiteAddresses
from shared.services.site.dist_objects import published_prefix


class PublicRuntime(BaseModel):
    """`runtime_mode` is always the same here: built files, no source."""

    app_id: str
    slug: str
    revision_id: str
    runtime_mode: Literal["vite_static"] = "vite_static"
    published_url: str | None
    live_url: str | None
    api_base_path: Literal["/api/py"] = "/api/py"


class PreviewRuntime(PublicRuntime):
    """The same for one revision under preview."""

    preview_url: str


def read_public_runtime(*, slug: str, apps: AppStore) -> PublicRuntime:
    """The published app under a slug. NotFound when there is none, or it is not published."""
    app = find_app(slug=slug, apps=apps)
    if app.published_revision_id is None:
        raise _nothing()
    return PublicRuntime(
        app_id=app.id,
        slug=app.slug,
        revision_id=app.published_revision_id,
        published_url=app.published_url,
        live_url=app.live_url,
    )


def read_preview_runtime(*, claims: PreviewClaims, apps: AppStore, addresses: SiteAddresses) -> PreviewRuntime:
    app = apps.get(claims.tenant_id, claims.app_id)
    return PreviewRuntime(
        app_id=app.id,
        slug=app.slug,
        revision_id=claims.revision_id,
        published_url=app.published_url,
        live_url=app.live_url,
        preview_url=addresses.preview(claims.revision_id),
    )


def find_published(*, slug: str, revision_id: str, ports: Ports) -> str:
    """The own address of a published revision, for the redirect. NotFound when it is not public (any more)."""
    app = find_app(slug=slug, apps=ports.apps)
    wanted = revision_id.lower()
    if not is_id("rev", wanted) or not was_published(app, wanted, ports.blobs):
        raise _nothing()
    if ports.site.get(published_prefix(app.slug, wanted) + "index.html") is None:
        raise _nothing()
    return ports.addresses.revision(app.slug, wanted)


def find_app(*, slug: str, apps: AppStore) -> App:
    """The app under a slug, of any tenant. NotFound when there is none or it is deleted."""
    owner = apps.find_slug(slug)
    if owner is None:
        raise _nothing()
    return apps.get(owner.tenant_id, owner.app_id)


def _nothing() -> NotFound:
    return NotFound("Nothing is published here.")
