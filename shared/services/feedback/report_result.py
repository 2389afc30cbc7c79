"""Reports of signed-in clients: their own session's, or a conversation's."""

from shared.domain.errors import Invalid, NotFound
from shared.domain.feedback.build_report import BuildReport
from shared.domain.feedback.build_result import BuildResult
from shared.domain.identity import Principal
from shared.domain.ids import is_id, require_id
from shared.services.loop_ports import LoopPorts


def report_result(*, principal: Principal, session_id: str, report: BuildReport, ports: LoopPorts) -> BuildResult:
    """Keep the report as the session's latest. NotFound when it names what this tenant does not have."""
    tenant = principal.tenant_id
    app_id = _app_of(tenant, session_id, report.app_id, ports)
    if report.revision_id is not None:
        if app_id is None:
            raise Invalid("revision_id: name the app_id too.")
        ports.revisions.get(tenant, app_id, require_id("rev", report.revision_id))
    result = BuildResult(
        **{**report.model_dump(exclude={"page"}), "app_id": app_id},
        tenant_id=tenant,
        session_id=session_id,
        source="browser",
        reported_at=ports.clock.now(),
    )
    ports.results.put(result)
    return result


def read_result(*, principal: Principal, session_id: str, ports: LoopPorts) -> BuildResult | None:
    _app_of(principal.tenant_id, session_id, None, ports)
    return ports.results.get(principal.tenant_id, session_id)


def forget_result(*, principal: Principal, session_id: str, ports: LoopPorts) -> None:
    _app_of(principal.tenant_id, session_id, None, ports)
    ports.results.delete(principal.tenant_id, session_id)


def _app_of(tenant_id: str, session_id: str, named: str | None, ports: LoopPorts) -> str | None:
    """The app that a session or a report is about, which must be the tenant's own and the same for both."""
    found = None
    if is_id("conv", session_id):
        found = ports.turns.find_conversation(tenant_id, session_id).app_id
    elif is_id("app", session_id):
        found = ports.apps.get(tenant_id, session_id).id
    if named is None:
        return found
    if found not in (None, named):
        raise NotFound("The session belongs to another app.")
    return ports.apps.get(tenant_id, require_id("app", named)).id
