"""A test of the connection to a model: four requests, and what each says about the model and its server."""

from datetime import datetime, timedelta
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator

from shared.domain.agent.profile_points import ProfilePoint
from shared.domain.base import Entity, Input, Moment
from shared.domain.spending.connection_status import ConnectionStatus, ProbeStatus
from shared.domain.spending.models import model_name

LONGEST = timedelta(minutes=8)
"""Six requests of at most a minute, and the start of their function; a test that is older has been lost."""

ProbeName = Literal["plain", "tool_call", "two_calls", "picture"]
PROBES: tuple[ProbeName, ...] = get_args(ProbeName)
Outcome = Literal[
    "answered",
    "called",
    "called_together",
    "called_and_split",
    "called_in_turn",
    "saw_picture",
    "took_picture",
    "refused",
    "unreachable",
    "failed",
    "busy",
    "timed_out",
    "cut_off",
    "too_long",
    "empty",
    "used_up",
    "no_call",
    "call_as_text",
    "wrong_call",
    "one_of_two",
    "results_refused",
    "not_sent",
    "no_budget",
    "not_tried",
]
Advice = Literal[
    "check_key",
    "check_model",
    "check_address",
    "check_server",
    "add_credit",
    "try_later",
    "start_tool_parser",
    "choose_other_model",
    "raise_output_limit",
    "enlarge_window",
    "list_images",
    "unlist_images",
    "raise_budget",
    "report_server",
]
Verdict = Literal["ready", "limited", "unusable"]


class Probe(Entity):
    """One of the four requests. `server_message` is the server's own sentence, without credentials.

    `seconds`, tokens and `cost_usd` are of all requests that it took; without a price there is no cost.
    """

    name: ProbeName
    status: ProbeStatus = ProbeStatus.WAITING
    outcome: Outcome | None = None
    server_message: str | None = None
    advice: Advice | None = None
    requests: int = 0
    seconds: float | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None


UNTRIED = tuple(Probe(name=name) for name in PROBES)


class ServerForm(Entity):
    """How requests are written: the wire, the profile in points, and the fields of the request that are left out."""

    wire: Literal["chat", "responses"]
    profile: tuple[ProfilePoint, ...] = ()
    left_out: tuple[str, ...] = ()


class ConnectionTest(Entity):
    """The latest test of a tenant. `learned`: what of `form` the test has changed; it holds for all later requests.

    `verdict`: whether the model can build apps; `limited` when it can, but something it was asked for failed.
    """

    id: str
    tenant_id: str
    model: str
    status: ConnectionStatus = ConnectionStatus.QUEUED
    probes: tuple[Probe, ...]
    form: ServerForm | None = None
    learned: ServerForm | None = None
    verdict: Verdict | None = None
    started_by: str
    created_at: Moment
    ended_at: Moment | None = None
    version: int = 0

    @property
    def is_open(self) -> bool:
        return self.status in (ConnectionStatus.QUEUED, ConnectionStatus.RUNNING)

    def seen_at(self, now: datetime) -> "ConnectionTest":
        """As it is at a time: a test that is open for longer than any test can take has been lost."""
        if self.is_open and now - self.created_at > LONGEST:
            return self.model_copy(update={"status": ConnectionStatus.LOST})
        return self

    def with_probe(self, probe: Probe) -> "ConnectionTest":
        probes = tuple(probe if each.name == probe.name else each for each in self.probes)
        return self.model_copy(update={"probes": probes})


class ConnectionWish(Input):
    """Which of the listed models is tested; the default one where none is named."""

    model: Annotated[str, AfterValidator(model_name)] | None = None


class ConnectionTask(Entity):
    """Names the stored test; the function that may use the model does the rest."""

    version: int = 1
    task: Literal["test_connection"] = "test_connection"
    tenant_id: str
    test_id: str


def verdict_of(probes: tuple[Probe, ...]) -> Verdict:
    """What the results come to. Pictures are no condition: an app can be built without them."""
    works = {probe.name for probe in probes if probe.status is ProbeStatus.WORKS}
    fails = {probe.name for probe in probes if probe.status is ProbeStatus.FAILS}
    if "tool_call" not in works:
        return "unusable"
    return "limited" if fails else "ready"
