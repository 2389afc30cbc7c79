"""Packing what a model is told: 400 files, a conversation of 200 turns, a run of 25 iterations; all in this process."""

import time
from typing import get_args

from benchmarks.report import report
from devkit.fakes.samples import an_app
from devkit.long_project import long_history, long_project, long_request, long_run
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.runs.run_parts import Packing
from shared.domain.switches import Switches
from shared.services.agent.context.build_context import (
    earlier_turns,
    instructions,
    opening,
    same_conversation,
    short_instructions,
)
from shared.services.agent.context.compact_history import compacted
from shared.services.agent.roles import shown_tools, tools_of
from shared.services.assets.load_catalog import load_catalog
from shared.services.spending.ask_once import estimated_tokens

_RUNS = 40
_LIMIT = 150


def fixed_tokens(packing: Packing) -> int:
    """What a first request has before any file and message: instructions and tools, by the estimate of the caps."""
    app, run = an_app(), long_request().change(tight=packing != "full", smallest=packing == "smallest")
    manual = short_instructions(app) if packing == "smallest" else instructions(app, catalog=load_catalog())
    tools = tuple(tool.spec() for tool in shown_tools(run, "coder", Switches()))
    return estimated_tokens(ModelRequest(model="m", instructions=manual, items=(), tools=tools))


def main() -> None:
    """The opening and the compacted history of one request, and its estimate against the caps."""
    app, run, files = an_app(), long_request(), long_project()
    history, blocks = long_history(run), long_run(files)
    tools = tuple(tool.spec() for tool in tools_of("coder").values())
    times: dict[str, list[float]] = {"opening": [], "compaction": [], "estimate": [], "all": []}
    tokens = 0
    for _ in range(_RUNS):
        began = time.perf_counter()
        turns = same_conversation(history, run)
        first = [*earlier_turns(turns), *opening(run, files, turns)]
        opened = time.perf_counter()
        items = compacted([first, *blocks])
        packed = time.perf_counter()
        request = ModelRequest(model="m", instructions=instructions(app), items=tuple(items), tools=tools)
        tokens = estimated_tokens(request)
        done = time.perf_counter()
        for name, seconds in zip(times, (opened - began, packed - opened, done - packed, done - began), strict=True):
            times[name].append(seconds * 1000)
    stages = {name: round(sorted(found)[len(found) // 2], 2) for name, found in times.items() if name != "all"}
    sizes = {packing: fixed_tokens(packing) for packing in get_args(Packing)}
    detail = {
        "first_request_tokens": sizes,
        "files": len(files),
        "turns": len(history),
        "iterations": len(blocks),
        "estimated_tokens": tokens,
    }
    report("context_pack", times["all"], "ms", detail={**detail, "stages_ms": stages, "limit_ms": _LIMIT})


if __name__ == "__main__":
    main()
