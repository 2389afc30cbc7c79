"""Plan nodes over HTTP: read beside their text, changed, moved, following their tasks."""

from typing import Any

import pytest

from devkit.api.plans import TEXT, Planned
from shared.domain.apps.project_state import StateChange
from shared.services.apps.change_state import change_state
from tests.support.racing import race


@pytest.mark.parametrize(
    "body",
    [
        {"title": ""},
        {"title": "a\u202eb"},
        {"summary": "a\x00b"},
        {"comment": "a\u202eb"},
        {"comment": "y" * 2_001},
        {"kind": "milestone"},
        {"status": "started"},
        {"priority": "urgent"},
        {"risk_level": "extreme"},
        {"order_index": -1},
        {"estimate_points": 1.5},
        {"extra_metadata": {"changed": True}},
        {"extra_metadata": {"colour": "red"}},
        {"blueprint_id": "bp_1"},
        {"needs": ["blockchain"]},
        {"needs": "server"},
        {"needs": ["server"] * 7},
        {"answer": "y" * 301},
        {"answer": "Yes", "title": "Other"},
    ],
)
def test_what_a_node_cannot_be_is_refused(body: Any, planned: Planned) -> None:
    node = planned.node("Phase 1")
    assert planned.patch(f"/plan_nodes/{node.id}", body, 422)["code"] == "VALIDATION_FAILED"
    assert planned.world.plans.node("acme", node.id) == node


def test_every_field_of_the_seed_is_changed(planned: Planned) -> None:
    path = f"/plan_nodes/{planned.node('Phase 1').id}"
    body = {
        "title": "Phase one", "summary": "First\nthen", "comment": "Mind phones\nfirst",
        "kind": "epic", "status": "in_progress", "priority": "high",
        "order_index": 4, "estimate_points": 8, "risk_level": "normal", "acceptance": ["It works"],
        "extra_metadata": {"auto_status_from_tasks": False, "file_path": "src/shop"},
    }  # fmt: skip
    changed = planned.patch(path, body)
    more = changed.pop("extra_metadata")
    assert {name: changed[name] for name in body if name != "extra_metadata"} == {
        name: value for name, value in body.items() if name != "extra_metadata"
    }
    assert more == {
        "auto_status_from_tasks": False,
        "file_path": "src/shop",
        "changed": False,
        "stale": None,
        "quoted": False,
    }
    assert planned.get(path)["title"] == "Phase one"
    assert planned.patch(path, {"risk_level": "medium", "estimate_points": None})["risk_level"] == "normal"


def test_words_are_changed_only_of_the_part_as_it_was_read(planned: Planned) -> None:
    path = f"/plan_nodes/{planned.node('Offer lapses after ten days').id}"
    read = planned.get(path)["version"]
    words = {
        "title": "Offer lapses after 14 days",
        "summary": "As the board says.",
        "acceptance": ["It lapses on day 15"],
    }
    after = planned.patch(path, {**words, "version": read})
    assert {name: after[name] for name in words} == words and after["version"] == read + 1
    refused = planned.patch(path, {"title": "Mine", "version": read}, 409)
    assert refused["code"] == "STATE_CONFLICT" and planned.get(path)["title"] == words["title"]
    assert planned.patch(path, {"title": " ", "version": read + 1}, 422)["code"] == "VALIDATION_FAILED"


def test_a_person_says_what_a_part_needs(planned: Planned) -> None:
    path = f"/plan_nodes/{planned.node('Phase 2').id}"
    assert planned.patch(path, {"needs": ["mail", "server", "mail"]})["needs"] == ["server", "mail"]
    assert planned.patch(path, {"needs": []})["needs"] == [] == planned.get(path)["needs"]


def test_an_answer_to_an_open_question_is_one_decision_that_follows_it(planned: Planned) -> None:
    asked = planned.node("Whether it is in Polish.", planned.node("Open"), kind="story", is_question=True)
    path = f"/plan_nodes/{asked.id}"

    def decided() -> list[str]:
        return [one["decision"] for one in planned.get(f"/projects/{planned.app.id}/decisions")["items"]]

    assert planned.patch(path, {"answer": " No,\nEnglish alone. "})["answer"] == "No,\nEnglish alone."
    planned.patch(path, {"answer": "No,\nEnglish alone."})
    assert decided() == ["Whether it is in Polish. No, English alone."]
    planned.patch(path, {"answer": "Yes."})
    assert decided() == ["Whether it is in Polish. Yes."]
    assert planned.patch(path, {"answer": ""})["answer"] == "" and decided() == []


