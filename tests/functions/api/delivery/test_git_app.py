"""An app pushed by an application of GitHub's: signed with its key, with a token for the one repository alone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from devkit.git.forge import FakeForge
from devkit.git.github_app import FakeApp, new_key, pem_of
from devkit.git.host import URL, git_host
from tests.functions.api.delivery.test_push import Pushing

API = "https://git.example.com/api/v1"


class AsApp(Pushing):
    """As `Pushing`, connected by the application."""

    def __init__(self, app: FakeApp) -> None:
        super().__init__(app.forge.host)
        self.path = f"/admin/apps/{self.app.id}/builder/git"
        self.github = app
        assert self.as_app().status_code == 200

    def as_app(self, **over: Any) -> Any:
        key = {"id": self.github.id, "private_key": self.github.pem}
        wish = {"url": URL, "github_app": key, "forge": "github", "api_url": API}
        return self.api.client.put(self.path, json=wish | over)

    def offer(self) -> Any:
        return self.api.client.post(self.path.removesuffix("git") + "export/pull-request", json={})


@pytest.fixture
def one(tmp_path: Path) -> Iterator[AsApp]:
    with git_host(tmp_path) as host:
        yield AsApp(FakeApp(FakeForge(host)))


def test_it_pushes_and_offers_with_a_token_of_its_own_each_time(one: AsApp) -> None:
    shown = one.api.client.get(one.path).json()
    assert (shown["github_app"], shown["token_end"], shown["connected"]) == ("4711", "", True)
    assert one.pushed()["branch"] == "main"
    one.add(2)
    assert one.offer().json()["number"] == 1
    assert len(one.github.made) == 2 and one.github.wanted == [{"repositories": ["shop"]}] * 2
    assert one.api.client.get(one.path + "/status").json()["unpushed"] == 0


@pytest.mark.parametrize(
    "refusal, code",
    [
        ((404, {}), "GIT_NOT_FOUND"),
        ((403, {}), "GIT_UNAUTHORIZED"),
        ((403, {"X_RateLimit_Remaining": "0"}), "GIT_RATE_LIMITED"),
        ((302, {"Location": "https://other.example.com/"}), "GIT_UNAVAILABLE"),
        ((500, {}), "GIT_UNAVAILABLE"),
        ((200, {}), "GIT_UNAVAILABLE"),
    ],
)
def test_a_refusal_has_a_code_and_nothing_is_pushed(one: AsApp, refusal: Any, code: str) -> None:
    one.github.refusal = refusal
    assert one.push().json()["code"] == code
    assert one.github.made == [] and one.host.packs == []


@pytest.mark.parametrize("pem", [pem_of(new_key()), "-----BEGIN RSA PRIVATE KEY-----\nnone\n-----END"])
def test_another_key_is_refused(one: AsApp, pem: str) -> None:
    assert one.as_app(github_app={"id": "4711", "private_key": pem}).status_code == 200
    assert one.push().json()["code"] == "GIT_UNAUTHORIZED"


def test_it_signs_in_at_github_only_and_one_way_in_is_enough(one: AsApp) -> None:
    assert one.as_app(forge="forgejo").json()["code"] == "GIT_ADDRESS_REFUSED"
    for over in ({"token": "github_pat_11AAexample"}, {"github_app": None}, {"github_app": {"id": "1"}}):
        refused = one.as_app(**over)
        assert refused.json()["code"] == "VALIDATION_FAILED" and "PRIVATE KEY" not in refused.text


def test_a_token_in_its_place_is_a_token_again(one: AsApp) -> None:
    one.host.token = "github_pat_11AAexample"
    assert one.as_app(github_app=None, token="github_pat_11AAexample").json()["github_app"] == ""
    assert one.pushed()["branch"] == "main" and one.github.made == []


def test_the_key_opens_for_its_own_application_only(one: AsApp) -> None:
    kept = one.world.connections.get("acme", one.app.id)
    one.world.connections.put(kept.model_copy(update={"github_app": "1"}))
    assert one.push().json()["code"] == "GIT_NOT_CONNECTED"


def test_neither_key_nor_tokens_are_in_a_row_an_answer_or_a_log(
    one: AsApp, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("DEBUG")
    said = [one.as_app(), one.push(), one.offer(), one.api.client.get(one.path)]
    one.github.refusal = (500, {"X_Words": "no"})
    said.append(one.push(branch="more"))
    shown = "\n".join(answer.text + repr(answer.headers) for answer in said)
    out, err = capfd.readouterr()
    secrets = [*one.github.made, one.github.pem.split("\n")[1]]
    for text in (one.world.stored_text(), shown, "\n".join(one.host.asked), caplog.text, out, err):
        assert not any(secret in text for secret in secrets)
