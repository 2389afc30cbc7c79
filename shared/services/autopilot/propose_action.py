"""A person's words as something that they may confirm: what would be done, and what it may cost. Nothing is started."""

from typing import Annotated, NamedTuple

from pydantic import BaseModel, StringConstraints

from shared.domain.apps.app import App, AutonomyMode
from shared.domain.autopilot.intent import Intent, IntentName, IntentTask
from shared.domain.autopilot.plain_intent import plain_intent, without_doubt
from shared.domain.autopilot.said_mode import said_mode
from shared.domain.autopilot.which_phase import OVER, phase_to_start
from shared.domain.base import Input
from shared.domain.errors import AppError, Unavailable
from shared.domain.identity import Principal
from shared.domain.planning.needs import in_their_order, needy_parts
from shared.domain.planning.proposal import ChangeKind
from shared.domain.planning.words import Need
from shared.domain.spending.spending import dollars_of
from shared.ports.engine import MessageWriter
from shared.services.autopilot.control import Action
from shared.services.autopilot.explain_plan import estimate
from shared.services.get_app import get_app
from shared.services.loop_ports import LoopPorts
from shared.services.planning.change_plan import read_plan
from shared.services.planning.ingest.jobs import JobEngine
from shared.services.planning.propose.ask_change import MESSAGE_MOST, ChangeRequest, ask_change

_PARTS = 5
_ACTIONS: dict[IntentName, Action] = {
    "START_BUILD": "start",
    "CONTINUE_BUILD": "continue",
    "PAUSE_AUTOPILOT": "pause",
}
_CHANGES: dict[IntentName, ChangeKind] = {"ADJUST_PLAN": "ADJUST_PLAN", "UPDATE_REQUIREMENTS": "UPDATE_REQUIREMENTS"}


class Said(Input):
    """A person's words. `rules_only`: no model is asked, so what is no plain order is a question at once."""

    message: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=32_768)]
    rules_only: bool = False


class Proposal(BaseModel):
    """What `POST /projects/{id}/autopilot` would be sent: `words` are for the button, `estimated_usd` for its price,
    null where the model in use has none. `mode`: what the person said of how much it may do by itself.

    `phase_title`: of the phase that it would work at. `needs`: what that needs and a published app here has not, and
    `needy_parts` the first of its parts that do: the phase itself where all of it does.
    """

    action: Action
    phase_node_id: str | None
    phase_title: str | None = None
    words: str
    tasks: int
    estimated_usd: float | None
    mode: AutonomyMode | None = None
    needs: tuple[Need, ...] = ()
    needy_parts: tuple[str, ...] = ()


class ChangeStarted(BaseModel):
    """A change of the plan or its document that is being written as a proposal: `GET /blueprints/{id}/proposal` has it,
    and `.../proposal/apply` with this `round` confirms it.
    """

    blueprint_id: str
    round: int
    kind: ChangeKind
    cost_cap_usd: float


class ReadIntent(BaseModel):
    """Without a `proposal` and a `change` the message is one for the chat; `why` may say what was missing."""

    intent: IntentName
    confidence: float
    notes: str
    why: str | None
    proposal: Proposal | None
    change: ChangeStarted | None = None


class Asking(NamedTuple):
    """Who reads a message, and what a change of the plan is written with."""

    messages: MessageWriter | None
    jobs: JobEngine


def propose_action(*, principal: Principal, app_id: str, said: Said, ports: LoopPorts, asking: Asking) -> ReadIntent:
    """A question when no model can say. NotFound for a project of somebody else."""
    app = get_app(principal=principal, app_id=app_id, apps=ports.apps)
    intent = _intent(app, said, asking.messages)
    if (kind := _CHANGES.get(intent.intent)) is not None:
        return _change(app, kind, intent, said, principal, ports, asking)
    action = _ACTIONS.get(intent.intent)
    proposal = _proposal(app, action, said.message, ports) if action is not None else None
    return ReadIntent(**intent.model_dump(), proposal=proposal)


def _change(
    app: App, kind: ChangeKind, intent: Intent, said: Said, principal: Principal, ports: LoopPorts, asking: Asking
) -> ReadIntent:
    """With the proposal that is being written, or why there is none."""
    read = ReadIntent(**intent.model_dump(), proposal=None)
    if app.active_blueprint_id is None:
        return read.model_copy(update={"why": "The project has no active blueprint whose plan could be changed."})
    try:
        request = ChangeRequest(message=said.message[:MESSAGE_MOST], kind=kind)
        job = ask_change(
            principal=principal, blueprint_id=app.active_blueprint_id, request=request, ports=ports, engine=asking.jobs
        )
    except AppError as error:
        return read.model_copy(update={"why": error.message})
    change = ChangeStarted(
        blueprint_id=job.blueprint_id, round=job.round, kind=kind, cost_cap_usd=dollars_of(job.cost_cap)
    )
    return read.model_copy(update={"change": change})


def _intent(app: App, said: Said, messages: MessageWriter | None) -> Intent:
    """Plain orders are read without a model, what is doubtful is none. How much it may do is no part of an order."""
    rest = said_mode(said.message).rest
    if (plain := plain_intent(rest)) is not None:
        return plain
    if said.rules_only:
        return Intent()
    if messages is None:
        return Intent(why="No model can be asked here.")
    try:
        read = messages.read_intent(IntentTask(tenant_id=app.tenant_id, app_id=app.id, message=said.message))
    except Unavailable as error:
        return Intent(why=error.message)
    return without_doubt(rest, read)


def _proposal(app: App, action: Action, message: str, ports: LoopPorts) -> Proposal | None:
    """None where there is no phase to work at, or none of the number that is said. To go on after the last task of a
    phase is to start the next one.
    """
    if action == "pause":
        return Proposal(action=action, phase_node_id=None, words="Pause the autopilot", tasks=0, estimated_usd=0)
    plan, active = read_plan(app, ports), app.active_phase_node_id
    phase = phase_to_start(plan, active, message if action == "start" else "")
    if phase is None:
        return None
    if phase.id != active:
        action = "start"
    left = sum(task.state not in OVER for task in plan.tasks_in(phase.id))
    row = ports.autopilots.get(app.tenant_id, app.id).at(phase.id, ports.clock.now())
    cost = estimate(app, row, left, ports)
    words = f"{'Start' if action == 'start' else 'Go on with'} {phase.title}"
    named = phase.id if action == "start" else None
    needy = needy_parts(plan.children, phase)
    return Proposal(
        action=action,
        phase_node_id=named,
        phase_title=phase.title,
        words=words,
        tasks=left,
        estimated_usd=None if cost is None else round(dollars_of(cost), 2),
        mode=_mode(app, message),
        needs=in_their_order(need for one in needy for need in one.needs),
        needy_parts=tuple(one.root.title for one in needy[:_PARTS]),
    )


def _mode(app: App, message: str) -> AutonomyMode | None:
    """What only suggests asks before each change, too: to be asked loosens nothing."""
    mode = said_mode(message).mode
    return None if mode == "semi_auto" and app.autonomy_mode == "suggest" else mode
