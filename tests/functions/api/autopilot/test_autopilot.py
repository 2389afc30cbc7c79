"""The manager over HTTP: its plan, ticks in the older API's words, starting and pausing, intents, the dashboard."""

import json
from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.messages import FakeMessages
from devkit.fakes.model import FakeModel, Reply, say
from devkit.fakes.planned import a_node
from devkit.loop import USER
from devkit.pilot import Pilot
from shared.domain.errors import Unavailable
from shared.domain.ids import first_id
from shared.domain.planning.plan_change import PlanChange
from shared.domain.runs.kpis import RunKpi

TWO = {"first": ("src/first.ts", ()), "second": ("src/second.ts", ("first",))}


class Stage:
    def __init__(
        self, *answers: Reply, fault: Unavailable | None = None, price: float | None = 0.001, **app: Any
    ) -> None:
        self.pilot = Pilot(TWO, **app)
        messages = FakeMessages(self.pilot.loop.ports, FakeModel(answers), fault)
        self.api = Api(
            self.pilot.world,
            over={"ports": self.pilot.world.ports(messages=messages, price=lambda model, usage: price)},
        )
        self.client = self.api.client

    def post(self, path: str, **body: Any) -> Any:
        return self.client.post(f"/projects/{self.pilot.app_id}/{path}", json=body)

    def get(self, path: str) -> Any:
        return self.client.get(f"/projects/{self.pilot.app_id}/{path}").json()


def test_ticks_answer_in_five_words_and_the_plan_says_how_far_it_is() -> None:
    stage = Stage()
    started = stage.post("autopilot_tick")
    assert (started.status_code, started.json()["status"]) == (200, "started_run")
    run_id = started.json()["run_id"]
    assert started.json()["details"]["run_id"] == run_id
    stage.pilot.lay_out()
    assert stage.post("autopilot_tick").json()["status"] == "advanced_run"
    plan = stage.get("manager/plan")
    assert plan["active_phase"]["title"] == "Phase 1"
    assert [run["id"] for run in plan["runs_in_progress"]] == [run_id]
    assert (plan["tasks_done"], plan["tasks_left"], plan["autopilot"]["pill"]) == (0, 2, "running")
    assert stage.post("autopilot_tick").json()["status"] == "nothing_to_do"
    stage.pilot.work()
    stage.pilot.rounds()
    plan = stage.get("manager/plan")
    assert (plan["tasks_done"], plan["tasks_left"], plan["next_tasks"], plan["estimated_usd"]) == (2, 0, [], 0)
    assert "2 of 2 tasks are done" in plan["summary"] and plan["autopilot"]["spent"]["phase_usd"] > 0


def test_a_person_is_waited_for_and_idle_has_a_reason() -> None:
    stage = Stage(mode="suggest")
    stage.post("autopilot_tick")
    stage.pilot.lay_out()
    waiting = stage.post("autopilot_tick").json()
    assert (waiting["status"], waiting["reason"]) == ("waiting_for_approval", "plan_waits")
    paused = stage.post("autopilot", action="pause")
    assert (paused.status_code, paused.json()["pill"], paused.json()["paused"]) == (200, "paused", True)
    assert stage.post("autopilot_tick").json()["status"] == "idle"
    going = stage.post("autopilot", action="continue", night_budget_usd=3).json()
    assert (going["paused"], going["spent"]["night_budget_usd"]) == (False, 3)


def test_pages_hear_what_it_says_once_and_a_person_who_goes_on_ends_that() -> None:
    stage = Stage(mode="suggest")
    stage.post("autopilot_tick")
    stage.pilot.lay_out()
    log = stage.pilot.world.happenings
    before = log.last("acme")
    for _ in range(3):
        stage.post("autopilot_tick")
    (said,) = (entry.what for entry in log.read("acme", after=before).items if entry.what.kind == "autopilot_ticked")
    assert (said.status, said.reason) == ("waiting_for_approval", "plan_waits") and said.run_id
    stage.post("autopilot", action="continue")
    assert stage.get("manager/plan")["autopilot"]["last_tick"] is None


