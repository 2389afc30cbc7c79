"""Reading a document into a plan, and writing tasks, over HTTP."""

import json
from typing import Any, cast

import pytest

from devkit.api.api import Api, code
from devkit.fakes.model import FakeModel, Reply, say
from devkit.specification.reading import Reading
from shared.domain.agent.model_messages import ModelRequest, UserMessage

TEXT = """\
# The shop
## Orders
Guests can order without an account.
Orders are kept for 30 days.
## Returns
Guests can return goods.
"""
QUOTES = ("Guests can order without an account.", "Orders are kept for 30 days.", "Guests can return goods.")


@pytest.fixture
def blueprint(api: Api) -> str:
    app, _ = api.world.make_app(tenant_id="acme")
    return version(api, app.id, TEXT)


def version(api: Api, app_id: str, text: str, **more: object) -> str:
    document = api.client.post(f"/projects/{app_id}/docs/text", json={"title": "Spec", "text": text}).json()["id"]
    body = {"document_id": document, "title": "Spec"} | more
    made = api.client.post(f"/projects/{app_id}/blueprints", json=body)
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def answer(request: ModelRequest) -> Reply:
    shown = request.items[0]
    assert isinstance(shown, UserMessage)
    if "<nodes>" in shown.content:
        return say('{"operations": []}')
    if "<node>" in shown.content:
        return say(json.dumps({"tasks": [task("Write the form", []), task("Send it", ["Write the form", "Paint it"])]}))
    found = [quote for quote in QUOTES if quote in shown.content]
    found += ["Guests can return all goods."] if "return all goods" in shown.content else []
    wanted = [{"kind": "story", "title": quote[:-1], "quote": quote} for quote in found]
    return say(json.dumps({"requirements": wanted}))


def task(title: str, dependencies: list[str]) -> dict[str, Any]:
    return {"title": title, "kind": "frontend", "dependencies": dependencies, "estimated_effort": "S"}


def play(api: Api, respond: Any = answer) -> None:
    """The newest job that was started."""
    Reading(api.world.loop_ports(), FakeModel(respond=respond)).play(api.world.workflows.readings[-1])


def plan_of(api: Api, blueprint: str) -> dict[str, dict[str, Any]]:
    def every(branches: list[dict[str, Any]]) -> Any:
        for branch in branches:
            yield branch
            yield from every(branch["children"])

    return {one["title"]: one for one in every(api.client.get(f"/blueprints/{blueprint}").json()["plan_tree"])}


def test_a_reading_goes_on_then_there_is_a_plan(api: Api, blueprint: str) -> None:
    started = api.client.post(f"/blueprints/{blueprint}/generate_plan", json={})
    assert (started.status_code, started.json()["status"]) == (202, "pending")
    play(api)
    done = api.client.post(f"/blueprints/{blueprint}/generate_plan", json={})
    assert (done.status_code, done.json()["status"], done.json()["gaps"]) == (200, "done", 0)
    plan = plan_of(api, blueprint)
    assert [(one["kind"], title) for title, one in plan.items()] == [
        ("phase", "The shop"), ("epic", "Orders"), ("story", QUOTES[0][:-1]), ("story", QUOTES[1][:-1]),
        ("epic", "Returns"), ("story", QUOTES[2][:-1]),
    ]  # fmt: skip
    node = plan[QUOTES[1][:-1]]
    assert TEXT[node["start_offset"] : node["end_offset"]] == QUOTES[1]


def test_a_failed_reading_is_a_400_until_it_is_asked_for_anew(api: Api, blueprint: str) -> None:
    api.client.post(f"/blueprints/{blueprint}/generate_plan", json={})
    play(api, lambda request: say("no"))
    assert code(api.client.post(f"/blueprints/{blueprint}/generate_plan", json={})) == (400, "PLAN_FAILED")
    again = api.client.post(f"/blueprints/{blueprint}/generate_plan", json={"regenerate": True})
    assert again.status_code == 202
    play(api)
    assert api.client.get(f"/blueprints/{blueprint}").json()["ingestion_job"]["status"] == "done"


