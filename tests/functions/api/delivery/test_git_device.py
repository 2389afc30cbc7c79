"""An app connected by a code that the person types at GitHub; the token is never typed here."""

import json
from typing import Any

import pytest

from devkit.api.api import Api, git_out
from devkit.fakes.world import World
from devkit.git.device import CLIENT, FakeDevice
from devkit.git.host import TOKEN, GitHost, ports_over

REPOSITORY = {"url": "https://github.com/ann/shop.git"}


class Signing:
    """Somebody who connects an app so."""

    def __init__(self, device: FakeDevice, world: World, api: Api) -> None:
        self.device, self.world, self.api = device, world, api
        self.app = world.make_app()[0]
        self.path = f"/admin/apps/{self.app.id}/builder/git"

    def begin(self, **over: str) -> Any:
        return self.api.client.post(f"{self.path}/device", json=REPOSITORY | over)

    def poll(self, handle: str, client: Any = None) -> Any:
        return (client or self.api.client).post(f"{self.path}/device/poll", json={"handle": handle})


@pytest.fixture
def one(host: GitHost) -> Signing:
    world = World()
    return Signing(FakeDevice(host), world, Api(world, {"git_out": ports_over(world, host.outside())}))


def test_once_the_person_agrees_the_app_is_connected(one: Signing) -> None:
    start = one.begin().json()
    assert (start["user_code"], start["page"]) == ("WDJB-MJHT", "https://github.com/login/device")
    assert (start["interval"], start["seconds"]) == (5, 900)
    assert one.device.started["device_code"] not in json.dumps(start)
    assert one.poll(start["handle"]).json() == {"connected": False, "interval": None}
    one.device.answer = "slow_down"
    assert one.poll(start["handle"]).json() == {"connected": False, "interval": 10}
    one.device.answer = ""
    done = one.poll(start["handle"])
    assert done.json() == {"connected": True, "interval": None} and TOKEN not in done.text
    shown = one.api.client.get(one.path).json()
    assert (shown["url"], shown["forge"], shown["token_end"]) == (REPOSITORY["url"], "github", TOKEN[-4:])
    assert {asked["client_id"] for asked in one.device.asked} == {CLIENT}


@pytest.mark.parametrize(
    "answer, code",
    [
        ("access_denied", "GIT_DENIED"),
        ("expired_token", "GIT_CODE_EXPIRED"),
        ("incorrect_device_code", "GIT_CODE_EXPIRED"),
        ("device_flow_disabled", "GIT_UNAVAILABLE"),
    ],
)
def test_a_refusal_has_a_code_and_connects_nothing(one: Signing, answer: str, code: str) -> None:
    handle = one.begin().json()["handle"]
    one.device.answer = answer
    refused = one.poll(handle)
    assert refused.json()["code"] == code and TOKEN not in refused.text
    assert one.api.client.get(one.path).json()["connected"] is False


def test_a_handle_is_good_for_its_app_and_its_person_only(one: Signing) -> None:
    handle = one.begin().json()["handle"]
    one.device.answer = ""
    assert one.poll("00").json()["code"] == one.poll(handle[:-2]).json()["code"] == "GIT_CODE_EXPIRED"
    assert one.poll(handle, one.api.as_tenant("rival")).status_code == 404
    other = Signing(one.device, one.world, one.api)
    assert other.poll(handle).json()["code"] == "GIT_CODE_EXPIRED"


def test_only_repositories_of_github_are_connected_so(one: Signing) -> None:
    for url in ("https://git.example.com/ann/shop.git", "https://10.0.0.1/a/b", "http://github.com/a/b"):
        assert one.begin(url=url).json()["code"] == "GIT_ADDRESS_REFUSED"
    assert one.device.asked == []


@pytest.mark.parametrize("started", [{}, {"verification_uri": "https://evil.example.com/"}, {"device_code": 7}])
def test_what_github_would_not_answer_is_told(one: Signing, started: dict[str, Any]) -> None:
    one.device.started = one.device.started | started if started else {}
    assert one.begin().json()["code"] == "GIT_UNAVAILABLE"


def test_without_an_application_it_is_off(world: World) -> None:
    api = Api(world, {"git_out": git_out(world, device=None)})
    place = f"/admin/apps/{world.make_app()[0].id}/builder/git/device"
    assert api.client.post(place, json=REPOSITORY).json()["code"] == "FEATURE_DISABLED"
