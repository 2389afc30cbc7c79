"""Projects brought in from elsewhere, and the way large inputs come."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from functions.api.access.callers import Deps, Writer
from functions.api.apps.views import ImportedApp, app_view
from functions.api.container import Container
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import GATED, operation
from functions.api.http.problems import invalid_of
from functions.api.http.view import Answer
from shared.domain.assets.catalog import Line
from shared.domain.base import Input
from shared.domain.delivery.git_errors import GitAddressRefused, GitNotFound, GitTooLarge, GitUnavailable
from shared.domain.errors import Conflict, Invalid, SlugTaken, UnsupportedMedia
from shared.domain.identity import Principal
from shared.services.apps.import_app import Imported, ImportRequest, import_app
from shared.services.assets.uploads import Upload, create_upload, read_upload
from shared.services.delivery.import_git import GitImport, import_git

router = APIRouter(prefix="/admin", tags=["imports"], route_class=IdempotentRoute)
_ZIP = ("application/zip", "application/x-zip-compressed", "application/octet-stream")


def _named_by(*fields: str) -> dict[str, object]:
    """An object that has the first of them."""
    return {"type": "object", "required": [fields[0]], "properties": {name: {"type": "string"} for name in fields}}


_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/zip": {"schema": {"type": "string", "format": "binary"}},
            "application/json": {
                "schema": {"anyOf": [_named_by("upload_id"), _named_by("git_url", "ref", "path")]},
            },
        },
    }
}


class UploadedImport(Input):
    """An archive that was uploaded before."""

    upload_id: str
    name: str | None = None
    slug: str | None = None


@router.post("/uploads", status_code=201)
@operation("createUpload", Upload)
def upload(who: Writer, deps: Deps) -> Upload:
    """A form that takes one large file straight into storage."""
    return create_upload(principal=who, blobs=deps.ports.blobs, limits=deps.ports.limits)


@router.post("/apps/import", status_code=201, openapi_extra=_BODY)
@operation(
    "importApp",
    ImportedApp,
    Conflict,
    SlugTaken,
    GitAddressRefused,
    GitNotFound,
    GitTooLarge,
    GitUnavailable,
    *GATED,
    found=True,
    reads={"application/json": (UploadedImport,), "application/zip": None},
)
async def import_project(
    request: Request,
    who: Writer,
    deps: Deps,
    name: Annotated[str | None, Query(max_length=100)] = None,
    slug: Annotated[str | None, Query(max_length=100)] = None,
    line: Annotated[Line | None, Query()] = None,
    app_id: Annotated[str | None, Query(max_length=100)] = None,
) -> Answer:
    """Make an app from a Vite project: a zip as the body itself, `{upload_id}`, or `{git_url, ref?, path?}` of a public
    repository. `line` chooses the packages' line; with `app_id` the project is imported again into that app.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    wish = _named(name, slug).model_copy(update={"line": line, "app_id": app_id})
    return await run_in_threadpool(_in_turn, kind, body, who, wish, deps)


def _in_turn(kind: str, body: bytes, who: Principal, request: ImportRequest, deps: Container) -> Answer:
    with deps.turns.turn(who, "read"):
        return _import(kind, body, who, request, deps)


def _import(kind: str, body: bytes, who: Principal, request: ImportRequest, deps: Container) -> Answer:
    if kind == "application/json" and b'"git_url"' in body:
        made = _from_git(body, who, request, deps)
        return _answer(made)
    if kind == "application/json":
        asked = _uploaded(body)
        blobs, limits = deps.ports.blobs, deps.ports.limits
        body = read_upload(principal=who, upload_id=asked.upload_id, blobs=blobs, limits=limits)
        request = _renamed(request, asked.name, asked.slug)
    elif kind not in _ZIP:
        raise UnsupportedMedia("Send the zip itself as application/zip, or JSON with an upload_id.")
    made = import_app(principal=who, request=request, archive=body, ports=deps.ports)
    return _answer(made)


def _answer(made: Imported) -> Answer:
    return app_view(made.app, ImportedApp, diagnostics=made.diagnostics, next_steps=made.next_steps)


def _from_git(body: bytes, who: Principal, request: ImportRequest, deps: Container) -> Imported:
    try:
        wish = GitImport.model_validate_json(body)
    except ValidationError as error:
        raise invalid_of(error) from error
    request = _renamed(request, wish.name, wish.slug)
    return import_git(principal=who, wish=wish, request=request, git=deps.git_out, ports=deps.ports)


def _named(name: str | None, slug: str | None) -> ImportRequest:
    try:
        return ImportRequest(name=name, slug=slug)
    except ValidationError as error:
        raise invalid_of(error) from error


def _renamed(request: ImportRequest, name: str | None, slug: str | None) -> ImportRequest:
    named = _named(name or request.name, slug or request.slug)
    return request.model_copy(update={"name": named.name, "slug": named.slug})


def _uploaded(body: bytes) -> UploadedImport:
    try:
        return UploadedImport.model_validate_json(body)
    except ValidationError as error:
        raise Invalid(f"{error.errors()[0]['msg']}: send the zip itself, or {{upload_id, name?, slug?}}.") from error
