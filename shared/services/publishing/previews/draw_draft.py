"""Draft pages: what a run's candidate looks like before anything has built it. Kept for a day, never published."""

from shared.domain.apps.app import App
from shared.domain.ids import derived_id, require_id
from shared.ports.engine import DrawnPage, DrawRequest
from shared.ports.requests import PreviewClaims
from shared.services.get_app import belongs_to
from shared.services.ports_bundle import Ports

FOLDER = "@packages"
_SECONDS = 120
_NOT_YET = "the packages are still being made ready to be shown"
_NO_ORIGIN = "pages of this deployment have no origin of their own"


def draw_draft(*, app: App, run_id: str, tree: str, ports: Ports) -> PreviewClaims | str:
    """What a token for the page of this tree says, after the page was drawn; or why it waits for its build.

    All pages of a run have one origin of their own, so that packages are loaded once and nothing of one run's pages is
    left for the next. NotFound when the app has no such run or tree; Unavailable.
    """
    run = belongs_to(ports.runs.get(app.tenant_id, require_id("run", run_id)), app.id)
    drawn = _drawn(app, tree, ports)
    if drawn.waits:
        return drawn.waits
    claims = PreviewClaims(app.tenant_id, app.id, derived_id("rev", run.id, "draft"), app.preview_epoch, tree=tree)
    ports.blobs.put(page_key(claims), drawn.html.encode(), "text/html; charset=utf-8")
    return claims


def page_key(claims: PreviewClaims) -> str:
    """Outside the app's folder: what lies there is gone after a day."""
    return f"drafts/{claims.tenant_id}/{claims.app_id}/{claims.revision_id}/{claims.tree}.html"


def _drawn(app: App, tree: str, ports: Ports) -> DrawnPage:
    ports.snapshots.manifest(app.tenant_id, app.id, tree)
    if ports.addresses.mode == "path":
        return DrawnPage(waits=_NO_ORIGIN)
    index = ports.packages.index_url(_SECONDS) if ports.packages else None
    if ports.packages is None or index is None:
        return DrawnPage(waits=_NOT_YET)
    request = DrawRequest(
        source_url=ports.snapshots.source_url(app.tenant_id, app.id, tree, _SECONDS),
        index_url=index,
        digest=ports.packages.digest,
        files_base="/",
        packages_base=f"/{FOLDER}/{ports.packages.digest}/",
        env=app.settings.env,
    )
    return ports.compiler.draw(request)
