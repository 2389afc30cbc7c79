"""Notes and memory over HTTP: kept, listed, changed on a condition, deleted, and nobody else's."""

import pytest

from devkit.api.api import Api, code
from shared.domain.brain.items import MEMORY_CHARACTERS, NOTE_CHARACTERS

KINDS = [("notes", NOTE_CHARACTERS), ("memory", MEMORY_CHARACTERS)]


def opened() -> tuple[Api, str]:
    api = Api()
    return api, f"/projects/{api.world.make_app()[0].id}"


@pytest.mark.parametrize("kind", ["notes", "memory"])
def test_what_is_kept_is_listed_changed_and_deleted(kind: str) -> None:
    api, place = opened()
    made = [api.client.post(f"{place}/{kind}", json={"text": f"  Line {n}\r\nand more "}).json() for n in range(3)]
    assert made[0]["text"] == "Line 0\nand more" and made[0]["version"] == 1 and made[0]["created_by"] == "user-1"
    assert "tenant_id" not in made[0]
    first = api.client.get(f"{place}/{kind}", params={"limit": 2}).json()
    assert [one["id"] for one in first["items"]] == [made[2]["id"], made[1]["id"]]
    rest = api.client.get(f"{place}/{kind}", params={"cursor": first["next_cursor"]}).json()
    assert [one["id"] for one in rest["items"]] == [made[0]["id"]] and rest["next_cursor"] is None
    one = f"{place}/{kind}/{made[0]['id']}"
    changed = api.client.patch(one, json={"version": 1, "text": "Other"}).json()
    assert (changed["text"], changed["version"]) == ("Other", 2) and api.client.get(one).json() == changed
    stale = api.client.patch(one, json={"version": 1, "text": "Late"})
    assert code(stale) == (409, "STATE_CONFLICT") and stale.json()["current_version"] == 2
    assert code(api.client.delete(one, params={"version": 1})) == (409, "STATE_CONFLICT")
    assert api.client.delete(one, params={"version": 2}).status_code == 204
    assert code(api.client.get(one)) == code(api.client.delete(one)) == (404, "NOT_FOUND")


@pytest.mark.parametrize(("kind", "most"), KINDS)
def test_what_cannot_be_kept_is_refused_and_nothing_is_stored(kind: str, most: int) -> None:
    api, place = opened()
    for text in ("", " \n ", "x" * (most + 1), "a\u202eb", "nul\0", "bell\x07", None, 7, ["a"]):
        assert code(api.client.post(f"{place}/{kind}", json={"text": text})) == (422, "VALIDATION_FAILED"), text
    assert code(api.client.post(f"{place}/{kind}", json={"text": "a", "id": "x"})) == (422, "VALIDATION_FAILED")
    assert api.client.get(f"{place}/{kind}").json()["items"] == []
    kept = api.client.post(f"{place}/{kind}", json={"text": "\u05e9\u05dc\u05d5\u05dd " + "é" * (most - 6)})
    assert kept.status_code == 201
    for patch in ({}, {"version": 1}, {"text": ""}, {"text": "b", "version": 0}):
        assert code(api.client.patch(f"{place}/{kind}/{kept.json()['id']}", json=patch)) == (
            422,
            "VALIDATION_FAILED",
        )


@pytest.mark.parametrize("kind", ["notes", "memory"])
def test_another_tenant_or_project_finds_nothing(kind: str) -> None:
    api, place = opened()
    one = api.client.post(f"{place}/{kind}", json={"text": "Ours"}).json()["id"]
    other = f"/projects/{api.world.make_app()[0].id}/{kind}/{one}"
    stranger = api.as_tenant("rival")
    for client, path in ((api.client, other), (stranger, f"{place}/{kind}/{one}")):
        assert code(client.get(path)) == code(client.delete(path)) == (404, "NOT_FOUND")
        assert code(client.patch(path, json={"text": "Mine"})) == (404, "NOT_FOUND")
    assert code(stranger.get(f"{place}/{kind}")) == (404, "NOT_FOUND")
    assert code(stranger.post(f"{place}/{kind}", json={"text": "Mine"})) == (404, "NOT_FOUND")
    assert api.client.get(f"{place}/{kind}/{one}").json()["text"] == "Ours"


def test_a_memory_item_has_tags_and_may_be_pinned() -> None:
    api, place = opened()
    one = api.client.post(f"{place}/memory", json={"text": "Closed on Mondays", "tags": [" hours "]}).json()
    assert (one["tags"], one["pinned"]) == (["hours"], False)
    changed = api.client.patch(f"{place}/memory/{one['id']}", json={"pinned": True, "tags": []}).json()
    assert (changed["tags"], changed["pinned"], changed["text"]) == ([], True, "Closed on Mondays")
    assert api.client.post(f"{place}/memory", json={"text": "a", "tags": ["x"] * 11}).status_code == 422
