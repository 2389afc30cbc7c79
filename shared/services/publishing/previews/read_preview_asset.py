"""One file of a revision's preview, with the headers it must be served with."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from shared.domain.builds.build_status import BuildStatus
from shared.domain.errors import BuildPending, NotFound
from shared.domain.revisions.revision import Revision, dist_prefix
from shared.domain.tree.built_files import is_file_address
from shared.ports.requests import PreviewClaims
from shared.ports.revisions import RevisionStore
from shared.ports.storage import SiteObject, SiteStore
from shared.services.builds.build_errors import build_failed
from shared.services.ports_bundle import Ports
from shared.services.publishing.previews.draw_draft import FOLDER, page_key
from shared.services.site.content_types import content_type

ENTRY = "index.html"
PREVIEW_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_KEPT, _ASKED = "private, max-age=1800, immutable", "private, no-cache"


@dataclass(frozen=True)
class PreviewAsset:
    """`is_page`: an HTML page, the only kind of file in which something may be injected."""

    body: bytes
    content_type: str
    etag: str
    is_page: bool
    headers: Mapping[str, str] = field(default_factory=dict)


def read_preview_asset(*, claims: PreviewClaims, path: str, site: SiteStore, revisions: RevisionStore) -> PreviewAsset:
    """The file, or for an address of the application the entry page, so that deep links work.

    NotFound for a missing file; Conflict `BUILD_PENDING` or Invalid `BUILD_FAILED` when nothing was built.
    """
    prefix = dist_prefix(claims.tenant_id, claims.app_id, claims.revision_id)
    asked = path.strip("/") or ENTRY
    found = _find(prefix, asked, site)
    if found is not None:
        return _asset(asked, found)
    if asked != ENTRY and is_file_address(f"/{asked}"):
        raise NotFound("There is no such file in this preview.")
    page = _find(prefix, ENTRY, site)
    if page is None:
        raise _not_built(revisions.get(claims.tenant_id, claims.app_id, claims.revision_id))
    return _asset(ENTRY, page)


def _find(prefix: str, path: str, site: SiteStore) -> SiteObject | None:
    if any(part in ("", ".", "..") for part in path.split("/")) or "\\" in path or "\0" in path:
        return None
    return site.get(prefix + path)


def _asset(path: str, found: SiteObject) -> PreviewAsset:
    kept = "immutable" in found.cache_control
    return PreviewAsset(
        body=found.body,
        content_type=content_type(path),
        etag=found.etag,
        is_page=path.endswith((".html", ".htm")),
        headers={**PREVIEW_HEADERS, "Cache-Control": _KEPT if kept else _ASKED},
    )


def _not_built(revision: Revision) -> Exception:
    if revision.build_status == BuildStatus.FAILED:
        return build_failed(revision.build_error)
    if revision.build_status == BuildStatus.SUCCEEDED:
        return NotFound("The built files of this revision are gone; build it again.")
    return BuildPending("The build of this revision has not finished.", revision_id=revision.id)


_SHOWN = ("image/", "font/", "audio/", "video/")
_OURS = f"{FOLDER}/"


def read_draft_asset(*, claims: PreviewClaims, path: str, ports: Ports) -> PreviewAsset:
    """The file, or for another address the page. NotFound: of the sources only what a page shows is there."""
    asked = path.strip("/") or ENTRY
    if asked.startswith(_OURS):
        return _draft_asset(asked, _package_file(asked, ports), "private, max-age=31536000, immutable")
    if asked == ENTRY or not is_file_address(f"/{asked}"):
        return _draft_asset(ENTRY, ports.blobs.get(page_key(claims)), "private, no-store")
    return _draft_asset(asked, _tree_file(claims, asked, ports), "private, no-cache")


def _package_file(path: str, ports: Ports) -> bytes:
    digest, _, name = path.removeprefix(_OURS).partition("/")
    found = ports.packages.read(name) if ports.packages and digest == ports.packages.digest else None
    if found is None:
        raise _nothing()
    return found


def _tree_file(claims: PreviewClaims, path: str, ports: Ports) -> bytes:
    files = {}
    with suppress(NotFound):
        files = ports.snapshots.get(claims.tenant_id, claims.app_id, claims.tree)
    found = files.get(f"public/{path}")
    if found is None and content_type(path).startswith(_SHOWN):
        found = files.get(path)
    if found is None:
        raise _nothing()
    return found


def _draft_asset(path: str, body: bytes, kept: str) -> PreviewAsset:
    return PreviewAsset(
        body=body,
        content_type=content_type(path),
        etag="",
        is_page=path.endswith((".html", ".htm")),
        headers={**PREVIEW_HEADERS, "Cache-Control": kept},
    )


def _nothing() -> NotFound:
    return NotFound("There is no such file in this preview.")
