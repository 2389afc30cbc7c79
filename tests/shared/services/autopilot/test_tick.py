"""Ticks over a small phase: what each mode does, what stops it, and that nothing is done twice."""

from dataclasses import replace

import pytest

from devkit.fakes.engine import COMPILE_ERROR
from devkit.fakes.model import Reply, calls
from devkit.fakes.world import World
from devkit.loop import USER, build_by_marker
from devkit.pilot import Pilot, builder, finish, write
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import Verdict, VerdictPart
from shared.domain.errors import Invalid, NotFound, RunActive
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.planning.plan_change import PlanChange
from shared.domain.revisions.revision import Build
from shared.services.autopilot.begin_task import reserve_run
from shared.services.autopilot.control import AutopilotOrder
from shared.services.autopilot.explain_plan import explain_plan
from shared.services.planning.change_tasks import patch_task
from shared.services.planning.claim import claim_task
from shared.services.planning.task_bodies import TaskPatch
from shared.services.runs.plan_rollback import rollback_run
from tests.support.racing import failures, race

TWO = {"first": ("src/first.ts", ()), "second": ("src/second.ts", ("first",))}
APART = {"first": ("src/first.ts", ()), "second": ("src/second.ts", ())}
ONE = {"first": ("src/first.ts", ())}


def test_in_full_auto_a_phase_is_built_to_committed_work_with_evidence() -> None:
    pilot = Pilot(TWO)
    said = pilot.rounds()
    assert said == [
        "started_run:start", "advanced_run:start", "advanced_run:settle",
        "started_run:start", "advanced_run:start", "advanced_run:settle", "nothing_to_do:phase_done",
    ]  # fmt: skip
    draft = pilot.world.revisions.get(USER.tenant_id, pilot.app_id, pilot.app.draft_revision_id or "")
    files = pilot.world.snapshots.get(USER.tenant_id, pilot.app_id, draft.tree)
    assert {"src/first.ts", "src/second.ts"} <= set(files)
    for name in TWO:
        task = pilot.task(name)
        (shown,) = task.evidence
        assert (task.state, task.unproven, task.claim) == ("done", False, None)
        chat = pilot.world.runs.get(USER.tenant_id, shown.run_id or "").conversation_id
        assert pilot.world.turns.conversation(USER.tenant_id, pilot.app_id, chat).title == task.description
        assert shown.run_id and shown.build_id and shown.revision_id.startswith("rev_")
    assert pilot.world.plans.node(USER.tenant_id, pilot.phase.id).status == "done"
    decided = [one.decision for one in pilot.world.states.get(USER.tenant_id, pilot.app_id).decisions]
    assert decided == ["Implemented: first file:src/first.ts", "Implemented: second file:src/second.ts"]
    assert (pilot.row.done, pilot.row.runs, pilot.row.spent_phase > 0) == (2, (), True)
    turns = pilot.world.turns.turns(USER.tenant_id, pilot.app_id, limit=10).items
    assert [turn.author for turn in turns] == ["autopilot", "autopilot"]


def test_evidence_names_the_file_that_shows_a_criterion() -> None:
    words = "Empty fields show no price"

    def tested(request: ModelRequest) -> Reply:
        made = builder(request)
        if not request.tools:
            return made
        return calls(
            write("src/first.ts"), write("src/first.test.ts", f'it("{words}", () => {{}});\n'), finish("Made.")
        )

    def green(world: World, build: Build) -> Build:
        passed = VerdictPart(status=CheckStatus.PASSED)
        verdict = Verdict(build=passed, types=passed, tests=passed, page=passed)
        return build_by_marker(world, build).model_copy(update={"verdict": verdict})

    pilot = Pilot(ONE, respond=tested)
    pilot.loop.build = green
    wanted = pilot.task("first").model_copy(update={"acceptance_criteria": (words, "It prints a list")})
    pilot.world.plans.put(PlanChange(tasks=[wanted]))
    for _ in range(2):
        pilot.tick()
        pilot.lay_out()
    pilot.work()
    pilot.tick()
    (shown,) = pilot.task("first").evidence
    assert shown.checks == ("build", "types", "tests", "page")
    assert [(one.path, one.criteria) for one in shown.shown_by] == [("src/first.test.ts", (words,))]
    assert (pilot.task("first").state, pilot.task("first").unshown) == ("in_review", ["It prints a list"])


