"""Preview tokens: given for one revision, taken back all at once."""

from pydantic import BaseModel

from shared.domain.app import App
from shared.domain.errors import Invalid, NotFound, Unauthenticated
from shared.domain.identity import Principal
from shared.domain.ids import require_id
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


def issue_preview_token(
    *, principal: Principal, app_id: str, revision_id: str, ttl: int | None = None, ports: Ports
) -> PreviewToken:
    """A token for one revision of this app, for at most the limit's seconds. NotFound when it is not the app's."""
    most = ports.limits.preview_token_seconds
    seconds = most if ttl is None else ttl
    if not _SHORTEST <= seconds <= most:
        raise Invalid(f"ttl: from {_SHORTEST} to {most} seconds.")
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    revision = ports.revisions.get(app.tenant_id, app.id, require_id("rev", revision_id))
    claims = PreviewClaims(app.tenant_id, app.id, revision.id, app.preview_epoch)
    return PreviewToken(token=ports.previews.issue(claims, seconds), preview_url=ports.addresses.preview(revision.id))


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
