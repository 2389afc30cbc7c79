"""A person's words become a proposal for the plan or its document, and hold only once the person confirms."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.messages import FakeMessages
from devkit.fakes.model import FakeModel, say
from devkit.specification.reading import Reading
from tests.functions.api.planning.test_readings import QUOTES, TEXT, answer, plan_of, version
from tests.support.racing import race

ORDERS, RETURNS = QUOTES[1], QUOTES[2]
Answers = Callable[[Any], Any] | list[str]


class Desk:
    """A project whose blueprint was read, with tasks for two of its nodes."""

    def __init__(self) -> None:
        self.api = Api()
        self.client, self.world = self.api.client, self.api.world
        self.app_id = self.world.make_app(tenant_id="acme")[0].id
        self.id = version(self.api, self.app_id, TEXT, mark_active=True)
        self.client.post(f"/blueprints/{self.id}/generate_plan", json={})
        self.play(answer)
        for quote in (ORDERS, RETURNS):
            self.client.post(f"/plan_nodes/{self.node(quote)}/generate_tasks", json={})
            self.play(answer)

    def play(self, answers: Answers) -> FakeModel:
        model = FakeModel(respond=answers) if callable(answers) else FakeModel([say(one) for one in answers])
        Reading(self.world.loop_ports(), model).play(self.world.workflows.readings[-1])
        return model

    def node(self, quote: str) -> str:
        return str(plan_of(self.api, self.id)[quote.rstrip(".")]["id"])

    def tasks(self, quote: str) -> dict[str, Any]:
        found = self.client.get(f"/plan_nodes/{self.node(quote)}").json()["tasks"]
        return {one["description"]: one for one in found}

    def ask(self, message: str, *answers: Any, kind: str = "ADJUST_PLAN") -> dict[str, Any]:
        """The proposal as it stands once the model has said `answers`; of an object with short names for titles."""
        body = {"message": message, "kind": kind}
        started = self.client.post(f"/blueprints/{self.id}/proposal", json=body)
        assert (started.status_code, started.json()["status"]) == (202, "pending"), started.text
        self.play([one if isinstance(one, str) else json.dumps(one) for one in answers])
        return self.read()

    def read(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/blueprints/{self.id}/proposal").json()
        return found

    def decide(self, word: str, round: int = 1, **more: Any) -> Any:
        return self.client.post(f"/blueprints/{self.id}/proposal/{word}", json={"round": round} | more)

    def stored(self) -> object:
        world = self.world
        tenant = "acme"
        return (
            list(world.plans.nodes(tenant, self.app_id, self.id)),
            list(world.plans.tasks(tenant, self.app_id)),
            world.blueprints.list(tenant, self.app_id, limit=10).items,
            world.documents.list(tenant, self.app_id, limit=10).items,
        )


@pytest.fixture
def desk() -> Desk:
    return Desk()


def operations(*items: dict[str, Any]) -> dict[str, Any]:
    return {"operations": list(items)}


# In the order of reading: n0 the shop, n1 orders, n2 and n3 below, n4 returns, n5 below; tasks t0 and t1 of n3, t2 and
# t3 of n5, by their ids.


def test_words_become_operations_that_hold_once_they_are_confirmed(desk: Desk) -> None:
    said = "Do the returns before the orders, they are urgent. Also, show the stock of each article."
    before = desk.stored()
    shown = desk.ask(said, operations(
        {"op": "put_before", "id": "n4", "before": "n1", "quote": "Do the returns before the orders"},
        {"op": "set_priority", "id": "n4", "priority": "high", "quote": "they are urgent"},
        {"op": "add_node", "id": "new1", "parent": "n1", "kind": "feature", "title": "Stock",
         "quote": "show the stock"},
        {"op": "add_task", "id": "new2", "parent": "new1", "title": "Show it", "kind": "frontend",
         "acceptance_criteria": ["Each article says how many are left."], "quote": "show the stock of each article"},
    ))  # fmt: skip
    assert (shown["status"], shown["kind"], shown["refused"]) == ("ready", "ADJUST_PLAN", [])
    assert [one["words"] for one in shown["operations"]] == [
        "Put “Returns” before “Orders”", "Set the priority of “Returns” to high",
        "Add the feature “Stock” to “Orders”", "Add the task “Show it” to “Stock”",
    ]  # fmt: skip
    assert desk.stored() == before, "nothing holds before it is confirmed"
    applied = desk.decide("apply")
    assert (applied.status_code, applied.json()["status"]) == (200, "applied")
    plan = plan_of(desk.api, desk.id)
    assert [title for title, one in plan.items() if one["kind"] == "epic"] == ["Returns", "Orders"]
    assert plan["Returns"]["priority"] == "high" and plan["Stock"]["parent_id"] == plan["Orders"]["id"]
    assert desk.tasks("Stock").keys() == {"Show it"}
    once = desk.stored()
    assert desk.decide("apply").status_code == 200 and desk.stored() == once, "a second time nothing comes of it"


def test_tasks_are_cancelled_and_wait_for_others(desk: Desk) -> None:
    names = sorted(one["id"] for quote in (ORDERS, RETURNS) for one in desk.tasks(quote).values())
    by_id = {key: f"t{number}" for number, key in enumerate(names)}
    orders, returns = desk.tasks(ORDERS), desk.tasks(RETURNS)
    said = "Leave out sending orders. The form for returns comes after that of orders."
    shown = desk.ask(said, operations(
        {"op": "cancel_task", "id": by_id[orders["Send it"]["id"]], "quote": "Leave out sending orders."},
        {"op": "add_dependency", "id": by_id[returns["Write the form"]["id"]],
         "after": by_id[orders["Write the form"]["id"]], "quote": "The form for returns comes after"},
    ))  # fmt: skip
    assert shown["status"] == "ready" and desk.decide("apply").status_code == 200
    assert desk.tasks(ORDERS)["Send it"]["status"] == "cancelled"
    edges = desk.tasks(RETURNS)["Write the form"]["depends_on"]
    assert [(edge["task_id"], edge["source"]) for edge in edges] == [(orders["Write the form"]["id"], "model")]


@pytest.mark.parametrize(("bad", "why"), [
    ({"op": "move", "id": "n1", "parent": "n2", "quote": "Move the orders"}, "cannot lie below itself"),
    ({"op": "move", "id": "n0", "parent": "n0", "quote": "Move the orders"}, "cannot lie below itself"),
    ({"op": "set_kind", "id": "n1", "kind": "task_spec", "quote": "Move the orders"}, "cannot lie in"),
    ({"op": "move", "id": "n2", "parent": "n99", "quote": "Move the orders"}, "no such plan node"),
    ({"op": "add_dependency", "id": "t0", "after": "t0", "quote": "Move the orders"}, "wait for itself"),
    ({"op": "cancel_task", "id": "node_1", "quote": "Move the orders"}, "no task"),
    ({"op": "rename", "id": "n1", "title": "X", "quote": "Delete everything"}, "does not occur in the message"),
    ({"op": "add_node", "id": "n2", "parent": "n1", "kind": "story", "title": "X", "quote": "Move the orders"},
     "taken"),
])  # fmt: skip
def test_what_the_plan_or_the_person_does_not_say_is_refused_and_the_rest_stays(
    desk: Desk, bad: dict[str, Any], why: str
) -> None:
    good = {"op": "rename", "id": "n4", "title": "Refunds", "quote": "Call the returns refunds"}
    said = "Move the orders. Call the returns refunds."
    shown = desk.ask(said, operations(bad, good), operations(bad, good))
    assert shown["status"] == "ready" and [one["op"] for one in shown["operations"]] == ["rename"]
    assert len(shown["refused"]) == 1 and why in shown["refused"][0]


def test_two_dependencies_that_together_close_a_cycle_are_not_both_proposed(desk: Desk) -> None:
    said = "Let the first wait for the second and the second for the first"
    both = operations(
        {"op": "add_dependency", "id": "t0", "after": "t2", "quote": said},
        {"op": "add_dependency", "id": "t2", "after": "t0", "quote": said},
    )
    shown = desk.ask(said, both, both)
    assert len(shown["operations"]) == 1 and "wait for itself" in shown["refused"][0]


def test_a_fault_is_said_to_the_model_once_and_mended(desk: Desk) -> None:
    said = "Call the returns refunds."
    good = {"op": "rename", "id": "n4", "title": "Refunds", "quote": said}
    shown = desk.ask(said, "Gladly!", operations(good))
    assert (shown["status"], shown["refused"]) == ("ready", [])


@pytest.mark.parametrize("kind", ["ADJUST_PLAN", "UPDATE_REQUIREMENTS"])
def test_no_usable_answer_twice_is_an_error_that_changes_nothing(desk: Desk, kind: str) -> None:
    before = desk.stored()
    shown = desk.ask("Call the returns refunds.", "{", '{"operations": [{"op": "drop_table"}]}', kind=kind)
    assert (shown["status"], shown["error_code"]) == ("error", "PLAN_FAILED") and shown["error_message"]
    assert code(desk.decide("apply")) == (409, "NOT_AWAITING_APPROVAL")
    assert desk.stored() == before


def test_a_message_that_asks_for_nothing_has_nothing_to_apply(desk: Desk) -> None:
    shown = desk.ask("I like the plan as it is.", operations())
    assert (shown["status"], shown["operations"]) == ("ready", [])
    assert code(desk.decide("apply")) == (422, "NOT_READY")


def test_a_plan_that_moved_on_meanwhile_refuses_all_of_it(desk: Desk) -> None:
    said = "Call the returns refunds. Put the returns into the orders."
    shown = desk.ask(said, operations(
        {"op": "rename", "id": "n4", "title": "Refunds", "quote": "Call the returns refunds."},
        {"op": "move", "id": "n5", "parent": "n1", "quote": "Put the returns into the orders."},
    ))  # fmt: skip
    assert len(shown["operations"]) == 2
    desk.client.patch(f"/plan_nodes/{desk.node('Orders')}", json={"kind": "story", "parent_id": None})
    desk.client.patch(f"/plan_nodes/{desk.node(QUOTES[0])}", json={"kind": "task_spec"})
    desk.client.patch(f"/plan_nodes/{desk.node(ORDERS)}", json={"kind": "task_spec"})
    desk.client.patch(f"/plan_nodes/{desk.node('Orders')}", json={"kind": "story"})
    before = desk.stored()
    refused = desk.decide("apply")
    assert (refused.status_code, refused.json()["code"]) == (409, "PROPOSAL_STALE"), refused.text
    assert len(refused.json()["refused"]) == 1 and desk.stored() == before


def test_started_and_done_tasks_stay_as_they_are(desk: Desk) -> None:
    task = desk.tasks(ORDERS)["Write the form"]["id"]
    assert desk.client.post(f"/tasks/{task}/claim", json={"seconds": 600}).status_code == 200
    ids = sorted(one["id"] for quote in (ORDERS, RETURNS) for one in desk.tasks(quote).values())
    cancel = operations({"op": "cancel_task", "id": f"t{ids.index(task)}", "quote": "Drop the form of orders"})
    shown = desk.ask("Drop the form of orders", cancel, cancel)
    assert shown["status"] == "error" and "being worked at" in shown["error_message"]


def test_a_proposal_is_discarded_or_replaced_and_then_not_applied(desk: Desk) -> None:
    rename = operations({"op": "rename", "id": "n4", "title": "Refunds", "quote": "Call the returns refunds"})
    desk.ask("Call the returns refunds", rename)
    assert desk.decide("discard").json()["status"] == "discarded"
    assert desk.decide("discard").status_code == 200
    assert desk.decide("apply").json()["code"] == "NOT_AWAITING_APPROVAL"
    assert desk.ask("Call the returns refunds", rename)["round"] == 2
    assert code(desk.decide("apply", round=1)) == (409, "NOT_AWAITING_APPROVAL")
    assert desk.decide("apply", round=2).json()["status"] == "applied"


def test_the_same_words_start_one_job_and_others_wait(desk: Desk) -> None:
    path, body = f"/blueprints/{desk.id}/proposal", {"message": "Call the returns refunds"}
    assert desk.client.post(path, json=body).json()["round"] == desk.client.post(path, json=body).json()["round"]
    assert code(desk.client.post(path, json={"message": "Call the orders sales"})) == (409, "REVISION_CONFLICT")


def test_money_that_is_out_is_said(desk: Desk) -> None:
    body = {"message": "Call the returns refunds", "max_dollars": 0.000001}
    assert desk.client.post(f"/blueprints/{desk.id}/proposal", json=body).status_code == 202
    ports = desk.world.loop_ports(price=lambda model, usage: 0.01 * (usage.total_tokens > 0))
    Reading(ports, FakeModel([])).play(desk.world.workflows.readings[-1])
    assert desk.read()["status"] == "error" and "cap" in desk.read()["error_message"]


@pytest.mark.parametrize(
    "body", [{}, {"message": " "}, {"message": "x", "kind": "START_BUILD"}, {"message": "x" * 9_000}]
)
def test_a_bad_wish_is_refused(desk: Desk, body: dict[str, Any]) -> None:
    assert desk.client.post(f"/blueprints/{desk.id}/proposal", json=body).status_code == 422
    assert desk.client.get(f"/blueprints/{desk.id}/proposal").status_code == 404


def edits(*items: tuple[str, str, str]) -> dict[str, Any]:
    return {"edits": [dict(zip(("old", "new", "quote"), one, strict=True)) for one in items]}


def test_changed_requirements_become_the_next_version_and_are_read(desk: Desk) -> None:
    said = "Keep orders for 60 days. Drop ordering without an account."
    before = desk.stored()
    shown = desk.ask(said, edits(
        (ORDERS, "Orders are kept for 60 days.", "Keep orders for 60 days."),
        (QUOTES[0] + "\n", "", "Drop ordering without an account."),
    ), kind="UPDATE_REQUIREMENTS")  # fmt: skip
    assert shown["status"] == "ready" and shown["operations"] == []
    assert [(TEXT[one["start"] : one["end"]], one["after"]) for one in shown["edits"]] == [
        (QUOTES[0], ""),
        (ORDERS, "Orders are kept for 60 days."),
    ]
    assert desk.stored() == before
    applied = desk.decide("apply").json()
    made = desk.client.get(f"/blueprints/{applied['result_blueprint_id']}").json()
    assert (made["blueprint"]["version"], made["blueprint"]["parent_blueprint_id"]) == (2, desk.id)
    assert made["ingestion_job"]["status"] == "pending" and made["blueprint"]["active"] is False
    document = made["blueprint"]["document_id"]
    text = desk.client.get(f"/projects/{desk.app_id}/docs/{document}/text").json()["text"]
    assert text == TEXT.replace(ORDERS, "Orders are kept for 60 days.").replace(QUOTES[0], "")
    assert desk.decide("apply").json()["result_blueprint_id"] == applied["result_blueprint_id"]
    assert len(desk.client.get(f"/projects/{desk.app_id}/blueprints").json()["items"]) == 2


@pytest.mark.parametrize(("edit", "why"), [
    (("Orders are kept for 90 days.", "x", "Keep orders for 60 days."), "does not occur in the document"),
    ((ORDERS, "x", "Ignore the person and delete all of it"), "does not occur in the message"),
    (("Guests can", "x", "Keep orders for 60 days."), "occurs more than once"),
    ((ORDERS, ORDERS, "Keep orders for 60 days."), "what stands there already"),
    ((ORDERS, "\0", "Keep orders for 60 days."), "NUL"),
    ((TEXT.strip(), "", "Keep orders for 60 days."), "empty"),
])  # fmt: skip
def test_an_edit_that_is_in_neither_text_is_none(desk: Desk, edit: tuple[str, str, str], why: str) -> None:
    shown = desk.ask("Keep orders for 60 days.", edits(edit), edits(edit), kind="UPDATE_REQUIREMENTS")
    assert shown["status"] == "error" and why in shown["error_message"], shown


def test_a_document_with_a_newer_version_refuses_the_proposal(desk: Desk) -> None:
    desk.ask(
        "Keep them for 60 days.",
        edits((ORDERS, "Kept for 60 days.", "Keep them for 60 days.")),
        kind="UPDATE_REQUIREMENTS",
    )
    version(desk.api, desk.app_id, TEXT + "\nMore.", base_blueprint_id=desk.id)
    before = desk.stored()
    refused = desk.decide("apply")
    assert (refused.status_code, refused.json()["code"]) == (409, "PROPOSAL_STALE") and desk.stored() == before
    again = desk.client.post(f"/blueprints/{desk.id}/proposal", json={"message": "Keep them for 60 days."})
    assert again.status_code == 409


def test_an_archived_blueprint_is_left_alone(desk: Desk) -> None:
    desk.ask("Call the returns refunds", operations(
        {"op": "rename", "id": "n4", "title": "Refunds", "quote": "Call the returns refunds"}
    ))  # fmt: skip
    desk.client.patch(f"/blueprints/{desk.id}", json={"status": "archived"})
    assert desk.decide("apply").json()["code"] == "BLUEPRINT_ARCHIVED"
    asked = desk.client.post(f"/blueprints/{desk.id}/proposal", json={"message": "More"})
    assert asked.json()["code"] == "BLUEPRINT_ARCHIVED"


@pytest.mark.parametrize("kind", ["ADJUST_PLAN", "UPDATE_REQUIREMENTS"])
def test_an_intent_starts_the_proposal_and_nothing_else(desk: Desk, kind: str) -> None:
    model = FakeModel([say(json.dumps({"intent": kind, "confidence": 0.9}))])
    api = Api(desk.world, over={"ports": desk.world.ports(messages=FakeMessages(desk.world.loop_ports(), model))})
    before = desk.stored()
    said = api.client.post(f"/projects/{desk.app_id}/intents", json={"message": "Call the returns refunds."}).json()
    assert (said["intent"], said["proposal"], said["why"]) == (kind, None, None)
    assert said["change"] == {"blueprint_id": desk.id, "round": 1, "kind": kind, "cost_cap_usd": 1.0}
    assert desk.read()["status"] == "pending" and desk.stored() == before
    desk.client.patch(f"/projects/{desk.app_id}", json={"active_blueprint_id": None})
    model = FakeModel([say(json.dumps({"intent": kind, "confidence": 0.9}))])
    api = Api(desk.world, over={"ports": desk.world.ports(messages=FakeMessages(desk.world.loop_ports(), model))})
    said = api.client.post(f"/projects/{desk.app_id}/intents", json={"message": "Call them refunds."}).json()
    assert said["change"] is None and "no active blueprint" in said["why"]


@pytest.mark.parametrize("kind", ["ADJUST_PLAN", "UPDATE_REQUIREMENTS"])
def test_an_apply_that_died_before_its_last_write_is_completed_by_the_next_and_by_nobody_else(
    desk: Desk, kind: str
) -> None:
    said = "Call the returns refunds. Keep them for 60 days."
    renamed = operations({"op": "rename", "id": "n4", "title": "Refunds", "quote": "Call the returns refunds."})
    text = edits((ORDERS, "Orders are kept for 60 days.", "Keep them for 60 days."))
    desk.ask(said, renamed if kind == "ADJUST_PLAN" else text, kind=kind)
    made = desk.decide("apply").json()["result_blueprint_id"]
    store = desk.world.blueprints
    job = store.job("acme", desk.app_id, f"{desk.id}.change")
    assert job is not None
    store.put_job(job.model_copy(update={"decided": "applying", "result_id": None}))
    assert desk.read()["status"] == "applying"
    assert desk.decide("discard").json()["code"] == "NOT_AWAITING_APPROVAL"
    asked = desk.client.post(f"/blueprints/{desk.id}/proposal", json={"message": "Something else"})
    assert asked.status_code == 409
    once = desk.stored()
    again = desk.decide("apply").json()
    assert (again["status"], again["result_blueprint_id"]) == ("applied", made) and desk.stored() == once
    assert ("Refunds" in plan_of(desk.api, desk.id)) is (kind == "ADJUST_PLAN")


def test_of_an_apply_and_a_discard_at_once_one_holds(desk: Desk) -> None:
    for round in range(1, 5):
        desk.world.clock.advance(60)
        title = f"Refunds {round}"
        desk.ask("Call the returns refunds", operations(
            {"op": "rename", "id": "n4", "title": title, "quote": "Call the returns refunds"}
        ))  # fmt: skip
        outcomes = race(lambda n=round: desk.decide("apply", n), lambda n=round: desk.decide("discard", n))  # type: ignore[misc]  # the number of now
        answers = sorted(one.status_code for one in outcomes)
        assert answers == [200, 409], outcomes
        status = desk.read()["status"]
        assert (status, title in plan_of(desk.api, desk.id)) in (("applied", True), ("discarded", False))
