"""The loop from a message to a revision, over fakes: what is kept, what is refused, what is said."""

import pytest

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Reply, call, say
from devkit.fakes.world import World
from devkit.loop import BUILD_ERROR, USER, LoopDriver
from devkit.scripted_model.replies import finish, write
from shared.domain.agent.model_messages import UserMessage
from shared.domain.errors import FeatureDisabled, Unavailable
from shared.domain.runs.steps import LoopState
from shared.domain.switches import Switches
from shared.services.agent.run_iteration import run_iteration
from shared.services.runs.cancel_run import cancel_run
from shared.services.runs.commit_run import commit_run


def test_a_green_turn_moves_the_draft_to_what_was_built() -> None:
    loop, run = LoopDriver.played([write("export const a = 1\n"), finish()])
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    revision = loop.world.revisions.get(run.tenant_id, run.app_id, run.outcome.revision_id or "")
    assert run.status == "completed" and app.draft_revision_id == revision.id == app.last_green_revision_id
    assert revision.build_status == "succeeded" and revision.origin == "chat" and revision.run_id == run.id
    assert loop.world.snapshots.get(run.tenant_id, run.app_id, revision.tree)["src/note.ts"] == b"export const a = 1\n"
    assert app.active_run_id is None


def test_the_stream_tells_the_whole_turn_in_order() -> None:
    loop, run = LoopDriver.played([write("export {}\n"), finish("A note was added.")])
    chunks = loop.chunks(run)
    assert [chunk["seq"] for chunk in chunks] == list(range(1, len(chunks) + 1))
    kinds = [chunk["type"] for chunk in chunks]
    order = ["start", "tool-input-available", "tool-output-available", "data-build", "data-revision", "data-done"]
    assert [kinds.index(kind) for kind in order] == sorted(kinds.index(kind) for kind in order)
    assert kinds[-1] == "finish"
    done = chunks[-2]["data"]
    assert (done["status"], done["revision_id"]) == ("completed", run.outcome.revision_id)
    assert done["summary"] == "A note was added."


def test_an_answer_without_edits_makes_no_revision() -> None:
    loop = LoopDriver([say("It is a starter page.")])
    run = loop.play("What is this?")
    assert (run.status, run.outcome.revision_id, run.outcome.summary) == ("completed", None, "It is a starter page.")
    assert "data-build" not in loop.kinds(run)


def test_a_failed_build_is_given_back_and_repaired() -> None:
    loop, run = LoopDriver.played([write(BUILD_ERROR), finish(), write("export {}\n"), finish("Repaired.")])
    assert (run.status, run.outcome.summary) == ("completed", "Repaired.")
    asked_again = loop.model.requests[2].items[-1]
    assert "The build failed" in asked_again.output and "src/note.ts:1" in asked_again.output
    statuses = [chunk["data"]["status"] for chunk in loop.chunks(run) if chunk["type"] == "data-build"]
    assert statuses == ["queued", "failed", "queued", "succeeded"]


def test_what_does_not_compile_never_reaches_the_worker() -> None:
    loop, run = LoopDriver.played([write(COMPILE_ERROR), finish(), write("export {}\n"), finish()])
    assert run.status == "completed"
    assert [chunk["type"] for chunk in loop.chunks(run)].count("data-build") == 2


def test_a_turn_that_stays_broken_ends_failed_with_the_draft_untouched_and_a_diff() -> None:
    stubborn = [reply for number in range(8) for reply in (write(BUILD_ERROR + "\n" * number), finish())]
    loop, run = LoopDriver.played(stubborn)
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    diff = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "")
    assert (run.status, run.outcome.failure_code, app.draft_revision_id) == ("failed", "STUCK", run.base_revision_id)
    assert (diff.status, diff.base_tree, diff.tree) == ("pending_review", run.base_tree, run.candidate_tree)
    assert loop.kinds(run)[-3:] == ["error", "data-done", "finish"]


def test_the_last_green_tree_is_what_a_failed_turn_leaves() -> None:
    loop, run = LoopDriver.played(
        [
            write("export const good = 1\n"),
            call("build_project_worker"),
            say("?").model_copy(update={"status": 500, "text": ()}),
        ]
    )
    assert (run.status, run.outcome.failure_code) == ("failed", "MODEL_UNAVAILABLE")
    diff = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "")
    assert diff.tree == run.green_tree


def test_a_cut_answer_is_announced_and_asked_for_again() -> None:
    cut = Reply(text=("I will", " now"), cut_after=1)
    loop, run = LoopDriver.played([cut, write("export {}\n"), finish()])
    assert run.status == "completed" and "data-retry" in loop.kinds(run)
    first, again, after = loop.model.requests
    said = again.items[-1]
    assert again.items[:-1] == first.items and isinstance(said, UserMessage)
    assert (
        "broke off before its first whole tool call" in said.content and after.items[: len(again.items)] == again.items
    )
    assert "split very long files over two answers; short calls still go together" in said.content


def test_an_answer_cut_three_times_fails_honestly() -> None:
    loop = LoopDriver([Reply(text=("a", "b"), cut_after=1)] * 3)
    assert loop.play().outcome.failure_code == "MODEL_UNAVAILABLE"


