"""The autopilot on the embedded stack: a small phase to published work in `full_auto`, stops at each write in
`semi_auto` (H-Autopilot-01), nothing executed in `suggest`, only allowed commands in `full_auto`, and what it did is
taken back (H-Autopilot-02); ticks come by themselves."""

import json
import time
from collections.abc import Callable
from typing import Any

from devkit.fakes.planned import a_blueprint, a_node
from devkit.fakes.samples import an_app
from devkit.fakes.tool_calls import finish
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Project
from local.openai_server.reply import Call, Reply, calls, say
from local.stack import LocalStack
from shared.adapters.dynamo.planning import DynamoBlueprintStore, DynamoPlanStore
from shared.adapters.dynamo.table.table import Table
from shared.domain.planning.plan_change import PlanChange

SECONDS = 240.0
STEPS = {
    "steps": [
        {"actor": "code_worker", "tool": "write_file", "title": "The file is there", "input": {}},
        {"actor": "test_worker", "tool": "run_terminal", "title": "It was looked at", "input": {}},
    ]
}


def write(path: str) -> Call:
    return Call(name="write_file", arguments={"path": path, "content": f'export const made = "{path}";\n'})


class Phase:
    """A project with one active phase and its tasks; the model's answers are matched by the words of each task."""

    def __init__(self, client: Client, model: ScriptedModel, stack: LocalStack, name: str) -> None:
        self.project = Project.create(client, model.script, name=name)
        self.project.built()
        self.client, self.model = client, model
        self.phase_id = self._planned(stack)
        self.patch(active_blueprint_id=self.blueprint_id, active_phase_node_id=self.phase_id)

    def _planned(self, stack: LocalStack) -> str:
        """Nodes are made by reading a document; here one is stored as that leaves it."""
        app = an_app(id=self.project.id, tenant_id="local", slug=self.project.slug)
        dynamodb = stack.boto("dynamodb")
        table = Table(dynamodb, dynamodb.list_tables()["TableNames"][0])
        blueprint = DynamoBlueprintStore(table).create(a_blueprint(app))
        self.blueprint_id = blueprint.id
        node = a_node(blueprint, title="Phase 1", auto_status_from_tasks=True)
        plans = DynamoPlanStore(table)
        plans.put(PlanChange(nodes=[node], graph=plans.graph("local", app.id)))
        return node.id

    def patch(self, **fields: Any) -> None:
        self.client.call("PATCH", self.project.path, fields)

    def add_task(self, words: str, path: str, *replies: Reply, after: tuple[str, ...] = ()) -> str:
        metadata = {"source_plan_node_id": self.phase_id, "dependencies": list(after)}
        body = {"description": words, "expected_files": [path], "metadata_json": metadata}
        task = self.client.call("POST", self.at("tasks"), body, status=201)
        alone = f"expected to change:\n- {path}"  # a title may stand in what other runs are told of the plan
        self.model.script.push(say(json.dumps(STEPS)), *replies, match=alone)
        return str(task["id"])

    def at(self, rest: str) -> str:
        return f"/projects/{self.project.id}/{rest}"

    def order(self, action: str, **more: Any) -> dict[str, Any]:
        said: dict[str, Any] = self.client.call("POST", self.at("autopilot"), {"action": action, **more})
        return said

    def plan(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.call("GET", self.at("manager/plan"))
        return found

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The manager's plan once it is so. Nobody nudges: the ticks come from the stack."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            plan = self.plan()
            if holds(plan):
                return plan
            time.sleep(0.3)
        raise AssertionError(f"not so after {SECONDS:.0f} s: {plan['summary']} {plan['autopilot']}")

    def files(self) -> set[str]:
        return {entry["path"] for entry in self.project.state()["tree"]}


def test_a_phase_is_built_by_itself_to_published_work_with_evidence(
    client: Client, model: ScriptedModel, stack: LocalStack
) -> None:
    phase = Phase(client, model, stack, "Full autopilot")
    tested = calls(finish("It compiles."))  # without a test run: the tests are run, and it is asked again
    done = calls(write("src/one.ts"), finish("One is there.")), tested, tested
    first = phase.add_task("Make the first file", "src/one.ts", *done)
    done = calls(write("src/two.ts"), finish("Two is there.")), tested, tested
    second = phase.add_task("Make the second file", "src/two.ts", *done, after=(first,))
    phase.order("start", mode="full_auto")
    plan = phase.until(lambda plan: plan["tasks_left"] == 0 and plan["runs_in_progress"] == [])
    assert plan["tasks_done"] == 2
    for task_id in (first, second):
        task = client.call("GET", f"/tasks/{task_id}")
        (shown,) = task["evidence"]
        assert task["status"] == "done" and shown["build_id"]
        assert phase.project.revision(shown["revision_id"])["build_status"] == "succeeded"
        run = client.call("GET", f"/runs/{shown['run_id']}")
        assert [step["status"] for step in run["plan_steps"]] == ["completed", "completed"]
        assert {step["actor"] for step in run["steps"]} >= {"code_worker", "test_worker"}
    assert {"src/one.ts", "src/two.ts"} <= phase.files()
    page = client.call("GET", phase.at("dashboard"))
    assert (page["tasks"]["done"], page["active_phase"]["title"], len(page["decisions"])) == (2, "Phase 1", 2)
    phase.project.publish()
    assert phase.project.app_published() == phase.project.draft


def test_in_semi_auto_it_reads_and_tests_by_itself_and_stops_at_each_write(
    client: Client, model: ScriptedModel, stack: LocalStack
) -> None:
    """H-Autopilot-01: safe steps are executed, writes wait for approval."""
    phase = Phase(client, model, stack, "Semi autopilot")
    look = Call(name="read_file", arguments={"path": "src/main.ts", "start_line": 1, "end_line": 5})
    safe = Call(name="run_command", arguments={"command": "npm test"})
    written = calls(write("src/semi.ts"), finish("Done."))
    replies = calls(look, safe), written, calls(finish("Compiled.")), calls(finish("Looked at."))
    task_id = phase.add_task("Write it down carefully", "src/semi.ts", *replies)
    before = phase.project.draft
    phase.order("start", mode="semi_auto")
    plan = phase.until(lambda plan: plan["autopilot"]["pill"] == "waiting")
    (run,) = plan["runs_in_progress"]
    assert (run["status"], phase.project.draft) == ("awaiting_approval", before)
    done = [(step["tool"], step["status"]) for step in client.call("GET", f"/runs/{run['id']}")["steps"]]
    assert done[:3] == [("read_file", "completed"), ("run_command", "completed"), ("write_file", "needs_approval")], (
        done
    )
    assert client.call("POST", phase.at("autopilot_tick"))["status"] == "waiting_for_approval"
    client.call("POST", f"/runs/{run['id']}/advance", {"approval": "approve"})
    phase.until(lambda plan: client.call("GET", f"/runs/{run['id']}")["status"] == "completed")
    client.call("POST", phase.at("autopilot_tick"))
    assert client.call("GET", f"/tasks/{task_id}")["status"] == "done" and "src/semi.ts" in phase.files()


def test_in_suggest_nothing_is_executed(client: Client, model: ScriptedModel, stack: LocalStack) -> None:
    phase = Phase(client, model, stack, "Suggesting autopilot")
    phase.add_task("Only propose this", "src/proposed.ts")
    before = phase.project.draft
    phase.order("start", mode="suggest")
    plan = phase.until(lambda plan: plan["autopilot"]["pill"] == "waiting")
    (run,) = plan["runs_in_progress"]
    shown = client.call("GET", f"/runs/{run['id']}")
    assert (run["status"], [step["status"] for step in shown["steps"]]) == ("planned", ["pending", "pending"])
    for _ in range(3):
        assert client.call("POST", phase.at("autopilot_tick"))["status"] == "waiting_for_approval"
    assert phase.project.draft == before
    phase.order("pause")
    assert client.call("POST", phase.at("autopilot_tick"))["status"] == "idle"
    client.call("POST", f"/runs/{run['id']}/advance", {"approval": "abort"})


def test_in_full_auto_a_command_outside_the_allowlist_waits_and_what_was_done_is_taken_back(
    client: Client, model: ScriptedModel, stack: LocalStack
) -> None:
    """H-Autopilot-02: the allowlist holds in `full_auto` too, and a run can be rolled back."""
    phase = Phase(client, model, stack, "Bounded autopilot")
    odd = Call(name="run_command", arguments={"command": "node scripts/odd.js"})
    looked = calls(finish("Looked at."))
    replies = calls(write("src/odd.ts"), odd), calls(finish("Done without it.")), looked, looked
    task_id = phase.add_task("Try something odd", "src/odd.ts", *replies)
    phase.order("start", mode="full_auto")
    plan = phase.until(lambda plan: plan["autopilot"]["pill"] == "waiting")
    (run,) = plan["runs_in_progress"]
    done = [(step["tool"], step["status"]) for step in client.call("GET", f"/runs/{run['id']}")["steps"]]
    assert done[:2] == [("write_file", "completed"), ("run_command", "needs_approval")], done
    client.call("POST", f"/runs/{run['id']}/advance", {"approval": "skip"})
    phase.until(lambda plan: plan["tasks_left"] == 0 and plan["runs_in_progress"] == [])
    assert client.call("GET", f"/tasks/{task_id}")["status"] == "done" and "src/odd.ts" in phase.files()
    client.call("POST", f"/runs/{run['id']}/rollback", status=201)
    assert client.call("GET", f"/runs/{run['id']}")["error_message"] == "Rolled back by user"
    assert "src/odd.ts" not in phase.files()
    task = client.call("GET", f"/tasks/{task_id}")
    assert (task["status"], task["evidence"][0]["withdrawn"]["reason"]) == ("open", "taken_back")
