"""What one typical turn costs at AWS list prices beside its model and its build: six iterations and a worker build.

DynamoDB and S3 requests are counted on the wire, state transitions in the histories of the executions, Lambda time as
those histories show it on this machine. What a laptop cannot show is assumed and said so: how long a real model takes
to answer (the function waits, and is paid for it) and that one person watches.
"""

import json
import os
import time
from collections import Counter
from datetime import datetime
from typing import Any

from benchmarks.price_table import prices
from benchmarks.report import report
from benchmarks.stage import Stage, stage
from benchmarks.wire_meter import Count, WireMeter
from functions.api.container import Container
from functions.api.wiring import container_from
from local.boot.environment import front_settings
from local.config import STACK_NAME
from local.openai_server.reply import Call, Reply, calls
from shared.domain.identity import Principal
from shared.runtime.settings import Settings
from shared.services.runs.start.run_request import RunRequest
from shared.services.runs.start.run_start import RunStart
from shared.services.runs.start.start_run import start_run
from toolchain.aws import LIVE

_TARGET = 0.005
_MODEL_SECONDS = 8.0
"""Of one answer; the function waits."""
_BUILD_SECONDS = 20.0
_POLLS_A_SECOND = 5
_WAITING = ("RunWorker", "StartBuild", "AwaitApproval")
"""States that wait for something else and keep no function busy."""
_SHORT_MS = 300.0
"""Of the function that such a state starts."""


def main() -> None:
    """One warm turn, then the measured one."""
    with stage() as here, WireMeter(str(here.stack.info["aws_endpoint"])) as meter:
        divert(here, meter.url)
        app = here.make_app()
        counted, machines = one_turn(here, meter, app["id"])
        memory = gigabytes(here, "agent_step")
    tell(counted, machines, memory)


def one_turn(here: Stage, meter: WireMeter, app_id: str) -> tuple[Count, list[dict[str, Any]]]:
    """What a warm turn asked for, and the histories of its executions."""
    deps = own_api(here, meter.url)
    play(here, deps, app_id, 1)
    meter.count = Count()
    run_id = play(here, deps, app_id, 2)
    return meter.count, executions(here, run_id)


def own_api(here: Stage, url: str) -> Container:
    """The API's wiring in this process, so that the start of a run is counted and a person who watches is not."""
    os.environ.update(front_settings(here.stack.access, here.stack.boto("lambda")))
    os.environ.update({"AWS_ENDPOINT_URL_DYNAMODB": url, "AWS_ENDPOINT_URL_S3": url})
    os.environ.setdefault("PREVIEW_SECRET", "x" * 32)  # no preview is signed here
    return container_from(Settings.from_env())


def divert(here: Stage, url: str) -> None:
    """Let every function speak to DynamoDB and S3 through the meter."""
    client = here.stack.boto("lambda")
    for page in client.get_paginator("list_functions").paginate():
        for each in page["Functions"]:
            told = each.get("Environment", {}).get("Variables", {})
            added = {"AWS_ENDPOINT_URL_DYNAMODB": url, "AWS_ENDPOINT_URL_S3": url}
            client.update_function_configuration(
                FunctionName=each["FunctionName"], Environment={"Variables": told | added}
            )
            version = client.publish_version(FunctionName=each["FunctionName"])["Version"]
            client.update_alias(FunctionName=each["FunctionName"], Name=LIVE, FunctionVersion=version)


def play(here: Stage, deps: Container, app_id: str, number: int) -> str:
    """A turn from its message to its end; the run's id."""
    here.model.script.push(*replies(number))
    run = start_run(
        Principal(tenant_id="bench", subject="bench"),
        app_id,
        RunRequest(message="Add a note to the page"),
        RunStart(f"bench-{number}", deps.default_model, deps.ports, deps.ports.workflows),
    )
    until = time.monotonic() + 240
    while time.monotonic() < until:
        found = here.client.get(f"/runs/{run.id}").json()
        if found["status"] in ("completed", "failed", "cancelled"):
            assert found["status"] == "completed", found
            time.sleep(1)
            return run.id
        time.sleep(1)
    raise TimeoutError("the turn did not end")


def replies(number: int) -> list[Reply]:
    """Six answers: three looks, a new file, its use, the end; words and sizes as a real model's."""
    words = ("I will look at this part of the project ", "before I change anything, ", "so that it fits in. ") * 3
    note = "".join(f'  <p className="note">Line {line} of note {number}</p>,\n' for line in range(60))
    content = f"export const notes{number} = [\n{note}];\n"
    looks = [("src/App.tsx", 1), ("src/sections/Hero.tsx", 1), ("src/styles/index.css", 1)]
    read = [Call(name="read_file", arguments={"path": p, "start_line": n, "end_line": None}) for p, n in looks]
    write = Call(name="write_file", arguments={"path": f"src/notes{number}.tsx", "content": content})
    edits = [
        {
            "old": "export default function App",
            "new": f"export const note{number} = {number};\n\nexport default function App",
            "replace_all": None,
        }
    ]
    use = Call(name="edit_file", arguments={"path": "src/App.tsx", "edits": edits})
    finish = Call(name="finish", arguments={"summary": "A note was added.", "rationale": None, "assumptions": None})
    return [calls(call).model_copy(update={"text": words}) for call in (*read, write, use, finish)]


