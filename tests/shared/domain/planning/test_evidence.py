"""What evidence makes of a task, and what undoing its revision does: bad evidence first."""

from typing import Any

import pytest

from devkit.fakes.planned import a_task
from devkit.fakes.samples import START, an_app
from shared.domain.planning.evidence import (
    EVIDENCE_MOST,
    TakenBack,
    apply_evidence,
    confirm,
    follow_history,
    reopen,
    replace_evidence,
    with_evidence,
)
from shared.domain.planning.standing import built, proven
from shared.domain.planning.task import Claim, Evidence, ShowingCheck, Task
from shared.domain.planning.words import TaskState

SUM, EMPTY = "The prices add up to a sum", "An empty cart shows no sum"
UNDONE = {"rev_1": TakenBack("rev_2", "Undo: Write the cart")}


def task(*criteria: str, **over: Any) -> Task:
    return a_task(an_app(), acceptance_criteria=criteria, **over)


def evidence(*criteria: str, **over: Any) -> Evidence:
    shown = (ShowingCheck(kind="tests", path="a.test.ts", criteria=criteria),)
    base: dict[str, Any] = {"revision_id": "rev_1", "run_id": "run_1", "checks": ("build", "tests"), "at": START}
    return Evidence(**(base | {"shown_by": shown} | over))


@pytest.mark.parametrize(
    ("criteria", "found"),
    [
        ((SUM,), evidence(checks=())),
        ((SUM,), evidence("A line of another task")),
        ((SUM, EMPTY), evidence(SUM)),
        ((), evidence(checks=())),
        ((), evidence(checks=("build",), failed=("page",))),
        ((SUM,), evidence(SUM, failed=("types",))),
    ],
)
def test_what_nothing_shows_waits_for_a_person(criteria: tuple[str, ...], found: Evidence) -> None:
    after = apply_evidence(task(*criteria), found)
    assert (after.state, after.claim, after.unproven) == (TaskState.IN_REVIEW, None, False)
    assert (proven(after), built(after)) == (False, not found.failed)
    said = confirm(after, "user-1", START)
    assert (said.state, said.unproven, proven(said)) == (TaskState.DONE, False, True)
    assert said.confirmed is not None and said.confirmed.by == "user-1"


@pytest.mark.parametrize(
    ("criteria", "found"), [((SUM,), evidence(SUM)), ((), evidence()), ((SUM, SUM), evidence(SUM, EMPTY))]
)
def test_what_is_shown_is_done(criteria: tuple[str, ...], found: Evidence) -> None:
    held = task(*criteria, state=TaskState.CLAIMED, claim=Claim(holder="run_1", until=START, fence=1), fence=1)
    after = apply_evidence(held, found)
    assert (after.state, after.claim, after.confirmed, after.evidence) == (TaskState.DONE, None, None, (found,))
    assert apply_evidence(after, found) == after, "once"


def test_lines_are_shown_by_several_revisions_together() -> None:
    half = apply_evidence(task(SUM, EMPTY), evidence(SUM))
    assert half.unshown == [EMPTY]
    assert apply_evidence(half, evidence(EMPTY, revision_id="rev_3")).state == TaskState.DONE


def test_a_word_without_a_revision_is_unproven_until_one_shows_it() -> None:
    said = confirm(task(SUM), "user-1", START)
    assert (said.state, said.unproven) == (TaskState.DONE, True)
    after = apply_evidence(said, evidence())
    assert (after.state, after.unproven, after.confirmed) == (TaskState.DONE, False, said.confirmed)


def test_what_a_person_opens_again_has_its_evidence_as_history() -> None:
    after = reopen(apply_evidence(task(), evidence()), "user-1", START)
    (kept,) = after.evidence
    assert (after.state, kept.withdrawn and kept.withdrawn.reason) == (TaskState.OPEN, "reopened")
    assert confirm(after, "user-1", START).unproven, "a new word needs new evidence"
    assert follow_history(after, {}, START) == after, "no revision brings it back"
    assert len(apply_evidence(after, evidence()).evidence) == 2


@pytest.mark.parametrize("was", [apply_evidence(task(SUM), evidence(SUM)), apply_evidence(task(SUM), evidence())])
def test_undoing_opens_it_with_the_reason_and_bringing_back_restores_it(was: Task) -> None:
    after = follow_history(was, UNDONE, START)
    assert (after.state, built(after)) == (TaskState.OPEN, False)
    assert after.reopened is not None
    assert after.reopened.reason == "What showed it was taken back: Undo: Write the cart"
    assert after.evidence[0].withdrawn is not None and after.evidence[0].withdrawn.by == "rev_2"
    assert follow_history(after, UNDONE, START) == after
    assert follow_history(after, {}, START) == was


def test_undoing_one_of_two_revisions_leaves_it_done() -> None:
    was = with_evidence(apply_evidence(task(), evidence()), evidence(revision_id="rev_3"))
    after = follow_history(was, UNDONE, START)
    assert (after.state, len(after.standing_evidence)) == (TaskState.DONE, 1)


def test_undoing_leaves_what_a_person_or_a_run_has_decided_since() -> None:
    done = apply_evidence(task(), evidence())
    cancelled = done.model_copy(update={"state": TaskState.CANCELLED})
    assert follow_history(cancelled, UNDONE, START).state == TaskState.CANCELLED
    claim = Claim(holder="run_2", until=START, fence=2, released=TaskState.IN_REVIEW)
    at_work = done.model_copy(update={"state": TaskState.CLAIMED, "claim": claim})
    after = follow_history(at_work, UNDONE, START)
    assert (after.state, after.claim and after.claim.released) == (TaskState.CLAIMED, TaskState.OPEN)
    word = confirm(task(), "user-1", START)
    assert follow_history(word, UNDONE, START) == word


def test_an_answer_done_again_replaces_the_evidence_of_the_first() -> None:
    after = replace_evidence(apply_evidence(task(), evidence()), "run_1", "rev_3", START)
    assert after.evidence[0].withdrawn is not None and after.evidence[0].withdrawn.reason == "replaced"
    assert follow_history(after, {}, START) == after, "no revision brings it back"


def test_evidence_is_bounded() -> None:
    found = task()
    for number in range(EVIDENCE_MOST + 5):
        found = with_evidence(found, evidence(revision_id=f"rev_{number}"))
    assert len(found.evidence) == EVIDENCE_MOST and found.evidence[-1].revision_id == f"rev_{EVIDENCE_MOST + 4}"


def test_a_row_of_an_older_release_still_loads() -> None:
    old = task().model_dump(exclude={"confirmed", "reopened"})
    old |= {"state": "done", "evidence": [{"revision_id": "rev_1", "at": START}]}
    loaded = Task.model_validate(old)
    assert proven(loaded) and loaded.standing_evidence
