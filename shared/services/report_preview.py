"""Reports of the script in previews, which know nothing but a nonce: what they are about, the nonce says."""

from shared.domain.build_report import BuildReport
from shared.domain.build_result import BuildResult
from shared.domain.errors import LimitReached, NotFound, Unauthenticated
from shared.domain.revision import Revision
from shared.ports.apps import AppStore
from shared.ports.rates import Rate, RateLimiter
from shared.ports.requests import PreviewClaims, PreviewTokens
from shared.services.addresses import SiteAddresses
from shared.services.loop_ports import LoopPorts
from shared.services.preview_token import still_valid

_A_MINUTE = 60


def check_nonce(*, nonce: str | None, reports: PreviewTokens, apps: AppStore, rates: RateLimiter) -> PreviewClaims:
    """What a nonce allows. Unauthenticated as for preview tokens; LimitReached when an app's previews say too much."""
    if not nonce:
        raise Unauthenticated("Send a token: `Authorization: Bearer ...`.")
    claims = still_valid(reports.verify(nonce), apps)
    wait = rates.take(claims.tenant_id, f"report\n{claims.app_id}", Rate(_A_MINUTE))
    if wait > 0:
        raise LimitReached("This app's previews report too often.", retry_after=max(0.001, round(wait, 3)))
    return claims


def report_preview(
    *, claims: PreviewClaims, report: BuildReport, addresses: SiteAddresses, ports: LoopPorts
) -> BuildResult:
    """Keep the report for the app, and for the conversation that made the revision.

    A page of an older revision, still open somewhere, never takes the place of a newer one's report.
    """
    revision = ports.revisions.get(claims.tenant_id, claims.app_id, claims.revision_id)
    result = BuildResult(
        tenant_id=claims.tenant_id,
        session_id=claims.app_id,
        status=report.status,
        stage="runtime",
        stderr=report.stderr,
        preview_url=addresses.preview(revision.id),
        errors=report.errors,
        app_id=claims.app_id,
        revision_id=revision.id,
        source="browser",
        reported_at=ports.clock.now(),
    )
    for session in (claims.app_id, conversation_of(revision, ports)):
        if session is not None:
            _keep(result.model_copy(update={"session_id": session}), ports)
    return result


def conversation_of(revision: Revision, ports: LoopPorts) -> str | None:
    """The conversation whose run made the revision; None for a person's save."""
    if revision.run_id is None:
        return None
    try:
        return ports.runs.get(revision.tenant_id, revision.run_id).conversation_id
    except NotFound:
        return None


def _keep(result: BuildResult, ports: LoopPorts) -> None:
    there = ports.results.get(result.tenant_id, result.session_id)
    newer = there is not None and (there.revision_id or "") > (result.revision_id or "")
    if not newer:
        ports.results.put(result)
