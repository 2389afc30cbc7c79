"""The state machines as source code: reachable, bounded, retried, caught, and closed over the step union."""

import json
import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from devkit.stack.infra import Synthesised
from infra.constructs.workflows import (
    FOLDER,
    LOOP_FUNCTIONS,
    MACHINES,
    PIPELINE_FUNCTIONS,
    READING_FUNCTIONS,
    TICK_FUNCTIONS,
)
from infra.function_list import PYTHON_FUNCTIONS
from shared.domain.planning.plan_state import PlanWork
from shared.domain.runs.steps import NextStep
from shared.services.agent import hold_lease
from shared.services.builds import sweep_builds

NAMES = MACHINES
THROTTLED = "Lambda.TooManyRequestsException"
NAMED_ERROR = re.compile(r"(States|Lambda|StepFunctions)\.\w+\Z|WorkerBusy\Z")
"""Those of services, and the one that `worker_start` sends itself; classes of exceptions are not known there."""
SHORT = {"Prepare", "Draft", "Crashed"}
"""Of `plan_reading`: they ask no model, so the state gives up long before the function does."""
WAITS = {
    "agent_loop": {"AwaitApproval"},
    "build_pipeline": {"Prepare", "RunWorker"},
    "autopilot": set(),
    "plan_reading": set(),
}


def machine(name: str) -> dict[str, Any]:
    definition: dict[str, Any] = json.loads((FOLDER / f"{name}.asl.json").read_text())
    return definition


def states(name: str, kind: str | None = None) -> dict[str, dict[str, Any]]:
    """Those inside a Map are of the machine too."""
    found = dict(machine(name)["States"])
    for state in [*found.values()]:
        found |= state.get("ItemProcessor", {}).get("States", {})
    return {key: state for key, state in found.items() if kind in (None, state["Type"])}


def successors(state: dict[str, Any]) -> Iterator[str]:
    for holder in (state, *state.get("Choices", []), *state.get("Catch", [])):
        if "Next" in holder:
            yield holder["Next"]
    if "ItemProcessor" in state:
        yield state["ItemProcessor"]["StartAt"]
    if "Default" in state:
        yield state["Default"]


IN_MAP = {"ReadLeaf": "ReadLeaves", "MergeList": "MergeLists"}
TASKS = [(name, key) for name in NAMES for key in states(name, "Task")]
CHOICES = [(name, key) for name in NAMES for key in states(name, "Choice")]


@pytest.mark.parametrize("name", NAMES)
def test_every_state_is_reachable_and_every_target_exists(name: str) -> None:
    everything, seen, waiting = states(name), set(), [machine(name)["StartAt"]]
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            waiting.extend(successors(everything[current]))
    assert seen == set(everything)


@pytest.mark.parametrize("name", NAMES)
def test_every_state_can_come_to_an_end(name: str) -> None:
    everything = states(name)
    ending = {key for key, state in everything.items() if state["Type"] in ("Succeed", "Fail") or state.get("End")}
    while more := {k for k, s in everything.items() if k not in ending and set(successors(s)) & ending}:
        ending |= more
    assert ending == set(everything)


@pytest.mark.parametrize(("name", "key"), TASKS)
def test_each_task_is_bounded_retried_and_caught(name: str, key: str) -> None:
    task = states(name)[key]
    assert task["TimeoutSeconds"] > 0
    assert task["Retry"]
    assert task["Catch"][-1]["ErrorEquals"] == ["States.ALL"]


@pytest.mark.parametrize(("name", "key"), TASKS)
def test_errors_have_names_the_emulator_knows_too(name: str, key: str) -> None:
    task = states(name)[key]
    for rule in [*task["Retry"], *task["Catch"]]:
        assert all(NAMED_ERROR.match(error) for error in rule["ErrorEquals"]), rule
        assert "States.ALL" not in rule["ErrorEquals"] or rule["ErrorEquals"] == ["States.ALL"]
    assert all(rule["ErrorEquals"] == ["States.ALL"] for rule in task["Catch"])


@pytest.mark.parametrize("name", NAMES)
def test_waiting_states_have_their_own_timeout(name: str) -> None:
    """HeartbeatSeconds and the machine's own limit are ignored by the emulator."""
    tasks = states(name, "Task").items()
    waiting = [task for _, task in tasks if task["Resource"].endswith(".waitForTaskToken")]
    assert {key for key, task in tasks if task in waiting} == WAITS[name]
    assert all("TimeoutSeconds" in task and "HeartbeatSeconds" not in task for task in waiting)
    assert all("$$.Task.Token" in json.dumps(task["Parameters"]) for task in waiting)
    assert machine(name)["TimeoutSeconds"] > max(task["TimeoutSeconds"] for task in states(name, "Task").values())


