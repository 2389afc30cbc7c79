"""Unfinished work at the edges: two proposals, a draft that moved twice, other apps, deleted files, waiting runs."""

from typing import Any

import pytest

from devkit.fakes.model import Call, calls, say
from devkit.fakes.samples import SAMPLE_FILES
from devkit.loop import USER, LoopDriver
from shared.domain.errors import Conflict, NotFound
from shared.domain.runs.run import Run
from shared.services.diffs.commit_diff import CommitRequest, commit_diff
from shared.services.revisions.save_revision import SaveRequest, save_revision
from shared.services.revisions.undo_apply import restore_revision
from shared.services.runs.cancel_run import cancel_run
from shared.services.runs.plan_rollback import rollback_run
from shared.services.runs.queue.start_next import start_next
from tests.shared.services.runs.test_work_goes_on import (
    FINISH,
    GET_STUCK,
    MEND,
    WRITE,
    a_stuck_run,
    diff_of,
    files_of,
    next_message,
    review,
    save,
    words_of,
)

MORE = Call(name="write_file", arguments={"path": "src/more.ts", "content": "export {};\n"})
UNLISTED = Call(name="run_command", arguments={"command": "npx cowsay hello"})
NOT_THERE = "It is not in the project's files."


def a_proposal(loop: LoopDriver, **asked: Any) -> Run:
    run = loop.play("Make it", review="before", **asked)
    assert diff_of(loop, run).status == "pending_review"
    return run


def commit(loop: LoopDriver, run: Run) -> None:
    review(loop, run, decision="approve")
    commit_diff(principal=USER, diff_id=run.outcome.diff_id or "", request=CommitRequest(), ports=loop.world.ports())


def reviews_of(loop: LoopDriver) -> str:
    words = words_of(loop)
    return "\n".join(part.partition("</review>")[0] for part in words.split("<review>")[1:])


def test_of_two_open_proposals_each_conversation_goes_on_with_its_own() -> None:
    loop = LoopDriver([calls(WRITE, FINISH), calls(MORE, FINISH)])
    one = a_proposal(loop)
    other = loop.play("Make more", app_id=one.app_id, new_conversation=True, review="before")
    assert diff_of(loop, one).status == diff_of(loop, other).status == "pending_review"
    loop.model.push(calls(FINISH))
    third = loop.follow(next_message(loop, one, "Go on with the first"))
    assert "src/new.ts" in files_of(loop, third) and "src/more.ts" not in files_of(loop, third)
    assert diff_of(loop, other).status == "pending_review", "nobody touched it"
    commit(loop, other)
    fourth = next_message(loop, one, "And on")
    assert {"src/new.ts", "src/more.ts"} <= files_of(loop, fourth).keys()
    assert fourth.request.continues and fourth.request.continues.rebased


def test_of_two_open_proposals_in_one_conversation_the_latest_goes_on_and_the_other_is_told_as_not_there() -> None:
    loop = LoopDriver([calls(WRITE, FINISH), calls(MORE, FINISH), calls(FINISH)])
    one = a_proposal(loop)
    two = loop.follow(next_message(loop, one, "Something else", start_from="draft", review="before"))
    assert diff_of(loop, one).status == diff_of(loop, two).status == "pending_review"
    third = loop.follow(next_message(loop, one, "Go on"))
    assert "src/more.ts" in files_of(loop, third) and "src/new.ts" not in files_of(loop, third)
    words = words_of(loop)
    assert words.index("Make it") < words.index(NOT_THERE) < words.index("Something else")
    assert reviews_of(loop).count("Nobody has accepted") == 1, "of the second is said that the run goes on with it"


def test_work_is_brought_up_to_a_draft_that_moved_twice_and_again_between_its_turns() -> None:
    loop = LoopDriver([*GET_STUCK, calls(MORE), calls(FINISH), calls(FINISH), calls(FINISH)])
    failed = a_stuck_run(loop)
    save(loop, failed, "src/one.ts", "export {};\n")
    save(loop, failed, "src/two.ts", "export {};\n")
    second = loop.follow(next_message(loop, failed))
    assert second.status == "failed" and second.outcome.diff_id != failed.outcome.diff_id
    save(loop, failed, "src/three.ts", "export {};\n")
    loop.model.push(calls(MEND, FINISH))
    third = loop.follow(next_message(loop, failed))
    names = {"src/new.ts", "src/more.ts", "src/one.ts", "src/two.ts", "src/three.ts"}
    assert third.status == "completed" and names <= files_of(loop, third).keys()
    app = loop.world.apps.get(third.tenant_id, third.app_id)
    assert app.draft_revision_id == third.outcome.revision_id


