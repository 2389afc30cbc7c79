"""A message goes on with what the run before it left: from its files, told what was verified and why it stopped."""

from typing import Any

import pytest

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Call, calls, say
from devkit.loop import USER, LoopDriver
from shared.domain.agent.model_messages import UserMessage
from shared.domain.diffs.diff_status import DiffStatus
from shared.domain.diffs.review import Review
from shared.domain.errors import Conflict, Invalid, Unavailable
from shared.domain.runs.run import Run
from shared.services.diffs.review_diff import review_diff
from shared.services.revisions.save_revision import SaveRequest, save_revision
from shared.services.runs.cancel_run import cancel_run
from shared.services.runs.queue.start_next import start_next

WRITE = Call(name="write_file", arguments={"path": "src/new.ts", "content": "export const made = 1;\n"})
BROKEN = Call(name="write_file", arguments={"path": "src/bad.ts", "content": COMPILE_ERROR})
MEND = Call(name="delete_file", arguments={"path": "src/bad.ts"})
FINISH = Call(name="finish", arguments={"summary": "Made.", "rationale": None, "assumptions": None})
GET_STUCK = [calls(WRITE, BROKEN, FINISH), calls(FINISH), calls(FINISH)]


def a_stuck_run(loop: LoopDriver, **asked: Any) -> Run:
    run = loop.play("Make it", **asked)
    assert run.status == "failed" and run.outcome.diff_id is not None
    return run


def next_message(loop: LoopDriver, before: Run, message: str = "Go on", **asked: Any) -> Run:
    return loop.start(message, app_id=before.app_id, conversation_id=before.conversation_id, **asked)


def words_of(loop: LoopDriver) -> str:
    """What the model was told by the latest run's first request."""
    return "\n".join(item.content for item in loop.model.requests[-1].items if isinstance(item, UserMessage))


def files_of(loop: LoopDriver, run: Run) -> dict[str, bytes]:
    return loop.world.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)


def diff_of(loop: LoopDriver, run: Run) -> Any:
    assert run.outcome.diff_id
    return loop.world.diffs.get(run.tenant_id, run.app_id, run.outcome.diff_id)


def save(loop: LoopDriver, run: Run, path: str, content: str) -> None:
    app = loop.world.apps.get(run.tenant_id, run.app_id)
    request = SaveRequest.model_validate(
        {
            "base_revision_id": app.draft_revision_id,
            "operations": [{"op": "upsert_file", "path": path, "content": content}],
        }
    )
    save_revision(principal=USER, app_id=app.id, request=request, ports=loop.world.ports())


def test_a_message_after_a_failed_run_starts_from_what_that_run_made() -> None:
    loop = LoopDriver([*GET_STUCK, calls(MEND, FINISH)])
    failed = a_stuck_run(loop)
    run = next_message(loop, failed)
    assert "src/new.ts" in files_of(loop, run)
    run = loop.follow(run)
    assert run.status == "completed" and run.outcome.revision_id
    assert "src/new.ts" in files_of(loop, run) and "src/bad.ts" not in files_of(loop, run)
    assert (diff_of(loop, failed).status, diff_of(loop, failed).continued_by) == ("continued", run.id)


def test_the_stream_and_the_model_are_told_what_goes_on_and_why_it_stopped() -> None:
    loop = LoopDriver([*GET_STUCK, calls(MEND, FINISH)])
    failed = a_stuck_run(loop)
    run = loop.follow(next_message(loop, failed))
    (part,) = [chunk["data"] for chunk in loop.chunks(run) if chunk["type"] == "data-continued"]
    assert (part["outcome"], part["kind"], part["run_id"]) == ("continued", "unfinished", failed.id)
    assert part["diff_id"] == failed.outcome.diff_id and "same failure" in part["stopped"]
    words = words_of(loop)
    assert "<unfinished_work>" in words and "src/new.ts" in words and "same failure" in words and "Failed:" in words
    assert "src/bad.ts" in words.split("</unfinished_work>")[0]


def test_what_was_verified_is_told() -> None:
    build = Call(name="build_project_worker", arguments={})
    loop = LoopDriver([calls(WRITE), calls(build), calls(BROKEN, FINISH), calls(FINISH), calls(FINISH), calls(FINISH)])
    failed = a_stuck_run(loop)
    assert failed.green_tree
    loop.model.push(calls(MEND, FINISH))
    run = next_message(loop, failed)
    assert "src/bad.ts" in files_of(loop, run)  # the latest edits too, not only what was green
    assert run.request.continues and any("before the last edits" in fact for fact in run.request.continues.verified)