@pytest.mark.parametrize("body", [{"max_dollars": 0}, {"max_dollars": 2_000}, {"regenerate": "maybe"}, {"more": 1}])
def test_a_bad_wish_is_refused(api: Api, blueprint: str, body: dict[str, object]) -> None:
    assert api.client.post(f"/blueprints/{blueprint}/generate_plan", json=body).status_code == 422


def test_tasks_of_a_node_are_written_with_what_they_wait_for(api: Api, blueprint: str) -> None:
    api.client.post(f"/blueprints/{blueprint}/generate_plan", json={})
    play(api)
    node = plan_of(api, blueprint)[QUOTES[0][:-1]]["id"]
    started = api.client.post(f"/plan_nodes/{node}/generate_tasks", json={})
    assert started.status_code == 202
    assert api.client.post(f"/plan_nodes/{node}/generate_tasks", json={}).status_code == 409
    play(api)
    assert api.client.get(f"/blueprints/{blueprint}/tasks_job").json()["status"] == "done"
    tasks = {one["description"]: one for one in api.client.get(f"/plan_nodes/{node}").json()["tasks"]}
    assert tasks.keys() == {"Write the form", "Send it"}
    assert [edge["task_id"] for edge in tasks["Send it"]["depends_on"]] == [tasks["Write the form"]["id"]]
    assert tasks["Send it"]["metadata_json"]["unresolved_dependencies"] == ["Paint it"]
    api.client.post(f"/plan_nodes/{node}/generate_tasks", json={})
    play(api)
    assert len(api.client.get(f"/plan_nodes/{node}").json()["tasks"]) == 2, "those that are there stay as they are"


def test_what_a_person_said_of_a_node_is_told_to_who_writes_its_tasks(api: Api, blueprint: str) -> None:
    api.client.post(f"/blueprints/{blueprint}/generate_plan", json={})
    play(api)
    plan = plan_of(api, blueprint)
    asked: list[str] = []

    def hear(request: ModelRequest) -> Reply:
        asked.append(cast(UserMessage, request.items[0]).content)
        return answer(request)

    for title, comment in (("Orders", "Nobody pays by bill.\n<comments>"), (QUOTES[0][:-1], "Phones first.")):
        said = api.client.patch(f"/plan_nodes/{plan[title]['id']}", json={"comment": comment})
        assert said.status_code == 200, said.text
    api.client.post(f"/blueprints/{blueprint}/generate_all_tasks", json={})
    play(api, hear)
    by_node = {
        quote: next(each for each in asked if f"story: {quote[:-1]}" in each.split("<inside>")[0]) for quote in QUOTES
    }
    assert "| epic Orders: Nobody pays by bill." in by_node[QUOTES[0]] and "Phones first." in by_node[QUOTES[0]]
    assert "Nobody pays by bill." in by_node[QUOTES[1]] and "Phones first." not in by_node[QUOTES[1]]
    assert "<comments>" not in by_node[QUOTES[2]]
    assert "\n<comments>\n" in by_node[QUOTES[0]] and by_node[QUOTES[0]].count("\n<comments>") == 1
    api.client.post(f"/plan_nodes/{plan['Orders']['id']}/generate_tasks", json={})
    play(api, hear)
    assert "Phones first." in asked[-1], "what is said of a part of it too"
    later = version(
        api,
        api.client.get(f"/blueprints/{blueprint}").json()["blueprint"]["project_id"],
        TEXT + "More.\n",
        base_blueprint_id=blueprint,
    )
    api.client.post(f"/blueprints/{later}/generate_plan", json={})
    play(api)
    assert plan_of(api, later)["Orders"]["comment"].startswith("Nobody pays"), "a next version keeps it"


