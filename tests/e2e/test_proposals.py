"""A person's words become a proposal and then the plan, through every function under its own role."""

import time
from typing import Any

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import TICK, Make
from local.offline_model.author import author

TEXT = "# Shop\n\n## Orders\n\nOrders must be kept for 30 days.\n\n## Returns\n\nGuests must be able to return goods.\n"
SECONDS = 300.0


def wait_for(client: Client, path: str, name: str, *wanted: str) -> dict[str, Any]:
    until = time.monotonic() + SECONDS
    while True:
        found: dict[str, Any] = client.call("GET", path)
        job = found[name] if name != "status" else found
        if job is not None and job["status"] in wanted:
            return found
        assert time.monotonic() < until and (job is None or job["status"] != "error"), found
        time.sleep(TICK)


def test_words_about_the_plan_and_the_text_are_proposed_and_applied(
    make: Make, client: Client, model: ScriptedModel
) -> None:
    project = make("vanilla", "Proposed")
    model.script.answer(author, match="")
    document = client.call("POST", f"/projects/{project.id}/docs/text", {"title": "Shop", "text": TEXT}, status=201)
    body = {"document_id": document["id"], "title": "Shop", "mark_active": True}
    blueprint = client.call("POST", f"/projects/{project.id}/blueprints", body, status=201)["id"]
    client.call("POST", f"/blueprints/{blueprint}/generate_plan", {}, status=202)
    wait_for(client, f"/blueprints/{blueprint}", "ingestion_job", "done")

    said = client.call("POST", f"/projects/{project.id}/intents", {"message": "In the plan Returns is urgent."})
    assert (said["intent"], said["change"]["blueprint_id"]) == ("ADJUST_PLAN", blueprint), said
    place = f"/blueprints/{blueprint}/proposal"
    shown = wait_for(client, place, "status", "ready")
    assert [one["words"] for one in shown["operations"]] == ["Set the priority of “Returns” to high"]
    applied = client.call("POST", f"{place}/apply", {"round": shown["round"]})
    assert applied["status"] == "applied"
    (root,) = client.call("GET", f"/blueprints/{blueprint}")["plan_tree"]
    assert {one["title"]: one["priority"] for one in root["children"]} == {"Orders": "normal", "Returns": "high"}

    words = 'Change the specification: replace "kept for 30 days" with "kept for 60 days"'
    said = client.call("POST", f"/projects/{project.id}/intents", {"message": words})
    assert said["intent"] == "UPDATE_REQUIREMENTS", said
    shown = wait_for(client, place, "status", "ready")
    assert [(one["before"], one["after"]) for one in shown["edits"]] == [("kept for 30 days", "kept for 60 days")]
    made = client.call("POST", f"{place}/apply", {"round": shown["round"]})["result_blueprint_id"]
    wait_for(client, f"/blueprints/{made}", "ingestion_job", "done")
    changes = client.call("POST", f"/blueprints/{made}/compare_to_parent")["items"]
    assert any("60 days" in (one["text_after"] or "") for one in changes), changes
