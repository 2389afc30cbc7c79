"""Blueprints over HTTP: of documents of the same project, versioned, active or archived."""

from typing import Any

import pytest

from devkit.api.plans import Planned
from devkit.fakes.planned import a_blueprint, a_document, a_job
from devkit.fakes.samples import an_app
from shared.domain.ids import new_id
from shared.domain.planning.words import JobStatus


def made(planned: Planned, expected: int = 201, /, **body: Any) -> Any:
    wanted = {"document_id": planned.document_id, "title": "Shop"} | body
    return planned.post(f"/projects/{planned.app.id}/blueprints", wanted, expected)


@pytest.mark.parametrize(
    "body",
    [
        {"title": ""},
        {"title": "x" * 101},
        {"title": "\u202eposh"},
        {"document_id": 4},
        {"status": "active"},
        {"description": "x" * 20_001},
    ],
)
def test_what_is_no_blueprint_is_refused(body: Any) -> None:
    assert made(Planned(), 422, **body)["code"] == "VALIDATION_FAILED"


def test_documents_and_bases_of_others_are_not_found(planned: Planned) -> None:
    other = an_app(tenant_id=planned.app.tenant_id)
    planned.world.apps.create(other)
    document, blueprint = a_document(other), a_blueprint(other)
    planned.world.documents.create(document)
    planned.world.blueprints.create(blueprint)
    for body in (
        {"document_id": document.id},
        {"document_id": new_id("doc")},
        {"document_id": "odd"},
        {"base_blueprint_id": blueprint.id},
        {"base_blueprint_id": "odd"},
    ):
        assert made(planned, 404, **body)["code"] == "NOT_FOUND"
    rival = planned.api.as_tenant("rival")
    assert rival.get(f"/blueprints/{planned.blueprint.id}").status_code == 404
    assert rival.patch(f"/blueprints/{planned.blueprint.id}", json={"title": "Mine"}).status_code == 404


def test_a_next_version_replaces_its_base(planned: Planned) -> None:
    first = made(planned, description="Sells things")
    assert (first["version"], first["is_primary"], first["status"], first["active"]) == (1, True, "active", False)
    second = made(planned, base_blueprint_id=first["id"], mark_active=True)
    assert (second["version"], second["is_primary"], second["active"]) == (2, True, True)
    assert second["parent_blueprint_id"] == first["id"]
    base = planned.get(f"/blueprints/{first['id']}")["blueprint"]
    assert (base["is_primary"], base["replaced_by_id"], base["description"]) == (False, second["id"], "Sells things")
    assert planned.get(f"/projects/{planned.app.id}")["active_blueprint_id"] == second["id"]
    late = made(planned, 409, base_blueprint_id=first["id"])
    assert (late["code"], late["replaced_by_id"]) == ("REVISION_CONFLICT", second["id"])
    listed = planned.get(f"/projects/{planned.app.id}/blueprints", limit=2)
    assert [one["id"] for one in listed["items"]] == [second["id"], first["id"]]
    assert listed["next_cursor"] is not None


def test_an_archived_blueprint_is_only_read(planned: Planned) -> None:
    node = planned.node("Phase 1")
    path = f"/blueprints/{planned.blueprint.id}"
    planned.patch(path, {"mark_active": True})
    planned.patch(f"/projects/{planned.app.id}", {"active_phase_node_id": node.id})
    assert planned.patch(path, {"status": "archived"})["active"] is False
    app = planned.stored()
    assert (app.active_blueprint_id, app.active_phase_node_id) == (None, None)
    assert planned.patch(path, {"mark_active": True}, 409)["code"] == "BLUEPRINT_ARCHIVED"
    assert planned.patch(f"/plan_nodes/{node.id}", {"title": "x"}, 409)["code"] == "BLUEPRINT_ARCHIVED"
    assert made(planned, 409, base_blueprint_id=planned.blueprint.id)["code"] == "BLUEPRINT_ARCHIVED"
    chosen = planned.patch(f"/projects/{planned.app.id}", {"active_blueprint_id": planned.blueprint.id}, 409)
    assert chosen["code"] == "BLUEPRINT_ARCHIVED"
    assert planned.post(f"{path}/generate_plan", {}, 409)["code"] == "BLUEPRINT_ARCHIVED"
    late = planned.task("Late", 409, source_plan_node_id=node.id)
    assert late["code"] == "BLUEPRINT_ARCHIVED"
    assert planned.get(path)["plan_tree"][0]["title"] == "Phase 1"
    assert planned.patch(path, {"status": "active", "mark_active": True})["active"] is True


