"""The numbered feeds of a tenant and of an app as server-sent events."""

from collections.abc import Callable
from typing import Any

import anyio
import pytest

from devkit.api.api import ROOMY, Api, code, open_streams
from devkit.fakes.broken import raising
from devkit.fakes.rates import BottomlessRates
from functions.api.http.viewing import Pace
from shared.domain.errors import Transient
from shared.domain.runs.run_status import RunStatus
from shared.domain.sessions.happenings import KEPT_SECONDS, AppChanged, Published, RunEnded, Unpublished
from tests.support.api.asgi import Viewer, events_of, until
from tests.support.api.openapi import faults

TENANT, BRIEF = "/admin/events", Pace(segment=0.05)
LIVE, OFF = Published(revision_id="rev_1"), Unpublished()


@pytest.fixture
def api() -> Api:
    return Api(over={"pace": BRIEF})


def ask(api: Api, path: str = TENANT, **over: Any) -> list[tuple[str, dict[str, Any], str | None]]:
    answer = api.client.get(path, **over)
    assert answer.status_code == 200, answer.text
    return events_of(answer.text)


def kinds(found: list[tuple[str, dict[str, Any], str | None]]) -> list[str]:
    return [kind for kind, _, _ in found]


def viewer(api: Api, path: str = TENANT, **headers: str) -> Viewer:
    return Viewer(api.app, path, {"authorization": str(api.client.headers["authorization"]), **headers})


def test_it_begins_now_and_is_gone_on_with_behind_its_last_number(api: Api) -> None:
    api.world.happenings.append("acme", "app_1", [LIVE])
    first = ask(api)
    assert kinds(first) == ["ready", "ended"] and first[1][1]["reconnect"] is True
    last = first[-1][2]
    api.world.happenings.append("acme", "app_1", [OFF, LIVE])
    api.world.happenings.append("rival", "app_9", [LIVE])
    second = ask(api, params={"after": last})
    assert kinds(second) == ["ready", "unpublished", "published", "ended"]
    assert [int(one[2] or 0) - int(last or 0) for one in second] == [0, 1, 2, 2]
    assert second[2][1]["app_id"] == "app_1" and second[2][1]["revision_id"] == "rev_1"
    assert kinds(ask(api, headers={"Last-Event-ID": second[1][2] or ""})) == ["ready", "published", "ended"]
    header_wins = ask(api, params={"after": last}, headers={"Last-Event-ID": second[2][2] or ""})
    assert kinds(header_wins) == ["ready", "ended"]


def test_every_cut_of_a_feed_is_gone_on_with_without_a_loss(api: Api) -> None:
    for number in range(6):
        api.world.happenings.append("acme", f"app_{number}", [LIVE, OFF])
    whole = ask(api, params={"after": 0})[1:-1]
    assert len(whole) == 12
    for place, (_, _, name) in enumerate(whole):
        assert ask(api, params={"after": name})[1:-1] == whole[place + 1 :]


def test_an_app_hears_of_itself_alone_and_of_what_is_of_no_app(api: Api) -> None:
    app, _ = api.world.make_app(tenant_id="acme")
    api.world.happenings.append("acme", app.id, [LIVE])
    api.world.happenings.append("acme", "app_other", [OFF])
    api.world.happenings.owe("acme")
    found = ask(api, f"/admin/apps/{app.id}/events", params={"after": 0})
    assert kinds(found) == ["ready", "published", "missed", "ended"]
    assert found[-1][2] == str(api.world.happenings.last("acme")), "what is not its own is not looked at again"


def test_an_unknown_app_and_another_tenants_are_refused_before_anything_is_streamed(api: Api) -> None:
    app, _ = api.world.make_app(tenant_id="acme")
    for path in (f"/admin/apps/{app.id}/events", "/admin/apps/app_" + "0" * 26 + "/events", "/admin/apps/%00/events"):
        assert api.as_tenant("rival").get(path).status_code == 404


def test_a_deleted_app_is_heard_of_in_the_tenants_feed_alone(api: Api) -> None:
    app, _ = api.world.make_app(tenant_id="acme")
    api.client.delete(f"/admin/apps/{app.id}")
    assert "app_deleted" in kinds(ask(api, params={"after": 0}))
    assert api.client.get(f"/admin/apps/{app.id}/events").status_code == 404


@pytest.mark.parametrize("name", ["nonsense", "-1", "9" * 17, "9" * 63, "1.5"])
def test_a_number_that_is_none_is_a_gap(name: str, api: Api) -> None:
    api.world.happenings.append("acme", "app_1", [LIVE])
    found = ask(api, headers={"Last-Event-ID": name})
    assert kinds(found) == ["ready", "gap", "ended"]
    assert kinds(ask(api, headers={"Last-Event-ID": found[-1][2] or ""})) == ["ready", "ended"]


