"""Tasks over HTTP: bad input first, then the seed's words, then what follows from the graph."""

from typing import Any

import pytest

from devkit.api.plans import Planned
from devkit.fakes.planned import a_blueprint, a_node, a_task
from devkit.fakes.samples import a_conversation, a_run, a_turn, an_app
from shared.domain.ids import new_id
from shared.domain.planning.plan_change import PlanChange, PlanGraph


def code(answer: Any) -> str:
    return str(answer["code"])


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"description": ""},
        {"description": "   "},
        {"description": "x" * 301},
        {"description": "two\nlines"},
        {"description": "pay \u202eylerus"},
        {"description": "Pay", "status": "done"},
        {"description": "Pay", "title": "Pay"},
        {"description": "Pay", "metadata_json": {"kind": "sales"}},
        {"description": "Pay", "metadata_json": {"estimated_effort": "XXL"}},
        {"description": "Pay", "metadata_json": {"dependencies": ["x"] * 101}},
        {"description": "Pay", "priority": 1},
        {"description": "Pay", "order_index": -1},
    ],
)
def test_a_task_that_is_none_is_refused(body: Any, planned: Planned) -> None:
    assert code(planned.post(f"/projects/{planned.app.id}/tasks", body, 422)) == "VALIDATION_FAILED"
    assert planned.get(f"/projects/{planned.app.id}/tasks")["items"] == []


def test_a_task_has_the_words_of_the_seed_and_ours(planned: Planned) -> None:
    node = planned.node("Phase 1")
    made = planned.task(
        "Write the cart", kind="backend", acceptance_criteria=["It adds up"], estimated_effort="S", risk_level="high",
        source_plan_node_id=node.id, dependencies=["Log in"], priority="high", expected_files=["src/cart.ts"],
    )  # fmt: skip
    assert made["project_id"] == planned.app.id
    assert (made["description"], made["status"], made["state"]) == ("Write the cart", "open", "open")
    assert made["ready"] is True
    assert made["metadata_json"] == {
        "kind": "backend", "acceptance_criteria": ["It adds up"], "dependencies": [], "estimated_effort": "S",
        "risk_level": "high", "source_plan_node_id": node.id, "unresolved_dependencies": ["Log in"],
    }  # fmt: skip
    assert (made["priority"], made["expected_files"]) == ("high", ["src/cart.ts"])
    assert made["blueprint_id"] == planned.blueprint.id
    assert planned.get(f"/tasks/{made['id']}") == {**made, "waits_for_first": []}
    again = planned.patch(f"/tasks/{made['id']}", {"metadata_json": made["metadata_json"]})
    assert again["metadata_json"] == made["metadata_json"]


def test_words_of_every_script_are_kept(planned: Planned) -> None:
    titles = ["أنشئ السلة", "購物車を作る", "Größe ändern", "🛒 cart"]
    for title in titles:
        assert planned.task(title)["description"] == title
    assert planned.task("Pay", dependencies=["أنشئ السلة"])["blocked_by"][0]["title"] == "أنشئ السلة"


def test_dependencies_are_found_by_id_title_and_beginning(planned: Planned) -> None:
    cart, login = planned.task("Write the cart"), planned.task("Log in with Google")
    order = planned.task("Order", dependencies=[cart["id"], "log in WITH google", "Pay"])
    assert [edge["task_id"] for edge in order["depends_on"]] == [cart["id"], login["id"]]
    assert order["metadata_json"]["unresolved_dependencies"] == ["Pay"]
    assert (order["status"], order["ready"]) == ("blocked", False)
    pay = planned.task("Pay")
    found = planned.get(f"/tasks/{order['id']}")
    assert found["metadata_json"]["dependencies"] == [cart["id"], login["id"], pay["id"]]
    assert found["metadata_json"]["unresolved_dependencies"] == []
    assert [one["id"] for one in found["waits_for_first"]] == [cart["id"], login["id"], pay["id"]]


def test_a_cycle_is_refused_with_the_way_round(planned: Planned) -> None:
    first = planned.task("First")
    second = planned.task("Second", dependencies=["First"])
    third = planned.task("Third", dependencies=["Second"])
    refused = planned.patch(f"/tasks/{first['id']}", {"metadata_json": {"dependencies": ["Third"]}}, 422)
    assert code(refused) == "PLAN_CYCLE" and "First → Third → Second → First" in refused["detail"]
    assert refused["cycle"] == [first["id"], third["id"], second["id"], first["id"]]
    own = planned.patch(f"/tasks/{first['id']}", {"metadata_json": {"dependencies": [first["id"]]}}, 422)
    assert code(own) == "PLAN_CYCLE"
    assert planned.get(f"/tasks/{first['id']}")["depends_on"] == []


