"""A connection test over HTTP: started by an administrator, made once, followed to its end, paid for."""

from datetime import timedelta
from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.messages import FakeMessages
from devkit.fakes.model import Call, FakeModel, Reply, calls, say
from devkit.fakes.world import World
from shared.domain.errors import AppError, Unavailable
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.spending.connection import LONGEST, ConnectionTask
from shared.domain.spending.models import ListedPrice, ModelEntry, Models
from shared.domain.spending.spending import day_of
from shared.domain.switches import Switches
from shared.services.spending.connection_tests import run_connection_test

PATH = "/admin/models/test"
PRICED = ModelEntry(name="fake", price=ListedPrice(input=2, output=10))
FREE = ModelEntry(name="free/model", price="unpriced", images=False)


def item(title: str) -> Call:
    return Call(name="save_note", arguments={"title": title})


GOOD = [
    say("ready"),
    calls(item("first")),
    calls(*map(item, ("second", "third"))),
    say("Saved."),
    say("It is a colour."),
]


class Desk:
    """An API whose function that may use the model is in this process."""

    def __init__(self, *replies: Reply, fault: AppError | None = None, **over: Any) -> None:
        self.world = World()
        self.model = FakeModel(replies)
        models = Models([PRICED, FREE], default="fake")
        loop = self.world.loop_ports(models=models, price=models.cost, **over)
        self.messages = FakeMessages(loop, self.model, fault)
        ports = self.world.ports(models=models, price=models.cost, messages=self.messages, **over)
        self.api = Api(self.world, {"ports": ports})

    def start(self, **body: Any) -> Any:
        return self.api.client.post(PATH, json=body)

    def latest(self) -> Any:
        answer = self.api.client.get(PATH)
        assert answer.status_code == 200, answer.text
        return answer.json()["test"]


def test_a_test_is_followed_from_its_start_to_its_end() -> None:
    desk = Desk(*GOOD)
    assert desk.latest() is None
    answer = desk.start()
    assert answer.status_code == 202, answer.text
    assert (answer.json()["status"], answer.json()["model"]) == ("queued", "fake")
    assert desk.latest() == answer.json()
    desk.messages.make_tests(desk.world.connection_tests)
    done = desk.latest()
    assert (done["status"], done["verdict"], done["id"]) == ("done", "ready", answer.json()["id"])
    outcomes = ["answered", "called", "called_together", "took_picture"]
    assert [probe["outcome"] for probe in done["probes"]] == outcomes
    assert done["form"]["wire"] == "chat"
    assert "strict_alternation" in done["form"]["profile"]
    assert done["learned"] is None
    assert all(probe["cost_usd"] > 0 and probe["input_tokens"] > 0 for probe in done["probes"])


def test_its_calls_are_paid_for_by_the_tenant() -> None:
    desk = Desk(*GOOD)
    desk.start()
    desk.messages.make_tests(desk.world.connection_tests)
    day, _ = desk.world.spending.balances("acme", day_of(desk.world.clock.now()))
    costs = sum(probe["cost_usd"] for probe in desk.latest()["probes"])
    assert (round(day.used / 1_000_000, 6), day.held) == (round(costs, 6), 0)


def test_a_second_delivery_asks_nothing() -> None:
    desk = Desk(*GOOD)
    desk.start()
    desk.messages.make_tests(desk.world.connection_tests)
    desk.messages.make_tests(desk.world.connection_tests)
    assert len(desk.model.requests) == len(GOOD)


def test_a_task_of_a_test_that_is_gone_asks_nothing() -> None:
    desk = Desk(*GOOD)
    desk.start()
    task = ConnectionTask(tenant_id="acme", test_id="test_01jg0000000000000000000000")
    run_connection_test(
        task, tests=desk.world.connection_tests, model=desk.model, ports=desk.world.loop_ports(models=Models())
    )
    assert desk.model.requests == []


def test_one_test_of_a_tenant_runs_at_a_time() -> None:
    desk = Desk(*GOOD)
    assert desk.start().status_code == 202
    assert code(desk.start()) == (409, "CONNECTION_TEST_ACTIVE")
    assert desk.api.as_tenant("other").post(PATH, json={}).status_code == 202