def test_a_conversation_of_another_app_is_not_there() -> None:
    loop = LoopDriver([calls(WRITE, FINISH)])
    here, elsewhere = a_proposal(loop), loop.world.make_app(tenant_id=USER.tenant_id)[0]
    with pytest.raises(NotFound):
        loop.start("Go on", app_id=elsewhere.id, conversation_id=here.conversation_id)
    assert loop.world.apps.get(USER.tenant_id, elsewhere.id).active_run_id is None
    fresh = loop.start("Go on", app_id=elsewhere.id)
    assert fresh.request.continues is None and "src/new.ts" not in files_of(loop, fresh)


def test_a_file_that_the_draft_deleted_and_the_work_changed_is_a_conflict() -> None:
    edit = Call(name="write_file", arguments={"path": "src/old.ts", "content": "export const mine = 1;\n"})
    loop = LoopDriver([calls(edit, FINISH)])
    app, _ = loop.world.make_app({**a_tree(), "src/old.ts": b"export const a = 1;\n"}, tenant_id=USER.tenant_id)
    first = loop.play("Change it", app_id=app.id, review="before")
    drop(loop, first, "src/old.ts")
    with pytest.raises(Conflict) as refused:
        next_message(loop, first)
    assert refused.value.extra["paths"] == ["src/old.ts"]


def test_a_file_that_both_deleted_stays_deleted_and_is_nowhere_told_as_there() -> None:
    gone = Call(name="delete_file", arguments={"path": "src/old.ts"})
    loop = LoopDriver([calls(gone, MORE, FINISH), calls(FINISH)])
    app, _ = loop.world.make_app({**a_tree(), "src/old.ts": b"export const a = 1;\n"}, tenant_id=USER.tenant_id)
    first = loop.play("Drop it", app_id=app.id, review="before")
    drop(loop, first, "src/old.ts")
    run = loop.follow(next_message(loop, first, "Go on, look at @old.ts"))
    assert "src/old.ts" not in files_of(loop, run) and "src/more.ts" in files_of(loop, run)
    assert "src/old.ts" not in words_of(loop).partition("<tree>")[2]


def a_tree() -> dict[str, bytes]:
    return dict(SAMPLE_FILES)


def drop(loop: LoopDriver, run: Run, path: str) -> None:
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    said = {"base_revision_id": app.draft_revision_id, "operations": [{"op": "delete_file", "path": path}]}
    save_revision(principal=USER, app_id=app.id, request=SaveRequest.model_validate(said), ports=loop.world.ports())


def test_a_run_cancelled_while_it_waited_for_approval_leaves_its_work_to_go_on_with() -> None:
    loop = LoopDriver([calls(MORE), calls(UNLISTED), calls(FINISH), calls(FINISH)])
    waiting = loop.play("Tidy up", autonomy="full_auto")
    assert waiting.status == "awaiting_approval"
    cancel_run(waiting.tenant_id, waiting.app_id, waiting.id, ports=loop.ports, workflows=loop.world.workflows)
    ended = loop.follow(loop.world.runs.get(waiting.tenant_id, waiting.id))
    assert ended.status == "aborted" and ended.outcome.diff_id
    run = next_message(loop, ended)
    assert "src/more.ts" not in files_of(loop, run)
    loop.follow(run)
    assert "cancelled" in words_of(loop) and "not in the files below" in words_of(loop)
    again = next_message(loop, ended, start_from="work")
    assert "src/more.ts" in files_of(loop, again) and not again.undecided, "what waited is not asked again"


def test_a_question_about_failed_work_does_not_lose_it() -> None:
    loop = LoopDriver([*GET_STUCK, *[say("It was a type error.")] * 5])
    failed = a_stuck_run(loop)
    asked = loop.follow(next_message(loop, failed, "What was wrong?"))
    again = next_message(loop, asked, "Then go on")
    assert "src/new.ts" in files_of(loop, again)