def test_what_is_of_another_project_or_tenant_is_not_found(planned: Planned) -> None:
    other = an_app(tenant_id=planned.app.tenant_id)
    planned.world.apps.create(other)
    theirs = planned.world.plans.put(PlanChange(tasks=[a_task(other)], nodes=[a_node(a_blueprint(other))]))
    task, node = theirs.tasks[0], theirs.nodes[0]
    mine = planned.task("Pay")
    for body in ({"dependencies": [task.id]}, {"dependencies": [new_id("task")]}, {"source_plan_node_id": node.id}):
        assert code(planned.task("Cart", 404, **body)) == "NOT_FOUND"
        assert code(planned.patch(f"/tasks/{mine['id']}", {"metadata_json": body}, 404)) == "NOT_FOUND"
    for query in ({"node": node.id}, {"phase": node.id}, {"node": "odd"}):
        assert code(planned.get(f"/projects/{planned.app.id}/tasks", 404, **query)) == "NOT_FOUND"
    rival = planned.api.as_tenant("rival")
    for method, path in (("GET", ""), ("PATCH", ""), ("DELETE", ""), ("POST", "/claim"), ("GET", "/impact")):
        body = {} if method in ("PATCH", "POST") else None
        assert rival.request(method, f"/tasks/{mine['id']}{path}", json=body).status_code == 404
    assert planned.get(f"/projects/{planned.app.id}/tasks")["items"][0]["id"] == mine["id"]


def test_tasks_of_a_deleted_project_are_gone(planned: Planned) -> None:
    made = planned.task("Pay")
    assert planned.api.client.delete(f"/projects/{planned.app.id}").status_code == 204
    assert code(planned.get(f"/tasks/{made['id']}", 404)) == "NOT_FOUND"
    assert code(planned.patch(f"/tasks/{made['id']}", {"priority": "low"}, 404)) == "NOT_FOUND"


def test_done_is_shown_by_a_built_revision(planned: Planned) -> None:
    made, after = planned.task("Cart"), planned.task("Pay", dependencies=["Cart"])
    path = f"/tasks/{made['id']}"
    said = planned.patch(path, {"status": "done"})
    assert (said["status"], said["unproven"], said["evidence"]) == ("done", True, [])
    blocked = planned.get(f"/tasks/{after['id']}")
    assert (blocked["status"], blocked["blocked_by"][0]["reason"]) == ("blocked", "unproven")
    shown = planned.patch(path, {"evidence": {"revision_id": planned.revision.id}})
    assert (shown["status"], shown["unproven"]) == ("done", False)
    assert shown["evidence"][0]["build_id"] == planned.revision.build_id
    assert planned.get(f"/tasks/{after['id']}")["ready"] is True
    reopened = planned.patch(path, {"status": "open"})
    assert (reopened["status"], reopened["unproven"]) == ("open", False)
    assert planned.get(f"/tasks/{after['id']}")["ready"] is False


def test_a_revision_that_failed_shows_nothing_and_a_program_needs_one(planned: Planned) -> None:
    failed = planned.world.add_revision(planned.app, {"index.html": b"x"}, status="failed")
    made = planned.task("Cart")
    path = f"/tasks/{made['id']}"
    body = {"status": "done", "evidence": {"revision_id": failed.id}}
    assert code(planned.patch(path, body, 422)) == "EVIDENCE_REQUIRED"
    unknown = {"status": "done", "evidence": {"revision_id": new_id("rev")}}
    assert code(planned.patch(path, unknown, 404)) == "NOT_FOUND"
    key = planned.post("/admin/api-keys", {"name": "CI", "scopes": ["apps:write"]})["key"]
    program = {"Authorization": f"Bearer {key}"}
    refused = planned.api.anonymous.patch(path, json={"status": "done"}, headers=program)
    assert (refused.status_code, code(refused.json())) == (422, "EVIDENCE_REQUIRED")
    good = {"status": "done", "evidence": {"revision_id": planned.revision.id}}
    assert planned.api.anonymous.patch(path, json=good, headers=program).json()["unproven"] is False