def test_only_a_question_is_answered_and_only_with_room_for_a_decision(planned: Planned) -> None:
    phase = planned.node("Phase 1")
    assert planned.patch(f"/plan_nodes/{phase.id}", {"answer": "Yes."}, 422)["code"] == "VALIDATION_FAILED"
    asked = planned.node("Whether.", phase, kind="story", is_question=True)
    many = StateChange(decisions=[(f"Decision {number}", "") for number in range(100)])
    change_state("acme", planned.app.id, many, ports=planned.world.loop_ports())
    refused = planned.patch(f"/plan_nodes/{asked.id}", {"answer": "Yes."}, 422)
    assert "decisions" in refused["detail"] and planned.get(f"/plan_nodes/{asked.id}")["answer"] == ""


def test_a_node_shows_what_the_document_says_there(planned: Planned) -> None:
    words = "سلة 🛒 بها كل شيء"
    node = planned.anchored("السلة", words, kind="feature", doc_anchor="العربة")
    planned.task("Cart", source_plan_node_id=node.id)
    read = planned.get(f"/plan_nodes/{node.id}")
    start = TEXT.index(words)
    assert read["source"] == [{"start": start, "end": start + len(words), "text": words, "cut": False}]
    assert (read["start_offset"], read["end_offset"]) == (start, start + len(words))
    assert read["document_id"] == planned.document_id
    assert [one["description"] for one in read["tasks"]] == ["Cart"]
    assert read["linked_task_id"] == read["tasks"][0]["id"]


def test_its_tasks_come_in_the_order_of_the_work(planned: Planned) -> None:
    node = planned.node("Shop")
    made = {name: planned.task(name, source_plan_node_id=node.id) for name in ("Print", "Pay", "Cart")}
    planned.patch(f"/tasks/{made['Print']['id']}", {"metadata_json": {"dependencies": ["Pay"]}}, 200)
    planned.patch(f"/tasks/{made['Pay']['id']}", {"metadata_json": {"dependencies": ["Cart"]}}, 200)
    shown = planned.get(f"/plan_nodes/{node.id}")["tasks"]
    assert [one["description"] for one in shown] == ["Cart", "Pay", "Print"]


def test_a_node_whose_text_is_gone_is_read_all_the_same(planned: Planned) -> None:
    node = planned.anchored("Cart", "cart")
    planned.world.blobs.objects.clear()
    assert planned.get(f"/plan_nodes/{node.id}")["source"] == []


def test_a_node_says_where_it_lies(planned: Planned) -> None:
    phase = planned.node("Phase 1")
    feature = planned.node("Cart", phase)
    story = planned.node("Add", feature, kind="story")
    above = planned.get(f"/plan_nodes/{story.id}")["above"]
    assert [(one["kind"], one["title"]) for one in above] == [("phase", "Phase 1"), ("feature", "Cart")]


def test_a_node_is_moved_but_never_below_itself(planned: Planned) -> None:
    phase, other = planned.node("Phase 1"), planned.node("Phase 2")
    epic = planned.node("Epic", phase, kind="epic")
    feature = planned.node("Cart", epic)
    refused = planned.patch(f"/plan_nodes/{epic.id}", {"parent_id": feature.id}, 422)
    assert (refused["code"], refused["cycle"]) == ("PLAN_CYCLE", [epic.id, feature.id, epic.id])
    assert planned.patch(f"/plan_nodes/{epic.id}", {"parent_id": epic.id}, 422)["code"] == "PLAN_CYCLE"
    assert planned.patch(f"/plan_nodes/{phase.id}", {"parent_id": other.id}, 422)["code"] == "PLAN_KIND_ORDER"
    assert planned.patch(f"/plan_nodes/{epic.id}", {"kind": "story"}, 422)["code"] == "PLAN_KIND_ORDER"
    assert planned.patch(f"/plan_nodes/{epic.id}", {"parent_id": other.id})["parent_id"] == other.id
    assert planned.patch(f"/plan_nodes/{feature.id}", {"parent_id": None})["parent_id"] is None
    titles = [root["title"] for root in planned.get(f"/blueprints/{planned.blueprint.id}")["plan_tree"]]
    assert sorted(titles) == ["Cart", "Phase 1", "Phase 2"]


def test_a_parent_of_another_blueprint_or_tenant_is_not_found(planned: Planned) -> None:
    feature = planned.node("Cart", planned.node("Phase 1"))
    other = Planned(planned.api)
    theirs = other.node("Phase 1")
    for parent_id in (theirs.id, "odd", "node_" + "0" * 26):
        refused = planned.patch(f"/plan_nodes/{feature.id}", {"parent_id": parent_id}, 404)
        assert refused["code"] == "NOT_FOUND"
    rival = planned.api.as_tenant("rival")
    assert rival.get(f"/plan_nodes/{feature.id}").status_code == 404
    assert rival.patch(f"/plan_nodes/{feature.id}", json={"title": "Mine"}).status_code == 404


