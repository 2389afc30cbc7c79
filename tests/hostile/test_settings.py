"""Names, slugs, settings, budgets and messages that nobody may mean: refused with a code, and nothing stored."""

from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.rates import BottomlessRates

HUGE = "x" * 40_000
HIDDEN = ["a\0b", "a\u202eb", "a\u2066b", "a\nb", "a\x1bb", "a\x7fb", " ", "", "\u200b", "x" * 101, HUGE]
SLUGS = ["ab", "a" * 51, "A-B", "a_b", "-ab", "ab-", "a.b", "a/b", "ünï", "a b", "xn--a", "www", "", "a\0b"]
SETTINGS: list[Any] = [
    None, [], "x", 1, {"unknown": 1}, {"models": []}, {"models": {"auto": 1}}, {"models": {"": "x"}},
    {"env": {"SECRET": "x"}}, {"env": {"VITE_A": 1}}, {"env": {"VITE_A\n": "x"}}, {"env": {"VITE_A": HUGE}},
    {"env": {"vite_a": "x"}}, {"env": {f"VITE_{number}": "x" for number in range(2_000)}}, {"env": {"VITE_A=B": "x"}},
    {"env": {"VITE_A B": "x"}}, {"env": {"VITE_A": "x" * 4097}}, {"env": {"VITE_A": "\0"}},
    {"env": {"VITE_" + "A" * 96: "x"}},
    {"limits": {"run_dollars": -1}}, {"limits": {"run_dollars": "1e999"}}, {"limits": {"run_model_calls": 0}},
    {"limits": {"run_model_calls": 1.5}}, {"limits": {"run_seconds": -5}}, {"limits": {"run_tokens": "many"}},
    {"limits": {"worker_seconds": 9_999}}, {"limits": []}, {"api_hosts": "evil.test"}, {"api_hosts": [""]},
    {"api_hosts": ["*.evil.test"]}, {"api_hosts": ["https://evil.test/x"]}, {"api_hosts": ["evil.test:99999"]},
    {"api_hosts": ["a b"]}, {"api_hosts": ["user@evil.test"]}, {"api_hosts": ["x.test"] * 10_000},
]  # fmt: skip
FIELDS: list[dict[str, Any]] = [
    {"autonomy_mode": "god"}, {"autonomy_mode": None}, {"review": "never"}, {"evaluator": "nobody"},
    {"tenant_id": "evil"}, {"published_revision_id": "rev_x"}, {"purged_at": None}, {"instructions": HUGE * 10},
    {"pinned_note": {"a": 1}}, {"id": "app_x"}, {"untrusted": []}, {"confirmed": {"by": "me"}},
]  # fmt: skip
CHATS: list[Any] = [
    {}, {"message": ""}, {"message": 1}, {"message": "x", "budget": -1},
    {"message": "x", "budget": {"dollars": -1}}, {"message": "x", "budget": {"dollars": "NaN"}},
    {"message": "x", "budget": {"model_calls": 0}}, {"message": "x", "autonomy": "god"},
    {"message": "x", "review": "never"}, {"message": "x", "mentions": ["../../etc/passwd"] * 1_000},
    {"message": "x", "tenant_id": "evil"}, {"messages": []}, {"messages": [{"role": "system", "parts": []}]},
    {"messages": [{"role": "user", "parts": [{"type": "text", "text": 1}]}]}, {"message": "x", "messages": []}, [],
    "x", None, {"message": "x", "model": "o1-pro"}, {"message": "x", "queue": "yes please"},
]  # fmt: skip


class Scene:
    def __init__(self) -> None:
        self.api = Api(over={"rates": BottomlessRates()})
        self.app, _ = self.api.world.make_app(tenant_id="acme")

    def refused(self, method: str, path: str, body: Any) -> None:
        before = self.api.world.stored()
        answer = self.api.client.request(method, path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED"), answer.text[:300]
        assert len(answer.text) < 20_000
        assert self.api.world.stored() == before


@pytest.fixture(scope="module")
def scene() -> Scene:
    return Scene()


@pytest.mark.parametrize("name", HIDDEN)
def test_a_name_is_what_people_see(name: str, scene: Scene) -> None:
    scene.refused("POST", "/admin/apps", {"name": name})
    scene.refused("PATCH", f"/admin/apps/{scene.app.id}", {"name": name})


@pytest.mark.parametrize("slug", SLUGS[:-2])
def test_a_slug_is_one_label_of_an_address(slug: str, scene: Scene) -> None:
    scene.refused("POST", "/admin/apps", {"name": "Shop", "slug": slug})


@pytest.mark.parametrize("settings", SETTINGS, ids=range(len(SETTINGS)))
def test_settings_are_known_and_bounded(settings: Any, scene: Scene) -> None:
    scene.refused("PATCH", f"/admin/apps/{scene.app.id}", {"settings": settings})


@pytest.mark.parametrize("fields", FIELDS, ids=lambda fields: next(iter(fields)))
def test_a_person_changes_only_what_is_theirs_to_change(fields: dict[str, Any], scene: Scene) -> None:
    scene.refused("PATCH", f"/admin/apps/{scene.app.id}", fields)


@pytest.mark.parametrize("body", CHATS, ids=range(len(CHATS)))
def test_a_message_that_cannot_be_meant_starts_nothing(body: Any, scene: Scene) -> None:
    scene.refused("POST", f"/admin/apps/{scene.app.id}/builder/chat/stream", body)
