"""Decisions one by one: the same that the agent writes and that the project's state shows."""

from typing import Any

from devkit.api.api import Api, code
from devkit.fakes.samples import TENANT
from shared.domain.apps.project_state import StateChange, state_text
from shared.services.apps.change_decisions import log_decision
from shared.services.apps.change_state import change_state
from tests.functions.api.brain.test_notes_and_memory import opened


def post(api: Api, path: str, **body: Any) -> Any:
    answer = api.client.post(path, json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def listed(api: Api, place: str, **query: Any) -> list[str]:
    return [one["decision"] for one in api.client.get(f"{place}/decisions", params=query).json()["items"]]


def stated(api: Api, place: str) -> list[str]:
    return [one["decision"] for one in api.client.get(f"{place}/state").json()["decisions"]]


def test_there_is_one_truth_for_people_and_the_agent() -> None:
    api, place = opened()
    app_id = place.rpartition("/")[2]
    change_state(TENANT, app_id, StateChange(decisions=[("No login", "static")]), ports=api.container.ports)
    api.world.clock.advance(1)
    made = post(api, f"{place}/decisions", title="Use routes", reason="links")
    assert listed(api, place) == ["Use routes", "No login"] and stated(api, place) == ["No login", "Use routes"]
    assert made["by"] == "person" and made["version"] == 1
    change_state(TENANT, app_id, StateChange(withdrawn=["use routes."]), ports=api.container.ports)
    assert listed(api, place) == stated(api, place) == ["No login"]
    assert listed(api, place, status="superseded") == ["Use routes"]
    assert listed(api, place, status="all") == ["Use routes", "No login"]
    version = api.client.get(f"{place}/state").json()["version"]
    api.client.patch(f"{place}/state", json={"version": version, "decisions": [{"decision": "Tabs"}]})
    assert listed(api, place) == ["Tabs"] and len(listed(api, place, status="superseded")) == 2


def test_a_decision_is_edited_superseded_and_deleted() -> None:
    api, place = opened()
    made = post(api, f"{place}/decisions", decision="Use Postgres", forbids=["mysql"])
    one = f"{place}/decisions/{made['id']}"
    edited = api.client.patch(one, json={"version": 1, "reason": "We know it"}).json()
    assert (edited["version"], edited["reason"], edited["forbids"]) == (2, "We know it", ["mysql"])
    assert edited["id"] == made["id"]
    assert code(api.client.patch(one, json={"version": 1, "reason": "x"})) == (409, "STATE_CONFLICT")
    api.world.clock.advance(1)
    new = post(api, f"{one}/supersede", decision="Use SQLite", reason="One file")
    old = api.client.get(one).json()
    assert (old["superseded_by"], old["superseded_at"] is not None) == (new["id"], True)
    assert listed(api, place) == stated(api, place) == ["Use SQLite"]
    assert code(api.client.patch(one, json={"reason": "x"})) == (404, "NOT_FOUND")
    assert api.client.delete(one).status_code == 204
    assert code(api.client.get(one)) == code(api.client.delete(one)) == (404, "NOT_FOUND")
    assert code(api.client.delete(f"{place}/decisions/{new['id']}", params={"version": 9})) == (
        409,
        "STATE_CONFLICT",
    )
    assert api.client.delete(f"{place}/decisions/{new['id']}").status_code == 204
    assert listed(api, place, status="all") == []


def test_the_same_words_are_the_same_decision() -> None:
    api, place = opened()
    first, again = (post(api, f"{place}/decisions", decision="No login") for _ in range(2))
    assert first == again and listed(api, place) == ["No login"]
    other = post(api, f"{place}/decisions", decision="Tabs")
    refused = api.client.patch(f"{place}/decisions/{other['id']}", json={"decision": "No login"})
    assert code(refused) == (422, "VALIDATION_FAILED")
    refused = api.client.post(f"{place}/decisions/{other['id']}/supersede", json={"decision": "No login"})
    assert code(refused) == (422, "VALIDATION_FAILED")


def test_pages_are_newest_first_and_know_their_cursors() -> None:
    api, place = opened()
    for number in range(5):
        post(api, f"{place}/decisions", decision=str(number))
        api.world.clock.advance(1)
    first = api.client.get(f"{place}/decisions", params={"limit": 3}).json()
    assert [one["decision"] for one in first["items"]] == ["4", "3", "2"]
    assert listed(api, place, cursor=first["next_cursor"]) == ["1", "0"]
    assert code(api.client.get(f"{place}/decisions", params={"cursor": "x"})) == (400, "MALFORMED_REQUEST")
    assert code(api.client.get(f"{place}/decisions", params={"status": "x"})) == (422, "VALIDATION_FAILED")


def test_a_full_project_refuses_people_and_lets_the_autopilots_notes_go_first() -> None:
    api, place = opened()
    app_id = place.rpartition("/")[2]
    ports = api.container.ports
    change_state(TENANT, app_id, StateChange(decisions=[(f"d{n}", "") for n in range(97)]), ports=ports)
    for number in range(6):
        api.world.clock.advance(1)
        log_decision(TENANT, app_id, f"Implemented {number}", "", ports=ports)
    assert listed(api, place, limit=3) == ["Implemented 5", "Implemented 4", "Implemented 3"]
    assert len(listed(api, place, limit=200)) == 100
    assert "Implemented" not in state_text(api.world.states.get(TENANT, app_id))
    refused = api.client.post(f"{place}/decisions", json={"decision": "One more"})
    assert code(refused) == (422, "VALIDATION_FAILED")
    api.world.clock.advance(1)
    change_state(TENANT, app_id, StateChange(decisions=[("By the agent", "")]), ports=ports)
    assert listed(api, place, limit=3) == ["By the agent", "Implemented 5", "Implemented 4"]


def test_what_cannot_be_decided_is_refused() -> None:
    api, place = opened()
    for body in (
        {}, {"decision": " "}, {"decision": "x" * 501}, {"decision": "a\u202eb"}, {"decision": "a", "forbids": [""]},
        {"decision": "a", "forbids": ["b"] * 21}, {"decision": "a", "more": 1},
    ):  # fmt: skip
        assert code(api.client.post(f"{place}/decisions", json=body)) == (422, "VALIDATION_FAILED"), body
    assert listed(api, place, status="all") == []


def test_decisions_of_another_tenant_are_not_found() -> None:
    api, place = opened()
    one = post(api, f"{place}/decisions", decision="Ours")["id"]
    stranger, other = api.as_tenant("rival"), f"/projects/{api.world.make_app()[0].id}"
    assert code(stranger.get(f"{place}/decisions")) == (404, "NOT_FOUND")
    for client, path in ((stranger, f"{place}/decisions/{one}"), (api.client, f"{other}/decisions/{one}")):
        assert code(client.get(path)) == code(client.delete(path)) == (404, "NOT_FOUND")
        assert code(client.patch(path, json={"reason": "x"})) == (404, "NOT_FOUND")
        assert code(client.post(f"{path}/supersede", json={"decision": "x"})) == (404, "NOT_FOUND")
    assert listed(api, place) == ["Ours"]
