"""Writes and unsafe commands of a planned run are held against its task before they run."""

import json
from typing import Any

import pytest

from devkit.fakes.model import Reply, call, calls, say
from devkit.fakes.planned import a_task
from devkit.fakes.samples import TENANT
from devkit.loop import LoopDriver
from shared.adapters.dynamo.table.records import run_item
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.apps.project_state import StateChange
from shared.domain.brain.alignment import Alignment
from shared.domain.brain.alignment_task import INSTRUCTIONS
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import Verdict, VerdictPart
from shared.domain.diagnostics import Diagnostic
from shared.domain.errors import ModelUnavailable
from shared.domain.planning.plan_change import PlanChange, PlanGraph
from shared.domain.runs.run import Run
from shared.services.apps.change_state import change_state
from shared.services.runs.list_runs import steps_of


def verdict(status: str, **over: Any) -> Reply:
    return say(json.dumps({"actions": [{"number": 1, "status": status, "score": 0.2, "reason": "So.", **over}]}))


class Planned:
    """An app with a task that expects `src/cart.ts`, and a model that judges."""

    def __init__(self, *replies: Reply, judge: Reply | Exception | None = None, **task: Any) -> None:
        self.replies, self.judge, self.asked = (
            list(replies),
            judge or verdict("aligned", score=0.9),
            list[ModelRequest](),
        )
        self.sent: list[ModelRequest] = []
        self.loop = LoopDriver([], respond=self._respond)
        app, _ = self.loop.world.make_app()
        self.task = a_task(app, **({"expected_files": ("src/cart.ts",)} | task))
        graph = PlanGraph(tenant_id=TENANT, app_id=app.id, tasks=1)
        self.loop.world.plans.put(PlanChange(tasks=[self.task], graph=graph))
        self.app_id = app.id

    def _respond(self, request: ModelRequest) -> Reply:
        if request.instructions != INSTRUCTIONS:
            self.sent.append(request)
            return self.replies.pop(0) if self.replies else say("Done.")
        self.asked.append(request)
        if isinstance(self.judge, Exception):
            raise self.judge
        assert self.judge is not None
        return self.judge

    def play(self, **over: Any) -> Run:
        return self.loop.play("Write it", app_id=self.app_id, **({"task_id": self.task.id} | over))

    def forbid(self, *words: str) -> None:
        """With a decision that lists them as forbidden."""
        change_state(TENANT, self.app_id, StateChange(decisions=[("Use Postgres", "")]), ports=self.loop.ports)
        state = self.loop.world.states.get(TENANT, self.app_id)
        decision = state.decisions[0].model_copy(update={"forbids": list(words)})
        self.loop.world.states.put(state.model_copy(update={"decisions": [decision]}))

    def said(self, run: Run) -> list[Alignment | None]:
        return [step.alignment for step in steps_of(run, self.loop.world.runs.iterations(TENANT, run.id))]


CART = call("write_file", path="src/cart.ts", content="export const total = 1;\n")


def test_a_write_that_the_task_expects_is_aligned() -> None:
    planned = Planned(CART)
    (found,) = planned.said(planned.play())
    assert found is not None and (found.status, found.alignment_score, found.judged_by) == ("aligned", 0.9, "model")
    assert "Write the cart" in str(planned.asked[0].items) and "src/cart.ts" in str(planned.asked[0].items)


def test_judge_knows_that_the_files_are_still_the_starters() -> None:
    planned = Planned(CART)
    planned.play()
    assert "the starter's sample" in str(planned.asked[0].items)
    planned.replies.append(call("write_file", path="src/cart.ts", content="export const total = 2;\n"))
    planned.play()
    assert len(planned.asked) == 2 and "the starter's sample" not in str(planned.asked[1].items)


def test_the_next_run_of_a_task_is_told_what_the_last_tests_said() -> None:
    planned = Planned()
    run = planned.play()
    part = VerdictPart(
        status=CheckStatus.FAILED, diagnostics=[Diagnostic(code="T", message="sum is 4", path="a.test.ts")]
    )
    passed = VerdictPart(status=CheckStatus.PASSED)
    verdict = Verdict(build=passed, types=passed, tests=part, page=passed)
    planned.loop.world.write(run_item(run.change(verdict=verdict)))
    planned.play()
    assert "| failed (of the run before)\n| a.test.ts sum is 4" in str(planned.sent[-1].items).replace("\\n", "\n")
    planned.play(task_id=None)
    assert "Last tests" not in str(planned.sent[-1].items)


def test_one_call_judges_all_writes_of_an_answer_and_none_is_made_for_reads() -> None:
    planned = Planned(
        calls(*CART.calls, *call("write_file", path="src/b.ts", content="export {};\n").calls), call("list_files")
    )
    found = planned.said(planned.play())
    assert [one.status if one else None for one in found] == ["aligned", "risky", None] and len(planned.asked) == 1


