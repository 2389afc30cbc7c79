"""Streams opened without end: a person and a tenant have a bounded number, the newest wins, and no two tabs fight."""

from typing import Any

import anyio
import pytest
from fastapi.testclient import TestClient

from devkit.api.api import Api, code, open_streams
from devkit.fakes.broken import raising
from devkit.fakes.rates import BottomlessRates
from devkit.loop import LoopDriver
from functions.api.http.viewing import Pace
from shared.domain.errors import Transient
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.run import Run
from tests.support.api.asgi import Viewer, until

ALERT = Pace(check=0.05)
PERSON, TENANT = DEFAULT_LIMITS.streams_person, DEFAULT_LIMITS.streams_tenant


class Scene:
    """An app of `acme` whose run waits for its first step, and any number of tabs."""

    def __init__(self, **over: Any) -> None:
        self.loop = LoopDriver([])
        self.run: Run = self.loop.start()
        limits = DEFAULT_LIMITS.model_copy(update=over.pop("limits", {}))
        self.world = self.loop.world
        streams = open_streams(self.world, limits)
        fields = {"rates": BottomlessRates(), "streams": streams, "pace": ALERT, "poll_seconds": 0.01}
        self.api = Api(self.world, fields | over)
        self.feed = f"/projects/{self.run.app_id}/events"
        self.chat = f"/admin/apps/{self.run.app_id}/builder/chat/{self.run.id}/stream"

    def tab(self, path: str, person: str = "user-1", **headers: str) -> Viewer:
        token = self.world.sign_in(self.run.tenant_id, subject=person)
        return Viewer(self.api.app, path, {"authorization": f"Bearer {token}", **headers})

    async def opens(self, tasks: Any, *tabs: Viewer) -> None:
        """One after the other, each shown something, at moments of their own."""
        for tab in tabs:
            self.world.clock.advance(0.01)
            tasks.start_soon(tab.watch)
            await until(lambda tab=tab: bool(tab.text or tab.ended))  # type: ignore[misc]  # bound now

    def open(self, tabs: list[Viewer]) -> list[int]:
        return [number for number, tab in enumerate(tabs) if not tab.ended]


def play(scene: Any) -> None:
    async def whole() -> None:
        with anyio.fail_after(120):
            async with anyio.create_task_group() as tasks:
                await scene(tasks)
                tasks.cancel_scope.cancel()

    anyio.run(whole)


def test_of_sixty_feeds_of_one_person_the_newest_ten_stay() -> None:
    here = Scene()
    tabs = [here.tab(here.feed) for _ in range(60)]

    async def scene(tasks: Any) -> None:
        await here.opens(tasks, *tabs)
        await until(lambda: len(here.open(tabs)) <= PERSON)
        await anyio.sleep(0.3)
        assert here.open(tabs) == list(range(60 - PERSON, 60))

    play(scene)
    assert all('"reason":"superseded","reconnect":false' in tab.text for tab in tabs[: 60 - PERSON])


def test_a_tenant_has_fifty_and_another_tenant_does_not_notice() -> None:
    here = Scene()
    people = [f"person-{number}" for number in range(12)]
    app, _ = here.world.make_app(tenant_id="globex", slug="globex")
    token = here.world.sign_in("globex")
    stranger = Viewer(here.api.app, f"/projects/{app.id}/events", {"authorization": f"Bearer {token}"})
    tabs = [here.tab(here.feed, person) for person in people for _ in range(6)]

    async def scene(tasks: Any) -> None:
        tasks.start_soon(stranger.watch)
        await until(lambda: bool(stranger.text))
        await here.opens(tasks, *tabs)
        await until(lambda: len(here.open(tabs)) <= TENANT)
        await anyio.sleep(0.3)
        assert here.open(tabs) == list(range(len(tabs) - TENANT, len(tabs))) and not stranger.ended

    play(scene)


def test_one_persons_burst_ends_no_colleagues_stream() -> None:
    here = Scene()
    colleagues = [here.tab(here.feed, f"calm-{number}") for number in range(20)]
    burst = [here.tab(here.feed, "hasty") for _ in range(60)]

    async def scene(tasks: Any) -> None:
        await here.opens(tasks, *colleagues, *burst)
        await until(lambda: len(here.open(burst)) <= PERSON)
        await anyio.sleep(0.3)
        assert len(here.open(colleagues)) == 20 and len(here.open(burst)) == PERSON

    play(scene)


