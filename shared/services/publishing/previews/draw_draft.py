"""Draft pages: what a run's candidate looks like before anything has built it. Kept for a day, never published."""

import json
from hashlib import sha256

from pydantic import BaseModel

from shared.domain.apps.app import App
from shared.domain.base import Moment
from shared.domain.ids import derived_id, require_id
from shared.ports.engine import DrawnPage, DrawRequest
from shared.ports.requests import PreviewClaims
from shared.services.compile_tree import kept_until
from shared.services.get_app import belongs_to
from shared.services.or_none import blob_or_none
from shared.services.ports_bundle import Ports

FOLDER = "@packages"
_SECONDS = 120
_REASON_BYTES = 100_000
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
    return _unless_it_waited(waits_key(app, tree, request), request, ports)


class _Waited(BaseModel):
    waits: str
    attempts: int
    until: Moment


def waits_key(app: App, tree: str, request: DrawRequest) -> str:
    """Outside the app's folder, as pages: what lies there is gone after a day."""
    about = json.dumps([request.digest, request.packages_base, sorted(request.env.items())])
    return f"drafts/{app.tenant_id}/{app.id}/waits/{tree}-{sha256(about.encode()).hexdigest()[:16]}.json"


def _unless_it_waited(key: str, request: DrawRequest, ports: Ports) -> DrawnPage:
    """Draw the page, unless it was drawn a while ago and waited for its build: the same tree waits again.

    The reason is kept as long as that of a tree that the compiler could not finish.
    """
    data, now = blob_or_none(ports.blobs, key, _REASON_BYTES), ports.clock.now()
    last = _Waited.model_validate_json(data) if data is not None else None
    if last is not None and now < last.until:
        return DrawnPage(waits=last.waits)
    drawn = ports.compiler.draw(request)
    if drawn.waits:
        attempts = last.attempts + 1 if last else 1
        kept = _Waited(waits=drawn.waits, attempts=attempts, until=kept_until(attempts, now))
        ports.blobs.put(key, kept.model_dump_json().encode(), "application/json")
    return drawn