def test_tasks_of_a_part_say_which_parts_in_it_they_carry_out(api: Api, blueprint: str) -> None:
    api.client.post(f"/blueprints/{blueprint}/generate_plan", json={})
    play(api)
    plan, asked = plan_of(api, blueprint), list[str]()
    child = plan[QUOTES[0][:-1]]["id"]
    assert api.client.patch(f"/plan_nodes/{child}", json={"acceptance": ["At most 20 lines"]}).status_code == 200

    def hear(request: ModelRequest) -> Reply:
        asked.append(cast(UserMessage, request.items[0]).content)
        return say(json.dumps({"tasks": [task("Write the form", []) | {"parts": ["n2", "n9", 7, "n2"]}]}))

    api.client.post(f"/plan_nodes/{plan['Orders']['id']}/generate_tasks", json={})
    play(api, hear)
    accepted = "|   accepted when: At most 20 lines"
    assert f"<inside>\n| n1 story: {QUOTES[0][:-1]}\n{accepted}\n| n2 story: {QUOTES[1][:-1]}\n</inside>" in asked[0]
    assert "still shows the sample content of its starter" in asked[0], "the first task replaces it"
    kept = plan[QUOTES[1][:-1]]["id"]
    (made,) = api.client.get(f"/plan_nodes/{kept}").json()["tasks"]
    assert (made["covers"], made["metadata_json"]["source_plan_node_id"]) == ([kept], plan["Orders"]["id"])
    api.client.patch(f"/tasks/{made['id']}", json={"status": "done"})
    after = plan_of(api, blueprint)
    status = {name: one["status"] for name, one in after.items() if one["tasks"]["total"] == 1}
    assert status == {"The shop": "in_progress", "Orders": "done", QUOTES[1][:-1]: "done"}


def test_all_tasks_are_written_once(api: Api, blueprint: str) -> None:
    api.client.post(f"/blueprints/{blueprint}/generate_plan", json={})
    play(api)
    started = api.client.post(f"/blueprints/{blueprint}/generate_all_tasks", json={})
    assert started.status_code == 202
    play(api)
    job = api.client.get(f"/blueprints/{blueprint}/tasks_job").json()
    assert (job["status"], job["total_chunks"], job["gaps"]) == ("done", 3, 0)
    read = api.client.get(f"/blueprints/{blueprint}").json()
    assert (read["tasks_job"], read["ingestion_job"]["total_chunks"], read["change_job"]) == (job, 2, None)
    assert code(api.client.post(f"/blueprints/{blueprint}/generate_all_tasks", json={})) == (422, "NOT_READY")


def test_two_versions_are_compared_and_open_tasks_of_what_changed_are_stale(api: Api, blueprint: str) -> None:
    api.client.post(f"/blueprints/{blueprint}/generate_plan", json={})
    play(api)
    node = plan_of(api, blueprint)[QUOTES[2][:-1]]["id"]
    api.client.post(f"/plan_nodes/{node}/generate_tasks", json={})
    play(api)
    app_id = api.client.get(f"/blueprints/{blueprint}").json()["blueprint"]["project_id"]
    first = api.client.post(f"/blueprints/{blueprint}/compare_to_parent")
    assert first.status_code == 422
    text = TEXT.replace("return goods", "return all goods").replace("## Orders\n", "## Orders\nMore words here.\n")
    later = version(api, app_id, text, base_blueprint_id=blueprint)
    api.client.post(f"/blueprints/{later}/generate_plan", json={})
    play(api)
    changes = {one["title"]: one for one in api.client.post(f"/blueprints/{later}/compare_to_parent").json()["items"]}
    assert changes.keys() == {"Orders", "Guests can return all goods"}, "of Returns only what is quoted from it changed"
    changed = changes["Guests can return all goods"]
    assert (changed["node_id"], changed["what"]) == (node, "changed")
    assert (changed["text_before"], changed["text_after"]) == (QUOTES[2], "Guests can return all goods.")
    tasks = api.client.get(f"/plan_nodes/{node}").json()["tasks"]
    assert {one["id"] for one in tasks} == set(changed["stale_tasks"]) and all(one["stale"] for one in tasks)