def test_a_waiting_message_that_is_cancelled_before_its_first_word_leaves_one_open_work_and_not_two() -> None:
    loop = LoopDriver([*GET_STUCK])
    first = loop.start("Make it")
    waiting = next_message(loop, first, queue=True)
    first = loop.follow(first)
    run = start_next(first.tenant_id, first.app_id, ports=loop.ports, workflows=loop.world.workflows)
    assert run and run.id == waiting.id
    assert diff_of(loop, first).status == "continued"
    cancel_run(run.tenant_id, run.app_id, run.id, ports=loop.ports, workflows=loop.world.workflows)
    ended = loop.follow(loop.world.runs.get(run.tenant_id, run.id))
    assert ended.status == "aborted" and "src/new.ts" in files_of(loop, ended)
    assert diff_of(loop, ended).status == "interrupted"


def test_what_was_undone_is_told_as_gone() -> None:
    loop = LoopDriver([calls(WRITE, FINISH), calls(MORE, FINISH), calls(FINISH)])
    first = loop.play("Make it")
    second = loop.follow(next_message(loop, first, "And more"))
    assert "taken back" not in words_of(loop)
    rollback_run(principal=USER, run_id=first.id, ports=loop.world.ports())
    run = loop.follow(next_message(loop, second, "Go on"))
    assert "src/new.ts" not in files_of(loop, run) and "src/more.ts" in files_of(loop, run)
    words = words_of(loop)
    assert words.index("Make it") < words.index("was taken back since") < words.index("And more")
    assert reviews_of(loop).count("taken back") == 1


def test_what_a_restored_revision_does_not_have_is_told_as_gone_and_again_not() -> None:
    loop = LoopDriver([calls(WRITE, FINISH), calls(MORE, FINISH), calls(FINISH), calls(FINISH)])
    first = loop.play("Make it")
    second = loop.follow(next_message(loop, first, "And more"))
    assert first.outcome.revision_id and second.outcome.revision_id
    ports = loop.world.ports()
    restore_revision(principal=USER, app_id=first.app_id, revision_id=first.outcome.revision_id, ports=ports)
    loop.follow(next_message(loop, second, "Where are we?"))
    words = words_of(loop)
    assert words.index("And more") < words.index("was taken back since") and reviews_of(loop).count("taken back") == 1
    restore_revision(principal=USER, app_id=first.app_id, revision_id=second.outcome.revision_id, ports=ports)
    loop.follow(next_message(loop, second, "And now?"))
    assert "taken back" not in words_of(loop)


def test_a_proposal_that_was_kept_and_undone_later_is_told_as_gone() -> None:
    loop = LoopDriver([calls(WRITE, FINISH), calls(FINISH)])
    first = a_proposal(loop)
    commit(loop, first)
    rollback_run(principal=USER, run_id=first.id, ports=loop.world.ports())
    run = loop.follow(next_message(loop, first, "Go on", review="after"))
    assert run.request.continues is None and "src/new.ts" not in files_of(loop, run)
    assert "taken back" in reviews_of(loop) and "The person kept" not in reviews_of(loop)


def test_a_review_of_very_many_hunks_is_told_as_far_as_there_is_room() -> None:
    before = {f"src/part{n}.ts": "".join(f"const a{at} = {at}\n" for at in range(200)) for n in range(40)}
    after = {path: text.replace("0 = ", f"0: number = {'1' * 500} + ") for path, text in before.items()}
    writes = [Call(name="write_file", arguments={"path": path, "content": text}) for path, text in after.items()]
    loop = LoopDriver([calls(*writes, FINISH), calls(FINISH)])
    files = {**a_tree(), **{path: text.encode() for path, text in before.items()}}
    app, _ = loop.world.make_app(files, tenant_id=USER.tenant_id)
    first = loop.play("Make it", app_id=app.id, review="before")
    hunks = [{"index": number, "decision": "reject"} for number in range(10)]
    decided = [{"path": path, "decision": "reject", "hunks": hunks} for path in sorted(after)]
    review(loop, first, decision="reject", feedback="No. " * 900, files=decided)
    loop.follow(next_message(loop, first, "Again"))
    words = reviews_of(loop)
    assert len(words) < 20_000 and "src/part0.ts: rejected" in words and "more files" in words
