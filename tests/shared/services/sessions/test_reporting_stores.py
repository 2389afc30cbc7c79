"""Every act that pages want to hear of is told once, after the act; and what cannot be told fails nobody."""

from typing import Any

import pytest

from devkit.api.api import Api
from devkit.api.estate import Estate
from devkit.fakes.broken import Broken
from devkit.fakes.model import Call, calls
from devkit.fakes.samples import an_app
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver
from shared.domain.errors import Transient
from shared.domain.sessions.happenings import RevisionMade, RunEnded
from shared.services.sessions.feed.reporting_stores import app_changes

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
WRITE = Call(name="write_file", arguments={"path": "src/made.ts", "content": "export const made = 1;\n"})


def kinds(api: Api, app_id: str, ask: Any) -> list[str]:
    """What a request told of an app."""
    before = api.world.happenings.last("acme")
    answer = ask()
    assert answer.is_success, answer.text
    noticed = api.world.happenings.read("acme", after=before)
    assert not noticed.gap and {entry.app_id for entry in noticed.items} <= {app_id}
    return [entry.what.kind for entry in noticed.items]


def test_what_people_do_to_an_app_is_told() -> None:
    api = Api()
    made = api.client.post("/admin/apps", json={"name": "Salon"}).json()
    path, first = f"/admin/apps/{made['id']}", made["draft_revision_id"]
    noticed = api.world.happenings.read("acme", after=0).items
    assert [entry.what.kind for entry in noticed][:2] == ["app_created", "revision_made"]
    change = {"base_revision_id": first, "operations": [{"op": "upsert_file", "path": "src/a.ts", "content": "1;\n"}]}

    def saved() -> Any:
        return api.client.post(f"{path}/builder/revisions", json=change)

    assert kinds(api, made["id"], saved)[0] == "revision_made"
    assert kinds(api, made["id"], lambda: api.client.patch(path, json={"name": "Bar"})) == ["app_changed"]
    assert kinds(api, made["id"], lambda: api.client.patch(path, json={"name": "Bar"})) == [], "nothing changed"
    label = {"label": "first"}
    named = lambda: api.client.patch(f"{path}/builder/revisions/{first}", json=label)  # noqa: E731 - one of four
    assert kinds(api, made["id"], named) == ["revision_named"]
    assert "app_deleted" in kinds(api, made["id"], lambda: api.client.delete(path))
    assert kinds(api, made["id"], lambda: api.client.post(f"{path}/undelete")) == ["app_restored"]


def test_publishing_rolling_back_and_taking_down_are_told_when_the_site_is_so() -> None:
    api = Api()
    estate = Estate(api)
    app, revision = estate.names["app_id"], estate.names["revision_id"]
    post = api.client.post
    publish = lambda: post(f"/admin/apps/{app}/publish")  # noqa: E731 - one of three
    assert kinds(api, app, publish) == ["published", "app_changed"], "publishing confirms its page"
    assert kinds(api, app, lambda: post(f"/admin/apps/{app}/unpublish")) == ["unpublished"]
    back = lambda: post(f"/admin/apps/{app}/rollback", json={"revision_id": revision})  # noqa: E731 - as above
    assert kinds(api, app, back) == ["published"], "it is the draft"
    before = an_app(publish_seq=2, settled_seq=1, draft_revision_id="rev_b", published_revision_id="rev_a")
    after = before.model_copy(update={"settled_seq": 2})
    assert [one.kind for one in app_changes(before, after)] == ["rolled_back"]


def test_a_turn_is_told_from_its_message_to_what_it_leaves() -> None:
    loop = LoopDriver([calls(WRITE), calls(FINISH)])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    run = loop.follow(loop.start("Add it", app_id=app.id))
    happenings = loop.world.happenings.read(USER.tenant_id, after=0).items
    found = [entry.what.kind for entry in happenings]
    assert found[:2] == ["run_started", "message"]
    assert {"revision_made", "run_ended", "usage"} <= set(found) and found.count("message") == 2
    ended = next(entry.what for entry in happenings if isinstance(entry.what, RunEnded))
    made = next(entry.what for entry in happenings if isinstance(entry.what, RevisionMade))
    assert (ended.run_id, ended.status, ended.revision_id) == (run.id, "completed", made.revision_id)
    assert found.index("revision_made") < found.index("run_ended")


def test_a_log_that_takes_nothing_fails_no_act_and_readers_learn_that_they_missed_something(world: World) -> None:
    world.happenings = Broken(world.happenings, Transient("busy"), "append")
    api = Api(world)
    seen = world.happenings.last("acme")
    made = api.client.post("/admin/apps", json={"name": "Salon"})
    assert made.status_code == 201 and api.client.get(f"/admin/apps/{made.json()['id']}").status_code == 200
    assert [entry.what.kind for entry in world.happenings.read("acme", after=seen).items] == ["missed"]


def test_what_was_refused_is_not_told() -> None:
    api = Api()
    estate = Estate(api)
    before = api.world.happenings.last("acme")
    refused = api.client.post(f"/admin/apps/{estate.names['app_id']}/rollback", json={"revision_id": "rev_" + "0" * 26})
    assert refused.status_code == 404 and api.world.happenings.last("acme") == before


def test_an_update_of_what_was_not_read_here_tells_that_something_changed() -> None:
    assert [one.kind for one in app_changes(None, an_app())] == ["app_changed"]


@pytest.mark.parametrize("seq", [1, 2])
def test_nothing_that_no_page_shows_is_told(seq: int) -> None:
    before = an_app(publish_seq=2, settled_seq=2)
    assert app_changes(before, before.model_copy(update={"version": 9, "active_run_id": f"run_{seq}"})) == []