def test_in_semi_auto_it_stops_at_each_write() -> None:
    pilot = Pilot(ONE, mode="semi_auto")
    before = pilot.app.draft_revision_id
    assert pilot.rounds() == ["started_run:start", "advanced_run:start", "waiting_for_approval:run_waits"]
    (run,) = pilot.runs()
    assert [held.tool for held in run.waiting.held if held.waits] == ["write_file"]
    assert pilot.app.draft_revision_id == before and pilot.tick().status == "waiting_for_approval"
    pilot.answer(run)
    pilot.work()
    assert pilot.rounds() == ["advanced_run:settle", "nothing_to_do:phase_done"]
    assert pilot.task("first").state == "done" and pilot.app.draft_revision_id != before


def test_in_suggest_nothing_is_executed() -> None:
    pilot = Pilot(ONE, mode="suggest")
    before = pilot.app.draft_revision_id
    assert pilot.rounds() == ["started_run:start", "waiting_for_approval:plan_waits"]
    for _ in range(3):
        assert pilot.tick().reason == "plan_waits"
        pilot.work()
    (run,) = pilot.runs()
    assert [step.status for step in run.plan_steps] == ["pending"]
    assert len(pilot.loop.model.requests) == 1, "the steps alone were asked for"
    assert (pilot.app.draft_revision_id, run.candidate_tree) == (before, run.base_tree)


@pytest.mark.parametrize(("app", "reason"), [
    ({"mode": "off"}, "off"), ({"autopilot_paused": True}, "paused"),
])  # fmt: skip
def test_at_rest_nothing_is_started(app: dict[str, object], reason: str) -> None:
    pilot = Pilot(ONE, **app)  # type: ignore[arg-type]  # fields by name
    assert (pilot.tick().status, pilot.tick().reason, pilot.row.runs) == ("idle", reason, ())


def test_a_phase_without_tasks_starts_nothing_and_says_so() -> None:
    pilot = Pilot({})
    said = pilot.tick()
    assert (said.status, said.reason, pilot.row.runs) == ("nothing_to_do", "no_tasks", ())
    plan = explain_plan(principal=USER, app_id=pilot.app_id, ports=pilot.loop.ports)
    assert (plan.pill, plan.left) == ("idle", 0) and "no tasks yet" in plan.summary


def test_two_ticks_at_once_begin_one_run() -> None:
    pilot = Pilot(APART)
    outcomes = race(*([pilot.tick] * 6))
    assert failures(outcomes) == []
    assert len(pilot.row.runs) == 1
    page = pilot.world.runs.list(USER.tenant_id, pilot.app_id, limit=10)
    assert [run.id for run in page.items] == [pilot.row.runs[0].run_id]


def test_a_tick_that_died_after_it_reserved_a_run_is_completed_by_the_next() -> None:
    pilot = Pilot(ONE)
    pilot.world.workflows.down = True
    assert pilot.tick().status == "nothing_to_do"
    pilot.world.workflows.down = False
    pilot = Pilot(ONE)
    row, managed = reserve_run(
        pilot.row.at(pilot.phase.id, pilot.world.clock.now()), pilot.task("first"), 500_000, pilot.manager
    )
    assert row.runs == (managed,)
    said = pilot.tick()
    assert (said.status, said.run_id) == ("started_run", managed.run_id)
    assert pilot.rounds()[-1] == "nothing_to_do:phase_done"


