"""A token leaves the model server -> it arrives at an SSE client: the model's wire, the agent, the log, the stream."""

import json
import re
import time

from benchmarks.report import report
from benchmarks.stage import Stage, stage
from local.openai_server.reply import Reply

_TOKENS = 150
_STAMP = re.compile(r"t=(\d+)")


def main() -> None:
    """150 tokens, one each 20 ms, each stamped with the moment at which the server wrote it."""
    with stage() as here:
        app = here.make_app()
        stream(here, app["id"], 10)
        delays = stream(here, app["id"], _TOKENS)
    report("stream_overhead", delays, "ms", detail={"tokens": len(delays)})


def stream(here: Stage, app_id: str, count: int) -> list[float]:
    """Milliseconds between the server's stamp and its arrival here, for each token of one run."""
    here.model.script.push(Reply(text=("x",) * count, stamp=True, delay=0.02))
    delays = []
    url = f"/admin/apps/{app_id}/builder/chat/stream"
    with here.client.stream("POST", url, json={"message": "Say something long"}) as answer:
        for line in answer.iter_lines():
            now = time.monotonic_ns()
            if line.startswith("data: {") and (chunk := json.loads(line[6:]))["type"] == "text-delta":
                delays += [(now - int(stamp)) / 1e6 for stamp in _STAMP.findall(chunk["delta"])]
    return delays


if __name__ == "__main__":
    main()
