"""A request to another host as a person is shown it before it is sent: every part of it, in the form it is sent in."""

from pydantic import BaseModel

from shared.domain.agent.egress import Concern, UntrustedSource
from shared.domain.agent.outgoing import OutRequest, checked, target_of
from shared.domain.errors import Invalid
from shared.domain.limits import Limits
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import HeldCall
from shared.tools.api_request import API_REQUEST, outgoing
from shared.tools.base import Params, ToolResult


class OutgoingView(BaseModel):
    """One waiting request. Nothing is shortened: what is approved is what is sent."""

    method: str
    url: str
    host: str
    headers: dict[str, str]
    body: str | None
    concerns: list[Concern]
    untrusted: list[UntrustedSource]


def host_of(params: Params, limits: Limits) -> str | None:
    """The host that a call asks, as a list of hosts names it; None for a call that asks none."""
    request = _request(params)
    return None if request is None else target_of(checked(request).url, limits.fetch_ports).key


def describe_request(held: HeldCall, arguments: str, limits: Limits) -> OutgoingView | None:
    """What the held call would send, read as the tool reads it; None for a call that sends nothing."""
    if held.host is None:
        return None
    from shared.tools.registry import parse_arguments  # the API imports tools only when one is asked for

    params = parse_arguments(API_REQUEST, arguments)
    request = None if isinstance(params, ToolResult) else _request(params)
    if request is None:
        return None
    try:
        url = target_of(request.url, limits.fetch_ports).url
    except Invalid:  # what may be asked has changed since it was held, and so it will be refused
        return None
    return OutgoingView(
        method=request.method,
        url=url,
        host=held.host,
        headers=dict(request.headers),
        body=None if request.body is None else request.body.decode(),
        concerns=held.concerns,
        untrusted=held.untrusted,
    )


def hosts_to_allow(run: Run, step_id: str | None) -> list[str]:
    """The hosts that the undecided call of this id asks and no person has allowed; an id of None means all."""
    return [
        held.host
        for held in run.waiting.held
        if held.host and held.undecided and "host_not_allowed" in held.concerns
        if step_id in (None, held.call_id)
    ]


def _request(params: Params) -> OutRequest | None:
    return outgoing(params) if isinstance(params, API_REQUEST.params) else None