def test_a_run_that_cannot_be_made_counts_as_a_failure() -> None:
    pilot = Pilot(ONE)
    pilot.world.workflows.down = True
    said = [pilot.tick() for _ in range(3)]
    assert [one.status for one in said[:2]] == ["nothing_to_do", "nothing_to_do"]
    assert said[2].reason == "same_failure"


def test_a_claim_of_somebody_else_keeps_the_manager_away() -> None:
    pilot = Pilot(ONE)
    claim_task(principal=USER, task_id=pilot.ids["first"], seconds=60, ports=pilot.loop.ports)
    assert (pilot.tick().status, pilot.tick().reason) == ("nothing_to_do", "blocked")
    pilot.world.clock.advance(61)
    assert pilot.tick().status == "started_run"


def broken(request: ModelRequest) -> Reply:
    return builder(request) if not request.tools else calls(write("src/bad.ts", COMPILE_ERROR), finish("Done."))


def test_the_same_failure_twice_stops_it_until_a_person_goes_on() -> None:
    pilot = Pilot(ONE, respond=broken)
    said = pilot.rounds()
    assert said[-1] == "idle:same_failure"
    assert said.count("started_run:start") == 2
    assert pilot.task("first").state == "open", "the claim was given back"
    assert pilot.tick().reason == "same_failure"
    pilot.order("continue")
    assert pilot.tick().status == "started_run"


BAD = {"bad": ("src/bad.ts", ()), "after": ("src/after.ts", ("bad",)), "good": ("src/good.ts", ())}


def sometimes(request: ModelRequest) -> Reply:
    """As `builder`, but that what is bad does not compile."""
    asked = " ".join(str(getattr(item, "content", "")) for item in request.items)
    is_bad = asked.rpartition("file:")[2].startswith("src/bad.ts")
    return broken(request) if request.tools and is_bad else builder(request)


def test_a_task_that_fails_twice_is_set_aside_and_an_independent_one_is_done() -> None:
    pilot = Pilot(BAD, respond=sometimes)
    said = pilot.rounds()
    assert said[-1] == "idle:same_failure" and said.count("started_run:start") == 3
    assert "advanced_run:set_aside" in said
    assert [pilot.task(name).state for name in BAD] == ["open", "open", "done"]
    plan = explain_plan(principal=USER, app_id=pilot.app_id, ports=pilot.loop.ports)
    assert [(one.task.id, one.reason) for one in plan.set_aside] == [(pilot.ids["bad"], "failed")]
    assert 'Set aside: "bad file:src/bad.ts"' in plan.summary and "continue" in plan.summary
    assert plan.next_tasks == [], "it comes to neither the task nor what waits for it"
    pilot.order("continue")
    assert (pilot.tick().status, pilot.row.runs[0].task_id) == ("started_run", pilot.ids["bad"])


def test_a_failure_that_sets_two_tasks_aside_stops_it() -> None:
    three = {name: (f"src/{name}.ts", ()) for name in ("first", "second", "third")}
    pilot = Pilot(three, respond=broken)
    said = pilot.rounds()
    assert said[-1] == "idle:same_failure" and said.count("started_run:start") == 4
    assert len(pilot.row.set_aside) == 2


def test_what_a_person_took_back_is_not_built_again_before_they_say_so() -> None:
    pilot = Pilot(APART)
    while pilot.task("first").state != "done":
        pilot.tick()
        pilot.lay_out()
        pilot.work()
    run_id = pilot.task("first").evidence[0].run_id or ""
    rollback_run(principal=USER, run_id=run_id, ports=pilot.world.ports())
    assert pilot.rounds()[-1] == "idle:taken_back"
    assert [pilot.task(name).state for name in APART] == ["open", "done"]
    plan = explain_plan(principal=USER, app_id=pilot.app_id, ports=pilot.loop.ports)
    assert [(one.task.id, one.reason) for one in plan.set_aside] == [(pilot.ids["first"], "taken_back")]
    pilot.world.clock.advance(1)
    pilot.order("continue")
    assert pilot.rounds()[-1] == "nothing_to_do:phase_done"


