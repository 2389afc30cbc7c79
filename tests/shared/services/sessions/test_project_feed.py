"""The project's feed: every message once, in order, with what it used; code that changed, by anyone."""

from collections.abc import Callable

import pytest

from devkit.fakes.model import Call, calls
from devkit.loop import USER, LoopDriver
from shared.domain.identity import Principal
from shared.domain.sessions.feed_place import FeedPlace, Seen, read_place
from shared.services.sessions.feed.look_at_project import Look
from shared.services.sessions.feed.project_feed import FeedEvent, ProjectFeed

WRITE = Call(name="write_file", arguments={"path": "src/App.tsx", "content": "export default 1;\n"})
FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})


class Feed:
    """A viewer who looks at each step, from now or from the place where another one was."""

    def __init__(self, loop: LoopDriver, app_id: str, who: Principal = USER, name: str | None = None) -> None:
        self._loop, self._app_id, self._who = loop, app_id, who
        place = read_place(name)
        self.feed = ProjectFeed(self.look(place), place)

    def look(self, since: FeedPlace | None = None) -> Look:
        ports = self._loop.world.ports()
        return Look(principal=self._who, app_id=self._app_id, ports=ports, since=since)

    def step(self) -> list[FeedEvent]:
        look = self.look()
        return self.feed.news(look) if self.feed.has_news(look) else []


feed_of = Feed


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
    events = feed.step()
    assert [event.name for event in events] == ["conversation_message", "token_usage", "code_changed"]
    assert events[-1].data == {
        "project_id": app.id, "new_code": "export default 1;\n", "revision_id": run.outcome.revision_id,
        "files": [{"path": "src/App.tsx", "change": "changed"}], "files_changed": 1,
    }  # fmt: skip
    assert feed.step() == []


def test_what_was_over_before_is_not_told() -> None:
    loop, run = LoopDriver.played([calls(WRITE, FINISH)])
    assert feed_of(loop, run.app_id).step() == []


def test_a_persons_save_changes_code_too() -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    feed = feed_of(loop, app.id)
    loop.world.add_revision(app, {"src/App.tsx": b"export default 2;\n"})
    assert [(event.name, event.data["new_code"]) for event in feed.step()] == [("code_changed", "export default 2;\n")]


def test_the_files_that_changed_are_told_by_name_a_hundred_at_most() -> None:
    loop = LoopDriver([])
    app, first = loop.world.make_app(tenant_id=USER.tenant_id)
    feed, late = feed_of(loop, app.id), feed_of(loop, app.id)
    before = loop.world.snapshots.get(app.tenant_id, app.id, first.tree)
    files = {path: data for path, data in before.items() if path != "src/App.tsx"} | {"src/New.tsx": b"export {};\n"}
    loop.world.add_revision(app, files)
    (event,) = feed.step()
    assert event.data["files"] == [
        {"path": "src/App.tsx", "change": "removed"},
        {"path": "src/New.tsx", "change": "added"},
    ]
    loop.world.add_revision(app, {f"src/n{number:03}.ts": b"" for number in range(150)})
    (event,) = feed.step()
    assert len(event.data["files"]) == 100 and event.data["files_changed"] == 150 + len(files)
    (event,) = late.step()
    assert event.data["files_changed"] == 150 + len(before), "since what this viewer saw last"


@pytest.mark.parametrize("cut_after", range(4))
def test_a_feed_that_was_cut_goes_on_where_it_was(cut_after: int) -> None:
    """What happens between two connections comes with the second; nothing comes twice."""
    loop = LoopDriver([calls(WRITE), calls(FINISH)])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    whole, first = feed_of(loop, app.id), feed_of(loop, app.id)
    happenings: list[Callable[[], object]] = [
        lambda: loop.start("Hello", app_id=app.id),
        lambda: loop.follow(loop.world.workflows.runs[0], most=1),
        lambda: loop.follow(loop.world.runs.get(USER.tenant_id, loop.world.workflows.runs[0].id)),
    ]
    seen: list[FeedEvent] = []
    never_cut: list[FeedEvent] = []
    for count, happen in enumerate(happenings):
        happen()
        never_cut += whole.step()
        seen += first.step() if count < cut_after else []
    seen += feed_of(loop, app.id, name=first.feed.place.name).step()
    assert bodies(seen) == bodies(never_cut)


def bodies(events: list[FeedEvent]) -> list[tuple[str, object]]:
    """Without what a message says of its run's end, which a viewer who saw it earlier did not get."""
    emitted = [(event.name, {**event.data, "diff_id": None}) for event in events]
    return sorted(emitted, key=lambda one: (one[0], str(one[1])))


def test_a_look_from_before_the_viewer_came_tells_nothing() -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    old = feed_of(loop, app.id).look()
    loop.world.add_revision(app, {"src/App.tsx": b"export default 2;\n"})
    assert not feed_of(loop, app.id).feed.has_news(old)


def test_all_viewers_of_a_look_read_what_is_new_once() -> None:
    loop = LoopDriver([calls(WRITE), calls(FINISH)])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    feeds = [feed_of(loop, app.id) for _ in range(50)]
    loop.follow(loop.start("Hello", app_id=app.id))
    reads: list[str] = []
    read = loop.world.runs.iterations
    loop.world.runs.iterations = lambda *a: (reads.append("x"), read(*a))[1]  # type: ignore[method-assign]  # counts
    look = feeds[0].look()
    assert len({str(feed.feed.news(look)) for feed in feeds}) == 1 and reads == ["x"]


RUN = "run_" + "0" * 26


@pytest.mark.parametrize(
    "place",
    [
        FeedPlace(None, "", {}),
        FeedPlace("rev_" + "a" * 26, RUN, {RUN: Seen(3, 1), "run_" + "1" * 26: Seen(0, 0)}),
        FeedPlace("rev_" + "a" * 26, "", {RUN: Seen(999_999, 25)}),
    ],
)
def test_a_place_is_read_as_it_was_written(place: FeedPlace) -> None:
    assert read_place(place.name) == place and "\n" not in place.name


@pytest.mark.parametrize(
    "name", ["", "-", "~~", "-~-", "-~-~x", f"-~-~{RUN}.1", f"-~-~{RUN}.-1.0", "-~-~\n", "9" * 5_000, "superseded"]
)
def test_what_is_no_place_begins_now(name: str) -> None:
    assert read_place(name) is None
