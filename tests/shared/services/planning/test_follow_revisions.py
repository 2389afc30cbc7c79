"""Undo, rollback, restore and reset: what they take back shows no task, and bringing it back shows it again."""

from dataclasses import replace
from typing import Any

import pytest

from devkit.fakes.model import calls
from devkit.loop import USER
from devkit.pilot import finish, write
from shared.domain.errors import EvidenceTakenBack, NotReady, Transient
from shared.domain.planning.plan_change import PlanChange
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.ports.planning import PlanStore
from shared.services.apps.reset_template import reset_template
from shared.services.planning.change_tasks import patch_task
from shared.services.planning.follow_revisions import follow_revisions
from shared.services.planning.task_bodies import TaskPatch
from shared.services.ports_bundle import Ports
from shared.services.revisions.undo_apply import restore_revision, undo_apply
from shared.services.runs.end.end_run import end_run
from shared.services.runs.plan_rollback import rollback_run
from shared.services.runs.regenerate_turn import regenerate_turn
from shared.services.runs.start.run_request import RunRequest
from shared.services.runs.start.run_start import RunBasis, RunStart
from shared.services.runs.start.start_run import start_run
from tests.shared.services.conftest import PACKS
from tests.shared.services.planning.job import SUM, Job, green


class Undoing(Job):
    """A task that a run has done, and the ways in which a person takes that back."""

    def __init__(self, *criteria: str, **more: Any) -> None:
        super().__init__(*criteria, build=green, **more)
        self.ports: Ports = self.world.ports(templates=PACKS)
        self.first = self.draft
        self.run = self.play()
        self.made = self.draft

    def _asked(self) -> dict[str, Any]:
        return {"principal": USER, "app_id": self.app.id, "ports": self.ports}

    def undo(self) -> None:
        undo_apply(confirm=True, **self._asked())

    def rollback(self) -> None:
        rollback_run(principal=USER, run_id=self.run.id, ports=self.ports)

    def restore(self) -> None:
        restore_revision(revision_id=self.first.id, **self._asked())

    def reset(self) -> None:
        reset_template(template="react", **self._asked())

    def bring_back(self) -> None:
        restore_revision(revision_id=self.made.id, **self._asked())


@pytest.mark.parametrize("way", ["undo", "rollback", "restore", "reset"])
@pytest.mark.parametrize("criteria", [(), (SUM,), ("Nothing shows this line",)])
def test_what_is_taken_back_opens_its_task_and_bringing_it_back_restores_it(
    way: str, criteria: tuple[str, ...]
) -> None:
    job = Undoing(*criteria)
    before, phase = job.task, job.phase
    getattr(job, way)()
    (kept,) = job.task.evidence
    assert (job.task.state, job.phase) == ("open", "planned")
    assert job.task.reopened is not None and job.task.reopened.reason.startswith("What showed it was taken back: ")
    assert kept.withdrawn is not None and kept.withdrawn.by == job.draft.id
    job.bring_back()
    assert (job.task.state, job.task.reopened, job.task.evidence, job.phase) == (
        before.state, None, before.evidence, phase,
    )  # fmt: skip


def test_a_change_that_stays_in_the_draft_keeps_its_task() -> None:
    job = Undoing(replies=[calls(write(path), finish("Made.")) for path in ("src/cart.ts", "src/other.ts")])
    other = job.loop.follow(job.loop.start(app_id=job.app.id, new_conversation=True))
    rollback_run(principal=USER, run_id=other.id, ports=job.ports)
    assert (job.task.state, job.task.reopened) == ("done", None)


def test_evidence_of_a_revision_that_was_taken_back_is_refused_and_marks_nothing() -> None:
    job = Undoing()
    job.undo()
    before = job.task
    patch = TaskPatch.model_validate({"status": "done", "evidence": {"revision_id": job.made.id}})
    with pytest.raises(EvidenceTakenBack) as refused:
        patch_task(principal=USER, task_id=job.task_id, patch=patch, ports=job.ports)
    assert (refused.value.code, refused.value.extra) == ("EVIDENCE_TAKEN_BACK", {"taken_back_by": job.draft.id})
    assert job.task == before


class Down:
    """A store of plans that can be read, and not written."""

    def __init__(self, plans: PlanStore) -> None:
        self.plans = plans

    def __getattr__(self, name: str) -> Any:
        return getattr(self.plans, name)

    def put(self, change: PlanChange) -> PlanChange:
        raise Transient("Not now.")


def test_a_run_whose_end_is_completed_after_an_undo_settles_nothing() -> None:
    job = Job(build=green)
    run, ports = job.start(), job.loop.ports
    job.loop.ports = replace(ports, plans=Down(ports.plans))  # type: ignore[arg-type]  # delegates the rest
    with pytest.raises(Transient):
        job.loop.follow(run)
    assert job.task.state == "claimed"
    undo_apply(principal=USER, app_id=job.app.id, confirm=True, ports=job.world.ports())
    end_run(run.tenant_id, run.id, status=RunStatus.COMPLETED, ports=ports)
    assert (job.task.state, job.task.claim, job.task.evidence) == ("open", None, ())


def test_a_run_whose_end_was_broken_off_is_settled_by_the_next_call() -> None:
    job = Job(build=green)
    run, ports = job.start(), job.loop.ports
    job.loop.ports = replace(ports, plans=Down(ports.plans))  # type: ignore[arg-type]  # delegates the rest
    with pytest.raises(Transient):
        job.loop.follow(run)
    end_run(run.tenant_id, run.id, status=RunStatus.COMPLETED, ports=ports)
    assert (job.task.state, len(job.task.evidence)) == ("done", 1)


def test_an_undo_whose_tasks_could_not_be_written_is_completed_by_the_next_look() -> None:
    job = Undoing()
    job.ports = replace(job.ports, plans=Down(job.ports.plans))  # type: ignore[arg-type]  # delegates the rest
    job.rollback()
    assert job.task.state == "done", "the draft has moved all the same"
    job.ports = job.world.ports()
    with pytest.raises(NotReady):  # there is nothing left to take back
        job.rollback()
    assert job.task.state == "open"
    before = job.task
    follow_revisions(USER.tenant_id, job.app.id, job.ports)
    assert job.task == before


def test_an_answer_done_again_shows_its_task_in_place_of_the_first() -> None:
    job = Undoing(
        SUM,
        replies=[
            calls(write("src/cart.ts", text), finish("Made.")) for text in ("export {};\n", "export const a = 1;\n")
        ],
    )
    assert job.task.state == "in_review"
    first = job.run

    def start(wanted: RunRequest, basis: RunBasis) -> Run:
        started = RunStart("req-2", "fake", job.loop.ports, job.world.workflows)
        return start_run(USER, job.app.id, wanted, started, basis)

    asked = RunRequest(message=first.request.message, conversation_id=first.conversation_id)
    again = job.loop.follow(
        regenerate_turn(USER, job.app.id, asked, turn_id=first.turn_id, ports=job.ports, start=start)
    )
    assert again.request.task_id == job.task_id and again.outcome.revision_id is not None
    old, new = job.task.evidence
    assert (old.withdrawn and old.withdrawn.reason, new.run_id) == ("replaced", again.id)
    assert job.task.state == "in_review"
    rollback_run(principal=USER, run_id=again.id, ports=job.ports)
    assert job.task.state == "open"