def test_the_dashboard_has_everything_on_one_page() -> None:
    stage = Stage()
    stage.pilot.rounds()
    today = stage.pilot.world.clock.now().date()
    stage.pilot.world.kpis.record(RunKpi(
        tenant_id=USER.tenant_id, app_id=stage.pilot.app_id, run_id=first_id("run", today), day=today.isoformat(),
        ending="changed", troubled=False, compiled=True, first_word_ms=900, edit_seconds=60.0, cost=250_000,
    ))  # fmt: skip
    page = stage.get("dashboard")
    assert page["active_blueprint"]["title"] == "Shop" and page["active_phase"]["title"] == "Phase 1"
    assert page["tasks"] == {"open": 0, "in_progress": 0, "blocked": 0, "done": 2, "cancelled": 0}
    assert page["runs"] == {"in_progress": 0, "completed": 2, "failed": 0, "cancelled": 0}
    assert (page["autopilot"]["mode"], page["autopilot"]["last_tick"]["reason"]) == ("full_auto", "phase_done")
    assert len(page["decisions"]) == 2 and "## Active phases" in page["snapshot"] and "Phase 1" in page["snapshot"]
    assert page["snapshot"] == stage.get("snapshot")["summary_text"]
    progress = page["snapshot"].partition("## Recent progress\n")[2].partition("\n\n")[0].splitlines()
    assert progress == ["- second file:src/second.ts", "- first file:src/first.ts"], "tasks by their names, no orders"
    assert page["usage"] == stage.get("usage")["totals"] and page["usage"]["calls"] > 0
    assert page["kpis"] == stage.get("kpis")["totals"] and page["kpis"]["cost_usd"] == 0.25
    assert page["since"] == stage.get("kpis")["since"]


def answer(name: str, confidence: float = 0.9) -> Reply:
    return say(json.dumps({"intent": name, "confidence": confidence, "notes": "n"}))


@pytest.mark.parametrize(("name", "action"), [
    ("START_BUILD", "start"), ("CONTINUE_BUILD", "continue"), ("PAUSE_AUTOPILOT", "pause"),
])  # fmt: skip
def test_free_text_is_proposed_with_its_price_and_nothing_is_started(name: str, action: str) -> None:
    stage = Stage(answer(name))
    body = stage.post("intents", message="Let us build phase one").json()
    assert (body["intent"], body["proposal"]["action"]) == (name, action)
    assert (body["proposal"]["estimated_usd"] > 0) is (action != "pause")
    assert stage.pilot.row.runs == () and stage.pilot.world.workflows.ticks == []
    sent = {key: body["proposal"][key] for key in ("action", "phase_node_id") if body["proposal"][key]}
    assert stage.post("autopilot", **sent).status_code == 200


@pytest.mark.parametrize(("price", "estimate"), [(None, None), (0.0, 0)])
def test_what_a_model_without_a_price_costs_is_not_guessed(price: float | None, estimate: int | None) -> None:
    stage = Stage(price=price)
    plan = stage.get("manager/plan")
    money = plan["autopilot"]["spent"]
    assert (plan["estimated_usd"], money["priced"]) == (estimate, price is not None)
    assert (money["run_tokens"], money["run_model_calls"]) == (1_500_000, 60)
    proposal = stage.post("intents", message="start phase 1").json()["proposal"]
    assert (proposal["estimated_usd"], proposal["tasks"]) == (estimate, 2)


def test_an_order_says_how_much_it_may_do_by_itself_and_what_suggests_is_not_loosened() -> None:
    said = "start phase 1, and ask me before you change files"
    for mode, found in (("full_auto", "semi_auto"), ("suggest", None)):
        stage = Stage(mode=mode)
        proposal = stage.post("intents", message=said, rules_only=True).json()["proposal"]
        assert (proposal["action"], proposal["mode"]) == ("start", found)
        assert stage.post("intents", message="start phase 1").json()["proposal"]["mode"] is None


def test_what_was_just_started_is_running_before_its_first_look() -> None:
    stage = Stage()
    assert stage.get("manager/plan")["autopilot"]["pill"] == "idle"
    assert stage.post("autopilot", action="start").json()["pill"] == "running"
    assert stage.get("manager/plan")["autopilot"]["last_tick"] is None


