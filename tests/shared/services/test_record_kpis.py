"""How well a run went is recorded when it ends, once, and what people do with its change afterwards."""

from datetime import date
from typing import Any

import pytest

from devkit.fakes.broken import Broken
from devkit.fakes.model import Reply, call, say
from devkit.fakes.world import World
from devkit.loop import BUILD_ERROR, USER, LoopDriver
from shared.domain.errors import Unavailable
from shared.domain.ids import first_id, last_id
from shared.domain.runs.kpis import RunKpi
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.services.revisions.undo_apply import restore_revision, undo_apply
from shared.services.runs.end.end_run import end_run
from tests.shared.services.test_measure import finish, turn, write


def rows(world: World) -> list[RunKpi]:
    return world.kpis.of_tenant("acme", first_id("run", date.min), last_id("run", date(2200, 1, 1)))


def row(world: World) -> RunKpi:
    (one,) = rows(world)
    return one


def test_a_change_has_its_waits_and_its_cost() -> None:
    loop = turn(write("export {}\n"), finish())
    run = loop.play()
    one = row(loop.world)
    assert (one.ending, one.troubled, one.compiled, one.first_word_ms) == ("changed", False, True, 2000)
    assert one.edit_seconds and one.cost == 2000 and one.run_id == run.id and one.succeeded and not one.reverted


def test_an_answer_is_no_success() -> None:
    loop = turn(say("It is a starter page."))
    loop.play()
    assert (row(loop.world).ending, row(loop.world).compiled, row(loop.world).asked) == ("answered", None, False)


def test_a_repaired_turn_was_in_trouble() -> None:
    loop = turn(write(BUILD_ERROR), finish(), write("export {}\n"), finish())
    loop.play()
    assert (row(loop.world).troubled, row(loop.world).succeeded) == (True, True)


def test_what_stays_broken_has_failed_and_did_not_compile() -> None:
    replies: list[Reply] = [reply for number in range(8) for reply in (write(BUILD_ERROR + "\n" * number), finish())]
    loop = turn(*replies)
    loop.play()
    assert (row(loop.world).ending, row(loop.world).compiled, row(loop.world).edit_seconds) == ("failed", False, None)


def test_a_run_that_is_ended_twice_has_one_row() -> None:
    loop = turn(write("export {}\n"), finish())
    run = loop.play()
    end_run("acme", run.id, status=RunStatus.FAILED, failure_code="INTERNAL", ports=loop.ports)
    assert row(loop.world).ending == "changed"


def test_an_end_that_could_not_be_recorded_is_recorded_when_it_is_ended_again() -> None:
    loop = turn(write("export {}\n"), finish())
    run: Run = loop.start()
    for kpis in (Broken(loop.world.kpis, Unavailable("It does not answer."), "record"), loop.world.kpis):
        try:
            end_run("acme", run.id, status=RunStatus.ABORTED, ports=loop.world.loop_ports(kpis=kpis))
        except Unavailable:
            assert rows(loop.world) == []
    assert row(loop.world).ending == "cancelled"


def changed_twice() -> LoopDriver:
    loop = turn(write("export {}\n"), finish(), call("write_file", path="src/two.ts", content="export {}\n"), finish())
    first = loop.play()
    loop.play(app_id=first.app_id)
    return loop


def marks(world: World) -> list[bool]:
    return [one.reverted for one in rows(world)]


def test_an_undo_sets_its_run_aside_and_no_other() -> None:
    loop = changed_twice()
    undo_apply(principal=USER, app_id=rows(loop.world)[0].app_id, confirm=True, ports=loop.world.ports())
    assert marks(loop.world) == [False, True]


def test_a_restore_sets_aside_all_that_came_after() -> None:
    loop = changed_twice()
    app = rows(loop.world)[0].app_id
    history: list[Any] = loop.world.revisions.list("acme", app, limit=10).items
    restore_revision(principal=USER, app_id=app, revision_id=history[-1].id, ports=loop.world.ports())
    assert marks(loop.world) == [True, True]


def test_a_process_that_is_killed_behind_its_commit_has_marked_the_run() -> None:
    loop = changed_twice()
    ports = loop.world.ports(metrics=Broken(loop.world.metrics, Unavailable("The machine is gone."), "emit"))
    with pytest.raises(Unavailable):
        undo_apply(principal=USER, app_id=rows(loop.world)[0].app_id, confirm=True, ports=ports)
    assert marks(loop.world) == [False, True]


def test_a_restore_over_a_long_history_marks_as_many_as_one_transaction_holds(world: World) -> None:
    app, first = world.make_app(tenant_id="acme")
    for number in range(60):
        world.add_revision(app, {"src/a.ts": f"{number}".encode()}, origin="chat", run_id=f"run_{number:026}")
    restore_revision(principal=USER, app_id=app.id, revision_id=first.id, ports=world.ports())
    assert sum("reverted" in item for item in world.stored().values()) == 2 * 40


def test_a_restore_of_the_draft_sets_nothing_aside() -> None:
    loop = changed_twice()
    app = rows(loop.world)[0].app_id
    draft = loop.world.apps.get("acme", app).draft_revision_id or ""
    restore_revision(principal=USER, app_id=app, revision_id=draft, ports=loop.world.ports())
    assert marks(loop.world) == [False, False]
