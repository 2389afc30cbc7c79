"""Preview tokens: given for one revision or one proposal, taken back all at once."""

from pydantic import BaseModel, ConfigDict

from shared.domain.app import App
from shared.domain.diff import Diff
from shared.domain.errors import Invalid, NotFound, Unauthenticated
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revision import Build
from shared.ports.apps import AppStore
from shared.ports.requests import PreviewClaims, PreviewTokens
from shared.services.change_app import change_app
from shared.services.get_app import get_app
from shared.services.ports_bundle import Ports

_SHORTEST = 10


class PreviewToken(BaseModel):
    """A token and the address it opens, as `{preview_url}?t={token}`."""

    token: str
    preview_url: str


class PreviewRequest(BaseModel):
    """What to look at: a revision, or what a diff proposes. `ttl` in seconds, at most 30 minutes."""

    model_config = ConfigDict(extra="forbid")

    revision_id: str | None = None
    diff_id: str | None = None
    ttl: int | None = None


def issue_preview_token(*, principal: Principal, app_id: str, request: PreviewRequest, ports: Ports) -> PreviewToken:
    """A token for one revision or one diff of this app, for at most the limit's seconds.

    NotFound when it is not the app's; Invalid `NOT_READY` for a diff whose files were never built.
    """
    most = ports.limits.preview_token_seconds
    seconds = most if request.ttl is None else request.ttl
    if not _SHORTEST <= seconds <= most:
        raise Invalid(f"ttl: from {_SHORTEST} to {most} seconds.")
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    shown = _shown(app, request, ports)
    claims = PreviewClaims(app.tenant_id, app.id, shown, app.preview_epoch)
    return PreviewToken(token=ports.previews.issue(claims, seconds), preview_url=ports.addresses.preview(shown))


def _shown(app: App, request: PreviewRequest, ports: Ports) -> str:
    """The revision id under which the built files lie."""
    match request.revision_id, request.diff_id:
        case str(revision_id), None:
            return ports.revisions.get(app.tenant_id, app.id, require_id("rev", revision_id)).id
        case None, str(diff_id):
            return _reserved(ports.diffs.get(app.tenant_id, app.id, require_id("dif", diff_id)), ports)
    raise Invalid("Send either `revision_id` or `diff_id`.")


def _reserved(diff: Diff, ports: Ports) -> str:
    """The id that the candidate build of exactly the diff's tree has reserved. A committed diff has its revision's."""
    if diff.revision_id is not None:
        return diff.revision_id
    build = _green_build(diff, ports)
    if build is None:
        said = "The files of this diff were never built. Go on with it in a message, or approve and commit it."
        raise Invalid(said, code="NOT_READY")
    return build.revision_id


def _green_build(diff: Diff, ports: Ports) -> Build | None:
    run = ports.runs.get(diff.tenant_id, diff.run_id) if diff.run_id else None
    if run is None or run.app_id != diff.app_id or run.green_build_id is None:
        return None
    build = ports.builds.get(diff.tenant_id, diff.app_id, run.green_build_id)
    is_candidate = build.kind == "candidate" and build.run_id == run.id and build.status == "succeeded"
    return build if is_candidate and build.work.task == "build" and build.tree == diff.tree else None


def revoke_previews(*, principal: Principal, app_id: str, ports: Ports) -> None:
    """From now on no token given before opens anything."""

    def change(app: App) -> App:
        return app.model_copy(update={"preview_epoch": app.preview_epoch + 1})

    change_app(
        tenant_id=principal.tenant_id,
        app_id=require_id("app", app_id),
        change=change,
        apps=ports.apps,
        clock=ports.clock,
    )


def check_preview(*, token: str | None, revision_id: str, previews: PreviewTokens, apps: AppStore) -> PreviewClaims:
    """What the token allows. Unauthenticated: `PREVIEW_TOKEN_REQUIRED`, `_INVALID` (foreign, revoked) or `_EXPIRED`."""
    if not token:
        raise Unauthenticated("A preview token is required.", code="PREVIEW_TOKEN_REQUIRED")
    claims = previews.verify(token)
    if claims.revision_id != revision_id:
        raise _invalid()
    return still_valid(claims, apps)


def still_valid(claims: PreviewClaims, apps: AppStore) -> PreviewClaims:
    """The claims, unless their app is gone or the app's previews were revoked since."""
    try:
        app = apps.get(claims.tenant_id, claims.app_id)
    except NotFound:
        raise _invalid() from None
    if app.preview_epoch != claims.epoch:
        raise _invalid()
    return claims


def _invalid() -> Unauthenticated:
    return Unauthenticated("This preview token is not valid here.", code="PREVIEW_TOKEN_INVALID")
