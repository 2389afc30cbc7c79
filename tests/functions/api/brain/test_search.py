"""Searching what a project knows, and its snapshot, over HTTP."""

from collections.abc import Sequence
from typing import Any

from devkit.api.api import Api, code
from devkit.fakes.planned import a_blueprint, a_document, a_node, a_task
from devkit.fakes.samples import TENANT, a_conversation, a_run, a_turn
from shared.domain.apps.app import App
from shared.domain.errors import Unavailable
from shared.domain.planning.document import text_key
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.runs.run_status import RunStatus
from shared.domain.text.ranking import excerpt
from shared.ports.model import Embedded
from shared.services.brain.find_items import passages
from tests.functions.api.brain.test_notes_and_memory import opened


class Meanings:
    """An embedder that knows a few words to mean the same."""

    model = "small"

    def __init__(self) -> None:
        self.asked: list[Sequence[str]] = []
        self.failing = False

    def embed(self, texts: Sequence[str]) -> Embedded:
        self.asked.append(texts)
        if self.failing:
            raise Unavailable("no")
        near = ("basket", "cart")
        return Embedded([[1.0, 0.1] if any(word in text for word in near) else [0.0, 1.0] for text in texts], 1)


def found(api: Api, place: str, query: str, **body: Any) -> list[tuple[str, str]]:
    answer = api.client.post(f"{place}/search", json={"query": query, **body})
    assert answer.status_code == 200, answer.text
    return [(hit["kind"], hit["text"]) for hit in answer.json()["items"]]


def planned(api: Api, app: Any) -> None:
    """A document, its blueprint, a phase and a task of it."""
    text = "# Cart\n\nThe cart shows its sum.\n" + "filler " * 400 + "\n\n# Map\n\nA zebra crossing on the map.\n"
    document = a_document(app, text_hash="d" * 64)
    api.world.blobs.put(text_key(TENANT, app.id, document.text_hash), text.encode())
    api.world.documents.create(document)
    blueprint = api.world.blueprints.create(a_blueprint(app, document_id=document.id))
    node = a_node(blueprint, title="Zebra phase")
    task = a_task(app, description="Draw the zebra", source_plan_node_id=node.id, blueprint_id=blueprint.id)
    graph = PlanGraph(tenant_id=TENANT, app_id=app.id, tasks=1)
    api.world.plans.put(PlanChange(tasks=[task], nodes=[node], graph=graph))
    changed = app.model_copy(update={"active_blueprint_id": blueprint.id, "active_phase_node_id": node.id})
    api.world.apps.update(changed)


def talked(api: Api, app: Any, prompt: str) -> None:
    run = a_run(app, created_at=api.world.clock.now())
    turn = a_turn(run).model_copy(update={"prompt": prompt})
    api.world.runs.start(run, turn, a_conversation(run))
    api.world.runs.finish(run.change(status=RunStatus.COMPLETED), turn, None)


def test_everything_with_words_is_found(api: Api, app: App) -> None:
    place = f"/projects/{app.id}"
    talked(api, app, "Where is the zebra?")
    planned(api, api.world.apps.get(TENANT, app.id))
    for path, body in (
        ("notes", {"text": "A note about a zebra"}),
        ("memory", {"text": "Zebras are striped"}),
        ("decisions", {"decision": "No zebra at night"}),
    ):
        assert api.client.post(f"{place}/{path}", json=body).status_code == 201
    kinds = {kind for kind, _ in found(api, place, "zebra")}
    assert kinds == {"note", "memory", "decision", "message", "task", "plan_node", "document"}
    assert [kind for kind, _ in found(api, place, "zebra", kinds=["note"])] == ["note"]
    (said,) = api.client.post(f"{place}/search", json={"query": "zebra", "kinds": ["message"]}).json()["items"]
    assert api.client.get(f"/admin/apps/{app.id}/builder/threads/{said['conversation_id']}").status_code == 200
    assert len(found(api, place, "zebra", limit=2)) == 2 and found(api, place, "giraffe") == []
    (_, text), *_ = found(api, place, "sum of the cart", kinds=["document"])
    assert "The cart shows its sum." in text
    answer = api.client.post(f"{place}/search/docs", json={"query": "zebra crossing"}).json()
    assert any(one["source"].startswith("document doc_") for one in answer["data"]["results"])


def test_an_embedder_finds_what_has_other_words_and_may_fail() -> None:
    meanings = Meanings()
    api = Api(over={"embedder": lambda: meanings})
    place = f"/projects/{api.world.make_app()[0].id}"
    for text in ("The cart is red", "Rain today"):
        api.client.post(f"{place}/notes", json={"text": text})
    assert found(api, place, "basket") == [("note", "The cart is red")]
    again = api.client.post(f"{place}/search", json={"query": "basket"}).json()
    assert again["by_meaning"] is True and len(meanings.asked[0]) == 3 and meanings.asked[1] == ["basket"]
    meanings.failing = True
    failed = api.client.post(f"{place}/search", json={"query": "red"}).json()
    assert (failed["by_meaning"], [hit["text"] for hit in failed["items"]]) == (False, ["The cart is red"])


def test_a_search_of_nothing_or_of_another_tenant_is_refused() -> None:
    api, place = opened()
    for body in ({"query": ""}, {"query": "x" * 401}, {"query": "a", "kinds": ["secret"]}, {}):
        assert code(api.client.post(f"{place}/search", json=body)) == (422, "VALIDATION_FAILED")
    answer = api.as_tenant("rival").post(f"{place}/search", json={"query": "a"})
    assert code(answer) == (404, "NOT_FOUND")


def test_a_snapshot_is_made_of_what_is_stored_and_only_when_that_changed(api: Api, app: App) -> None:
    place = f"/projects/{app.id}"
    first = api.client.get(f"{place}/snapshot").json()
    assert first["version"] == 1 and "## Goals" in first["summary_text"] and first["active_phase_node_id"] is None
    assert api.client.post(f"{place}/snapshot/refresh").json() == first
    api.client.post(f"{place}/decisions", json={"decision": "No login"})
    second = api.client.get(f"{place}/snapshot").json()
    assert second["version"] == 2 and "No login" in second["summary_text"]
    planned(api, api.world.apps.get(TENANT, app.id))
    third = api.client.post(f"{place}/snapshot/refresh").json()
    assert third["version"] == 3 and third["key_metrics_json"]["open_tasks"] == 1
    assert "Zebra phase (planned, active)" in third["summary_text"] and third["active_phase_node_id"]
    assert code(api.as_tenant("rival").post(f"{place}/snapshot/refresh")) == (404, "NOT_FOUND")


def test_an_agent_is_shown_more_of_a_document_than_of_other_things(api: Api, app: App) -> None:
    planned(api, app)
    known = passages((TENANT, app.id), api.world.loop_ports())
    found = {one.source.split()[0]: excerpt(one.whole(), "cart sum") for one in known}
    assert len(found["document"]) > 1_000 and len(found["task"]) <= 306
