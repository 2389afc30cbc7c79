"""An app taken away: as a file, or by `git clone`."""

import base64
import binascii
import gzip
import io
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.responses import RedirectResponse

from functions.api.access.callers import Deps, Needs, Viewer, verify
from functions.api.http.operation import FILE, Media, operation
from functions.api.http.problems import CHALLENGE
from shared.domain.access.challenges import GIT
from shared.domain.errors import Malformed
from shared.domain.identity import Principal
from shared.ports.git import GitService
from shared.services.delivery.export_app import Export, Format, advertise_head, export_app, serve_fetch


class _GitNeeds(Needs):
    """As any other caller. A refusal asks for Basic, so that git prompts, or asks its credential helper."""

    def __call__(self, request: Request) -> Principal:
        request.scope[CHALLENGE] = GIT
        if (password := _password(request.headers.get("authorization", ""))) is not None:
            verify(request, password)
        return super().__call__(request)


GitReader = Annotated[Principal, Depends(_GitNeeds("apps:read", "changes"))]
router = APIRouter(tags=["delivery"])
_REQUEST_MOST = 1024 * 1024
"""Of a fetch, unpacked: some ten thousand commits that the client names."""
_FETCH: dict[str, tuple[()]] = {"application/octet-stream": ()}


async def _read(request: Request) -> bytes:
    return await request.body()


Body = Annotated[bytes, Depends(_read)]
Encoding = Annotated[str, Header(include_in_schema=False)]
Service = Annotated[GitService, Query()]


@router.get("/admin/apps/{app_id}/builder/export", response_model=None)
@operation("exportApp", Export, also={303: None})
def export(
    app_id: str, request: Request, who: Viewer, deps: Deps, format: Annotated[Format, Query()] = "zip"
) -> Export | Response:
    """The draft as a zip archive, its history as mails for `git am` or as a bundle for `git clone`.

    Leads to the file; with `Accept: application/json` it says where that is.
    """
    made = export_app(principal=who, app_id=app_id, format=format, git=deps.git(), ports=deps.ports)
    if request.headers.get("accept", "").startswith("application/json"):
        return made
    return RedirectResponse(made.url, status_code=303)


@router.get("/git/{app_id}.git/info/refs")
@operation("listGitRefs", FILE)
def refs(app_id: str, who: GitReader, deps: Deps, service: Service) -> Response:
    """What git asks first: the draft, as the branch `main`. A push is refused here, in git's own way."""
    found = advertise_head(principal=who, app_id=app_id, service=service, git=deps.git(), ports=deps.ports)
    return _answer(found, f"{service}-advertisement")


@router.post("/git/{app_id}.git/git-upload-pack")
@operation("fetchGit", Media("application/x-git-upload-pack-result"), Malformed, reads=_FETCH, once=False)
def fetch(app_id: str, body: Body, who: GitReader, deps: Deps, content_encoding: Encoding = "") -> Response:
    """What `git clone` and `git fetch` ask then: the commits that they lack."""
    asked = _plain(body, content_encoding)
    found = serve_fetch(principal=who, app_id=app_id, request=asked, git=deps.git(), ports=deps.ports)
    return _answer(found, "git-upload-pack-result")


def _plain(body: bytes, encoding: str) -> bytes:
    """Git packs long requests."""
    if encoding not in ("gzip", "x-gzip"):
        return body
    try:
        plain = gzip.GzipFile(fileobj=io.BytesIO(body)).read(_REQUEST_MOST + 1)
    except (OSError, EOFError) as error:
        raise Malformed("The request cannot be unpacked.") from error
    if len(plain) > _REQUEST_MOST:
        raise Malformed("The request names too many commits.")
    return plain


def _answer(body: bytes, kind: str) -> Response:
    return Response(body, media_type=f"application/x-{kind}", headers={"Cache-Control": "no-cache"})


def _password(header: str) -> str | None:
    kind, _, packed = header.partition(" ")
    if kind.lower() != "basic":
        return None
    try:
        return base64.b64decode(packed, validate=True).decode().partition(":")[2]
    except (binascii.Error, UnicodeDecodeError):
        return ""
