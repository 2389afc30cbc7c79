"""HEAD on what is public says what GET says, without the body; elsewhere it stays refused."""

import pytest

from devkit.api.api import Api
from devkit.api.estate import Estate, filled

PUBLIC = [
    "/apps/{live_slug}/{live_revision_id}/",
    "/apps/{live_slug}/{live_revision_id}",
    "/apps/{live_slug}/rev_nowhere/",
    "/public/apps/{live_slug}/runtime",
    "/public/apps/{live_slug}/ui",
    "/public/apps/preview/revisions/{revision_id}/assets/index.html",
]


@pytest.mark.parametrize("path", PUBLIC)
def test_a_public_address_answers_as_get_does(path: str, api: Api) -> None:
    address = filled(path, Estate(api).names)
    got = api.anonymous.get(address, follow_redirects=False)
    head = api.anonymous.head(address, follow_redirects=False)
    assert (head.status_code, head.content) == (got.status_code, b"")
    same = {name: value for name, value in got.headers.items() if name != "x-request-id"}
    assert {name: value for name, value in head.headers.items() if name != "x-request-id"} == same


def test_a_preview_is_looked_up_without_its_body(api: Api) -> None:
    names = Estate(api).names
    app, revision = names["live_id"], names["live_revision_id"]
    made = api.client.post(f"/admin/apps/{app}/builder/preview-token", json={"revision_id": revision}).json()
    place = f"/public/apps/preview/revisions/{revision}/assets/index.html"
    cookie = {"Cookie": f"chatbuilder_preview={made['token']}", "X-Preview-Origin": "1"}
    got, head = (ask(place, headers=cookie) for ask in (api.anonymous.get, api.anonymous.head))
    assert (got.status_code, head.status_code, head.content) == (200, 200, b"")
    assert head.headers["content-type"] == got.headers["content-type"] and got.content


@pytest.mark.parametrize("path", ["/admin/apps", "/projects/{app_id}/events", "/runs/{run_id}"])
def test_elsewhere_it_is_refused(path: str, api: Api) -> None:
    assert api.client.head(filled(path, Estate(api).names)).status_code == 405