def test_a_phase_goes_on_past_what_a_person_is_to_confirm_and_then_waits() -> None:
    pilot = Pilot(TWO)
    wanted = pilot.task("first").model_copy(update={"acceptance_criteria": ("It prints a list",)})
    pilot.world.plans.put(PlanChange(tasks=[wanted]))
    assert pilot.rounds()[-1] == "waiting_for_approval:to_confirm"
    assert [pilot.task(name).state for name in TWO] == ["in_review", "done"]
    assert pilot.world.plans.node(USER.tenant_id, pilot.phase.id).status == "in_progress"
    plan = explain_plan(principal=USER, app_id=pilot.app_id, ports=pilot.loop.ports)
    assert [one.id for one in plan.to_confirm] == [pilot.ids["first"]]
    assert 'Waits for your confirmation: "first file:src/first.ts"' in plan.summary and plan.pill == "waiting"
    said = TaskPatch.model_validate({"status": "done"})
    patch_task(principal=USER, task_id=pilot.ids["first"], patch=said, ports=pilot.loop.ports)
    assert pilot.tick().reason == "phase_done"
    assert pilot.world.plans.node(USER.tenant_id, pilot.phase.id).status == "done"


def test_three_refusals_stop_it() -> None:
    pilot = Pilot(ONE, mode="semi_auto")
    for _ in range(3):
        assert pilot.rounds()[-1] == "waiting_for_approval:run_waits"
        pilot.answer(pilot.runs()[0], "abort")
        pilot.work()
        for run in pilot.runs():
            pilot.loop.follow(run)
        assert pilot.tick().reason == "settle"
    assert pilot.tick().reason == "refused"


def test_a_person_who_edits_the_same_file_stops_it() -> None:
    pilot = Pilot(ONE, mode="semi_auto")
    pilot.rounds()
    files = pilot.world.snapshots.get(USER.tenant_id, pilot.app_id, pilot.runs()[0].base_tree)
    pilot.world.add_revision(pilot.app, {**files, "src/other.ts": b"export {};\n"}, origin="save")
    assert pilot.tick().reason == "run_waits", "another file is none of its business"
    pilot.world.add_revision(pilot.app, {**files, "src/first.ts": b"export const mine = 1;\n"}, origin="save")
    said = pilot.tick()
    assert (said.status, said.reason, said.about) == ("idle", "person_edited", "src/first.ts")


@pytest.mark.parametrize(("caps", "reason"), [
    ({"phase_budget_usd": 0.15}, "phase_budget"), ({"night_budget_usd": 0.15}, "night_budget"),
])  # fmt: skip
def test_a_budget_stops_it_after_the_run_that_reached_it(caps: dict[str, float], reason: str) -> None:
    pilot = Pilot(TWO, ports_over={"price": lambda model, usage: 0.05})
    pilot.order("start", **caps)
    said = pilot.rounds()
    assert said[-1] == f"idle:{reason}" and said.count("started_run:start") == 1
    pilot.world.clock.advance(24 * 3600)
    assert (pilot.tick().status == "started_run") is (reason == "night_budget")


def test_limits_of_the_deployment_hold_where_nobody_said_otherwise() -> None:
    pilot = Pilot(TWO)
    limits = DEFAULT_LIMITS.model_copy(update={"phase_dollars": 0.0})
    pilot.manager = replace(pilot.manager, ports=replace(pilot.loop.ports, limits=limits))
    assert pilot.tick().reason == "phase_budget"


def test_a_stale_task_stops_it() -> None:
    pilot = Pilot(TWO)
    stale = pilot.task("second").model_copy(update={"stale": "The text says another thing now."})
    pilot.world.plans.put(PlanChange(tasks=[stale]))
    said = pilot.tick()
    assert (said.status, said.reason, said.about) == ("idle", "stale_plan", stale.id)