def test_of_a_program_evidence_decides_and_of_a_person_their_word(planned: Planned) -> None:
    made = planned.task("Cart", acceptance_criteria=["It adds up all prices"])
    after = planned.task("Pay", dependencies=["Cart"])
    path = f"/tasks/{made['id']}"
    key = planned.post("/admin/api-keys", {"name": "CI", "scopes": ["apps:write"]})["key"]
    program = {"Authorization": f"Bearer {key}"}
    body = {"status": "done", "evidence": {"revision_id": planned.revision.id}}
    built = planned.api.anonymous.patch(path, json=body, headers=program).json()
    assert (built["status"], built["state"], built["unshown"]) == (
        "in_progress",
        "in_review",
        ["It adds up all prices"],
    )
    assert planned.get(f"/tasks/{after['id']}")["ready"] is True, "what waits for it builds on what is there"
    following = planned.get(f"/projects/{planned.app.id}/next_tasks")
    assert [one["id"] for one in following["items"]] == [after["id"]]
    assert following["to_confirm"] == {"count": 1, "tasks": [{"id": made["id"], "description": "Cart"}]}
    again = planned.api.anonymous.patch(path, json={"status": "done"}, headers=program)
    assert code(again.json()) == "EVIDENCE_REQUIRED"
    said = planned.patch(path, {"status": "done"})
    assert (said["status"], said["unproven"], said["confirmed"]["by"]) == ("done", False, "user-1")
    opened = planned.patch(path, {"status": "open"})
    assert (opened["confirmed"], opened["evidence"][0]["withdrawn"]["reason"]) == (None, "reopened")
    assert planned.get(f"/tasks/{after['id']}")["ready"] is False


def test_only_what_is_left_to_confirm_is_a_reason_of_its_own(planned: Planned) -> None:
    made = planned.task("Cart", acceptance_criteria=["It adds up all prices"])
    planned.patch(f"/tasks/{made['id']}", {"status": "done", "evidence": {"revision_id": planned.revision.id}})
    planned.patch(f"/tasks/{made['id']}", {"status": "open"})
    task = planned.world.plans.task(planned.app.tenant_id, made["id"])
    waiting = task.model_copy(update={"state": "in_review"})
    planned.world.plans.put(PlanChange(tasks=[waiting]))
    assert planned.get(f"/projects/{planned.app.id}/next_tasks")["reason"] == "to_confirm"


def test_evidence_of_another_project_is_not_found(planned: Planned) -> None:
    other, theirs = planned.world.make_app()
    run = a_run(other, base_revision_id=theirs.id)
    planned.world.runs.start(run, a_turn(run), a_conversation(run))
    path = f"/tasks/{planned.task('Cart')['id']}"
    mine = planned.revision.id
    strangers = {"revision_id": mine, "run_id": run.id}, {"revision_id": mine, "run_id": new_id("run")}
    for evidence in ({"revision_id": theirs.id}, *strangers):
        refused = planned.patch(path, {"status": "done", "evidence": evidence}, 404)
        assert code(refused) == "NOT_FOUND"
    kept = planned.get(path)
    assert (kept["status"], kept["evidence"]) == ("open", [])


def test_the_words_of_a_person(planned: Planned) -> None:
    path = f"/tasks/{planned.task('Cart')['id']}"
    started = planned.patch(path, {"status": "in_progress"})
    assert (started["status"], started["claim"]["holder"]) == ("in_progress", "user-1")
    assert code(planned.patch(path, {"status": "blocked"}, 422)) == "VALIDATION_FAILED"
    assert planned.patch(path, {"status": "cancelled"})["claim"] is None
    assert planned.get(path)["status"] == "cancelled"
    changed = planned.patch(path, {"status": "open", "description": "Basket", "priority": "low", "order_index": 3})
    assert (changed["description"], changed["priority"], changed["order_index"]) == ("Basket", "low", 3)


def test_a_stale_task_is_ready_again_when_somebody_has_looked_at_it(planned: Planned) -> None:
    task = a_task(planned.app, stale="The text says something else now.")
    planned.world.plans.put(PlanChange(tasks=[task]))
    found = planned.get(f"/tasks/{task.id}")
    assert (found["status"], found["ready"], found["stale"]) == ("open", False, "The text says something else now.")
    refused = planned.post(f"/tasks/{task.id}/claim", {}, 409)
    assert code(refused) == "TASK_NOT_READY" and "something else" in refused["detail"]
    assert planned.patch(f"/tasks/{task.id}", {"stale": None})["ready"] is True


def test_a_deleted_task_is_waited_for_no_more(planned: Planned) -> None:
    first = planned.task("First")
    second = planned.task("Second", dependencies=["First"])
    planned.patch(f"/tasks/{first['id']}", {"status": "in_progress"})
    held = planned.api.client.delete(f"/tasks/{first['id']}")
    assert (held.status_code, code(held.json())) == (409, "TASK_CLAIMED")
    planned.patch(f"/tasks/{first['id']}", {"status": "open"})
    assert planned.api.client.delete(f"/tasks/{first['id']}").status_code == 204
    left = planned.get(f"/tasks/{second['id']}")
    assert (left["depends_on"], left["ready"]) == ([], True)
    assert code(planned.get(f"/tasks/{first['id']}", 404)) == "NOT_FOUND"


