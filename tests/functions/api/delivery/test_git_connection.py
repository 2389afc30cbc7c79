"""Where an app is pushed to: kept with a token that nobody is told again."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from devkit.api.api import Api, code, git_out
from devkit.fakes.world import World
from devkit.git.host import TOKEN, URL, git_host
from shared.adapters.identity.aes_seals import AesSeals
from tests.functions.api.delivery.test_push import Pushing

WISH = {"url": URL, "token": TOKEN}


def place(world: World) -> str:
    return f"/admin/apps/{world.make_app()[0].id}/builder/git"


def test_a_connection_is_shown_without_its_token(world: World) -> None:
    client, path = Api(world).client, place(world)
    assert client.get(path).json()["connected"] is False
    put = client.put(path, json=WISH | {"forge": "forgejo"})
    assert put.status_code == 200
    shown = client.get(path).json()
    assert shown == put.json()
    assert (shown["connected"], shown["url"], shown["token_end"]) == (True, URL, TOKEN[-4:])
    assert (shown["forge"], shown["api_url"]) == ("forgejo", "https://git.example.com/api/v1")
    assert "sealed_token" not in shown
    assert client.delete(path).status_code == client.delete(path).status_code == 204
    assert client.get(path).json()["connected"] is False
    assert client.post(path + "/push", json={}).json()["code"] == "GIT_NOT_CONNECTED"


@pytest.mark.parametrize(
    "url, forge, api",
    [
        ("https://github.com/ann/shop", None, "https://api.github.com"),
        ("https://git.example.com/ann/shop", "github", "https://git.example.com/api/v3"),
        ("https://git.example.com/ann/shop", None, None),
    ],
)
def test_the_forge_of_an_address_is_known_where_it_can_be(
    world: World, url: str, forge: str | None, api: str | None
) -> None:
    shown = Api(world).client.put(place(world), json=WISH | {"url": url, "forge": forge}).json()
    assert shown["api_url"] == api


@pytest.mark.parametrize(
    "over",
    [
        {"url": "http://git.example.com/ann/shop.git"},
        {"url": "https://10.0.0.1/ann/shop.git"},
        {"url": "https://127.0.0.1/ann/shop.git"},
        {"url": "https://localhost/ann/shop.git"},
        {"url": "https://2130706433/ann/shop.git"},
        {"url": "https://git.internal/ann/shop.git"},
        {"url": "https://ann:pw@git.example.com/ann/shop.git"},
        {"url": "https://git.example.com:22/ann/shop.git"},
        {"url": "https://git.example.com/ann/shop.git?x=1"},
        {"url": "https://git.example.com/shop.git"},
        {"url": "git@git.example.com:ann/shop.git"},
        {"url": "file:///etc/passwd"},
        {"url": ""},
        {"api_url": "https://169.254.169.254/latest"},
    ],
)
def test_only_public_https_addresses_are_taken(world: World, over: dict[str, str]) -> None:
    assert code(Api(world).client.put(place(world), json=WISH | over)) == (422, "GIT_ADDRESS_REFUSED")


@pytest.mark.parametrize("token", ["", "short", "with blank inside", "new\nline-token", "tökens-of-ann", "t" * 501])
def test_a_token_that_fits_no_header_is_refused_and_not_repeated(world: World, token: str) -> None:
    answer = Api(world).client.put(place(world), json=WISH | {"token": token})
    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert not token or token not in answer.text


def test_another_tenant_and_who_may_not_publish_see_nothing(world: World) -> None:
    api, path = Api(world), place(world)
    api.client.put(path, json=WISH)
    writer, rival = api.as_tenant("acme", "apps:write"), api.as_tenant("rival")
    for client, status in ((writer, 403), (rival, 404)):
        asked = [
            client.get(path),
            client.put(path, json=WISH),
            client.delete(path),
            client.post(path + "/push", json={}),
        ]
        assert {answer.status_code for answer in asked} == {status}
    assert api.client.get(path).json()["connected"]


def test_a_token_opens_for_its_own_app_and_addresses_only(world: World) -> None:
    api, path = Api(world), place(world)
    api.client.put(path, json=WISH)
    app_id = path.split("/")[3]
    kept = world.connections.get("acme", app_id)
    thief = "https://thief.example.com/a/b"
    for change in ({"url": thief, "api_url": None}, {"url": URL, "api_url": thief}):
        world.connections.put(
            world.connections.get("acme", app_id).model_copy(
                update=kept.model_dump(include={"url", "api_url"}) | change
            )
        )
        refused = api.client.post(path + "/push", json={}).json()
        assert (refused["code"], "can no longer be read" in refused["detail"]) == ("GIT_NOT_CONNECTED", True)


def test_deleting_an_app_forgets_its_token(world: World) -> None:
    api, path = Api(world), place(world)
    api.client.put(path, json=WISH)
    app = path.removesuffix("/builder/git")
    assert api.client.delete(app).status_code == 204
    assert api.client.post(f"{app}/undelete").status_code == 200
    assert api.client.get(path).json()["connected"] is False


def test_two_that_connect_at_once_are_told(world: World) -> None:
    api, path = Api(world), place(world)
    put = world.connections.put

    def late(connection: Any) -> Any:
        world.connections.put = put  # type: ignore[method-assign]
        api.client.put(path, json=WISH)
        return put(connection)

    world.connections.put = late  # type: ignore[method-assign]
    assert api.client.put(path, json=WISH).json()["code"] == "REVISION_CONFLICT"


def test_the_token_is_in_no_log_event_row_or_answer(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    for ours in ("shared", "functions"):
        caplog.set_level(logging.DEBUG, ours)
    with git_host(tmp_path) as host:
        one = Pushing(host)
        path = f"/admin/apps/{one.app.id}/builder/git"
        said = [
            one.api.client.put(path, json=WISH, headers={"Idempotency-Key": "one"}),
            one.api.client.put(path, json=WISH | {"more": 1}),
            one.connect(url="https://10.0.0.1/a/b"),
            one.api.client.get(path),
            one.push(),
            one.push(branch="other"),
        ]
        host.refuse(TOKEN, "third")
        said.append(one.push(branch="third"))
        host.token = "another"
        said.append(one.push(branch="fourth"))
        host.before = lambda request: request.answer(302, Location=f"https://{TOKEN}.example.com/")
        said.append(one.push(branch="fifth"))
        assert [answer.status_code for answer in said] == [200, 422, 422, 200, 200, 200, 422, 422, 502]
        asked = "\n".join(host.asked)
        more = [*_failing(one, path)]
    said += more
    shown = "\n".join(answer.text + repr(answer.headers) for answer in said)
    out, err = capfd.readouterr()
    for text in (one.world.stored_text(), shown, asked, caplog.text, out, err):
        assert TOKEN not in text


def _failing(one: Pushing, path: str) -> Iterator[Any]:
    """Whatever a host says, and it repeats the token, what is asked of it fails."""
    one.connect(forge="forgejo")
    for status in (302, 401, 404, 429, 500):
        one.host.before = lambda request, status=status: request.answer(
            status, f'{{"message": "{TOKEN}"}}'.encode(), Location=f"/{TOKEN}", Content_Type="application/x-git-x"
        )
        for asked in (
            one.api.client.post(path + "/push", json={"branch": f"b{status}"}),
            one.api.client.post(path + "/pull", json={}),
            one.api.client.get(path + "/status"),
            one.api.client.post(path.removesuffix("git") + "export/pull-request", json={}),
            one.api.client.get(path + "/pull-request"),
        ):
            assert asked.status_code >= 400
            yield asked


def test_another_secret_of_the_deployment_reads_no_token(world: World) -> None:
    api, path = Api(world), place(world)
    api.client.put(path, json=WISH)
    other = git_out(world, seals=AesSeals("t" * 32, "git token"))
    refused = Api(world, {"git_out": other}).client.post(path + "/push", json={})
    assert refused.json()["code"] == "GIT_NOT_CONNECTED"