@pytest.mark.parametrize("protocol", ["ai-sdk", "agui"])
def test_a_run_is_followed_three_times_by_one_person_and_the_run_goes_on(protocol: str) -> None:
    here = Scene()
    tabs = [here.tab(f"{here.chat}?protocol={protocol}") for _ in range(5)]

    async def scene(tasks: Any) -> None:
        await here.opens(tasks, *tabs)
        await until(lambda: len(here.open(tabs)) <= 3)
        await anyio.sleep(0.3)
        assert here.open(tabs) == [2, 3, 4]

    play(scene)
    assert "STREAM_SUPERSEDED" in tabs[0].text
    last = tabs[0].data()[-1]
    expected = {"type": "error"} if protocol == "ai-sdk" else {"type": "RUN_ERROR", "code": "STREAM_SUPERSEDED"}
    assert last.items() >= expected.items()
    assert tabs[0].text.endswith("data: [DONE]\n\n") == (protocol == "ai-sdk")
    assert not here.world.runs.get(here.run.tenant_id, here.run.id).cancel_requested


def test_a_reload_that_names_its_viewer_takes_its_own_place_only() -> None:
    here = Scene()
    laptop = here.tab(f"{here.chat}?viewer=laptop")
    reloads = [here.tab(f"{here.chat}?viewer=phone") for _ in range(4)]

    async def scene(tasks: Any) -> None:
        await here.opens(tasks, laptop, *reloads)
        await until(lambda: len(here.open(reloads)) == 1)
        await anyio.sleep(0.3)
        assert here.open(reloads) == [3] and not laptop.ended

    play(scene)


def test_two_tabs_over_the_limit_do_not_fight() -> None:
    """A client as `EventSource` is: it connects again at once, with the last id, until it is answered 204."""
    here = Scene(limits={"streams_person": 1})
    opened = 0

    async def event_source() -> None:
        nonlocal opened
        last = ""
        while True:
            tab = here.tab(here.feed, **({"last-event-id": last} if last else {}))
            here.world.clock.advance(0.01)
            opened += 1
            await tab.watch()
            if tab.status == 204:
                return
            last = [line[4:] for line in tab.text.split("\n") if line.startswith("id: ")][-1]

    async def scene(tasks: Any) -> None:
        tasks.start_soon(event_source)
        await until(lambda: opened == 1 and len(here.world.leases.opened_since(here.run.tenant_id, 0)) == 1)
        here.world.clock.advance(0.01)
        newer = here.tab(here.feed)
        await here.opens(tasks, newer)
        await until(lambda: opened == 2)
        await anyio.sleep(0.5)
        assert opened == 2 and not newer.ended

    play(scene)


def test_a_function_that_died_holds_its_lease_for_a_minute_and_a_half_only() -> None:
    here = Scene(limits={"streams_person": 2})
    lost = [
        here.api.container.streams.open(here.api.container.identity.verify(token), "feed:x")
        for token in [here.world.sign_in(here.run.tenant_id)] * 2
    ]
    streams = here.api.container.streams
    assert streams.count(here.run.tenant_id, "feed:x") == 2
    here.world.clock.advance(89)
    assert streams.count(here.run.tenant_id, "feed:x") == 2
    kept = streams.keep(lost[1])
    here.world.clock.advance(2)
    assert streams.count(here.run.tenant_id, "feed:x") == 1, "what is kept stays, what is not expires"
    here.world.clock.advance(90)
    assert streams.count(here.run.tenant_id, "feed:x") == 0 and kept.until_ms > lost[1].until_ms


def test_leases_out_of_reach_end_nobodys_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    here = Scene()
    tab = here.tab(here.feed)

    async def scene(tasks: Any) -> None:
        for name in ("open", "extend", "close", "opened_since"):
            monkeypatch.setattr(here.world.leases, name, raising(Transient("down")))
        await here.opens(tasks, tab)
        await anyio.sleep(0.3)
        assert not tab.ended and '"connections":1' in tab.text

    play(scene)


@pytest.mark.parametrize("name", ["a b", "x" * 65, "é", "a/b", "a\n", "<script>"])
def test_a_viewers_name_is_a_short_word(name: str) -> None:
    here = Scene()
    token = here.world.sign_in(here.run.tenant_id)
    client = TestClient(here.api.app, headers={"Authorization": f"Bearer {token}"})
    for path in (here.feed, here.chat):
        assert code(client.get(path, params={"viewer": name})) == (422, "VALIDATION_FAILED")


def test_segments_are_for_clients_that_connect_again() -> None:
    """Without a name the AI SDK's stream goes on; at its longest it says so with an error, which is no end of a run."""
    here = Scene(pace=Pace(segment=0.2, longest=0.6))
    named, plain = here.tab(f"{here.chat}?viewer=tab-1"), here.tab(here.chat)
    agui = here.tab(f"{here.chat}?protocol=agui&viewer=tab-2")

    async def scene(tasks: Any) -> None:
        await here.opens(tasks, named, plain, agui)
        await until(lambda: named.ended and agui.ended)
        assert not plain.ended
        await until(lambda: plain.ended)

    play(scene)
    assert named.text.endswith(": connect again after the last id\n\n") and "error" not in named.text
    assert agui.text.endswith(": connect again after the last id\n\n") and "RUN_ERROR" not in agui.text
    assert plain.data()[-1]["errorText"].startswith("STREAM_CUT: ") and plain.text.endswith("data: [DONE]\n\n")