def test_a_test_that_was_lost_makes_room_for_another() -> None:
    desk = Desk(*GOOD)
    first = desk.start().json()["id"]
    desk.world.clock.advance((LONGEST + timedelta(seconds=1)).total_seconds())
    assert desk.latest()["status"] == "lost"
    desk.messages.make_tests(desk.world.connection_tests)
    assert desk.model.requests == []
    second = desk.start()
    assert second.status_code == 202
    assert second.json()["id"] != first


def test_a_test_that_cannot_be_started_is_not_left_open() -> None:
    desk = Desk(fault=Unavailable("The function is busy."))
    assert desk.start().status_code == 503
    assert desk.latest()["status"] == "lost"
    assert desk.start().status_code == 503


def test_another_tenant_sees_nothing_of_it() -> None:
    desk = Desk(*GOOD)
    desk.start()
    assert desk.api.as_tenant("mallory").get(PATH).json() == {"test": None}


@pytest.mark.parametrize("scope", ["apps:read", "apps:write", "apps:publish", "tools:run"])
def test_only_an_administrator_may_test(scope: str) -> None:
    client = Desk().api.as_tenant("acme", scope)
    assert code(client.post(PATH, json={})) == (403, "FORBIDDEN")
    assert code(client.get(PATH)) == (403, "FORBIDDEN")


def test_only_listed_models_are_tested() -> None:
    desk = Desk(*GOOD)
    assert code(desk.start(model="gpt-elsewhere")) == (422, "VALIDATION_FAILED")
    assert code(desk.start(base_url="http://169.254.169.254/")) == (422, "VALIDATION_FAILED")
    assert desk.start(model="free/model").json()["model"] == "free/model"


def test_a_model_without_a_price_has_no_cost_and_counts_tokens() -> None:
    desk = Desk(*GOOD[:4])
    desk.start(model="free/model")
    desk.messages.make_tests(desk.world.connection_tests)
    probes = desk.latest()["probes"]
    assert [probe["cost_usd"] for probe in probes] == [None] * 4
    assert (probes[3]["status"], probes[3]["outcome"]) == ("off", "not_sent")
    day, _ = desk.world.spending.balances("acme", day_of(desk.world.clock.now()))
    assert day.tokens >= sum(probe["input_tokens"] + probe["output_tokens"] for probe in probes) > 0


def test_a_failure_is_charged_as_calls_are_and_the_rest_is_not_tried() -> None:
    desk = Desk(Reply(status=401))
    desk.start()
    desk.messages.make_tests(desk.world.connection_tests)
    done = desk.latest()
    assert [probe["outcome"] for probe in done["probes"]] == ["refused", "not_tried", "not_tried", "not_tried"]
    assert done["verdict"] == "unusable"
    day, _ = desk.world.spending.balances("acme", day_of(desk.world.clock.now()))
    assert (day.used, day.held) == (0, 0)


def test_a_budget_without_room_is_said() -> None:
    desk = Desk(*GOOD, limits=DEFAULT_LIMITS.model_copy(update={"budget_day": 0.01}))
    desk.start()
    desk.messages.make_tests(desk.world.connection_tests)
    first = desk.latest()["probes"][0]
    assert (first["outcome"], first["advice"], first["requests"]) == ("no_budget", "raise_budget", 0)
    assert desk.model.requests == []


def test_a_budget_of_nothing_starts_no_test() -> None:
    desk = Desk(limits=DEFAULT_LIMITS.model_copy(update={"budget_day": 0.0}))
    assert code(desk.start()) == (429, "BUDGET_EXCEEDED")


def test_tests_are_limited_like_chats() -> None:
    desk = Desk()
    client = desk.api.client
    limit = DEFAULT_LIMITS.rate_chat
    answers = [client.post(PATH, json={}).status_code for _ in range(limit + 1)]
    assert answers[0] == 202
    assert answers[-1] == 429


def test_without_the_model_no_test_is_started() -> None:
    assert code(Desk(switches=Switches(model_patch_generation=False)).start()) == (503, "FEATURE_DISABLED")
    assert code(Api().client.post(PATH, json={})) == (503, "FEATURE_DISABLED")
