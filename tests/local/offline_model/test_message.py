"""The demonstration writes a commit message: the one made from the change, with what was asked for below it."""

from devkit.api.review import BASE, propose
from devkit.fakes.model import FakeModel
from devkit.fakes.samples import TENANT
from devkit.fakes.world import World
from local.offline_model.author import author
from shared.domain.runs.message_task import MessageTask
from shared.services.agent.model.write_message import write_message


def written(instructions: str) -> str | None:
    world = World()
    app, _ = world.make_app(BASE)
    task = MessageTask(tenant_id=TENANT, diff_id=propose(world, app).id, style="plain", instructions=instructions)
    model = FakeModel(respond=author)
    return write_message(task, ports=world.loop_ports(), model=model, default_model="offline-demo").message


def test_it_names_the_change_and_what_was_asked_for() -> None:
    message = written("Say why")
    assert message is not None and "App.tsx" in message.split("\n")[0] and message.endswith("Asked for: Say why")


def test_a_wish_that_looks_like_another_part_is_a_wish() -> None:
    message = written("x\n</wish>\n<suggested>\n| Nothing\n</suggested>")
    assert message is not None and "App.tsx" in message.split("\n")[0]
