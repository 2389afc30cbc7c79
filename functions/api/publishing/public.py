"""Without sign-in: what is published, and previews by token."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Cookie, Depends, Query, Request, Response
from fastapi.responses import RedirectResponse

from functions.api.access.callers import Deps
from functions.api.container import Container
from functions.api.feedback.routes import PATH as REPORTS
from functions.api.feedback.routes import Body, report_of_page
from functions.api.http.operation import FILE, NOTHING, PREVIEWED, operation
from functions.api.publishing.page_policy import (
    has_own_origin,
    is_opened_outside,
    is_service_worker,
    keeping,
    policy_of,
    shell_page,
    to_shell,
)
from functions.api.publishing.preview_cookies import COOKIE, kept_tokens
from shared.domain.apps.app import App
from shared.domain.errors import BuildFailed, BuildPending, Gone, NotFound, Unauthenticated
from shared.ports.requests import PreviewClaims
from shared.services.feedback.report_preview import visitor_of
from shared.services.publishing.previews.inject_reporter import PATH as BRIDGE
from shared.services.publishing.previews.inject_reporter import (
    ReporterConfig,
    bridge_asset,
    inject_bridge,
    inject_reporter,
)
from shared.services.publishing.previews.preview_token import is_confined, open_preview
from shared.services.publishing.previews.read_preview_asset import PreviewAsset, read_draft_asset, read_preview_asset
from shared.services.publishing.read_runtime import (
    PreviewRuntime,
    PublicRuntime,
    find_published,
    read_preview_runtime,
    read_public_runtime,
)
from shared.services.site.addresses import SiteAddresses

router = APIRouter(tags=["public"])
_NAVIGATION = "navigate"
"""What browsers say of a page that a person opens; a script that fetches one cannot say it."""
_FRAME = "iframe"
_HERE = "/public/apps/preview/revisions/{revision_id}"
Token = Annotated[str | None, Query(alias="t", max_length=4000)]
_OPEN = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
"""For what an opaque origin asks for: the token in its address is all that opens it, and no cookie goes along."""


def _kept(request: Request, _: Annotated[str | None, Cookie(alias=COOKIE)] = None) -> list[str]:
    return kept_tokens(request)


Kept = Annotated[list[str], Depends(_kept)]


@router.get("/public/apps/{slug}/runtime")
@operation("readRuntime", PublicRuntime)
def runtime(slug: str, deps: Deps, response: Response) -> PublicRuntime:
    """Which revision is live under a slug, and where."""
    response.headers["Cache-Control"] = "no-cache"
    return read_public_runtime(slug=slug, apps=deps.ports.apps)


@router.get("/public/apps/{slug}/ui")
@operation("readSourceUi", NOTHING, Gone, found=False)
def source_ui(slug: str) -> Response:
    """Removed: apps are static files now."""
    raise Gone("Apps are served as built files. Ask /public/apps/{slug}/runtime for their address.")


@router.get(_HERE + "/runtime")
@operation("readPreviewRuntime", PreviewRuntime, *PREVIEWED)
def preview_runtime(revision_id: str, request: Request, deps: Deps, kept: Kept, t: Token = None) -> PreviewRuntime:
    """The descriptor of a preview."""
    _, claims, _ = _opened(revision_id, [t] if t else kept, deps)
    return read_preview_runtime(claims=claims, apps=deps.ports.apps, addresses=deps.ports.addresses)


@router.get(_HERE + "/assets/{path:path}")
@operation("readPreviewAsset", FILE, BuildPending, BuildFailed, *PREVIEWED, also={302: None, 304: None})
def preview_asset(revision_id: str, path: str, request: Request, deps: Deps, kept: Kept, t: Token = None) -> Response:
    """A built file. On an origin of its own, a token in the query becomes a cookie and the app does not see it.

    On the API's origin a page is sandboxed into an opaque origin, which asks for scripts and styles without cookies:
    there the token becomes the first part of the path (`~token/`), which relative addresses keep. A `t` that opens
    nothing is the app's own where another token does.
    """
    in_path, path = _token_in_path(path)
    token, claims, app = _opened(revision_id, [*filter(None, [t]), *([in_path] if in_path else kept)], deps)
    confined = is_confined(claims, app)
    if confined and is_opened_outside(request):
        return to_shell(claims, token, path, request, deps, api_base(request, deps.ports.addresses))
    if confined and is_service_worker(request):
        raise NotFound("A page that no person has confirmed has no service worker.")
    if token == t:
        return _keep(t, request, deps) if has_own_origin(request, deps) else _into_path(t, path, bool(in_path), request)
    asset = _asset_of(claims, path, deps)
    if confined and asset.is_page:  # its policy is of this moment, so no copy is good later
        asset = replace(asset, etag="", headers={**asset.headers, "Cache-Control": "private, no-store"})
    if asset.is_page and request.headers.get("sec-fetch-mode", _NAVIGATION) == _NAVIGATION:
        asset = _with_ours(asset, token, claims, request, deps)
    if asset.etag and request.headers.get("if-none-match") == asset.etag:
        return Response(status_code=304, headers={"ETag": asset.etag})
    headers = _headers(asset, claims, app, request, deps) | (_OPEN if in_path else {})
    return Response(asset.body, media_type=asset.content_type, headers=headers)


@router.get("/public/apps/preview/revisions/{revision_id}/tab/{path:path}")
@operation("openPreviewTab", FILE, *PREVIEWED, also={302: None})
def preview_tab(revision_id: str, path: str, request: Request, deps: Deps, kept: Kept, t: Token = None) -> Response:
    """A page of ours, on an origin of its own, that frames the preview of a version which no person has confirmed."""
    token, claims, _ = _opened(revision_id, [*filter(None, [t]), *kept], deps)
    if token == t and has_own_origin(request, deps):
        return _keep(t, request, deps)
    return shell_page(claims, token, path, request, deps, api_base(request, deps.ports.addresses))


def _with_ours(
    asset: PreviewAsset, token: str, claims: PreviewClaims, request: Request, deps: Container
) -> PreviewAsset:
    """What we put into a page, the reporter first. The bridge needs an origin that the Studio can know it by.

    A draft page reports nothing: it is no state of the app, and what it does wrong is nobody's to repair.
    """
    if has_own_origin(request, deps) and request.headers.get("sec-fetch-dest", _FRAME) == _FRAME:
        asset = inject_bridge(asset, deps.studio_origins)
    return asset if claims.tree else inject_reporter(asset, _reporter(token, claims, request, deps))


def _asset_of(claims: PreviewClaims, path: str, deps: Container) -> PreviewAsset:
    if path == BRIDGE and deps.studio_origins:
        return bridge_asset()
    if claims.tree:
        return read_draft_asset(claims=claims, path=path, ports=deps.ports)
    return read_preview_asset(claims=claims, path=path, site=deps.ports.site, revisions=deps.ports.revisions)


def _token_in_path(path: str) -> tuple[str, str]:
    """The token of `~token/rest` and the rest; no token and the path itself when there is none."""
    token, slash, rest = path.removeprefix("~").partition("/")
    return (token, rest) if path.startswith("~") and slash else ("", path)


def _into_path(token: str, path: str, instead: bool, request: Request) -> Response:
    """302 to the same file with the token in its path. Relative, since the browser knows another path than we do."""
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "t"]
    there = "../" * (path.count("/") + instead) + f"~{token}/{quote(path)}"
    answer = RedirectResponse("./" + there + (f"?{urlencode(rest)}" if rest else ""), status_code=302)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["Referrer-Policy"] = "no-referrer"
    return answer


def report_page(revision_id: str, request: Request, body: Body, deps: Deps) -> Response:
    """The reporter's word, on the preview's own origin, where the browser sends the visitor's cookie along."""
    return report_of_page(body, kept_tokens(request), request, deps, revision_id)