@pytest.mark.parametrize(("name", "key"), CHOICES)
def test_what_no_branch_knows_is_a_failure(name: str, key: str) -> None:
    """The default leads, without another choice, to a Fail; where two ways are good, to the one that takes all."""
    if key == "Built":
        assert states(name)[key]["Default"] == "AgentStep"
        return
    everything, current = states(name), states(name)[key]["Default"]
    seen = set()
    while everything[current]["Type"] != "Fail":
        assert everything[current]["Type"] != "Choice"
        assert current not in seen
        seen.add(current)
        current = everything[current]["Next"]


def test_each_member_of_the_step_union_has_a_branch() -> None:
    branches = {choice["StringEquals"]: choice["Next"] for choice in states("agent_loop")["WhatNext"]["Choices"]}
    assert set(branches) == set(get_args(NextStep))
    assert branches == {
        "continue": "AgentStep", "worker": "StartBuild", "approval": "AwaitApproval", "evaluate": "AgentStep",
        "finish": "Commit", "failed": "Record", "done": "Done",
    }  # fmt: skip


def test_a_commit_ends_the_run_or_sends_it_on_with_any_word() -> None:
    assert states("agent_loop")["Commit"]["Next"] == "WhatNext"
    assert pauses(states("agent_loop")["Commit"]["Retry"][-1]) == waits("AgentStep"), "it takes a build in as that does"


def test_only_what_is_there_is_compared_when_a_build_has_ended() -> None:
    """An execution may have started, or its pipeline ended, before these fields."""
    (green,) = states("agent_loop")["Built"]["Choices"]
    asked = {rule["Variable"] for rule in green["And"] if rule.get("IsPresent")}
    assert (
        asked
        == {"$.finishing", "$.built.output.green"}
        == {r["Variable"] for r in green["And"] if "IsPresent" not in r}
    )
    assert green["Next"] == "Commit"


def test_a_build_that_fails_goes_on_to_the_agent_and_a_pipeline_always_finalises() -> None:
    assert states("agent_loop")["StartBuild"]["Catch"][0]["Next"] == "AgentStep"
    assert states("agent_loop")["StartBuild"]["Next"] == "Built"
    for key in ("Prepare", "RunWorker"):
        assert states("build_pipeline")[key]["Catch"][0]["Next"] == "Finalise"


@pytest.mark.parametrize(("name", "key"), TASKS)
def test_only_lambdas_answers_replace_the_state(name: str, key: str) -> None:
    """Everything else leaves the identifiers that travel untouched."""
    task = states(name)[key]
    if key in ("AgentStep", "Commit", "Finalise", "Tick", "Draft") or (name, key) == ("plan_reading", "Prepare"):
        assert task["OutputPath"] == "$.Payload"
    elif key in ("ReadLeaf", "MergeList"):
        assert task["ResultSelector"] == {} and states(name)[IN_MAP[key]]["ResultPath"] is None
    elif key == "StartBuild":
        assert task["ResultPath"] == "$.built"
    else:
        assert task["ResultPath"] is None


@pytest.mark.parametrize("name", NAMES)
def test_each_placeholder_has_a_substitution(name: str, cloud: Synthesised) -> None:
    placeholders = set(re.findall(r"\$\{(\w+)\}", (FOLDER / f"{name}.asl.json").read_text()))
    machines = cloud.of_type("AWS::StepFunctions::StateMachine").values()
    deployed = next(m["Properties"] for m in machines if m["Properties"]["StateMachineName"].endswith(name))
    assert set(deployed["DefinitionSubstitutions"]) == placeholders
    assert json.loads(deployed["DefinitionString"]) == machine(name)


def test_a_lambda_stops_before_its_state_gives_up() -> None:
    limits = {spec.name: spec.timeout_seconds for spec in PYTHON_FUNCTIONS}
    called = zip(NAMES, (LOOP_FUNCTIONS, PIPELINE_FUNCTIONS, TICK_FUNCTIONS, READING_FUNCTIONS), strict=True)
    for name, functions in called:
        for function in functions:
            placeholder = "${" + "".join(part.title() for part in function.split("_")) + "Arn}"
            for key, task in states(name, "Task").items():
                if placeholder in json.dumps(task["Parameters"]):
                    assert limits[function] < task["TimeoutSeconds"] or key in SHORT, key


