"""What a step of the agent loop adds: 25 iterations with a cheap tool each and a model that needs no time.

A step is the time from one request's arrival at the model server to the next one's: the emulated state machine, the
Lambda call, our own reads and writes, the tool, and the few milliseconds of the scripted model itself. Nothing is
subtracted but the tool's own time as the run recorded it.
"""

import json
import statistics
import time
from itertools import pairwise
from typing import Any

from benchmarks.report import quantile, report
from benchmarks.stage import Stage, stage
from local.openai_server.reply import Call, Reply, calls, say

_STEPS = 25
_RUNS = 3
_LIMIT = 80


def main() -> None:
    """One run warms the functions, the others are measured."""
    with stage() as here:
        app = here.make_app()
        play(here, app["id"])
        runs = [play(here, app["id"]) for _ in range(_RUNS)]
    steps = [milliseconds for run in runs for milliseconds in run["steps"]]
    detail = {
        "steps": len(steps),
        "first_five_ms": round(statistics.median(one for run in runs for one in run["steps"][:5]), 1),
        "last_five_ms": round(statistics.median(one for run in runs for one in run["steps"][-5:]), 1),
        "p75_ms": round(quantile(steps, 0.75), 1),
        "last_answer_to_finish_ms": round(statistics.median(run["end"] for run in runs), 1),
        "limit_ms": _LIMIT,
    }
    report("loop_overhead", steps, "ms", detail=detail)


def play(here: Stage, app_id: str) -> dict[str, Any]:
    """Milliseconds of each step of one run, and from its last request to its end."""
    here.model.script.reset()
    here.model.script.push(*(read(number) for number in range(1, _STEPS)), say("That is what the files say."))
    url = f"/admin/apps/{app_id}/builder/chat/stream"
    tools: list[float] = []
    with here.client.stream("POST", url, json={"message": "Read it line by line"}) as answer:
        chunks = [json.loads(line[6:]) for line in answer.iter_lines() if line.startswith("data: {")]
        ended = time.monotonic_ns()
    done = next(chunk["data"] for chunk in chunks if chunk["type"] == "data-done")
    assert (done["status"], done["usage"]["model_calls"]) == ("completed", _STEPS), done
    tools = [0.0] * _STEPS
    arrivals = [request.at_ns for request in here.model.script.requests]
    steps = [(after - before) / 1e6 - tool for (before, after), tool in zip(pairwise(arrivals), tools, strict=False)]
    return {"steps": steps, "end": (ended - arrivals[-1]) / 1e6}


def read(line: int) -> Reply:
    """Another line each time, so that no two calls are the same."""
    arguments = {"path": "package.json", "start_line": line, "end_line": line}
    return calls(Call(name="read_file", arguments=arguments))


if __name__ == "__main__":
    main()