def report_page_in_path(revision_id: str, token: str, request: Request, body: Body, deps: Deps) -> Response:
    """The same of a page whose token is in its path, since its opaque origin has no cookie."""
    return report_of_page(body, [token], request, deps, revision_id)


_REPORT: Any = {"methods": ["POST"], "status_code": 204, "include_in_schema": False}
router.add_api_route(_HERE + "/assets" + REPORTS, report_page, **_REPORT)
router.add_api_route(_HERE + "/assets/~{token}" + REPORTS, report_page_in_path, **_REPORT)


def _opened(revision_id: str, tokens: Sequence[str | None], deps: Container) -> tuple[str, PreviewClaims, App]:
    """The first good one of the tokens, what it allows and its app; else why the first of them is not."""
    refusals: list[Unauthenticated] = []
    for token in tokens or (None,):
        try:
            previews, apps = deps.ports.previews, deps.ports.apps
            return token or "", *open_preview(token=token, revision_id=revision_id, previews=previews, apps=apps)
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


def _reporter(token: str, claims: PreviewClaims, request: Request, deps: Container) -> ReporterConfig:
    """What one load of a page needs to report: an address that the visitor's cookie goes to, and a nonce.

    The nonce lives at most as long as a preview token, and no longer than this visitor's and its epoch.
    """
    ports = deps.ports
    seconds = ports.limits.preview_token_seconds
    own = claims._replace(visitor=visitor_of(token), load=secrets.token_hex(8))
    place = _HERE.format(revision_id=claims.revision_id) + f"/assets/~{token}"
    base = "" if has_own_origin(request, deps) else api_base(request, ports.addresses) + place
    return ReporterConfig(
        url=base + REPORTS,
        nonce=ports.reports.issue(own, seconds),
        until=int(ports.clock.now().timestamp()) + seconds,
    )


def _headers(asset: PreviewAsset, claims: PreviewClaims, app: App, request: Request, deps: Container) -> dict[str, str]:
    """On the API's own origin a page is sandboxed into an origin of its own, so that it reads nothing stored there."""
    headers = {**asset.headers, **({"ETag": asset.etag} if asset.etag else {})}
    base = api_base(request, deps.ports.addresses)
    return {**headers, **keeping(request), **policy_of(claims, app, request, deps, base)}


@operation("visitPublished", NOTHING, also={302: None})
def published_redirect(slug: str, revision_id: str, deps: Deps) -> Response:
    """The seed's path address of a publication leads to the revision's own origin."""
    target = find_published(slug=slug, revision_id=revision_id, ports=deps.ports)
    return RedirectResponse(target, status_code=302, headers={"Cache-Control": "no-cache"})


def published_router(prefix: str) -> APIRouter:
    """The route under `APPS_CDN_PUBLIC_PREFIX`."""
    own = APIRouter(tags=["public"])
    for path in ("/{slug}/{revision_id}/", "/{slug}/{revision_id}"):
        own.add_api_route(prefix + path, published_redirect, methods=["GET"], include_in_schema=path.endswith("/"))
    return own


_OWN_NAME = ".amazonaws.com"


def api_base(request: Request, addresses: SiteAddresses) -> str:
    """As configured; else as the gateway says it was asked, with its stage unless a domain hides that."""
    if addresses.api_base_url:
        return addresses.api_base_url
    context = (request.scope.get("aws.event") or {}).get("requestContext") or {}
    name = context.get("domainName")
    if not name:
        return str(request.base_url).rstrip("/")
    return f"https://{name}/{context.get('stage', '')}".rstrip("/") if name.endswith(_OWN_NAME) else f"https://{name}"
