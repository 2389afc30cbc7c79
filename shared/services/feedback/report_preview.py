"""Reports of the script in previews, which know nothing but a nonce: what they are about, the nonce says."""

import hashlib
from collections.abc import Sequence

from shared.domain.errors import LimitReached, PreviewTokenInvalid, Unauthenticated
from shared.domain.feedback.build_report import BuildReport
from shared.domain.feedback.build_result import BuildResult
from shared.ports.access import Rate, RateLimiter
from shared.ports.requests import IdempotencyStore, PreviewClaims, PreviewTokens, StoredAnswer
from shared.services.builds.worker.report_worker import conversation_of
from shared.services.loop_ports import LoopPorts
from shared.services.or_none import or_none
from shared.services.ports_bundle import Ports
from shared.services.publishing.previews.preview_token import check_preview, still_valid

REPORTS_A_LOAD = 8
_A_MINUTE = {"load": 12, "visitor": 20, "app": 60}


def visitor_of(token: str) -> str:
    """Names the visitor who opened a preview with this token, without being of use as one."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()[:32]


def check_nonce(
    *, nonce: str | None, kept: Sequence[str], reports: PreviewTokens, ports: Ports, rates: RateLimiter
) -> PreviewClaims:
    """What a nonce allows, sent with the preview tokens that the visitor's browser keeps.

    Unauthenticated as for preview tokens, also when the page was another visitor's; LimitReached when it says too much.
    """
    if not nonce:
        raise Unauthenticated("Send a token: `Authorization: Bearer ...`.")
    claims = still_valid(reports.verify(nonce), ports.apps)
    own = next((token for token in kept if claims.load and visitor_of(token) == claims.visitor), None)
    if own is None:
        raise PreviewTokenInvalid("This page was opened by another visitor.")
    check_preview(token=own, revision_id=claims.revision_id, previews=ports.previews, apps=ports.apps)
    _limit(claims, rates)
    return claims


def _limit(claims: PreviewClaims, rates: RateLimiter) -> None:
    """The narrowest allowance first, so that one page that floods uses up little of what others have."""
    for kind, whose in (("load", claims.load), ("visitor", claims.visitor), ("app", claims.app_id)):
        wait = rates.take(claims.tenant_id, f"report {kind}\n{whose}", Rate(_A_MINUTE[kind]))
        if wait > 0:
            raise LimitReached("This app's previews report too often.", retry_after=max(0.001, round(wait, 3)))


def is_new_report(claims: PreviewClaims, number: int, kept: IdempotencyStore) -> bool:
    """Whether this is the first time that a page load sends its report of this number. One has only a few of them."""
    if not 1 <= number <= REPORTS_A_LOAD:
        raise PreviewTokenInvalid("This page has reported often enough.")
    name = f"report {claims.load} {number}"
    if kept.begin(claims.tenant_id, name, name) is not None:
        return False
    kept.finish(claims.tenant_id, name, StoredAnswer(204, ""))
    return True


def report_preview(*, claims: PreviewClaims, report: BuildReport, ports: Ports) -> BuildResult | None:
    """Keep the report for the app, and for the conversation that made the revision. None for the page of a proposal,
    which is no state of the app.

    A page of an older revision, still open somewhere, never takes the place of a newer one's report.
    """
    revision = or_none(ports.revisions.get, claims.tenant_id, claims.app_id, claims.revision_id)
    if revision is None:
        return None
    result = BuildResult(
        tenant_id=claims.tenant_id,
        session_id=claims.app_id,
        status=report.status,
        stage="runtime",
        stderr=report.stderr,
        preview_url=ports.addresses.preview(revision.id),
        errors=report.errors,
        app_id=claims.app_id,
        revision_id=revision.id,
        source="browser",
        reported_at=ports.clock.now(),
    )
    for session in (claims.app_id, conversation_of(revision, ports.runs)):
        if session is not None:
            _keep(result.model_copy(update={"session_id": session}), ports)
    return result


def _keep(result: BuildResult, ports: LoopPorts) -> None:
    there = ports.results.get(result.tenant_id, result.session_id)
    newer = there is not None and (there.revision_id or "") > (result.revision_id or "")
    if not newer:
        ports.results.put(result)