@pytest.mark.parametrize("reply", [answer("START_BUILD", 0.5), answer("QUESTION"), answer("ADJUST_PLAN"), say("Hm.")])
def test_what_is_no_order_or_not_certain_proposes_nothing(reply: Reply) -> None:
    body = Stage(reply).post("intents", message="Why is it blue?").json()
    assert body["proposal"] is None


def test_without_a_model_a_message_is_a_question() -> None:
    body = Stage(fault=Unavailable("Nobody answers.")).post("intents", message="Is it going well so far?").json()
    assert (body["intent"], body["why"], body["proposal"]) == ("QUESTION", "Nobody answers.", None)


def test_a_plain_order_needs_no_model_and_names_its_phase() -> None:
    stage = Stage(fault=Unavailable("Nobody answers."))
    body = stage.post("intents", message="Please start phase 1!").json()
    assert (body["intent"], body["confidence"], body["why"]) == ("START_BUILD", 1.0, None)
    assert body["proposal"]["phase_node_id"] == stage.pilot.phase.id and body["proposal"]["words"] == "Start Phase 1"
    assert stage.post("intents", message="pausiere").json()["proposal"]["action"] == "pause"


def test_by_rules_alone_no_model_is_asked_and_a_question_is_one_at_once() -> None:
    stage = Stage()  # its model has no answer: to ask it would fail
    for message, intent in (("Starte Phase 1", "START_BUILD"), ("Make the button blue", "QUESTION")):
        body = stage.post("intents", message=message, rules_only=True).json()
        assert (body["intent"], body["why"], body["proposal"] is not None) == (intent, None, intent == "START_BUILD")
    nothing = stage.post("intents", message="start phase 7", rules_only=True).json()
    assert (nothing["intent"], nothing["proposal"]) == ("START_BUILD", None)


def test_to_go_on_after_a_phase_is_to_start_the_next_one() -> None:
    stage = Stage()
    blueprint = stage.pilot.world.blueprints.get(USER.tenant_id, stage.pilot.app_id, stage.pilot.phase.blueprint_id)
    second = a_node(blueprint, title="Phase 2: Payment", order_index=1)
    stage.pilot.world.plans.put(PlanChange(nodes=[second]))
    assert stage.post("intents", message="weiter").json()["proposal"]["action"] == "continue"
    stage.pilot.rounds()
    for message in ("weiter", "start"):
        proposal = stage.post("intents", message=message).json()["proposal"]
        assert (proposal["action"], proposal["phase_node_id"]) == ("start", second.id)


def test_a_phase_that_is_named_is_the_one_that_is_proposed() -> None:
    stage = Stage(answer("START_BUILD"))
    blueprint = stage.pilot.world.blueprints.get(USER.tenant_id, stage.pilot.app_id, stage.pilot.phase.blueprint_id)
    second = a_node(blueprint, title="Phase 2: Payment", order_index=1)
    stage.pilot.world.plans.put(PlanChange(nodes=[second]))
    for message in ("start phase 2", "We are ready, get going with Phase 2: payment"):
        assert stage.post("intents", message=message).json()["proposal"]["phase_node_id"] == second.id


def test_a_model_that_takes_a_negation_for_an_order_is_not_believed() -> None:
    body = Stage(answer("START_BUILD")).post("intents", message="Do not start phase 1 before I have read it").json()
    assert (body["intent"], body["proposal"]) == ("QUESTION", None)


@pytest.mark.parametrize(("path", "body"), [
    ("autopilot", {}), ("autopilot", {"action": "dance"}), ("autopilot", {"action": "start", "phase_budget_usd": -1}),
    ("autopilot", {"action": "pause", "phase_node_id": "node_1"}), ("intents", {"message": " "}),
    ("autopilot", {"action": "start", "mode": "off"}),
])  # fmt: skip
def test_bad_orders_are_refused_and_change_nothing(path: str, body: dict[str, Any]) -> None:
    stage = Stage(mode="off")
    assert code(stage.post(path, **body)) == (422, "VALIDATION_FAILED")
    assert stage.pilot.row.version == 0