def test_an_older_draft_is_brought_up_to_date_first() -> None:
    loop = LoopDriver([*GET_STUCK, calls(MEND, FINISH)])
    failed = a_stuck_run(loop)
    save(loop, failed, "src/other.ts", "export {};\n")
    run = next_message(loop, failed)
    assert {"src/new.ts", "src/other.ts"} <= files_of(loop, run).keys()
    run = loop.follow(run)
    assert run.status == "completed"
    assert "The draft has changed since" in words_of(loop)


def test_a_conflict_is_told_with_its_paths_and_the_way_on() -> None:
    loop = LoopDriver([*GET_STUCK, calls(FINISH)])
    failed = a_stuck_run(loop)
    save(loop, failed, "src/new.ts", "export const other = 2;\n")
    with pytest.raises(Conflict) as refused:
        next_message(loop, failed)
    assert refused.value.code == "MERGE_CONFLICT" and refused.value.extra["paths"] == ["src/new.ts"]
    assert "start_from" in refused.value.message and refused.value.extra["diff_id"] == failed.outcome.diff_id
    assert loop.world.apps.get(failed.tenant_id, failed.app_id).active_run_id is None
    run = next_message(loop, failed, start_from="draft")
    assert files_of(loop, run)["src/new.ts"] == b"export const other = 2;\n"
    assert diff_of(loop, failed).status == "pending_review"


def test_starting_over_leaves_the_work_aside_and_says_so() -> None:
    loop = LoopDriver([*GET_STUCK, calls(WRITE, FINISH)])
    failed = a_stuck_run(loop)
    run = loop.follow(next_message(loop, failed, start_from="draft"))
    assert "src/bad.ts" not in files_of(loop, run)
    (part,) = [chunk["data"] for chunk in loop.chunks(run) if chunk["type"] == "data-continued"]
    assert part["outcome"] == "set_aside"
    assert "not in the files below" in words_of(loop)
    assert diff_of(loop, failed).status == "pending_review"


def cancelled(loop: LoopDriver) -> Run:
    def cancel(number: int, run: Run) -> None:
        if number == 1:
            cancel_run(run.tenant_id, run.app_id, run.id, ports=loop.ports, workflows=loop.world.workflows)

    loop.before_iteration = cancel
    run = loop.play("Make it")
    loop.before_iteration = lambda number, run: None
    assert run.status == "aborted" and run.outcome.diff_id
    return run


def test_after_a_persons_cancel_the_draft_is_the_default_and_going_on_is_one_request() -> None:
    loop = LoopDriver([calls(WRITE), calls(FINISH), calls(FINISH)])
    old = cancelled(loop)
    run = next_message(loop, old)
    assert "src/new.ts" not in files_of(loop, run)
    assert run.request.continues and (run.request.continues.outcome, run.request.continues.kind) == (
        "set_aside",
        "cancelled",
    )
    loop.follow(run)
    again = next_message(loop, old, start_from="work")
    assert "src/new.ts" in files_of(loop, again)


def test_there_may_be_nothing_to_go_on_with() -> None:
    loop = LoopDriver([calls(WRITE, FINISH)])
    done = loop.play("Make it")
    with pytest.raises(Invalid) as refused:
        next_message(loop, done, start_from="work")
    assert refused.value.code == "NOT_READY"


def test_a_message_to_an_open_proposal_goes_on_with_it_and_is_reviewed_too() -> None:
    more = Call(name="write_file", arguments={"path": "src/more.ts", "content": "export {};\n"})
    loop = LoopDriver([calls(WRITE, FINISH), calls(more, FINISH)])
    first = loop.play("Make it", review="before")
    proposal = diff_of(loop, first)
    assert proposal.status == "pending_review"
    run = loop.follow(next_message(loop, first, "And more"))
    second = diff_of(loop, run)
    assert {"src/new.ts", "src/more.ts"} <= files_of(loop, run).keys()
    assert (second.status, second.base_revision_id) == ("pending_review", proposal.base_revision_id)
    assert diff_of(loop, first).status == "continued" and run.request.review == "before"
    assert "proposal" in words_of(loop)


@pytest.mark.parametrize(
    ("said", "review"),
    [({"review": "after"}, "before"), ({"review": "after", "start_from": "work"}, "after"), ({}, "before")],
)
def test_a_proposal_is_reviewed_unless_a_message_names_it_and_says_that_it_need_not_be(
    said: dict[str, Any], review: str
) -> None:
    """A client that says `review: after` with every message commits no proposal unseen."""
    loop = LoopDriver([calls(WRITE, FINISH), calls(FINISH)])
    first = loop.play("Make it", review="before")
    run = loop.follow(next_message(loop, first, "And more", **said))
    assert run.request.review == review and (run.outcome.revision_id is None) == (review == "before")