def executions(here: Stage, run_id: str) -> list[dict[str, Any]]:
    """The histories of the run's loop and of the builds it started."""
    found = histories(here)
    loop = next(one for one in found if one["input"].get("run_id") == run_id)
    return [one for one in found if one is loop or ("build_id" in one["input"] and one["started"] >= loop["started"])]


def histories(here: Stage) -> list[dict[str, Any]]:
    """What every execution was given, when it was started, and its events."""
    client, found = here.stack.boto("stepfunctions"), []
    for machine in client.list_state_machines()["stateMachines"]:
        for each in client.list_executions(stateMachineArn=machine["stateMachineArn"])["executions"]:
            document = client.describe_execution(executionArn=each["executionArn"])
            events = client.get_execution_history(executionArn=each["executionArn"], maxResults=1000)["events"]
            found.append({"input": json.loads(document["input"]), "started": each["startDate"], "events": events})
    return found


def gigabytes(here: Stage, function: str) -> float:
    """The memory a function is given."""
    client = here.stack.boto("lambda")
    return float(client.get_function_configuration(FunctionName=f"{STACK_NAME}-{function}")["MemorySize"]) / 1024


def states(machines: list[dict[str, Any]]) -> tuple[Counter[str], float, int]:
    """Transitions by state, milliseconds of functions, and how many functions ran."""
    entered: Counter[str] = Counter()
    milliseconds, functions = 0.0, 0
    for machine in machines:
        began: dict[str, datetime] = {}
        for event in machine["events"]:
            if "stateEnteredEventDetails" in event:
                name = event["stateEnteredEventDetails"]["name"]
                entered[name] += 1
                began[name] = event["timestamp"]
            if event["type"] == "TaskStateExited":
                name = event["stateExitedEventDetails"]["name"]
                functions += 1
                took = (event["timestamp"] - began[name]).total_seconds() * 1000
                milliseconds += _SHORT_MS if name in _WAITING else took
    return entered, milliseconds, functions


def amounts_of(counted: Count, machines: list[dict[str, Any]], memory: float) -> dict[str, float]:
    """Everything a turn is billed for, by the names of the price table."""
    entered, milliseconds, functions = states(machines)
    iterations = entered["AgentStep"]
    watched = watched_seconds(iterations)
    units = counted.units
    return {
        "dynamodb_write_unit": units["dynamodb_write_unit"],
        "dynamodb_read_unit": units["dynamodb_read_unit"] + watched * _POLLS_A_SECOND,
        "s3_write": units["s3_write"],
        "s3_read": units["s3_read"],
        "step_functions_transition": sum(entered.values()) + len(machines),
        "lambda_request": functions + 2,
        "lambda_gb_second_arm": (milliseconds / 1000 + iterations * _MODEL_SECONDS + watched) * memory,
        "api_gateway_request": 1,
    }


def watched_seconds(iterations: int) -> float:
    """How long one person looks on."""
    return iterations * _MODEL_SECONDS + _BUILD_SECONDS


def tell(counted: Count, machines: list[dict[str, Any]], memory: float) -> None:
    """Price it and print the account."""
    entered, milliseconds, _ = states(machines)
    amounts = amounts_of(counted, machines, memory)
    table = prices()
    dollars = {name: amount * table[name] for name, amount in amounts.items()}
    assumed = {
        "model_seconds_a_call": _MODEL_SECONDS,
        "build_seconds": _BUILD_SECONDS,
        "polls_a_second": _POLLS_A_SECOND,
        "watched_seconds": watched_seconds(entered["AgentStep"]),
    }
    detail = {
        "dollars": {name: round(cost, 6) for name, cost in dollars.items()},
        "amounts": {name: round(amount, 1) for name, amount in amounts.items()},
        "dynamodb_bytes_written": counted.bytes["dynamodb_written"],
        "s3_bytes_written": counted.bytes["s3_write"],
        "requests": dict(counted.requests),
        "transitions": dict(entered),
        "function_ms_here": round(milliseconds),
        "assumed": assumed,
        "target_per_turn": _TARGET,
    }
    report("turn_cost", [sum(dollars.values()) * 1000], "USD per 1,000 turns", detail=detail)


if __name__ == "__main__":
    main()
