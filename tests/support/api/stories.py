"""Runs of every kind that a client's stream can tell, played over fakes."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from devkit.api.api import Api
from devkit.fakes.broken import Broken
from devkit.fakes.model import Call, Reply, call, calls, say
from devkit.loop import BUILD_ERROR, LoopDriver, state_of
from shared.domain.errors import Transient
from shared.domain.runs.chunks import Finish, StartStep, ToolApprovalRequest
from shared.domain.runs.data_chunks import DataDone, DoneData
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import RunUsage
from shared.services.agent.run_iteration import run_iteration
from shared.services.runs.log.event_writer import EventWriter

FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})


def write(content: str = "export {}\n", **over: Any) -> Call:
    return Call(name="write_file", arguments={"path": "src/note.ts", "content": content}, **over)


def repaired() -> tuple[LoopDriver, Run]:
    talk = Reply(reasoning=("Let me ", "think."), text=("I add ", "a note."), calls=(write(BUILD_ERROR),))
    loop = LoopDriver([talk, calls(FINISH), calls(write(), Call(name="compile_project")), calls(FINISH)])
    return loop, loop.play()


def failed() -> tuple[LoopDriver, Run]:
    loop = LoopDriver([calls(write(), Call(name="build_project_worker")), say("x").model_copy(update={"status": 500})])
    return loop, loop.play()


def cancelled() -> tuple[LoopDriver, Run]:
    loop = LoopDriver([calls(write()), calls(FINISH)])
    loop.before_iteration = lambda number, run: number and loop.world.runs.request_cancel(run.tenant_id, run.id)
    return loop, loop.play()


def cut_and_garbled() -> tuple[LoopDriver, Run]:
    cut = Reply(text=("Half ", "a word"), calls=(write(call_id="call_0"),), cut_after=3)
    odd = calls(write(call_id="call_0"), write(call_id="call_0"), Call(name="read file\x00", arguments="{not json"))
    loop = LoopDriver([cut, odd, say("A\u2028B \ud83d", "\ude00")])
    return loop, loop.play()


def broken_off() -> tuple[LoopDriver, Run]:
    """An attempt that dies when its words are half told; the next one says them again."""
    loop = LoopDriver([], respond=lambda request: calls(write()) if len(loop.model.requests) < 3 else calls(FINISH))
    run = loop.start()
    dying = replace(loop.ports, snapshots=Broken(loop.ports.snapshots, Transient("down"), "put"))
    with pytest.raises(Transient):
        run_iteration(state_of(run), ports=dying, model=loop.model)
    return loop, loop.follow(run)


def waiting_for_a_person() -> tuple[LoopDriver, Run]:
    loop, run = LoopDriver.started([call("write_file", path="src/note.ts", content="export {}\n")])
    run_iteration(state_of(run), ports=loop.ports, model=loop.model)
    writer = EventWriter(run, events=loop.world.events, clock=loop.world.clock, flush_seconds=0)
    data = DoneData(status="awaiting_approval", run_id=run.id, turn_id=run.turn_id, usage=RunUsage())
    asked = ToolApprovalRequest(approval_id="appr_1", tool_call_id="call_1_0")
    writer.emit(StartStep(), asked, DataDone(data=data), Finish())
    writer.flush()
    return loop, run


STORIES: dict[str, Callable[[], tuple[LoopDriver, Run]]] = {
    "repaired": repaired,
    "failed": failed,
    "cancelled": cancelled,
    "cut and garbled": cut_and_garbled,
    "broken off": broken_off,
    "waiting": waiting_for_a_person,
}


def recorded(loop: LoopDriver, run: Run, protocol: str = "ai-sdk") -> str:
    """The run's stream as a client reads it."""
    where = f"/admin/apps/{run.app_id}/builder/chat/{run.id}/stream"
    return Api(loop.world).client.get(where, params={"protocol": protocol}).text
