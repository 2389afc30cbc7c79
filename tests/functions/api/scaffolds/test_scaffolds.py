"""Scaffolds over HTTP."""

import pytest

from devkit.api.api import Api, code
from shared.services.assets.load_templates import load_templates

FORM = {"VITE_CONTACT_FORM_URL": "https://formspree.io/f/abc"}


@pytest.fixture
def place(api: Api) -> str:
    app, _ = api.world.make_app(load_templates()["react"].files, tenant_id="acme")
    return f"/admin/apps/{app.id}/builder/scaffolds"


def test_the_list_says_what_each_needs(api: Api) -> None:
    listed = api.client.get("/admin/scaffolds").json()["items"]
    assert len(listed) >= 10
    one = api.client.get("/admin/scaffolds/contact").json()
    assert one in listed and one["values"][0]["name"] == "VITE_CONTACT_FORM_URL"
    assert api.client.get("/admin/scaffolds/teleport").json()["code"] == "NOT_FOUND"


def test_it_is_proposed_once(api: Api, place: str) -> None:
    made = api.client.post(f"{place}/contact", json={"values": FORM})
    assert made.status_code == 201, made.text
    diff = api.client.get(f"/diffs/{made.json()['diff_id']}").json()
    paths = [file["path"] for file in diff["files"]]
    assert diff["status"] == "pending_review" and "src/features/contact/contact.ts" in paths and "src/App.tsx" in paths
    again = api.client.post(f"{place}/contact", json={})
    assert (again.status_code, again.json()["code"]) == (409, "SCAFFOLD_APPLIED")
    assert again.json()["diff_id"] == made.json()["diff_id"]
    states = {one["scaffold"]["key"]: one["state"] for one in api.client.get(place).json()["items"]}
    assert (states["contact"], states["map"]) == ("proposed", "available")


@pytest.mark.parametrize(
    "body", [{"values": {"VITE_CONTACT_FORM_URL": "nowhere"}}, {"values": {"VITE_X": "1"}}, {"values": []}, {"more": 1}]
)
def test_bad_values_are_refused(body: dict[str, object], api: Api, place: str) -> None:
    assert code(api.client.post(f"{place}/contact", json=body)) == (422, "VALIDATION_FAILED")
