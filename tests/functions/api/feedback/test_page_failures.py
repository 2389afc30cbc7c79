"""A page of the draft that fails where the agent does not begin by itself: told to people, repaired when one asks."""

from typing import Any

import pytest

from devkit.api.api import Api, code
from devkit.fakes.samples import SAMPLE_FILES
from devkit.loop import USER
from shared.domain.apps.app import App
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run_status import RunStatus
from shared.domain.sessions.feed_place import read_place
from shared.services.runs.end.end_run import end_run
from shared.services.sessions.feed.look_at_project import Look
from shared.services.sessions.feed.project_feed import FeedEvent, ProjectFeed
from tests.functions.api.feedback.test_build_result import BOOM, nonce, runs, sent

PAGE = {"path": "/cart", "clicks": ["button.buy"]}


class Scene:
    """A previewed app, and a person of its tenant."""

    def __init__(self, autonomy: str = "off") -> None:
        self.api = Api()
        self.app, self.draft = self.api.world.make_app(autonomy_mode=autonomy)
        self.path = f"/admin/apps/{self.app.id}"

    def fail(self, draft: Revision | None = None, **body: Any) -> None:
        given = nonce(self.api, self.stored(), (draft or self.draft).id)
        assert sent(self.api, given, **({"page": PAGE} | body)).status_code == 204

    def stored(self) -> App:
        return self.api.world.apps.get(self.app.tenant_id, self.app.id)

    def shown(self) -> Any:
        return self.api.client.get(self.path).json()["page_failure"]

    def repair(self, client: Any = None) -> Any:
        return (client or self.api.client).post(f"{self.path}/builder/repair")

    def look(self) -> Look:
        return Look(principal=USER, app_id=self.app.id, ports=self.api.container.ports)

    def move_on(self) -> Revision:
        return self.api.world.add_revision(self.stored(), {**SAMPLE_FILES, "src/a.ts": b"1\n"})


@pytest.mark.parametrize("mode", ["off", "suggest"])
def test_a_failure_is_shown_with_the_app_and_its_state(mode: str) -> None:
    scene = Scene(mode)
    assert scene.shown() is None
    scene.fail()
    found = scene.shown()
    assert (found["revision_id"], found["errors"][0]["message"]) == (scene.draft.id, BOOM["message"])
    assert scene.api.client.get(f"{scene.path}/builder/state").json()["app"]["page_failure"] == found
    assert runs(scene.api, scene.app) == [], "nothing begins by itself"


@pytest.mark.parametrize(
    "body", [{"status": "success", "errors": []}, {"errors": [BOOM | {"kind": "console"}]}, {"errors": []}]
)
def test_what_calls_for_no_repair_is_not_told(body: dict[str, Any]) -> None:
    scene = Scene()
    scene.fail(**body)
    assert scene.shown() is None


def test_one_request_starts_the_repair_as_the_person_s_own() -> None:
    scene = Scene()
    scene.fail()
    answer = scene.repair()
    assert answer.status_code == 202, answer.text
    (run,) = runs(scene.api, scene.app)
    assert (run.id, run.request.created_by, run.request.started_by) == (answer.json()["run_id"], "user-1", "user")
    assert (run.role, run.request.review, run.memory.untrusted) == ("fixer", "before", ["report"])
    assert run.base_revision_id == scene.draft.id
    assert (run.bounds.model_calls, run.bounds.dollars) == (5, 0.10)
    assert run.request.repair is not None and (run.request.repair.page.path, len(run.request.repair.page.actions)) == (
        "/cart",
        1,
    )
    assert "| error: Uncaught Error: boom" in run.request.message and "untrusted data" in run.request.message
    assert scene.shown()["run_id"] == run.id
    assert code(scene.repair()) == (409, "RUN_ACTIVE")


def test_without_a_failure_there_is_nothing_to_repair() -> None:
    scene = Scene()
    assert code(scene.repair()) == (422, "NOT_READY")
    scene.fail()
    scene.move_on()
    assert scene.shown() is None, "the draft has moved on"
    assert scene.repair().json()["code"] == "NOT_READY"
    assert runs(scene.api, scene.app) == []


def test_a_flood_writes_the_app_once_and_keeps_little() -> None:
    scene = Scene()
    long = BOOM | {"message": "x" * 2_000, "stack": "y" * 4_000}
    scene.fail(errors=[long | {"message": f"{number}" + "x" * 2_000} for number in range(8)])
    version = scene.stored().version
    for number in range(4):
        scene.fail(errors=[BOOM | {"message": f"Error: number {number}"}])
    stored = scene.stored()
    assert stored.version == version and stored.page_failure is not None
    assert len(stored.page_failure.model_dump_json()) < 6_000


def test_the_next_draft_s_failure_is_told_too() -> None:
    scene = Scene()
    scene.fail()
    later = scene.move_on()
    scene.fail(scene.draft)
    assert scene.shown() is None, "a page of the older revision is still open somewhere"
    scene.fail(later)
    assert scene.shown()["revision_id"] == later.id


@pytest.mark.parametrize("mode", ["semi_auto", "full_auto"])
def test_where_the_agent_begins_by_itself_nobody_is_asked(mode: str) -> None:
    scene = Scene(mode)
    scene.fail()
    assert (len(runs(scene.api, scene.app)), scene.shown()) == (1, None)


def test_a_failure_that_the_agent_does_not_take_up_again_is_told() -> None:
    scene = Scene("full_auto")
    scene.fail()
    end_run(
        "acme",
        runs(scene.api, scene.app)[0].id,
        status=RunStatus.FAILED,
        failure_code="STUCK",
        ports=scene.api.container.ports,
    )
    scene.fail()
    assert len(runs(scene.api, scene.app)) == 1 and scene.shown() is not None


def failures(events: list[FeedEvent]) -> list[str]:
    return [event.data["revision_id"] for event in events if event.name == "preview_failed"]


def test_the_feed_tells_it_once_and_a_client_that_comes_back_is_not_told_again() -> None:
    scene = Scene()
    feed = ProjectFeed(scene.look())
    quiet, away = scene.look(), feed.place.name
    scene.fail()
    look = scene.look()
    assert look.state != quiet.state and feed.has_news(look) and failures(feed.news(look)) == [scene.draft.id]
    assert not feed.has_news(scene.look()) and feed.news(scene.look()) == []
    assert not ProjectFeed(scene.look(), read_place(feed.place.name)).has_news(scene.look())
    assert failures(ProjectFeed(scene.look(), read_place(away)).news(scene.look())) == [scene.draft.id]
    later = scene.move_on()
    assert [event.name for event in feed.news(scene.look())] == ["code_changed"]
    scene.fail(later)
    assert failures(feed.news(scene.look())) == [later.id]
