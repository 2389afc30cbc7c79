"""Preview tokens: given for one revision or one proposal, taken back all at once."""

from pydantic import BaseModel

from shared.domain import errors
from shared.domain.apps.app import App
from shared.domain.base import Input
from shared.domain.builds.build_status import BuildOutcome, BuildStatus
from shared.domain.diffs.diff import Diff
from shared.domain.diffs.review import Review
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Build
from shared.ports.apps import AppStore
from shared.ports.requests import PreviewClaims, PreviewTokens
from shared.services.builds.build_errors import build_failed
from shared.services.builds.trial_build import latest_trial, order_trial
from shared.services.change_app import change_app
from shared.services.diffs.choose_part import choose_part
from shared.services.diffs.find_diff import closed, is_open
from shared.services.get_app import get_app
from shared.services.ports_bundle import Ports
from shared.services.publishing.previews.draw_draft import draw_draft
from shared.services.revisions.gate_change import gate_tree

_DIFF_FAILED = "The build of this diff failed."
_SHORTEST = 10


class PreviewToken(BaseModel):
    """A token and the address it opens, as `{preview_url}?t={token}`. `confined`: no person has confirmed this page, so
    it reaches its own files and the allowed hosts only, and runs in a frame alone.
    """

    token: str
    preview_url: str
    confined: bool


class PreviewBuild(BaseModel):
    """The files of a diff are being built: `GET .../builder/builds/{build_id}` says how far. Then ask again."""

    build_id: str
    status: BuildStatus


class PreviewWaits(BaseModel):
    """Only a build shows this tree as it is; `waits` says why. A later tree may be shown before its build again."""

    waits: str


PreviewLater = PreviewBuild | PreviewWaits


class PreviewRequest(Input):
    """What to look at: a revision, what a diff proposes, or a tree of a run before its build (`run_id` and `tree`, as
    the run's stream tells them). `ttl` in seconds, at most 30 minutes.

    With `review` the diff is shown as that review would keep it. Nothing is decided: the diff stays as it is.
    """

    revision_id: str | None = None
    diff_id: str | None = None
    review: Review | None = None
    run_id: str | None = None
    tree: str | None = None
    ttl: int | None = None


def issue_preview_token(
    *, principal: Principal, app_id: str, request: PreviewRequest, ports: Ports
) -> PreviewToken | PreviewBuild | PreviewWaits:
    """A token for one revision, one diff or one draft page of this app, for at most the limit's seconds; or that a
    diff's files are being built, which this begins where nobody has; or why a page waits for its build.

    NotFound when it is not the app's; else as `proposed_build`.
    """
    most = ports.limits.preview_token_seconds
    seconds = most if request.ttl is None else request.ttl
    if not _SHORTEST <= seconds <= most:
        raise errors.Invalid(f"ttl: from {_SHORTEST} to {most} seconds.")
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    shown = _shown(principal, app, request, ports)
    if isinstance(shown, Build):
        return PreviewBuild(build_id=shown.id, status=shown.status)
    if isinstance(shown, PreviewWaits):
        return shown
    return PreviewToken(
        token=ports.previews.issue(shown, seconds),
        preview_url=ports.addresses.preview(shown.revision_id),
        confined=is_confined(shown, app),
    )


def _shown(
    principal: Principal, app: App, request: PreviewRequest, ports: Ports
) -> PreviewClaims | Build | PreviewWaits:
    """What the token says, or the build that is to bring the files, or why there is no page before its build."""
    if request.review is not None and request.diff_id is None:
        raise errors.Invalid("`review` is about a diff: send `diff_id` with it.")
    match request.revision_id, request.diff_id, request.run_id, request.tree:
        case str(revision_id), None, None, None:
            return _built(app, ports.revisions.get(app.tenant_id, app.id, require_id("rev", revision_id)).id)
        case None, str(diff_id), None, None:
            diff = ports.diffs.get(app.tenant_id, app.id, require_id("dif", diff_id))
            if request.review is not None:
                diff = _as_reviewed(principal, diff, request.review, ports)
            if diff.revision_id is not None:
                return _built(app, diff.revision_id)
            if diff.wanted_tree == diff.base_tree:
                return _built(app, diff.base_revision_id)
            build = proposed_build(principal=principal, app=app, diff=diff, ports=ports)
            return _built(app, build.revision_id) if build.status == BuildStatus.SUCCEEDED else build
        case None, None, str(run_id), str(tree):
            drawn = draw_draft(app=app, run_id=run_id, tree=tree, ports=ports)
            return PreviewWaits(waits=drawn) if isinstance(drawn, str) else drawn
    raise errors.Invalid("Send either `revision_id`, or `diff_id`, or `run_id` with `tree`.")


