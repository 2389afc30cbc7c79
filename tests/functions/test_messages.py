"""The function of the loop's steps, asked by the API for a commit message."""

import pytest

from devkit.api.review import BASE, propose
from devkit.fakes.model import FakeModel, Reply, say
from devkit.fakes.samples import TENANT
from devkit.fakes.world import World
from functions.agent_step import handler as agent_step
from shared.domain.errors import NotFound
from shared.domain.runs.message_task import MessageTask
from shared.domain.spending.connection import UNTRIED, ConnectionTask, ConnectionTest


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    world = World()
    monkeypatch.setattr(agent_step, "_ports", world.loop_ports)
    monkeypatch.setattr(agent_step, "_model", lambda: FakeModel([say("Translate the page")]))
    monkeypatch.setenv("CHATBUILDER_MODEL", "fake")
    return world


def task(diff_id: str) -> MessageTask:
    return MessageTask(tenant_id=TENANT, diff_id=diff_id, style="plain", instructions="Shorter")


def test_a_message_is_asked_for_in_place_of_a_step(world: World) -> None:
    app, _ = world.make_app(BASE)
    asked = task(propose(world, app).id).model_dump(mode="json")
    assert agent_step.handler(asked, None) == {"message": "Translate the page", "why": None}


def test_a_connection_test_is_made_and_stored(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent_step, "_tests", lambda: world.connection_tests)
    stored = world.connection_tests.put(
        ConnectionTest(
            id="test_01jg0000000000000000000000", tenant_id=TENANT, model="fake", probes=UNTRIED, started_by="ann",
            created_at=world.clock.now(),
        )
    )  # fmt: skip
    task = ConnectionTask(tenant_id=TENANT, test_id=stored.id)
    monkeypatch.setattr(agent_step, "_model", lambda: FakeModel([Reply(status=404)]))
    assert agent_step.handler(task.model_dump(mode="json"), None) == {}
    made = world.connection_tests.find(TENANT)
    assert made is not None
    assert (made.status, made.verdict, made.version) == ("done", "unusable", stored.version + 7)


def test_a_diff_that_is_not_there_is_a_fault_of_the_caller(world: World) -> None:
    with pytest.raises(NotFound):
        agent_step.handler(task("dif_01JG0000000000000000000000").model_dump(mode="json"), None)
