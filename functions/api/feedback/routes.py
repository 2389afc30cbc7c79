"""The reverse channel: what happened where a project ran is told here, by clients and by previews."""

import re
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Request, Response

from functions.api.access.callers import Deps, Needs, Reader, Stopper, run_start
from functions.api.container import Container
from functions.api.feedback.bodies import NoResult, Result, read_report, result_view
from functions.api.http.idempotency import IdempotentRoute
from functions.api.http.operation import PREVIEWED, operation
from functions.api.http.view import Answer
from functions.api.publishing.preview_cookies import kept_tokens
from shared.domain.errors import PreviewTokenInvalid, UnsupportedMedia
from shared.domain.feedback.build_result import DEFAULT_SESSION
from shared.services.feedback.repair_preview import repair_preview
from shared.services.feedback.report_preview import check_nonce, is_new_report, report_preview
from shared.services.feedback.report_result import forget_result, read_result, report_result

PATH = "/build-result"
router = APIRouter(tags=["build results"], route_class=IdempotentRoute)
_TOKEN_IN_PATH = re.compile(rb"/assets/~[A-Za-z0-9_.-]+/?")
"""In the addresses of a preview on the API's own origin: what a page reports is read by others than its viewer.
An address that was cut short may end within its token."""
_TYPES = {"", "application/json", "text/plain"}
Session = Annotated[str, Header(alias="X-Session-Id", min_length=1, max_length=200)]


async def _read_body(request: Request) -> bytes:
    """A page that is being closed may send plain text only, so JSON is taken under that name too."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in _TYPES:
        raise UnsupportedMedia("Send the body as application/json.")
    return await request.body()


Body = Annotated[bytes, Depends(_read_body)]


@router.post(PATH, response_model=None)
@operation(
    "reportBuildResult",
    Result,
    *PREVIEWED,
    also={204: None},
    found=True,
    reads="REPORT",
    scope="apps:write",
)
def report(request: Request, body: Body, deps: Deps, session: Session = DEFAULT_SESSION) -> Answer:
    """The latest of a session. With a preview's nonce in place of a token, what it is about is what the nonce says."""
    if "authorization" in request.headers:
        who = Needs("apps:write", "changes")(request)
        given = read_report(body).report
        result = report_result(principal=who, session_id=session, report=given, ports=deps.ports)
        return result_view(session, result)
    return report_of_page(body, kept_tokens(request), request, deps)


@router.get(PATH)
@operation("readBuildResult", Result | NoResult, found=True)
def read(who: Reader, deps: Deps, session: Session = DEFAULT_SESSION) -> Answer:
    """The session's latest report; its status is `unknown` when there is none."""
    return result_view(session, read_result(principal=who, session_id=session, ports=deps.ports))


@router.delete(PATH, status_code=204)
@operation("forgetBuildResult", None, found=True)
def forget(who: Stopper, deps: Deps, session: Session = DEFAULT_SESSION) -> Response:
    """Forget the session's report."""
    forget_result(principal=who, session_id=session, ports=deps.ports)
    return Response(status_code=204)


def report_of_page(
    body: bytes, kept: Sequence[str], request: Request, deps: Container, revision_id: str = ""
) -> Response:
    """A preview's own report: what it is about is what its nonce says, which only its visitor's browser may use.

    On a preview's address (`revision_id`) it is about that preview alone: a page may post there, and with a nonce of
    somebody else's it could hand on what it has read.
    """
    sent, reports = read_report(_TOKEN_IN_PATH.sub(b"/assets/", body)), deps.ports.reports
    claims = check_nonce(nonce=sent.nonce, kept=kept, reports=reports, ports=deps.ports, rates=deps.rates)
    if revision_id and claims.revision_id != revision_id:
        raise PreviewTokenInvalid("This report is about another preview.")
    if not is_new_report(claims, sent.number, deps.idempotency):
        return Response(status_code=204)
    result = report_preview(claims=claims, report=sent.report, ports=deps.ports)
    if result is None:
        return Response(status_code=204)
    repair_preview(result, page=sent.report.page, repairs=deps.ports.repairs, start=run_start(request))
    return Response(status_code=204)