def test_lists_filter_and_page(planned: Planned) -> None:
    phase = planned.node("Phase 1")
    feature = planned.node("Cart", phase)
    first = planned.task("First", source_plan_node_id=feature.id)
    second = planned.task("Second", source_plan_node_id=phase.id, dependencies=["First"])
    third = planned.task("Third")
    path = f"/projects/{planned.app.id}/tasks"

    def ids(**query: Any) -> list[str]:
        return [one["id"] for one in planned.get(path, **query)["items"]]

    assert ids() == [third["id"], second["id"], first["id"]]
    assert ids(phase=phase.id) == [second["id"], first["id"]]
    assert ids(node=phase.id) == [second["id"]]
    assert ids(status="blocked") == [second["id"]]
    assert ids(status="open", phase=phase.id) == [first["id"]]
    assert ids(status="cancelled") == []
    page = planned.get(path, limit=2)
    assert ids(limit=2, cursor=page["next_cursor"]) == [first["id"]]
    assert code(planned.get(path, 400, cursor="odd")) == "MALFORMED_REQUEST"
    assert code(planned.get(path, 422, status="waiting")) == "VALIDATION_FAILED"
    assert code(planned.get(path, 422, kind="docs")) == "VALIDATION_FAILED"


def test_lists_have_the_order_of_work_when_that_is_asked(planned: Planned) -> None:
    path = f"/projects/{planned.app.id}/tasks"
    later, phase = planned.node("Phase 2", order_index=1), planned.node("Phase 1")
    cart, pay = planned.node("Cart", phase), planned.node("Pay", phase, order_index=1)
    planned.task("Ship", source_plan_node_id=later.id, priority="high")
    planned.task("Of no part")
    planned.task("Paid", source_plan_node_id=pay.id)
    base = planned.task("Data", source_plan_node_id=pay.id, estimated_effort="XL")
    planned.task("Sum", source_plan_node_id=cart.id, dependencies=["Data"])
    planned.task("Empty", source_plan_node_id=cart.id)
    planned.task("All of it", source_plan_node_id=phase.id, dependencies=["Sum", "Paid"], priority="high")
    planned.patch(f"/projects/{planned.app.id}", {"active_blueprint_id": planned.blueprint.id})

    def titles(**query: Any) -> list[str]:
        return [one["description"] for one in planned.get(path, order="work", **query)["items"]]

    worked = ["Data", "Sum", "Paid", "All of it", "Empty", "Ship", "Of no part"]
    assert titles() == worked
    assert titles(phase=phase.id) == worked[:5] and titles(status="blocked") == ["Sum", "All of it"]
    page = planned.get(path, order="work", limit=2)
    assert titles(cursor=page["next_cursor"]) == worked[2:]
    planned.patch(f"/tasks/{base['id']}", {"status": "done"})
    assert titles()[0] == "Data", "what is over keeps its place"
    gone = page["items"][1]["id"]
    assert planned.api.client.delete(f"/tasks/{gone}").status_code == 204
    assert code(planned.get(path, 400, order="work", cursor=gone)) == "MALFORMED_REQUEST"
    assert code(planned.get(path, 422, order="oldest")) == "VALIDATION_FAILED"


def test_what_changing_a_task_would_do_is_known_before(planned: Planned) -> None:
    node = planned.node("Phase 1")
    first = planned.task("First", source_plan_node_id=node.id)
    second = planned.task("Second", dependencies=["First"])
    impact = planned.get(f"/tasks/{first['id']}/impact")
    assert impact["unblocks"] == {"count": 1, "tasks": [{"id": second["id"], "description": "Second"}]}
    assert impact["blocks"]["count"] == 1 and impact["stales"]["count"] == 2
    assert planned.get(f"/plan_nodes/{node.id}/impact") == impact


def test_a_project_has_no_more_tasks_than_a_plan_is_read_with(planned: Planned) -> None:
    graph = PlanGraph(tenant_id=planned.app.tenant_id, app_id=planned.app.id, tasks=10_000)
    planned.world.plans.put(PlanChange(graph=graph))
    assert code(planned.task("One more", 422)) == "PLAN_TOO_LARGE"


def test_what_happens_to_a_plan_is_reported(planned: Planned) -> None:
    made = planned.task("Pay")
    planned.patch(f"/tasks/{made['id']}", {"priority": "high"})
    assert planned.api.client.delete(f"/tasks/{made['id']}").status_code == 204
    noticed = planned.world.happenings.read("acme", after=0).items
    assert [entry.what.kind for entry in noticed][-3:] == ["plan_changed"] * 3
