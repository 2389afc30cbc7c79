"""What a preview's page may reach, and the page of ours around one that no person has confirmed."""

import html
from collections.abc import Mapping
from urllib.parse import quote, urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from functions.api.container import Container
from shared.domain.apps.app import App
from shared.ports.requests import PreviewClaims
from shared.services.publishing.previews.preview_token import is_confined
from shared.services.site.site_headers import confined_policy, connection_allowlist, content_policy, shell_headers

_FOLDER = "/public/apps/preview/revisions/{}"
_FRAMES = ("iframe", "frame")
_WORKERS = ("worker", "sharedworker", "serviceworker")
_SANDBOX = "allow-scripts allow-forms"
_SHELL = (
    '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
    "<title>Preview</title>\n<style>html,body,iframe{{margin:0;width:100%;height:100%;border:0;display:block}}"
    "body{{overflow:hidden}}</style>\n"
    '<iframe title="Preview" src="{src}" sandbox="{sandbox}" referrerpolicy="no-referrer"></iframe>\n</html>\n'
)


def has_own_origin(request: Request, deps: Container) -> bool:
    """As the distribution of previews says, which path mode does not have: there anybody may have written it."""
    return deps.ports.addresses.mode != "path" and request.headers.get("x-preview-origin") == "1"


def is_opened_outside(request: Request) -> bool:
    """Whether this answer would become a document that no frame holds. A browser too old to say so is taken to."""
    dest = request.headers.get("sec-fetch-dest")
    if dest is None:
        return "text/html" in request.headers.get("accept", "")
    return request.headers.get("sec-fetch-mode") == "navigate" and dest not in _FRAMES


def is_service_worker(request: Request) -> bool:
    """A service worker can answer with pages that have no policy, so a confined page gets none."""
    return request.headers.get("sec-fetch-dest") == "serviceworker" or "service-worker" in request.headers


def policy_of(claims: PreviewClaims, app: App, request: Request, deps: Container, base: str) -> dict[str, str]:
    """The headers that decide what a file of a preview may reach. `base`: the API's address."""
    own = has_own_origin(request, deps)
    page = page_address(claims.revision_id, request, deps, base)
    around = [*_framers(request, deps), *([_origin_of_shell(claims, deps)] if own else [])]
    if not is_confined(claims, app):
        policy = content_policy(frame_ancestors=around)
        return {"Content-Security-Policy": policy if own else f"sandbox {_SANDBOX}; {policy}"}
    hosts = app.page_hosts
    policy = confined_policy(own="'self'" if own else page, hosts=hosts, frame_ancestors=around)
    return {
        "Content-Security-Policy": policy if own else f"sandbox {_SANDBOX}; {policy}",
        "Connection-Allowlist": connection_allowlist(hosts),
    }


def keeping(request: Request) -> Mapping[str, str]:
    """A worker's policy is that of its script, so no cache keeps one with what was allowed before."""
    return {"Cache-Control": "private, no-store"} if request.headers.get("sec-fetch-dest") in _WORKERS else {}


def to_shell(claims: PreviewClaims, token: str, path: str, request: Request, deps: Container, base: str) -> Response:
    """302 to the page of ours that frames this one; in path mode that page itself, which an opaque origin cannot reach
    into from the same address.
    """
    if not has_own_origin(request, deps):
        return shell_page(claims, token, path, request, deps, base)
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "t"]
    query = urlencode([*rest, ("t", token)])
    headers = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    there = deps.ports.addresses.preview_shell(claims.revision_id)
    return RedirectResponse(f"{there}{quote(path)}?{query}", status_code=302, headers=headers)


def shell_page(claims: PreviewClaims, token: str, path: str, request: Request, deps: Container, base: str) -> Response:
    """A frame with the page, which can go nowhere else, opens nothing and keeps nothing on this machine's disk."""
    page = page_address(claims.revision_id, request, deps, base)
    rest = [(name, value) for name, value in request.query_params.multi_items() if name != "t"]
    src = f"{page}{quote(path)}?{urlencode([*rest, ('t', token)])}"
    sandbox = f"{_SANDBOX} allow-modals allow-same-origin" if has_own_origin(request, deps) else _SANDBOX
    body = _SHELL.format(src=html.escape(src), sandbox=sandbox)
    parts = urlsplit(page)
    framed = f"{parts.scheme}://{parts.netloc}{'' if has_own_origin(request, deps) else parts.path}"
    return HTMLResponse(body, headers=shell_headers(framed))


def page_address(revision_id: str, request: Request, deps: Container, base: str) -> str:
    """Where a revision's files are; ends in a slash."""
    if has_own_origin(request, deps):
        return deps.ports.addresses.preview(revision_id)
    return f"{base}{_FOLDER.format(revision_id)}/assets/"


def _framers(request: Request, deps: Container) -> list[str]:
    if has_own_origin(request, deps):
        return ["'self'", *deps.studio_origins]
    return ["'self'", *(origin for origin in deps.cors_origins if origin != "*")]


def _origin_of_shell(claims: PreviewClaims, deps: Container) -> str:
    return deps.ports.addresses.preview_shell(claims.revision_id).rstrip("/")
