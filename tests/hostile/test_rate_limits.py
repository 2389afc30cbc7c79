"""Live rate limits: the application with its defaults over the embedded DynamoDB, in bursts at the same moment."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from devkit.api.api import Api
from devkit.fakes.world import World
from local.emulator.emulator import Emulator
from shared.adapters.dynamo.rates import DynamoRateLimiter
from shared.adapters.dynamo.table.table import Table
from shared.domain.ids import new_id
from shared.domain.limits import DEFAULT_LIMITS, Limits
from shared.ports.requests import PreviewClaims
from shared.services.feedback.report_preview import visitor_of
from tests.contracts.conftest import embedded
from tests.support.aws.table import create_table
from tests.support.racing import race

BURST = 24
CHAT, PERSON, TENANT = DEFAULT_LIMITS.rate_chat, DEFAULT_LIMITS.rate_person, DEFAULT_LIMITS.rate_tenant


@pytest.fixture(scope="module")
def table(ministack: Emulator) -> Table:
    client = embedded(ministack, "dynamodb")
    return Table(client, create_table(client, "chatbuilder-rates"))


class Scene:
    """A tenant of this test alone, whose clock stands still unless it is moved."""

    def __init__(self, table: Table, **limits: int) -> None:
        self.tenant = f"t-{new_id('node')[-12:]}"
        self.world = World()
        self.limits: Limits = DEFAULT_LIMITS.model_copy(update=limits)
        over = {"rates": DynamoRateLimiter(table, self.world.clock), "ports": self.world.ports(limits=self.limits)}
        self.api = Api(self.world, over)
        self.app, self.revision = self.world.make_app(tenant_id=self.tenant, slug=self.tenant)

    def person(self, name: str = "user-1", tenant: str = "") -> TestClient:
        token = self.world.sign_in(tenant or self.tenant, subject=name)
        return TestClient(self.api.app, headers={"Authorization": f"Bearer {token}"}, raise_server_exceptions=False)

    def chat(self, client: TestClient, **headers: str) -> Any:
        path = f"/admin/apps/{self.app.id}/builder/chat/stream"
        return client.post(path, json={"message": ""}, headers=headers)

    def save(self, client: TestClient) -> Any:
        return client.patch(f"/admin/apps/{self.app.id}", json={"name": ""})


@pytest.fixture
def here(table: Table) -> Iterator[Scene]:
    yield Scene(table)


def burst(ask: Callable[[], Any], count: int = BURST) -> list[Any]:
    return race(*([ask] * count))


def statuses(answers: list[Any]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


def test_of_a_burst_of_messages_exactly_ten_pass_and_the_rest_learn_when(here: Scene) -> None:
    client = here.person()
    answers = burst(lambda: here.chat(client))
    assert statuses(answers) == {422: CHAT, 429: BURST - CHAT}
    for answer in (one for one in answers if one.status_code == 429):
        assert answer.json()["code"] == "RATE_LIMITED" and 0 < answer.json()["retry_after"] <= 60 / CHAT
        assert answer.headers["Retry-After"] == "6"


def test_who_waits_as_long_as_the_answer_says_passes_and_a_moment_earlier_not(here: Scene) -> None:
    client = here.person()
    burst(lambda: here.chat(client))
    wait = here.chat(client).json()["retry_after"]
    here.world.clock.advance(wait - 0.01)
    assert here.chat(client).status_code == 429
    here.world.clock.advance(0.01)
    assert statuses(burst(lambda: here.chat(client))) == {422: 1, 429: BURST - 1}


@pytest.mark.parametrize(
    ("ask", "most"),
    [
        (lambda here, client: here.save(client), "rate_person"),
        (lambda here, client: client.post("/api/tools/search_docs", json={}), "rate_tools"),
        (lambda here, client: client.get(f"/projects/{new_id('app')}/events"), "rate_person"),
        (lambda here, client: client.post("/build-result", json={"nonsense": 1}), "rate_person"),
    ],
    ids=["changes", "tools", "streams", "reports with a token"],
)
def test_each_kind_holds_its_own_number_in_a_burst(table: Table, ask: Callable[..., Any], most: str) -> None:
    here = Scene(table, **{most: 7})
    client = here.person()
    answers = burst(lambda: ask(here, client))
    assert statuses(answers)[429] == BURST - 7 and not any(answer.status_code >= 500 for answer in answers)


def test_a_tenants_people_share_one_allowance_in_a_burst_and_another_tenant_has_its_own(table: Table) -> None:
    here = Scene(table, rate_tenant=9)
    clients = [here.person(f"person-{number}") for number in range(BURST)]
    answers = race(*((lambda client=client: here.save(client)) for client in clients))  # type: ignore[misc]  # bound now
    assert statuses(answers)[429] == BURST - 9
    stranger = here.person("user-1", f"{here.tenant}-2")
    assert stranger.post("/admin/apps", json={"name": ""}).status_code == 422


def test_what_a_client_says_about_itself_gives_no_second_allowance(here: Scene) -> None:
    """Neither a tenant nor an address nor a user is taken from a header."""
    client = here.person()
    burst(lambda: here.chat(client))
    forged = {
        "X-Tenant-Id": "globex", "X-Forwarded-For": "203.0.113.9", "X-User-Id": "other", "Tenant": "globex",
        "x-amzn-request-context": '{"authorizer": {"tenant_id": "globex", "principalId": "other"}}',
        "X-Forwarded-Host": "other", "Idempotency-Key": new_id("node"), "X-Session-Id": "other",
    }  # fmt: skip
    for name, value in forged.items():
        assert here.chat(client, **{name: value}).status_code == 429, name
    other = here.person("user-2", f"{here.tenant}-2")
    for name, value in forged.items():
        here.chat(other, **{name: value, "X-Tenant-Id": here.tenant})
    here.world.clock.advance(6)
    assert here.chat(client).status_code == 422, "nobody else took from this one's"


def test_stopping_is_never_refused_however_hasty_somebody_was(here: Scene) -> None:
    client = here.person()
    session = client.post(f"/projects/{here.app.id}/sessions", json={"session_type": "global"}).json()["id"]
    run = client.post(f"/sessions/{session}/messages", json={"message": "Work"}).json()["run_id"]
    burst(lambda: here.save(client))
    for _ in range(PERSON):
        here.save(client)
    assert here.save(client).status_code == 429
    cancel = f"/admin/apps/{here.app.id}/builder/chat/{run}/cancel"
    assert statuses(burst(lambda: client.post(cancel))) == {202: BURST}
    assert here.world.runs.cancel_requested(here.tenant, run)
    assert client.delete("/build-result").status_code == 204
    assert client.post(f"/admin/apps/{here.app.id}/unpublish").status_code != 429
    assert client.delete(f"/admin/apps/{here.app.id}").status_code < 300


def opened(here: Scene, claims: PreviewClaims, seconds: int = 1_800) -> dict[str, Any]:
    """A report of a page that a visitor opened: its nonce, and the cookie of their browser."""
    token = here.world.previews.issue(claims, seconds)
    page = claims._replace(visitor=visitor_of(token), load=f"load-{seconds}")
    body = {"nonce": here.world.reports.issue(page, 1_800), "status": "success"}
    return {"url": "/build-result", "json": body, "headers": {"Cookie": f"chatbuilder_preview={token}"}}


def test_a_flood_of_reports_by_a_page_costs_the_app_its_own_allowance_only(here: Scene) -> None:
    claims = PreviewClaims(here.tenant, here.app.id, here.revision.id, epoch=0)
    visitors = [opened(here, claims, 1_000 + number) for number in range(4)]
    answers = [one for visit in visitors for one in burst(lambda visit=visit: here.api.anonymous.post(**visit))]
    counts = statuses(answers)
    assert counts == {204: 4 * 12, 429: 4 * (BURST - 12)}, "a load of a page has 12 a minute"
    assert all(0 < float(one.json()["retry_after"]) <= 5 for one in answers if one.status_code == 429)
    client = here.person()
    assert here.save(client).status_code == 422, "people's own allowance is untouched"
    other, revision = here.world.make_app(tenant_id=here.tenant, slug=f"{here.tenant}-b")
    second = claims._replace(app_id=other.id, revision_id=revision.id)
    assert here.api.anonymous.post(**opened(here, second)).status_code == 204


def test_a_nonce_that_is_none_takes_from_nobody(here: Scene) -> None:
    forged = [here.api.anonymous.post("/build-result", json={"nonce": f"x{n}", "status": "success"}) for n in range(80)]
    assert statuses(forged) == {401: 80}
    claims = PreviewClaims(here.tenant, here.app.id, here.revision.id, epoch=0)
    assert here.api.anonymous.post(**opened(here, claims)).status_code == 204
