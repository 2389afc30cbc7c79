"""A tenant's test of the connection to a model: started by an administrator, made where the model's key is, polled."""

from shared.domain.agent.model_messages import ModelRequest
from shared.domain.agent.model_profile import Profile
from shared.domain.agent.profile_points import points_of
from shared.domain.errors import BudgetExceeded, Conflict, ConnectionTestActive, FeatureDisabled, Invalid, Unavailable
from shared.domain.identity import Principal
from shared.domain.ids import new_id
from shared.domain.spending.connection import (
    UNTRIED,
    ConnectionTask,
    ConnectionTest,
    ConnectionWish,
    Probe,
    ServerForm,
    verdict_of,
)
from shared.domain.spending.connection_picture import colour_for
from shared.domain.spending.connection_status import ConnectionStatus
from shared.domain.spending.models import Models
from shared.domain.spending.spending import dollars_of
from shared.ports.clock import Clock
from shared.ports.connection_tests import ConnectionTestStore
from shared.ports.engine import MessageWriter
from shared.ports.model import ModelServer
from shared.services.loop_ports import LoopPorts
from shared.services.spending.ask_once import Payer, ask_once, hold_for
from shared.services.spending.check_budget import check_budget
from shared.services.spending.probe_model import ANSWER_TOKENS, ModelProbes, Reply, Sending

APP_OF_TESTS = "connection_test"
"""What the calls of tests count for in the place of an app: they are in the days of the tenant, and in no app."""


def start_connection_test(
    *,
    principal: Principal,
    wish: ConnectionWish,
    tests: ConnectionTestStore,
    writer: MessageWriter | None,
    ports: LoopPorts,
) -> ConnectionTest:
    """Store a new test and start it; at most one of a tenant runs at a time.

    Invalid for a model that is not listed, ConnectionTestActive while another test runs, BudgetExceeded without room.
    """
    if writer is None or not ports.switches.model_patch_generation:
        raise FeatureDisabled("The model is switched off in this deployment.")
    name = _listed(wish, ports.models)
    check_budget(
        principal.tenant_id,
        spending=ports.spending,
        limits=ports.limits,
        clock=ports.clock,
        unpriced=ports.models.price_of(name) is None,
    )
    now, before = ports.clock.now(), tests.find(principal.tenant_id)
    if before is not None and before.seen_at(now).is_open:
        raise ConnectionTestActive(f"A connection test of {before.model} is still running.")
    made = ConnectionTest(
        id=new_id("test", int(now.timestamp() * 1000)),
        tenant_id=principal.tenant_id,
        model=name,
        probes=UNTRIED,
        started_by=principal.subject,
        created_at=now,
        version=before.version if before else 0,
    )
    try:
        stored = tests.put(made)
    except Conflict:
        raise ConnectionTestActive("Another connection test was started at the same time.") from None
    try:
        writer.start_test(ConnectionTask(tenant_id=stored.tenant_id, test_id=stored.id))
    except Unavailable:
        tests.put(stored.model_copy(update={"status": ConnectionStatus.LOST, "ended_at": now}))
        raise
    return stored


def latest_connection_test(*, principal: Principal, tests: ConnectionTestStore, clock: Clock) -> ConnectionTest | None:
    """The latest test as far as it is; None before the first one."""
    found = tests.find(principal.tenant_id)
    return found.seen_at(clock.now()) if found else None


def run_connection_test(
    task: ConnectionTask, *, tests: ConnectionTestStore, model: ModelServer, ports: LoopPorts
) -> None:
    """Make the stored test. A second delivery of the task, and one of a test that is over, does nothing."""
    found = tests.find(task.tenant_id)
    if found is None or found.id != task.test_id or found.seen_at(ports.clock.now()).status != ConnectionStatus.QUEUED:
        return
    try:
        _Run(found, tests, model, ports).make()
    except Conflict:  # another delivery, or a newer test, has the row
        return


class _Run:
    """One test under way. Every step is stored, so that it can be followed."""

    def __init__(self, test: ConnectionTest, tests: ConnectionTestStore, model: ModelServer, ports: LoopPorts) -> None:
        self._test, self._tests, self._model, self._ports = test, tests, model, ports

    def make(self) -> None:
        name, models = self._test.model, self._ports.models
        before = form_of(self._model, name, models)
        self._store(self._test.model_copy(update={"status": ConnectionStatus.RUNNING, "form": before}))
        entry = models.find(name)
        probes = ModelProbes(
            model=name,
            ask=self._ask,
            form=lambda: self._model.profile(name),
            pictures=sending_of(name, models),
            colour=colour_for(self._test.id),
            output_limit=entry.output_limit if entry else None,
        )
        for probe in probes.run():
            self._store(self._with(probe, before))
        end = {"status": ConnectionStatus.DONE, "ended_at": self._ports.clock.now()}
        self._store(self._test.model_copy(update={**end, "verdict": verdict_of(self._test.probes)}))

    def _with(self, probe: Probe, before: ServerForm) -> ConnectionTest:
        now = form_of(self._model, self._test.model, self._ports.models)
        form = {"form": now, "learned": learned_between(before, now)}
        return self._test.with_probe(probe).model_copy(update=form)

    def _store(self, test: ConnectionTest) -> None:
        self._test = self._tests.put(test)

    def _ask(self, request: ModelRequest) -> Reply:
        """The request, reserved before and recorded after it like every call of a model."""
        payer = Payer(self._test.tenant_id, APP_OF_TESTS, self._test.id)
        hold = hold_for(request, payer, ANSWER_TOKENS, ports=self._ports)
        try:
            answered = ask_once(request, hold, ANSWER_TOKENS, model=self._model, ports=self._ports)
        except BudgetExceeded:
            return Reply(no_budget=True)
        cost = None if hold.unpriced else dollars_of(answered.cost)
        return Reply(answered.completed, answered.error, answered.used, cost)


def form_of(model: ModelServer, name: str, models: Models) -> ServerForm:
    """How requests to the model are written now; no pictures where runs send it none."""
    profile: Profile = model.profile(name)
    if not models.takes_images(name):
        profile = profile.model_copy(update={"pictures": False})
    points = points_of(profile) if model.wire == "chat" else ()
    return ServerForm(wire=model.wire, profile=points, left_out=tuple(sorted(profile.without)))


def learned_between(before: ServerForm, now: ServerForm) -> ServerForm | None:
    """What of the form is new; None when it is the same."""
    if before == now:
        return None
    points = tuple(point for point in now.profile if point not in before.profile)
    fields = tuple(field for field in now.left_out if field not in before.left_out)
    return ServerForm(wire=now.wire, profile=points, left_out=fields)


def sending_of(name: str, models: Models) -> Sending:
    """Whether runs send pictures to the model."""
    entry = models.find(name)
    return Sending(sends=models.takes_images(name), refuses=entry is not None and entry.images is False)


def _listed(wish: ConnectionWish, models: Models) -> str:
    name = wish.model or models.default
    if models.find(name) is None:
        raise Invalid(f"model: {name!r} is not offered here.")
    return name
