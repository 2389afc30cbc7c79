"""Without sign-in: what is published, and previews by token."""

from collections.abc import Sequence
from typing import Annotated
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Cookie, Depends, Query, Request, Response
from fastapi.responses import RedirectResponse

from functions.api.access import Deps
from functions.api.container import Container
from functions.api.own_address import api_base
from functions.api.routes.build_result import PATH as REPORTS
from shared.domain.errors import Gone, Unauthenticated
from shared.ports.requests import PreviewClaims
from shared.services.inject_reporter import ReporterConfig, inject_reporter
from shared.services.preview_token import check_preview
from shared.services.read_preview_asset import PreviewAsset, read_preview_asset
from shared.services.read_runtime import (
    PreviewRuntime,
    PublicRuntime,
    find_published,
    read_preview_runtime,
    read_public_runtime,
)
from shared.services.site_headers import content_policy

router = APIRouter(tags=["public"])
COOKIE = "chatbuilder_preview"
_HERE = "/public/apps/preview/revisions/{revision_id}"
Token = Annotated[str | None, Query(alias="t", max_length=4000)]
_COOKIES_MOST = 10
_OPEN = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
"""For what an opaque origin asks for: the token in its address is all that opens it, and no cookie goes along."""


def _kept(request: Request, _: Annotated[str | None, Cookie(alias=COOKIE)] = None) -> list[str]:
    """Every cookie of that name: previews are siblings, and one may plant a cookie for all, which shuts nobody out."""
    pairs = (pair.strip().partition("=") for header in request.headers.getlist("cookie") for pair in header.split(";"))
    return [value for name, _, value in pairs if name == COOKIE and value][:_COOKIES_MOST]


Kept = Annotated[list[str], Depends(_kept)]


@router.get("/public/apps/{slug}/runtime")
def runtime(slug: str, deps: Deps, response: Response) -> PublicRuntime:
    """Which revision is live under a slug, and where."""
    response.headers["Cache-Control"] = "no-cache"
    return read_public_runtime(slug=slug, apps=deps.ports.apps)


@router.get("/public/apps/{slug}/ui")
def source_ui(slug: str) -> Response:
    """Removed: apps are static files now."""
    raise Gone("Apps are served as built files. Ask /public/apps/{slug}/runtime for their address.")


@router.get(_HERE + "/runtime")
def preview_runtime(revision_id: str, request: Request, deps: Deps, kept: Kept, t: Token = None) -> PreviewRuntime:
    """The descriptor of a preview."""
    claims = _claims(revision_id, [t] if t else kept, deps)
    return read_preview_runtime(claims=claims, apps=deps.ports.apps, addresses=deps.ports.addresses)


@router.get(_HERE + "/assets/{path:path}")
def preview_asset(revision_id: str, path: str, request: Request, deps: Deps, kept: Kept, t: Token = None) -> Response:
    """A built file. On an origin of its own, a token in the query becomes a cookie and the app does not see it.

    On the API's origin a page is sandboxed into an opaque origin, which asks for scripts and styles without cookies:
    there the token becomes the first part of the path (`~token/`), which relative addresses keep.
    """
    in_path, path = _token_in_path(path)
    claims = _claims(revision_id, [t or in_path] if t or in_path else kept, deps)
    if t:
        return _keep(t, request, deps) if _has_own_origin(request) else _into_path(t, path, request)
    asset = read_preview_asset(claims=claims, path=path, site=deps.ports.site, revisions=deps.ports.revisions)
    if asset.is_page:
        asset = inject_reporter(asset, _reporter(claims, request, deps))
    if asset.etag and request.headers.get("if-none-match") == asset.etag:
        return Response(status_code=304, headers={"ETag": asset.etag})
    headers = _headers(asset, request, deps) | (_OPEN if in_path else {})
    return Response(asset.body, media_type=asset.content_type, headers=headers)


def _has_own_origin(request: Request) -> bool:
    return request.headers.get("x-preview-origin") == "1"


def _token_in_path(path: str) -> tuple[str, str]:
    """The token of `~token/rest` and the rest; no token and the path itself when there is none."""
    token, slash, rest = path.removeprefix("~").partition("/")
    return (token, rest) if path.startswith("~") and slash else ("", path)


def _into_path(token: str, path: str, request: Request) -> Response:
    """302 to the same file with the token in its path. Relative, since the browser knows another path than we do."""
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "t"]
    there = "../" * path.count("/") + f"~{token}/{quote(path)}"
    answer = RedirectResponse("./" + there + (f"?{urlencode(rest)}" if rest else ""), status_code=302)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


def _claims(revision_id: str, tokens: Sequence[str], deps: Container) -> PreviewClaims:
    """What the first good one of the tokens allows; else why the first of them is not."""
    refusals: list[Unauthenticated] = []
    for token in tokens or (None,):
        try:
            return check_preview(
                token=token, revision_id=revision_id, previews=deps.ports.previews, apps=deps.ports.apps
            )
        except Unauthenticated as refusal:
            refusals.append(refusal)
    raise refusals[0]


def _keep(token: str, request: Request, deps: Container) -> Response:
    """302 to the same address without the token. Relative, since the browser knows another path than we do."""
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "t"]
    here = "./" + quote(request.url.path.rpartition("/")[2])
    answer = RedirectResponse(here + (f"?{urlencode(rest)}" if rest else ""), status_code=302)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Referrer-Policy"] = "no-referrer"
    seconds = deps.ports.limits.preview_token_seconds
    answer.headers["Set-Cookie"] = (
        f"{COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; Secure; SameSite=None; Partitioned"
    )
    return answer


def _reporter(claims: PreviewClaims, request: Request, deps: Container) -> ReporterConfig:
    """What a page needs to report: an address, and a nonce that lives as long as a preview token and its epoch."""
    ports = deps.ports
    seconds = ports.limits.preview_token_seconds
    return ReporterConfig(
        url=api_base(request, ports.addresses) + REPORTS,
        nonce=ports.reports.issue(claims, seconds),
        until=int(ports.clock.now().timestamp()) + seconds,
    )


def _headers(asset: PreviewAsset, request: Request, deps: Container) -> dict[str, str]:
    """On the API's own origin a page is sandboxed into an origin of its own, so that it reads nothing stored there."""
    headers = {**asset.headers, **({"ETag": asset.etag} if asset.etag else {})}
    if not _has_own_origin(request):
        studio = ["'self'", *(origin for origin in deps.cors_origins if origin != "*")]
        headers["Content-Security-Policy"] = (
            f"sandbox allow-scripts allow-forms; {content_policy(frame_ancestors=studio)}"
        )
    return headers


def published_redirect(slug: str, revision_id: str, deps: Deps) -> Response:
    """The seed's path address of a publication leads to the revision's own origin."""
    ports = deps.ports
    target = find_published(slug=slug, revision_id=revision_id, ports=ports, addresses=ports.addresses)
    return RedirectResponse(target, status_code=302, headers={"Cache-Control": "no-cache"})


def published_router(prefix: str) -> APIRouter:
    """The route under `APPS_CDN_PUBLIC_PREFIX`."""
    own = APIRouter(tags=["public"])
    for path in ("/{slug}/{revision_id}/", "/{slug}/{revision_id}"):
        own.add_api_route(prefix + path, published_redirect, methods=["GET"], include_in_schema=path.endswith("/"))
    return own
