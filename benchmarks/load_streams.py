"""50 people talk to 50 apps at the same moment; the model needs no time, so that all the time is ours.

Nothing may be lost or told twice, every run must complete. The overhead is the time from a token's leaving the model
server to its arrival at the SSE client. A first round starts the functions' processes (cold), the others are measured;
a last one has a model as fast as real ones. Rates and budgets are raised: one tenant's defaults are far below this.
`LOAD_STREAMS`, `LOAD_ROUNDS`: smaller or longer.
"""

import os
import statistics
from itertools import chain

from benchmarks.memory import peaks, work
from benchmarks.report import quantile, report
from benchmarks.stage import Stage, stage
from devkit.stack.crowd import Answer, Caller, talk_to_all, whole
from local.openai_server.reply import Call, Reply, calls, say
from shared.domain.agent.model_messages import ModelRequest, ToolOutput

STREAMS = int(os.environ.get("LOAD_STREAMS", "50"))
ROUNDS = int(os.environ.get("LOAD_ROUNDS", "2"))
RAISED = {
    "RATE_LIMITS": "tenant=1000000,person=1000000,chat=1000000,tools=1000000",
    "STREAM_LIMITS": "tenant=1000000,person=1000000,run=1000000",
    "BUDGETS": "day=1000000,month=1000000",
}
ENV = RAISED | {"APPS_BUILDER_BUILD_AUTOMATION_ENABLED": "0"}
_WORDS = ("x",) * 60
_PACE = 0.05


def respond(request: ModelRequest) -> Reply:
    """A look at the project, then sixty words; the message says how fast."""
    if not isinstance(request.items[-1], ToolOutput):
        return calls(Call(name="list_files", arguments={}))
    paced = any("slowly" in str(item) for item in request.items[-4:])
    return say(*_WORDS, stamp=True, delay=_PACE if paced else 0)


def main() -> None:
    """One line for the rounds without pauses, one for the paced round; memory with the first."""
    with stage(ENV, respond) as here:
        caller = Caller(here.stack.api_url, here.stack.token("bench"))
        apps = [make_app(here, number) for number in range(STREAMS)]
        with peaks(here.stack.info["pid"]) as memory:
            cold = round_of(caller, apps, "Tell me.")
            with work(here.stack.info["pid"]) as used:
                warm = [answer for _ in range(ROUNDS) for answer in round_of(caller, apps, "Tell me again.")]
            paced = round_of(caller, apps, "Tell me slowly.")
    tell("load_streams", warm, {"cold": times(cold), "memory": memory, "seconds_of_work": used, "raised": RAISED})
    tell("load_streams.paced", paced, {"pause_ms": _PACE * 1000})


def make_app(here: Stage, number: int) -> str:
    answer = here.client.post("/admin/apps", json={"name": f"Load {number}", "template": "vanilla"})
    answer.raise_for_status()
    return str(answer.json()["id"])


def round_of(caller: Caller, apps: list[str], message: str) -> list[Answer]:
    """One message to every app at once; an error unless every run completed and its stream is whole."""
    answers = talk_to_all(caller, dict.fromkeys(apps, message))
    for app, answer in zip(apps, answers, strict=True):
        status = whole(caller, app, answer)
        assert status == "completed", f"{answer.headers['x-run-id']}: {status}"
        assert len(answer.delays_ms) == len(_WORDS), f"{answer.headers['x-run-id']}: {len(answer.delays_ms)} words"
    return answers


def times(answers: list[Answer]) -> dict[str, float]:
    """Seconds to the first word and to the end."""
    first = [answer.seconds_to(b'"text-delta"') for answer in answers]
    ends = [answer.seconds for answer in answers]
    return {
        "first_word_p50_s": round(statistics.median(first), 2),
        "first_word_p95_s": round(quantile(first, 0.95), 2),
        "end_p50_s": round(statistics.median(ends), 2),
        "end_p95_s": round(quantile(ends, 0.95), 2),
    }


def tell(name: str, answers: list[Answer], more: dict[str, object]) -> None:
    delays = list(chain.from_iterable(answer.delays_ms for answer in answers))
    events = sum(len(answer.chunks) for answer in answers)
    said = {
        "streams": STREAMS,
        "runs_completed": len(answers),
        "events": events,
        "lost_or_doubled": 0,
        "load_average": load(),
    }
    report(name, delays, "ms", detail=said | times(answers) | more)


def load() -> list[float]:
    """Of this machine, as it is now."""
    return [round(one, 1) for one in os.getloadavg()]


if __name__ == "__main__":
    main()
