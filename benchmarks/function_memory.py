"""The most memory that each function's process took: turns, builds, a publication and a sweep on the embedded stack."""

import json
import os
from collections import defaultdict
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.memory import family, name_of, seconds_of_work
from benchmarks.report import report
from benchmarks.stage import Stage, stage
from benchmarks.turn_cost import own_api, play
from local.config import STACK_NAME

_ASKED = ("/health", "/admin/apps", "/admin/library", "/openapi.json")


def main() -> None:
    """One line a function; no baseline: what a function is given stands in infra/function_list.py."""
    with stage() as here:
        app = here.make_app()
        deps = own_api(here, str(here.stack.info["aws_endpoint"]))
        for number in (1, 2):
            play(here, deps, app["id"], number)
        here.client.post(f"/admin/apps/{app['id']}/publish").raise_for_status()
        use(here)
        given, work = sizes(here), seconds_of_work(os.getpid())
        found = {name: peak for name, peak in peaks().items() if name in given}  # not the programs that one starts
        for name, peak in sorted(found.items()):
            detail = {"given_mb": given[name], "processor_seconds": round(work[name], 2)}
            report(f"function_memory.{name}", [peak], "MB", detail=detail)


def use(here: Stage) -> None:
    """Call what this stack calls in another way or not at all: the API by its event, the authorizer, the sweep."""
    client = here.stack.boto("lambda")
    token = here.client.headers["Authorization"]
    client.invoke(FunctionName=f"{STACK_NAME}-sweeper", Payload=b"{}")
    guarded = {
        "type": "REQUEST",
        "headers": {"Authorization": token},
        "methodArn": "arn:aws:execute-api:x:1:a/v1/GET/x",
    }
    client.invoke(FunctionName=f"{STACK_NAME}-authorizer", Payload=json.dumps(guarded).encode())
    for path in _ASKED:
        client.invoke(FunctionName=f"{STACK_NAME}-api", Payload=json.dumps(event(path, token)).encode())


def event(path: str, token: str) -> dict[str, Any]:
    """A GET as API Gateway tells it."""
    return {
        "resource": "/{proxy+}", "path": path, "httpMethod": "GET", "headers": {"Authorization": token},
        "multiValueHeaders": {"Authorization": [token]}, "queryStringParameters": None, "body": None,
        "multiValueQueryStringParameters": None, "isBase64Encoded": False,
        "requestContext": {"httpMethod": "GET", "path": path, "stage": "v1", "identity": {"sourceIp": "127.0.0.1"}},
    }  # fmt: skip


def sizes(here: Stage) -> dict[str, int]:
    """Megabytes that each function is given."""
    client, found = here.stack.boto("lambda"), {}
    for page in client.get_paginator("list_functions").paginate():
        found |= {each["FunctionName"].removeprefix(f"{STACK_NAME}-"): each["MemorySize"] for each in page["Functions"]}
    return found


def peaks() -> dict[str, float]:
    """Megabytes at most of each program's or function's largest process, as the kernel counted them."""
    found: dict[str, float] = defaultdict(float)
    own = os.getpid()
    for pid in family(own):
        with suppress(OSError, IndexError, StopIteration):
            lines = Path(f"/proc/{pid}/status").read_text().splitlines()
            kilobytes = int(next(line for line in lines if line.startswith("VmHWM")).split()[1])
            name = name_of(pid, own)
            found[name] = max(found[name], kilobytes / 1000)
    return dict(found)


if __name__ == "__main__":
    main()