def test_runs_without_a_task_cost_nothing_more() -> None:
    for over in ({"task_id": None}, {"task_id": "my-own-words"}):
        planned = Planned(CART)
        assert planned.said(planned.play(**over)) == [None] and planned.asked == []


def test_what_a_decision_forbids_waits_for_a_person_in_every_mode() -> None:
    planned = Planned(call("write_file", path="src/cart.ts", content="import 'mysql';\n"))
    planned.forbid("mysql")
    run = planned.play(autonomy="full_auto")
    assert run.status == "awaiting_approval" and planned.asked == []
    (found,) = planned.said(run)
    assert found is not None and found.status == "conflicting" and found.related_decisions[0].title == "Use Postgres"


@pytest.mark.parametrize("mode", ["off", "semi_auto", "full_auto"])
def test_a_chat_is_held_to_what_decisions_forbid_and_asks_no_model(mode: str) -> None:
    planned = Planned(call("write_file", path="src/cart.ts", content="import 'mysql';\n"))
    planned.forbid("mysql")
    run = planned.play(task_id=None, autonomy=mode)
    assert run.status == "awaiting_approval" and planned.asked == []
    (found,) = planned.said(run)
    assert found is not None and (found.status, found.judged_by) == ("conflicting", "rules")
    assert run.candidate_tree == run.base_tree, "nothing is written before a person has looked"


def test_a_chat_that_keeps_to_the_decisions_is_not_held() -> None:
    planned = Planned(CART, call("list_files"))
    planned.forbid("mysql")
    run = planned.play(task_id=None, autonomy="full_auto")
    assert run.status != "awaiting_approval" and planned.said(run) == [None, None]


def test_a_decision_that_forbids_everything_holds_each_write_and_loses_none() -> None:
    planned = Planned(CART)
    planned.forbid("export", "const", "src", "cart")
    run = planned.play(task_id=None, autonomy="full_auto")
    assert run.status == "awaiting_approval"
    (found,) = planned.said(run)
    assert found is not None and found.reasons.count("which a decision forbids") == 4


def test_a_conflict_counts_only_with_a_quote_that_is_there() -> None:
    for quote, status in (
        ("Write the cart", "conflicting"),
        ("never said", "risky"),
        (None, "risky"),
        ("cart", "risky"),
    ):
        planned = Planned(CART, judge=verdict("conflicting", quote=quote))
        (found,) = planned.said(planned.play())
        assert found is not None and found.status == status, quote
        assert found.quotes == (("Write the cart",) if status == "conflicting" else ())


@pytest.mark.parametrize(
    "judge", [say("I cannot"), say('{"actions": [{"number": 1, "status": "fine"}]}'), ModelUnavailable("down")]
)
def test_where_the_model_fails_the_rules_stand(judge: Reply | Exception) -> None:
    planned = Planned(call("write_file", path="src/other.ts", content="export {};\n"), judge=judge)
    run = planned.play()
    (found,) = planned.said(run)
    assert found is not None and (found.status, found.judged_by) == ("risky", "rules") and run.status == "completed"


def test_a_file_that_the_task_did_not_expect_is_no_alarm_where_the_model_finds_it_fits() -> None:
    other = call("write_file", path="src/other.ts", content="export {};\n")
    for judge, status in ((verdict("aligned", score=0.9), "aligned"), (verdict("risky"), "risky")):
        planned = Planned(other, judge=judge)
        (found,) = planned.said(planned.play())
        assert found is not None and found.status == status
        assert ("not among the files" in found.reasons) == (status == "risky")


def test_a_word_that_a_decision_says_no_to_is_no_alarm_where_the_model_finds_it_fits() -> None:
    for judge, status in ((verdict("aligned", score=0.9), "aligned"), (verdict("risky"), "risky")):
        planned = Planned(call("write_file", path="src/cart.ts", content="export const plots = 1;\n"), judge=judge)
        change_state(
            TENANT, planned.app_id, StateChange(decisions=[("No plots at the start", "")]), ports=planned.loop.ports
        )
        (found,) = planned.said(planned.play())
        assert found is not None and found.status == status
        assert ('speaks of "plots"' in found.reasons) == (status == "risky")


def test_an_export_that_others_import_is_missed() -> None:
    app = call("write_file", path="src/App.tsx", content="export function Other() {\n  return null;\n}\n")
    planned = Planned(app, expected_files=())
    (found,) = planned.said(planned.play())
    assert found is not None and "src/App.tsx: App (in src/main.tsx)" in found.reasons and found.status == "risky"


def test_an_unsafe_command_is_judged() -> None:
    planned = Planned(call("run_command", command="npm run deploy"))
    run = planned.play(autonomy="full_auto")
    (found,) = planned.said(run)
    assert run.status == "awaiting_approval" and found is not None and "not among those" in found.reasons
