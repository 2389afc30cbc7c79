"""Budgets of the autopilot on the embedded stack, with a model that has a price and is asked over HTTP."""

import json
from typing import Any

import pytest

from devkit.fakes.tool_calls import finish
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.stack import SEES
from local.openai_server.reply import Call, Tokens, calls, say
from local.stack import LocalStack
from tests.e2e.test_autopilot import STEPS, Phase

HONEST, HIGH = Tokens(input_tokens=6_000, output_tokens=1_000), Tokens(input_tokens=6_000, output_tokens=100_000)
"""Of one call, at $2 and $10 a million: $0.022 and about $1.01."""


class Paid(Phase):
    """Tasks whose every call is billed as `usage` says."""

    def add(self, number: int, usage: Tokens, answers: int) -> None:
        path = f"src/paid{number}.ts"
        body = {
            "description": f"Make file {number}", "expected_files": [path],
            "metadata_json": {"source_plan_node_id": self.phase_id, "dependencies": []},
        }  # fmt: skip
        self.client.call("POST", self.at("tasks"), body, status=201)
        billed = {"usage": usage}
        replies = [say(json.dumps(STEPS)).model_copy(update=billed)]
        for answer in range(answers):
            write = Call(name="write_file", arguments={"path": path, "content": f"export const made = {answer};\n"})
            replies.append(calls(write).model_copy(update=billed))
        replies += [calls(finish("Made.")).model_copy(update=billed)] * 2
        self.model.script.push(*replies, match=f"expected to change:\n- {path}")

    def money(self) -> dict[str, Any]:
        found: dict[str, Any] = self.plan()["autopilot"]["spent"]
        return found


@pytest.mark.parametrize(("usage", "parallel", "dollars", "call"), [
    (HONEST, 1, 0.15, 0.022), (HIGH, 4, 0.6, 1.013),
], ids=["honest usage", "four at once, reported too high"])  # fmt: skip
def test_a_phase_stops_at_its_budget_and_one_call(
    client: Client, model: ScriptedModel, stack: LocalStack, usage: Tokens, parallel: int, dollars: float, call: float
) -> None:
    phase = Paid(client, model, stack, f"Budget {parallel}")
    phase.patch(settings={"models": {"auto": SEES}}, max_parallel_runs=parallel)
    for number in range(4):
        phase.add(number, usage, answers=8)
    try:
        phase.order("start", mode="full_auto", phase_budget_usd=dollars, night_budget_usd=50)
        plan = phase.until(lambda plan: plan["autopilot"]["pill"] == "error")
    finally:
        model.script.reset()
    assert {run["status"] for run in plan["runs_in_progress"]} <= {"planned"}, "what works has come to its end"
    money = phase.money()
    assert 0 < money["phase_usd"] <= dollars + call, money
    assert money["phase_usd"] == money["night_usd"] and money["phase_reserved_usd"] <= dollars
    assert plan["autopilot"]["last_tick"]["reason"] == "phase_budget", plan["summary"]
    assert "Raise it to continue." in plan["summary"]


def test_a_budget_below_what_a_run_needs_starts_nothing(
    client: Client, model: ScriptedModel, stack: LocalStack
) -> None:
    phase = Paid(client, model, stack, "Small budget")
    phase.patch(settings={"models": {"auto": SEES}})
    phase.add(0, HONEST, answers=1)
    phase.order("start", mode="full_auto", phase_budget_usd=0.05)
    plan = phase.until(lambda plan: plan["autopilot"]["pill"] == "error")
    model.script.reset()
    assert "$0.00 of the $0.05 for this phase is spent; a run needs $0.10." in plan["summary"]
    assert phase.money()["phase_usd"] == 0