def test_a_plan_is_read_as_a_tree_with_how_far_its_tasks_are(planned: Planned) -> None:
    phase = planned.node("Phase 1", summary="y" * 900)
    later, first = planned.node("Pay", phase, order_index=1), planned.node("Cart", phase, risk_level="medium")
    planned.node("Show it", first, kind="story")
    for title, node in (("Model", first), ("Button", first), ("Bank", later)):
        planned.task(title, source_plan_node_id=node.id)
    planned.task("Form", source_plan_node_id=later.id, dependencies=["Model"])
    button = planned.get(f"/projects/{planned.app.id}/tasks", node=first.id)["items"][0]
    planned.patch(f"/tasks/{button['id']}", {"status": "done"})
    planned.world.blueprints.put_job(a_job(planned.blueprint, status=JobStatus.DONE, gaps=2, cost=1_500_000))
    read = planned.get(f"/blueprints/{planned.blueprint.id}")
    (root,) = read["plan_tree"]
    assert root["tasks"] == {"total": 4, "done": 1, "in_progress": 0, "blocked": 1}
    assert len(root["summary"]) == 120
    assert [child["waits_for"] for child in root["children"]] == [[], [first.id]]
    assert [child["title"] for child in root["children"]] == ["Cart", "Pay"]
    assert root["children"][0]["risk_level"] == "normal"
    assert root["children"][0]["children"][0]["kind"] == "story"
    job = read["ingestion_job"]
    assert (job["status"], job["gaps"], job["cost_usd"], job["cost_cap_usd"]) == ("done", 2, 1.5, 2.0)


def test_a_blueprint_without_nodes_is_one_too(planned: Planned) -> None:
    read = planned.get(f"/blueprints/{planned.blueprint.id}")
    assert (read["plan_tree"], read["ingestion_job"]) == ([], None)


def test_the_active_phase_is_a_phase_of_the_active_blueprint(planned: Planned) -> None:
    phase = planned.node("Phase 1")
    feature = planned.node("Cart", phase)
    path = f"/projects/{planned.app.id}"
    assert planned.patch(path, {"active_phase_node_id": phase.id}, 404)["code"] == "NOT_FOUND"
    both = {"active_blueprint_id": planned.blueprint.id, "active_phase_node_id": phase.id}
    assert planned.patch(path, both)["active_phase_node_id"] == phase.id
    assert planned.patch(path, {"active_phase_node_id": feature.id}, 422)["code"] == "VALIDATION_FAILED"
    other = planned.world.blueprints.create(a_blueprint(planned.app, document_id=planned.document_id))
    elsewhere = planned.node("Phase 9", of=other)
    assert planned.patch(path, {"active_phase_node_id": elsewhere.id}, 404)["code"] == "NOT_FOUND"
    assert planned.patch(path, {"active_blueprint_id": new_id("bp")}, 404)["code"] == "NOT_FOUND"
    moved = planned.patch(path, {"active_blueprint_id": other.id})
    assert (moved["active_blueprint_id"], moved["active_phase_node_id"]) == (other.id, None)
    freed = planned.patch(f"/admin/apps/{planned.app.id}", {"active_blueprint_id": None})
    assert freed["active_blueprint_id"] is None


def test_a_phase_that_goes_on_in_the_next_version_stays_the_active_one(planned: Planned) -> None:
    phase = planned.node("Phase 1")
    both = {"active_blueprint_id": planned.blueprint.id, "active_phase_node_id": phase.id}
    planned.patch(f"/projects/{planned.app.id}", both)
    second = made(planned, base_blueprint_id=planned.blueprint.id)
    newer = planned.world.blueprints.find("acme", second["id"])
    planned.node("Phase 1", of=newer, id=phase.id)
    planned.patch(f"/blueprints/{second['id']}", {"mark_active": True})
    app = planned.stored()
    assert (app.active_blueprint_id, app.active_phase_node_id) == (second["id"], phase.id)


def test_the_autopilot_is_paused_and_bounded(planned: Planned) -> None:
    path = f"/projects/{planned.app.id}"
    read = planned.get(path)
    assert (read["autopilot_paused"], read["max_parallel_runs"]) == (False, 1)
    changed = planned.patch(path, {"autopilot_paused": True, "max_parallel_runs": 3, "autonomy_mode": "semi_auto"})
    assert (changed["autopilot_paused"], changed["max_parallel_runs"]) == (True, 3)
    for body in ({"max_parallel_runs": 0}, {"max_parallel_runs": 9}, {"autopilot_paused": None}, {"paused": True}):
        assert planned.patch(path, body, 422)["code"] == "VALIDATION_FAILED"