def test_two_moves_that_together_close_a_circle_are_not_both_made(planned: Planned) -> None:
    nodes = [planned.node("A", kind="epic"), planned.node("B", kind="feature")]

    def move(one: int, body: Any) -> Any:
        return planned.api.client.patch(f"/plan_nodes/{nodes[one].id}", json=body)

    race(
        lambda: move(0, {"parent_id": nodes[1].id, "kind": "story"}),
        lambda: move(1, {"parent_id": nodes[0].id}),
    )
    stored = [planned.world.plans.node("acme", each.id) for each in nodes]
    assert sum(each.parent_id is not None for each in stored) == 1


def test_a_status_that_follows_from_tasks_is_not_said(planned: Planned) -> None:
    phase = planned.node("Phase 1", auto_status_from_tasks=True)
    feature = planned.node("Cart", phase, auto_status_from_tasks=True)
    path, above = f"/plan_nodes/{feature.id}", f"/plan_nodes/{phase.id}"
    assert planned.patch(path, {"status": "done"}, 422)["code"] == "VALIDATION_FAILED"
    first = planned.task("Model", source_plan_node_id=feature.id)
    second = planned.task("Show it", source_plan_node_id=feature.id)
    planned.post(f"/tasks/{first['id']}/claim", {}, 200)
    assert planned.get(path)["status"] == planned.get(above)["status"] == "in_progress"
    for task in (first, second):
        planned.patch(f"/tasks/{task['id']}", {"status": "done", "evidence": {"revision_id": planned.revision.id}})
    done = planned.get(above)
    assert (done["status"], done["unproven"]) == ("done", False)
    planned.patch(f"/tasks/{second['id']}", {"status": "open"})
    assert planned.get(above)["status"] == "in_progress"
    planned.patch(f"/tasks/{second['id']}", {"status": "done"})
    assert planned.get(path)["unproven"] is True
    said = planned.patch(path, {"status": "planned", "extra_metadata": {"auto_status_from_tasks": False}})
    assert said["status"] == "planned"
    assert planned.get(above)["status"] == "planned"


def test_a_part_as_it_was_read_follows_its_tasks_until_a_person_says_its_status(planned: Planned) -> None:
    phase = planned.node("Phase 1", auto_status_from_tasks=None)
    feature = planned.node("Cart", phase, auto_status_from_tasks=None)
    path, above = f"/plan_nodes/{feature.id}", f"/plan_nodes/{phase.id}"
    task = planned.task("Model", source_plan_node_id=phase.id)
    planned.patch(f"/tasks/{task['id']}", {"status": "done", "evidence": {"revision_id": planned.revision.id}})
    assert (planned.get(above)["status"], planned.get(above)["basis"]) == ("done", "tasks")
    read = planned.get(path)
    assert (read["status"], read["basis"]) == ("planned", "above"), "the phase's task does not show how far the part is"
    assert planned.get(path)["extra_metadata"]["auto_status_from_tasks"] is False, "nobody has wished for it"
    said = planned.patch(path, {"status": "blocked"})
    assert (said["status"], said["extra_metadata"]["auto_status_from_tasks"]) == ("blocked", False)
    planned.patch(f"/tasks/{task['id']}", {"status": "open"})
    assert (planned.get(path)["status"], planned.get(above)["status"]) == ("blocked", "planned")
    assert planned.get(path)["basis"] == "said"
    done = planned.patch(path, {"status": "done"})
    assert (done["status"], done["unproven"]) == ("done", True)


def test_done_without_done_tasks_is_kept_and_marked(planned: Planned) -> None:
    node = planned.node("Phase 1")
    path = f"/plan_nodes/{node.id}"
    assert planned.patch(path, {"status": "done"})["unproven"] is True
    task = planned.task("Cart", source_plan_node_id=node.id)
    planned.patch(f"/tasks/{task['id']}", {"status": "done", "evidence": {"revision_id": planned.revision.id}})
    assert planned.patch(path, {"status": "done"})["unproven"] is False
    assert planned.patch(path, {"status": "planned"})["unproven"] is False


def test_a_stale_node_was_looked_at(planned: Planned) -> None:
    node = planned.node("Phase 1", stale="The section is another.")
    read = planned.get(f"/plan_nodes/{node.id}")["extra_metadata"]
    assert (read["changed"], read["stale"]) == (True, "The section is another.")
    changed = planned.patch(f"/plan_nodes/{node.id}", {"extra_metadata": {"changed": False}})
    assert changed["extra_metadata"]["changed"] is False