def test_a_cancelled_run_keeps_its_work_as_an_interrupted_diff() -> None:
    loop = LoopDriver([write("export const a = 1\n"), finish()])

    def cancel(number: int, run) -> None:  # type: ignore[no-untyped-def]  # a test's hook
        if number == 1:
            loop.world.runs.request_cancel(run.tenant_id, run.id)

    loop.before_iteration = cancel
    run = loop.play()
    diff = loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id or "")
    assert (run.status, diff.status) == ("aborted", "interrupted")
    assert loop.chunks(run)[-2]["data"]["status"] == "cancelled"
    assert loop.world.apps.get(run.tenant_id, run.app_id).active_run_id is None


def test_cancel_ends_a_run_that_nothing_works_on() -> None:
    loop, run = LoopDriver.started([])
    loop.world.workflows.running.clear()
    ended = cancel_run(run.tenant_id, run.app_id, run.id, ports=loop.ports, workflows=loop.world.workflows)
    assert ended.status == "aborted"
    again = cancel_run(run.tenant_id, run.app_id, run.id, ports=loop.ports, workflows=loop.world.workflows)
    assert again.status == "aborted"


def test_a_draft_that_moved_meanwhile_is_not_overwritten() -> None:
    loop, run = LoopDriver.started([write("export {}\n"), finish()])
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    moved = loop.world.add_revision(app, {"index.html": b"<p>mine</p>", "package.json": b"{}"})
    ended = loop.follow(run)
    assert (ended.status, ended.outcome.failure_code) == ("failed", "REVISION_CONFLICT")
    assert loop.world.apps.get(run.tenant_id, run.app_id).draft_revision_id == moved.id
    assert ended.outcome.diff_id is not None


def test_a_run_that_cannot_be_started_frees_the_app() -> None:
    loop = LoopDriver([])
    app, _ = loop.world.make_app(tenant_id=USER.tenant_id)
    loop.world.workflows.down = True
    with pytest.raises(Unavailable):
        loop.start(app_id=app.id)
    assert loop.world.apps.get(app.tenant_id, app.id).active_run_id is None


def test_the_flag_switches_chat_off() -> None:
    loop = LoopDriver([], ports_over={"switches": Switches(model_patch_generation=False)})
    with pytest.raises(FeatureDisabled) as refused:
        loop.start()
    assert refused.value.extra["flag"] == "BUILDER_MODEL_PATCH_GENERATION_ENABLED"


def test_an_iteration_done_twice_is_done_once() -> None:
    loop, run = LoopDriver.started([write("export {}\n"), finish()])
    state = LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id)
    first = run_iteration(state, ports=loop.ports, model=loop.model)
    before = loop.chunks(run)
    assert run_iteration(state, ports=loop.ports, model=loop.model) == first
    assert loop.chunks(run) == before and len(loop.model.requests) == 1


def test_a_commit_done_twice_is_done_once() -> None:
    loop, run = LoopDriver.played([write("export {}\n"), finish()])
    events = loop.chunks(run)
    commit_run(LoopState(tenant_id=run.tenant_id, app_id=run.app_id, run_id=run.id), ports=loop.ports)
    assert loop.chunks(run) == events
    assert loop.world.runs.get(run.tenant_id, run.id) == run


def test_the_next_message_knows_the_turn_before(world: World) -> None:
    first = LoopDriver([finish("The page is blue now.")], world=world)
    run = first.play("Make it blue")
    second = LoopDriver([finish()], world=world)
    second.follow(second.start("And now green", app_id=run.app_id, conversation_id=run.conversation_id))
    message = [getattr(item, "content", "") for item in second.model.requests[0].items]
    assert message[0] == "Make it blue" and message[1] == "The page is blue now." and "And now green" in message[3]


def test_the_timeline_says_what_each_write_changed_and_when() -> None:
    again = write("export const b = 1\nexport const c = 2\n")
    loop, run = LoopDriver.played([write("export const a = 1\n"), again, finish()])
    chunks = loop.chunks(run)
    found = [
        chunk["output"] for chunk in chunks if chunk["type"] == "tool-output-available" and "diff" in chunk["output"]
    ]
    counts = {"path": "src/note.ts", "additions": 1, "deletions": 0}
    assert found[0]["changes"] == [counts | {"status": "added"}] and found[0]["diff"] == ""
    assert found[1]["changes"] == [counts | {"status": "modified", "additions": 2, "deletions": 1}]
    assert "-export const a = 1\n+export const b = 1\n+export const c = 2\n" in found[1]["diff"]
    assert [chunk["at"] for chunk in chunks] == sorted(chunk["at"] for chunk in chunks)


def test_of_a_long_change_the_timeline_keeps_a_part() -> None:
    long = "".join(f"export const a{number} = 1\n" for number in range(2_000))
    loop = LoopDriver([write(long), write(long.replace("= 1", "= 2")), finish()])
    chunks = loop.chunks(loop.play())
    found = [
        chunk["output"] for chunk in chunks if chunk["type"] == "tool-output-available" and "diff" in chunk["output"]
    ]
    assert found[1]["changes"][0]["additions"] == 2_000 and len(found[1]["diff"]) == 8_000