def _as_reviewed(principal: Principal, diff: Diff, review: Review, ports: Ports) -> Diff:
    """The diff as it would be after `review`, for looking at: it is not stored."""
    if not diff.status.traits.reviewable:
        raise closed(diff)
    before, after, files = choose_part(diff=diff, review=review, ports=ports)
    if files in (before, after):
        return diff.model_copy(update={"accepted_tree": diff.tree if files == after else diff.base_tree})
    if not principal.allows("apps:write"):
        raise errors.NotReady("The files of this choice were never built.")
    gated = gate_tree(tenant_id=diff.tenant_id, app_id=diff.app_id, files=files, ports=ports)
    return diff.model_copy(update={"accepted_tree": gated.accepted()})


def _built(app: App, revision_id: str) -> PreviewClaims:
    return PreviewClaims(app.tenant_id, app.id, revision_id, app.preview_epoch)


def revoke_previews(*, principal: Principal, app_id: str, ports: Ports) -> None:
    """From now on no token given before opens anything."""

    def change(app: App) -> App:
        return app.model_copy(update={"preview_epoch": app.preview_epoch + 1})

    change_app(ports, principal.tenant_id, require_id("app", app_id), change)


def check_preview(*, token: str | None, revision_id: str, previews: PreviewTokens, apps: AppStore) -> PreviewClaims:
    """What the token allows. Unauthenticated: `PREVIEW_TOKEN_REQUIRED`, `_INVALID` (foreign, revoked) or `_EXPIRED`."""
    return open_preview(token=token, revision_id=revision_id, previews=previews, apps=apps)[0]


def open_preview(
    *, token: str | None, revision_id: str, previews: PreviewTokens, apps: AppStore
) -> tuple[PreviewClaims, App]:
    """The same, and the app as it is now."""
    if not token:
        raise errors.PreviewTokenRequired("A preview token is required.")
    claims = previews.verify(token)
    if claims.revision_id != revision_id:
        raise _invalid()
    return claims, _app_of(claims, apps)


def is_confined(claims: PreviewClaims, app: App) -> bool:
    """Whether no person has confirmed this page. Pages of a run's trees share one origin, so none of them counts."""
    return bool(claims.tree) or not app.has_confirmed_page(claims.revision_id)


def still_valid(claims: PreviewClaims, apps: AppStore) -> PreviewClaims:
    """The claims, unless their app is gone or the app's previews were revoked since."""
    _app_of(claims, apps)
    return claims


def _app_of(claims: PreviewClaims, apps: AppStore) -> App:
    try:
        app = apps.get(claims.tenant_id, claims.app_id)
    except errors.NotFound:
        raise _invalid() from None
    if app.preview_epoch != claims.epoch:
        raise _invalid()
    return app


def _invalid() -> errors.Unauthenticated:
    return errors.PreviewTokenInvalid("This preview token is not valid here.")


def proposed_build(*, principal: Principal, app: App, diff: Diff, ports: Ports) -> Build:
    """The build of what a commit of `diff` would keep: green, or under way.

    Invalid `BUILD_FAILED` when this tree does not build; `NOT_READY` when it was never built and the diff is closed, or
    the caller may not have it built. FeatureDisabled; LimitReached `BUDGET_EXCEEDED`.
    """
    green = _green_build(diff, ports)
    if green is not None:
        return green
    if diff.build_status == BuildOutcome.FAILED and diff.wanted_tree == diff.tree:
        raise errors.BuildFailed(_DIFF_FAILED, diagnostics=diff.problems)
    build = latest_trial(app, diff.wanted_tree, ports)
    if not build.requested and (
        not is_open(diff) or not principal.allows("apps:write")
    ):  # it takes what a change takes
        raise errors.NotReady("The files of this diff were never built.")
    build = order_trial(build, ports)
    if build.status == BuildStatus.FAILED:
        raise build_failed(build.error, build.error.message if build.error else _DIFF_FAILED)
    return build


def _green_build(diff: Diff, ports: Ports) -> Build | None:
    """The candidate of the diff's own run, when it is of exactly the tree that is wanted."""
    run = ports.runs.get(diff.tenant_id, diff.run_id) if diff.run_id else None
    if run is None or run.app_id != diff.app_id or run.green_build_id is None:
        return None
    build = ports.builds.get(diff.tenant_id, diff.app_id, run.green_build_id)
    is_candidate = build.kind == "candidate" and build.run_id == run.id and build.status == BuildStatus.SUCCEEDED
    return build if is_candidate and build.work.task == "build" and build.tree == diff.wanted_tree else None