@pytest.mark.parametrize("key", ["AgentStep", "Commit"])
def test_retries_outlast_the_lease_of_a_dead_attempt(key: str) -> None:
    assert sum(waits(key)) > hold_lease._LEASE_SECONDS


def test_an_iteration_outlives_two_deaths() -> None:
    lease, at, deaths = hold_lease._LEASE_SECONDS, 0.0, [0.0]
    for wait in waits("AgentStep"):
        at += wait
        if at > deaths[-1] + lease:
            deaths.append(at)
    assert len(deaths) > 2, "the third attempt that gets the lease works undisturbed"


def test_a_wait_for_a_person_is_started_again_but_not_prolonged() -> None:
    last = states("agent_loop")["AwaitApproval"]["Retry"][-1]
    assert last["ErrorEquals"] == ["States.TaskFailed"], "every error but States.Timeout"


def waits(key: str) -> list[float]:
    return pauses(states("agent_loop")[key]["Retry"][-1])


def pauses(rule: dict[str, Any]) -> list[float]:
    each = (rule["IntervalSeconds"] * rule["BackoffRate"] ** n for n in range(rule["MaxAttempts"]))
    return [min(wait, rule.get("MaxDelaySeconds", wait)) for wait in each]


INVOKES = [(name, key) for name, key in TASKS if ":::lambda:invoke" in states(name)[key]["Resource"]]


@pytest.mark.parametrize(("name", "key"), INVOKES)
def test_a_function_that_is_throttled_is_waited_for_by_a_rule_of_its_own(name: str, key: str) -> None:
    """The first rule that names an error owns it; minutes without free concurrency must not end a run."""
    rules = states(name)[key]["Retry"]
    owner = next(rule for rule in rules if {THROTTLED, "States.ALL"} & set(rule["ErrorEquals"]))
    assert owner["ErrorEquals"] == [THROTTLED]
    waits = pauses(owner)
    assert owner["JitterStrategy"] == "FULL" and sum(waits) / 2 > 300 and max(waits) <= 30


def test_a_build_that_is_throttled_at_every_state_still_ends_in_its_time() -> None:
    """Waits with full jitter take half of their bounds."""
    pipeline = machine("build_pipeline")
    tasks = [task for task in pipeline["States"].values() if task["Type"] == "Task"]
    waits = sum(sum(pauses(task["Retry"][0])) / 2 for task in tasks)
    assert waits + sum(task["TimeoutSeconds"] for task in tasks) < pipeline["TimeoutSeconds"]


def test_a_worker_whose_queue_is_full_is_tried_again_for_some_minutes_beside_every_other_failure() -> None:
    (rule,) = (rule for rule in states("build_pipeline")["RunWorker"]["Retry"] if rule["ErrorEquals"] == ["WorkerBusy"])
    assert sum(pauses(rule)) / 2 > 300 and max(pauses(rule)) <= 60


def test_who_waits_for_a_place_is_longer_at_it_than_builds_take_and_its_run_waits_longer_still() -> None:
    pipeline = states("build_pipeline")
    assert pipeline["Prepare"]["TimeoutSeconds"] > pipeline["RunWorker"]["TimeoutSeconds"]
    limit = machine("build_pipeline")["TimeoutSeconds"]
    assert states("agent_loop")["StartBuild"]["TimeoutSeconds"] > limit == sweep_builds._PIPELINE_SECONDS


@pytest.mark.parametrize("key", ["Prepare", "RunWorker", "Finalise"])
def test_every_state_of_a_build_knows_the_execution_that_a_place_belongs_to(key: str) -> None:
    payload = states("build_pipeline")[key]["Parameters"]["Payload"]
    assert payload["execution.$"] == "$$.Execution.Id"


@pytest.mark.parametrize(("key", "left"), [("ReadLeaves", "Unread"), ("MergeLists", "AsDrafted")])
def test_a_part_that_fails_keeps_no_other_from_being_done(key: str, left: str) -> None:
    state = states("plan_reading")[key]
    assert state["MaxConcurrency"] == 8 and state["ItemsPath"] == "$.parts"
    (task,) = (one for one in state["ItemProcessor"]["States"].values() if one["Type"] == "Task")
    assert task["Catch"] == [{"ErrorEquals": ["States.ALL"], "ResultPath": None, "Next": left}]


def test_every_work_of_a_reading_is_known_to_its_function() -> None:
    found = {key: json.dumps(state) for key, state in states("plan_reading").items() if "lambda" in json.dumps(state)}
    named = {work for text in found.values() for work in re.findall(r'"work": "(\w+)"', text)}
    assert named == set(get_args(PlanWork))