def test_two_runs_at_once_each_hold_their_candidate_and_both_are_kept() -> None:
    pilot = Pilot(APART, max_parallel_runs=2)
    assert [pilot.tick().status for _ in range(3)] == ["started_run", "started_run", "nothing_to_do"]
    pilot.lay_out()
    assert [pilot.tick().status for _ in range(2)] == ["advanced_run", "advanced_run"]
    first, second = pilot.runs()
    assert (first.status, second.status, pilot.app.active_run_id) == ("running", "running", None)
    assert first.base_revision_id == second.base_revision_id
    pilot.work()
    assert pilot.rounds()[-1] == "nothing_to_do:phase_done"
    draft = pilot.world.revisions.get(USER.tenant_id, pilot.app_id, pilot.app.draft_revision_id or "")
    files = pilot.world.snapshots.get(USER.tenant_id, pilot.app_id, draft.tree)
    assert {"src/first.ts", "src/second.ts"} <= set(files), "merged three ways"
    assert [pilot.task(name).state for name in APART] == ["done", "done"]
    built = pilot.world.builds.get(USER.tenant_id, pilot.app_id, draft.build_id or "")
    assert built.tree == draft.tree, "the merged tree itself was verified"


def test_tasks_that_touch_the_same_files_are_not_done_at_once() -> None:
    pilot = Pilot({"first": ("src/a.ts", ()), "second": ("src/a.ts", ())}, max_parallel_runs=2)
    assert [pilot.tick().status for _ in range(2)] == ["started_run", "nothing_to_do"]


def test_a_person_may_chat_while_the_manager_works() -> None:
    pilot = Pilot(ONE)
    pilot.tick()
    pilot.lay_out()
    pilot.tick()
    said = pilot.loop.start("file:src/mine.ts", app_id=pilot.app_id, new_conversation=True)
    assert pilot.loop.follow(said).status == "completed"
    pilot.work()
    assert pilot.rounds()[-1] == "nothing_to_do:phase_done"
    again = pilot.loop.start("file:src/more.ts", app_id=pilot.app_id)
    with pytest.raises(RunActive):
        pilot.loop.start("file:src/even.ts", app_id=pilot.app_id)
    assert pilot.loop.follow(again).status == "completed"


def test_a_commit_of_the_manager_does_not_cost_a_chat_its_work() -> None:
    pilot = Pilot(ONE)
    pilot.tick()
    pilot.lay_out()
    pilot.tick()
    said = pilot.loop.start("file:src/mine.ts", app_id=pilot.app_id, new_conversation=True)
    pilot.work()
    assert pilot.loop.follow(said).status == "completed"


def test_a_task_that_is_gone_when_its_run_ends_is_no_fault() -> None:
    pilot = Pilot(ONE)
    pilot.tick()
    pilot.lay_out()
    pilot.tick()
    pilot.work()
    graph = pilot.world.plans.graph(USER.tenant_id, pilot.app_id)
    pilot.world.plans.put(PlanChange(removed_tasks=[pilot.task("first")], graph=graph))
    assert pilot.tick().reason == "settle"


def test_orders_say_what_does_not_fit() -> None:
    pilot = Pilot(ONE, mode="off")
    with pytest.raises(Invalid):
        pilot.order("start")
    with pytest.raises(NotFound):
        pilot.order("start", mode="suggest", phase_node_id="node_00000000000000000000000000")
    with pytest.raises(ValueError, match="names a phase"):
        AutopilotOrder(action="pause", phase_node_id=pilot.phase.id)
    pilot.order("start", mode="full_auto", phase_node_id=pilot.phase.id)
    assert (pilot.app.autonomy_mode, len(pilot.world.workflows.ticks)) == ("full_auto", 1)
    pilot.order("pause")
    assert pilot.tick().reason == "paused"
    pilot.order("continue")
    assert pilot.tick().status == "started_run"
