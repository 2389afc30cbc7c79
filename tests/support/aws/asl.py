"""Plays a state machine's definition, any release's, with functions in this process: no waits, no clock."""

import json
import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
_PLACEHOLDER = re.compile(r"\$\{(\w+)Arn\}")
_MOST_STATES = 60


class Crashed(Exception):
    """A task failed after its retries."""


@dataclass
class Player:
    """What a definition's placeholders stand for. A function gets what the definition composes, as JSON.

    `functions`: by folder name. `waits`: by the same, what the world does until a task token is completed. `machines`:
    the definition of a machine that a state starts, and waits for.
    """

    functions: Mapping[str, Callable[[Json, None], Json]]
    waits: Mapping[str, Callable[[Json], object]] = field(default_factory=dict)
    machines: Mapping[str, Json] = field(default_factory=dict)
    visited: list[str] = field(default_factory=list)
    _tokens: int = 0

    def play(self, definition: Json, given: Json, at: str | None = None) -> tuple[str, Json]:
        """The state in which it ends, and its output. `at`: an execution that came so far, with what it had there."""
        name, data = at or definition["StartAt"], _copied(given)
        for _ in range(_MOST_STATES):
            state = definition["States"][name]
            self.visited.append(name)
            if state["Type"] in ("Succeed", "Fail"):
                return name, data
            name, data = self._enter(state, data)
        raise AssertionError(f"no end: {self.visited}")

    def _enter(self, state: Json, data: Json) -> tuple[str, Json]:
        if state["Type"] == "Choice":
            return _choose(state, data), data
        if state["Type"] == "Pass":
            return state["Next"], _placed(state, data, state["Result"])
        try:
            result = self._act(state, data)
        except Exception as error:
            (catch,) = state["Catch"]
            fields = {"Error": type(error).__name__, "Cause": str(error)}
            return catch["Next"], _placed(catch, data, fields)
        chosen = _composed(state["ResultSelector"], result, "") if "ResultSelector" in state else result
        return state["Next"], _out(state, _placed(state, data, chosen))

    def _act(self, state: Json, data: Json) -> Any:
        asked, token = state["Parameters"], f"token-{self._tokens}"
        if "startExecution" in state["Resource"]:
            inner = self.machines[_named(asked["StateMachineArn"])]
            ended, output = self.play(inner, _composed(asked["Input"], data, token))
            return {"Status": ended, "Output": output}
        name = _named(asked["FunctionName"])
        payload = data if asked.get("Payload.$") == "$" else _composed(asked["Payload"], data, token)
        answer = _copied(self.functions[name](_copied(payload), None))
        if state["Resource"].endswith(".waitForTaskToken"):
            self._tokens += 1
            self.waits[name](payload)
        return {"Payload": answer}


def _named(placeholder: str) -> str:
    """`${AgentStepArn}` -> `agent_step`."""
    found = _PLACEHOLDER.fullmatch(placeholder)
    assert found, placeholder
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", found[1]).lower()


def _choose(state: Json, data: Json) -> str:
    for choice in state["Choices"]:
        if all(_holds(rule, data) for rule in choice.get("And", [choice])):
            return str(choice["Next"])
    return str(state["Default"])


def _holds(rule: Json, data: Json) -> bool:
    """A comparison of what is not there fails, as on AWS: `IsPresent` has to be asked first."""
    *way, last = rule["Variable"].removeprefix("$.").split(".")
    for name in way:
        data = data.get(name, {})
    if "IsPresent" in rule:
        return (last in data) is rule["IsPresent"]
    return bool(data[last] == rule.get("StringEquals", rule.get("BooleanEquals")))


def _composed(template: Json, data: Json, token: str) -> Json:
    """A payload template with its paths filled in; a path that leads nowhere fails, as on AWS."""
    context: Json = {"$$.Task.Token": token, "$$.Execution.Id": "arn:aws:states:us-east-1:123456789012:execution:x:y"}
    made = {}
    for key, value in template.items():
        if key.endswith(".$"):
            known = context | {"$": data}
            made[key.removesuffix(".$")] = known[value] if value in known else data[value.removeprefix("$.")]
        else:
            made[key] = value
    return made


def _placed(state: Json, data: Json, result: Any) -> Json:
    """`ResultPath`: nowhere, one field, or (without it) all."""
    path = state.get("ResultPath", "$")
    if path is None:
        return data
    return dict(result) if path == "$" else {**data, path.removeprefix("$."): result}


def _out(state: Json, data: Json) -> Json:
    path = state.get("OutputPath", "$")
    return data if path == "$" else dict(data[path.removeprefix("$.")])


def _copied(value: Any) -> Any:
    """As it comes out of a machine: what JSON cannot say does not travel."""
    return json.loads(json.dumps(deepcopy(value)))
