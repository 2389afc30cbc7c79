"""The project's feed: every message once, in order, with what it used; code that changed, by whoever."""

import pytest

from shared.domain.errors import NotFound
from shared.domain.identity import Principal
from shared.services.project_feed import ProjectFeed
from tests.fakes.model import Call, calls
from tests.support.loop import USER, LoopDriver

WRITE = Call(name="write_file", arguments={"path": "src/App.tsx", "content": "export default 1;\n"})
FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})


def feed_of(loop: LoopDriver, app_id: str, who: Principal = USER) -> ProjectFeed:
    return ProjectFeed(principal=who, app_id=app_id, ports=loop.world.ports(), loop=loop.ports)


def test_messages_are_told_as_they_come_and_each_once() -> None:
    loop = LoopDriver([calls(WRITE), calls(FINISH)])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    feed = feed_of(loop, app.id)
    assert feed.step() == []
    run = loop.start("Hello", app_id=app.id)
    assert [(event.name, event.data["content"]) for event in feed.step()] == [("conversation_message", "Hello")]
    run = loop.follow(run, most=1)
    assert [event.name for event in feed.step()] == ["conversation_message", "token_usage"]
    assert feed.step() == []
    run = loop.follow(loop.world.runs.get(run.tenant_id, run.id))
    told = feed.step()
    assert [event.name for event in told] == ["conversation_message", "token_usage", "code_changed"]
    assert told[-1].data == {
        "project_id": app.id, "new_code": "export default 1;\n", "revision_id": run.revision_id,
    }  # fmt: skip
    assert feed.step() == []


def test_what_was_over_before_is_not_told() -> None:
    loop = LoopDriver([calls(WRITE, FINISH)])
    run = loop.play()
    assert feed_of(loop, run.app_id).step() == []


def test_a_persons_save_changes_code_too() -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    feed = feed_of(loop, app.id)
    loop.world.add_revision(app, {"src/App.tsx": b"export default 2;\n"})
    assert [(event.name, event.data["new_code"]) for event in feed.step()] == [("code_changed", "export default 2;\n")]


def test_another_tenants_project_is_not_found() -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    with pytest.raises(NotFound):
        feed_of(loop, app.id, Principal(tenant_id="other", subject="x"))