@pytest.mark.parametrize("after", ["-1", "x", str(10**16), "1e3"])
def test_what_is_no_number_in_the_address_is_refused(after: str, api: Api) -> None:
    assert code(api.client.get(TENANT, params={"after": after})) == (422, "VALIDATION_FAILED")


def test_who_was_away_for_too_long_is_told(api: Api) -> None:
    api.world.happenings.append("acme", "app_1", [LIVE])
    last = str(api.world.happenings.last("acme"))
    api.world.clock.advance(KEPT_SECONDS + 1)
    assert kinds(ask(api, params={"after": last})) == ["ready", "gap", "ended"]
    api.world.happenings.append("acme", "app_1", [LIVE])
    assert kinds(ask(api, params={"after": last})) == ["ready", "gap", "ended"]


def test_a_run_that_a_person_stopped_is_cancelled_here_as_in_every_answer(api: Api) -> None:
    for status in RunStatus:
        ended = RunEnded(run_id=status, conversation_id="conv_1", status=status, diff_id=None, revision_id=None)
        api.world.happenings.append("acme", "app_1", [ended])
    _, *lines, _ = ask(api, params={"after": 0})
    assert [(line["run_id"], line["status"]) for _, line, _ in lines] == [(one, one.shown_as) for one in RunStatus]
    schema = {"$ref": "#/components/schemas/AppEvent"}
    assert [faults(schema, line) for _, line, _ in lines] == [[]] * len(RunStatus)
    assert faults(schema, lines[0][1] | {"status": RunStatus.ABORTED})


def test_every_line_is_what_the_document_says(api: Api) -> None:
    api.world.happenings.append("acme", "app_1", [LIVE, AppChanged(name="Line\u2028end")])
    found = ask(api, params={"after": 0})
    assert {"ready", "published", "app_changed", "ended"} == set(kinds(found))
    for _, data, _ in [*found, ("gap", {"kind": "gap", "seq": 1}, None)]:
        assert faults({"$ref": "#/components/schemas/AppEvent"}, data) == []


def watch(api: Api, watching: list[Viewer], act: Callable[[], Any], holds: Callable[[], bool]) -> None:
    async def scene() -> None:
        async with anyio.create_task_group() as tasks:
            for one in watching:
                tasks.start_soon(one.watch)
            await until(lambda: all("ready" in one.text for one in watching))
            await anyio.to_thread.run_sync(act)
            await until(holds)
            for one in watching:
                one.leave()

    anyio.run(scene)


def test_all_who_watch_hear_what_happens_while_they_do_and_the_log_is_read_once_for_them() -> None:
    api = Api()
    api = Api(api.world, {"rates": BottomlessRates(), "streams": open_streams(api.world, ROOMY)})
    watching = [viewer(api) for _ in range(50)]
    reads, last = 0, api.world.happenings.last

    def counted(tenant_id: str) -> int:
        nonlocal reads
        reads += 1
        return last(tenant_id)

    def act() -> None:
        nonlocal reads
        reads = 0
        api.world.happenings.last = counted  # type: ignore[method-assign]  # counts
        api.client.post("/admin/apps", json={"name": "Salon"})

    watch(api, watching, act, lambda: all("app_created" in one.text for one in watching))
    assert reads < 20


def test_a_store_that_does_not_answer_for_a_moment_ends_no_feed() -> None:
    api = Api()
    last, left = api.world.happenings.last, 2

    def sometimes(tenant_id: str) -> int:
        nonlocal left
        left -= 1
        if left >= 0:
            raise Transient("busy")
        return last(tenant_id)

    def act() -> None:
        api.world.happenings.last = sometimes  # type: ignore[method-assign]  # a fault now and then
        api.world.happenings.append("acme", "app_1", [LIVE])

    one = viewer(api)
    watch(api, [one], act, lambda: "published" in one.text)
    assert left < 0


def test_one_that_stays_out_of_reach_ends_it_where_it_was(api: Api) -> None:
    api.world.happenings.append("acme", "app_1", [LIVE])
    api.world.happenings.last = raising(Transient("busy"))  # type: ignore[method-assign]  # a fault
    assert kinds(ask(api)) == ["ended"]


def test_a_feed_that_gave_way_is_not_connected_again_by_a_browser(api: Api) -> None:
    assert api.client.get(TENANT, headers={"Last-Event-ID": "superseded"}).status_code == 204
