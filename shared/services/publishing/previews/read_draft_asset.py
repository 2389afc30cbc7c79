"""One file of a draft page's origin: the page, a package's module, or a picture of the tree."""

from contextlib import suppress

from shared.domain.errors import NotFound
from shared.ports.requests import PreviewClaims
from shared.services.ports_bundle import Ports
from shared.services.publishing.previews.draw_draft import FOLDER, page_key
from shared.services.publishing.previews.read_preview_asset import ENTRY, PREVIEW_HEADERS, PreviewAsset
from shared.services.site.content_types import content_type

_SHOWN = ("image/", "font/", "audio/", "video/")
_OURS = f"{FOLDER}/"


def read_draft_asset(*, claims: PreviewClaims, path: str, ports: Ports) -> PreviewAsset:
    """The file, or for a path without extension the page. NotFound: of the sources only what a page shows is there."""
    asked = path.strip("/") or ENTRY
    if asked.startswith(_OURS):
        return _asset(asked, _package_file(asked, ports), "private, max-age=31536000, immutable")
    if asked == ENTRY or "." not in asked.rpartition("/")[2]:
        return _asset(ENTRY, ports.blobs.get(page_key(claims)), "private, no-store")
    return _asset(asked, _tree_file(claims, asked, ports), "private, no-cache")


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


def _asset(path: str, body: bytes, kept: str) -> PreviewAsset:
    return PreviewAsset(
        body=body,
        content_type=content_type(path),
        etag="",
        is_page=path.endswith((".html", ".htm")),
        headers={**PREVIEW_HEADERS, "Cache-Control": kept},
    )


def _nothing() -> NotFound:
    return NotFound("There is no such file in this preview.")