def test_a_message_s_own_review_holds_where_nothing_is_gone_on_with() -> None:
    loop = LoopDriver([calls(WRITE, FINISH), calls(FINISH)])
    first = loop.play("Make it", review="before")
    run = next_message(loop, first, "Something else", review="after", start_from="draft")
    assert run.request.review == "after"


def test_what_was_decided_is_not_gone_on_with() -> None:
    loop = LoopDriver([*GET_STUCK, calls(WRITE, FINISH)])
    failed = a_stuck_run(loop)
    diff = diff_of(loop, failed)
    loop.world.diffs.update(diff.model_copy(update={"status": DiffStatus.DISCARDED}))
    run = next_message(loop, failed)
    assert "src/new.ts" not in files_of(loop, run) and run.request.continues is None


def test_strangers_words_travel_with_the_work() -> None:
    loop = LoopDriver([*GET_STUCK, calls(MEND, FINISH)])
    failed = a_stuck_run(loop)
    loop.world.runs.update(failed.change(untrusted=["report"]))
    assert next_message(loop, failed).memory.untrusted == ["report"]


def test_a_run_that_dies_before_its_first_word_loses_nothing() -> None:
    loop = LoopDriver([*GET_STUCK])
    failed = a_stuck_run(loop)
    loop.world.workflows.down = True
    with pytest.raises(Unavailable):
        next_message(loop, failed)
    loop.world.workflows.down = False
    run = next_message(loop, failed)
    assert "src/new.ts" in files_of(loop, run)


def test_a_question_between_does_not_lose_the_work() -> None:
    loop = LoopDriver([calls(WRITE), calls(FINISH), calls(FINISH)])
    old = cancelled(loop)
    loop.model.push(say("It was about a file."))
    asked = loop.follow(next_message(loop, old, "What was that about?"))
    assert asked.status == "completed" and asked.outcome.diff_id is None
    again = next_message(loop, old, start_from="work")
    assert "src/new.ts" in files_of(loop, again)


def test_a_message_that_waited_goes_on_with_what_the_run_before_it_left() -> None:
    loop = LoopDriver([*GET_STUCK, calls(MEND, FINISH)])
    first = loop.start("Make it")
    waiting = next_message(loop, first, queue=True)
    assert waiting.status == "planned"
    first = loop.follow(first)
    run = start_next(first.tenant_id, first.app_id, ports=loop.ports, workflows=loop.world.workflows)
    assert run and run.id == waiting.id and "src/new.ts" in files_of(loop, run)
    assert loop.follow(run).status == "completed"


def test_a_message_that_waited_starts_from_the_draft_when_the_work_does_not_fit_it() -> None:
    loop = LoopDriver([*GET_STUCK, calls(FINISH)])
    first = loop.start("Make it")
    waiting = next_message(loop, first, queue=True)
    first = loop.follow(first)
    save(loop, first, "src/new.ts", "export const other = 2;\n")
    run = start_next(first.tenant_id, first.app_id, ports=loop.ports, workflows=loop.world.workflows)
    assert run and run.id == waiting.id
    assert run.request.continues and (run.request.continues.outcome, run.request.continues.paths) == (
        "conflict",
        ["src/new.ts"],
    )
    loop.follow(run)
    assert "src/new.ts" in words_of(loop) and "does not fit" in words_of(loop)


def review(loop: LoopDriver, run: Run, **said: Any) -> None:
    body = Review.model_validate(said)
    review_diff(principal=USER, diff_id=run.outcome.diff_id or "", review=body, ports=loop.world.ports())


def test_the_feedback_on_a_rejected_proposal_is_told_with_its_hunks() -> None:
    loop = LoopDriver([calls(WRITE, FINISH), calls(FINISH)])
    first = loop.play("Make it", review="before")
    hunk = {"index": 0, "decision": "reject"}
    files = [{"path": "src/new.ts", "decision": "reject", "hunks": [hunk]}]
    review(loop, first, decision="reject", feedback="Not a constant, please.", files=files)
    run = next_message(loop, first, "Again")
    assert "src/new.ts" not in files_of(loop, run)
    loop.follow(run)
    words = words_of(loop)
    assert "The person rejected this work" in words and "Their words: Not a constant, please." in words
    assert "hunk 0 rejected:\n+export const made = 1;" in words
    assert words.index("Make it") < words.index("Not a constant") < words.index("<request>")


def test_rejected_work_can_be_gone_on_with() -> None:
    loop = LoopDriver([calls(WRITE, FINISH), calls(FINISH)])
    first = loop.play("Make it", review="before")
    review(loop, first, decision="reject", feedback="Blue.")
    run = next_message(loop, first, "Make it blue", start_from="work")
    assert "src/new.ts" in files_of(loop, run) and diff_of(loop, first).status == "continued"
    loop.follow(run)
    assert "Blue." in words_of(loop) or "rejected and wants to go on" in words_of(loop)
