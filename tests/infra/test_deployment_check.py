"""`make deploy ARGS=--check` fails for what it is there to find, says what it found, and cleans up."""

from typing import Any

import pytest

from infra.check_deployment import Waiting, check_deployment
from infra.preflight import SIGN_IN, TENANT, bearer_token
from toolchain.http import ApiError

WAITS = Waiting(build_seconds=0, site_seconds=0, poll_seconds=0)
BUILT: dict[str, Any] = {"build_status": "succeeded", "build_error": None}
SEEN: dict[str, Any] = {"status": "succeeded", "error": None, "page": {"title": "Home"}}
NO_BROWSER = {"code": "NO_BROWSER", "message": "There is no browser in this worker."}
HEARTBEAT = {"status": "alive"}
LIVE = "https://check.apps.example.com/"


class Deployed:
    """A deployment's answers; `deleted` says whether the app of the check is gone again."""

    def __init__(
        self, *, draft: Any = BUILT, page: Any = SEEN, events: Any = (HEARTBEAT,), publish: Any = LIVE
    ) -> None:
        self.draft, self.page, self.events, self.publish, self.deleted = draft, page, events, publish, False

    def call(self, method: str, path: str, body: Any = None) -> Any:
        match method, path.rpartition("/")[2]:
            case "GET", "health":
                return {"version": "0.1.0"}
            case "POST", "apps":
                return {"id": "app_1"}
            case "GET", "state":
                return {"draft": self.draft}
            case "POST", "browser":
                return {"data": {"build_id": "bld_1"}}
            case "GET", "bld_1":
                return self.page
            case "POST", "publish":
                if isinstance(self.publish, ApiError):
                    raise self.publish
                return {"live_url": self.publish}
        assert (method, path) == ("DELETE", "/admin/apps/app_1")
        self.deleted = True
        return None

    def stream(self, method: str, path: str) -> Any:
        return iter(self.events)


def checked(deployed: Deployed, page: bytes | None = b"<html>") -> tuple[bool, list[str]]:
    said: list[str] = []
    worked = check_deployment(deployed, said.append, waits=WAITS, fetch=lambda address: page)  # type: ignore[arg-type]
    assert deployed.deleted
    return worked, said


def test_all_is_well() -> None:
    worked, said = checked(Deployed())
    assert worked
    assert said[-1] == f"publish  {LIVE}"


@pytest.mark.parametrize(("deployed", "found"), [
    (Deployed(page=SEEN | {"status": "failed", "error": NO_BROWSER}), "NO_BROWSER"),
    (Deployed(draft={"build_status": "queued", "build_error": {"code": "ENQUEUE_FAILED", "message": ""}}), "ENQUEUE"),
    (Deployed(draft={"build_status": "queued", "build_error": None}), "the build did not end"),
    (Deployed(draft={"build_status": "failed", "build_error": {"code": "BROKEN", "message": ""}}), "failed: BROKEN"),
    (Deployed(events=()), "ended without an event"),
    (Deployed(publish=ApiError(503, {"code": "DEPENDENCY_UNAVAILABLE"})), "DEPENDENCY_UNAVAILABLE"),
])  # fmt: skip
def test_what_does_not_work_is_named(deployed: Deployed, found: str) -> None:
    worked, said = checked(deployed)
    assert not worked
    assert said[-1].startswith("FAILED") and found in said[-1]


def test_an_address_that_nobody_serves_is_named() -> None:
    worked, said = checked(Deployed(), page=None)
    assert not worked
    assert LIVE in said[-1] and "DNS" in said[-1]


class Pool:
    """Cognito for one person."""

    def __init__(self) -> None:
        self.people: dict[str, dict[str, str]] = {}

    def admin_create_user(self, **given: Any) -> None:
        self.people[given["Username"]] = {one["Name"]: one["Value"] for one in given["UserAttributes"]}

    def admin_set_user_password(self, **given: Any) -> None:
        assert given["Permanent"] and len(given["Password"]) >= 12

    def admin_initiate_auth(self, **given: Any) -> dict[str, Any]:
        return {"AuthenticationResult": {"IdToken": "signed"}}

    def admin_delete_user(self, **given: Any) -> None:
        del self.people[given["Username"]]


def test_the_stacks_own_pool_gets_a_person_for_the_check_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHATBUILDER_TOKEN", raising=False)
    pool = Pool()
    with bearer_token({"UserPoolId": "p", "UserPoolClientId": "c"}, pool) as token:
        assert token == "signed"
        assert [person["custom:tenant"] for person in pool.people.values()] == [TENANT]
    assert pool.people == {}


def test_another_sign_in_service_needs_a_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CHATBUILDER_TOKEN", raising=False)
    with pytest.raises(SystemExit, match="CHATBUILDER_TOKEN"), bearer_token({}, Pool()):
        pass
    monkeypatch.setenv("CHATBUILDER_TOKEN", "mine")
    with bearer_token({}, Pool()) as token:
        assert token == "mine"
    assert "API key" in SIGN_IN
