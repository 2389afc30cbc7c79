"""POST of a message -> first model token at the client, with a model that needs no time: all of it is ours."""

import json
import statistics
import time

from benchmarks.report import report
from benchmarks.stage import Stage, stage
from local.openai_server.reply import say

_RUNS = 20


def main() -> None:
    """The stages are the moments at which the client saw each of them, from the POST on."""
    with stage() as here:
        app = here.make_app()
        # A long conversation is summarised beside a run: that request must not take the run's answer.
        here.model.script.push(say("Hello."), match="<summary_so_far>", repeat=True)
        once(here, app["id"])
        runs = [once(here, app["id"]) for _ in range(_RUNS)]
    stages = {name: round(statistics.median(run[name] for run in runs)) for name in runs[0]}
    report("ttft_overhead", [run["first token"] for run in runs], "ms", detail={"stages_ms": stages})


def once(here: Stage, app_id: str) -> dict[str, float]:
    """Milliseconds from the POST to each moment of one run."""
    here.model.script.push(say("Hello."))
    seen: dict[str, float] = {}
    started = time.perf_counter()
    url = f"/admin/apps/{app_id}/builder/chat/stream"
    with here.client.stream("POST", url, json={"message": "Say hello"}) as answer:
        seen["response headers"] = (time.perf_counter() - started) * 1000
        for line in answer.iter_lines():
            if line.startswith("data: {"):
                note(json.loads(line[6:]), (time.perf_counter() - started) * 1000, seen)
    return seen


def note(chunk: dict[str, object], at: float, seen: dict[str, float]) -> None:
    """Remember the first time a moment of interest is seen."""
    names = {"start": "run stored", "start-step": "agent at work", "text-delta": "first token", "finish": "run ended"}
    name = names.get(str(chunk["type"]))
    if name is not None:
        seen.setdefault(name, at)


if __name__ == "__main__":
    main()
