"""One iteration of a run: one model call and the tools it asked for, stored before the answer is given."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from shared.domain.base import Files
from shared.domain.compile_report import CompileReport
from shared.domain.errors import Conflict, ModelUnavailable, Transient
from shared.domain.events import DataRetry, DataUsage, FinishStep, RetryData, StartStep
from shared.domain.model_messages import Completed, ModelRequest, UserMessage, tool_calls_of
from shared.domain.run import Iteration, Run
from shared.domain.steps import LoopState
from shared.ports.model import ModelPort
from shared.services.build_context import earlier_turns, instructions, opening
from shared.services.call_model import Cancelled, call_model
from shared.services.event_writer import EventWriter
from shared.services.load_prompt import load_prompt
from shared.services.loop_ports import LoopPorts
from shared.services.loop_work import Work
from shared.services.receive_build import receive_build
from shared.services.run_caps import reached_cap, settled
from shared.services.run_tools import run_tools
from shared.services.settle_answer import settle_answer, store_candidate
from shared.tools.base import Workspace
from shared.tools.registry import CODER_TOOLS

_LEASE_SECONDS = 20
_RENEW_SECONDS = 5
_CANCEL_LOOK_SECONDS = 0.4


def run_iteration(state: LoopState, *, ports: LoopPorts, model: ModelPort) -> LoopState:
    """Do iteration `state.iteration` of the run, or answer what it did when it is already stored.

    Idempotent on (run, iteration): a second copy is kept out by the lease, a late one by the attempt's number.
    Expected outcomes (a failed model, a cap, a cancel) are answered as `next`; only faults worth a retry are raised.
    """
    stored = ports.runs.iteration(state.tenant_id, state.run_id, state.iteration)
    if stored is not None:
        return _next_state(state, stored)
    run = ports.runs.get(state.tenant_id, state.run_id)
    if run.ended:
        return state.model_copy(update={"next": "done"})
    run = _take(run, ports)
    still_mine = _renewer(run, ports)
    with _kept_lease(run, ports, still_mine), _writer(run, ports, still_mine) as writer:
        work = _begin(run, state.iteration, ports, writer)
        _do(work, model)
        writer.flush()
    return _next_state(state, _store(work))


def _next_state(state: LoopState, iteration: Iteration) -> LoopState:
    return LoopState(
        tenant_id=state.tenant_id,
        app_id=state.app_id,
        run_id=state.run_id,
        iteration=iteration.number + 1,
        next=iteration.next,
        build_id=iteration.build_id,
    )


def _now_ms(ports: LoopPorts) -> int:
    return round(ports.clock.now().timestamp() * 1000)


def _take(run: Run, ports: LoopPorts) -> Run:
    now = _now_ms(ports)
    try:
        return ports.runs.lease(run.tenant_id, run.id, now_ms=now, until_ms=now + _LEASE_SECONDS * 1000)
    except Conflict as error:
        raise Transient("Another attempt of this iteration is still at work.") from error


def _renewer(run: Run, ports: LoopPorts) -> Callable[[], bool]:
    def renew() -> bool:
        until = _now_ms(ports) + _LEASE_SECONDS * 1000
        return ports.runs.renew(run.tenant_id, run.id, attempt=run.lease.attempt, until_ms=until)

    return renew


@contextmanager
def _kept_lease(run: Run, ports: LoopPorts, renew: Callable[[], bool]) -> Iterator[None]:
    """Renewed while the work lasts; given back at once when it fails, so that the next attempt need not wait."""
    over = threading.Event()

    def keep() -> None:
        while not over.wait(_RENEW_SECONDS) and renew():
            pass

    thread = threading.Thread(target=keep, daemon=True)
    thread.start()
    try:
        yield
    except BaseException:
        ports.runs.renew(run.tenant_id, run.id, attempt=run.lease.attempt, until_ms=0)
        raise
    finally:
        over.set()
        thread.join()


def _writer(run: Run, ports: LoopPorts, still_mine: Callable[[], bool]) -> EventWriter:
    return EventWriter(
        run, events=ports.events, clock=ports.clock, flush_seconds=ports.flush_seconds, still_mine=still_mine
    )


def _begin(run: Run, number: int, ports: LoopPorts, writer: EventWriter) -> Work:
    app = ports.apps.get(run.tenant_id, run.app_id)
    if run.lease.attempt > run.settled_attempt + 1:
        attempt = run.lease.attempt - run.settled_attempt
        reason = "The attempt before did not come to its end."
        writer.emit(DataRetry(data=RetryData(iteration=number, attempt=attempt, reason=reason)))
    files = ports.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    past = [item for done in ports.runs.iterations(run.tenant_id, run.id) for item in done.items]
    return Work(
        run=run,
        app=app,
        ports=ports,
        writer=writer,
        workspace=_workspace(run, files, ports),
        number=number,
        cancelled=_cancel_look(run, ports),
        past=past,
    )


def _workspace(run: Run, files: Files, ports: LoopPorts) -> Workspace:
    def compile_tree(tree: Files) -> CompileReport:
        stored = ports.snapshots.put(run.tenant_id, run.app_id, tree)
        url = ports.snapshots.source_url(run.tenant_id, run.app_id, stored, ports.source_seconds)
        return ports.compiler.compile(url)

    return Workspace(
        files=files, catalog=ports.catalog, catalog_lock=ports.catalog_lock, compile=compile_tree, limits=ports.limits
    )


def _cancel_look(run: Run, ports: LoopPorts) -> Callable[[], bool]:
    """Ask the store at most every 0.4 s; once true it stays true."""
    seen = {"at": 0.0, "cancelled": False}

    def look() -> bool:
        if not seen["cancelled"] and time.monotonic() - seen["at"] >= _CANCEL_LOOK_SECONDS:
            seen["cancelled"] = ports.runs.cancel_requested(run.tenant_id, run.id)
            seen["at"] = time.monotonic()
        return bool(seen["cancelled"])

    return look


def _do(work: Work, model: ModelPort) -> None:
    receive_build(work)
    if work.next != "continue":
        return
    if work.cancelled():
        work.fail("CANCELLED", "The run was cancelled.")
        return
    request = _request(work)
    cap = reached_cap(work, request)
    if cap is not None:
        work.fail("BUDGET_EXCEEDED", f"The run reached its cap of {cap}. What it did is kept as a diff.")
        return
    _ask(work, request, model)


def _request(work: Work) -> ModelRequest:
    """The next request. What it adds to the history is part of this iteration; the last call has no tools."""
    if not work.past:
        work.writer.enter_stage("context")
        turns = work.ports.turns.turns(work.run.tenant_id, work.run.app_id, limit=50).items
        work.items += [*earlier_turns(turns, work.run), opening(work.run, work.workspace.files)]
    last = work.run.usage.model_calls == work.run.bounds.model_calls - 1
    if last:
        work.items.append(UserMessage(content=load_prompt("last_call")))
    return ModelRequest(
        model=work.run.model,
        instructions=instructions(work.app),
        items=(*work.past, *work.items),
        tools=() if last else tuple(tool.spec() for tool in CODER_TOOLS.values()),
        tool_choice="none" if last else "auto",
        cache_key=work.app.id,
        timeout_seconds=max(5.0, min(300.0, work.seconds_left())),
    )


def _ask(work: Work, request: ModelRequest, model: ModelPort) -> None:
    work.writer.enter_stage("plan" if not work.past else work.writer.stage)
    work.writer.emit(StartStep())
    try:
        completed = call_model(
            request,
            model=model,
            writer=work.writer,
            iteration=work.number,
            attempt=work.run.lease.attempt,
            cancelled=work.cancelled,
        )
    except Cancelled:
        work.fail("CANCELLED", "The run was cancelled.")
    except ModelUnavailable as error:
        work.fail(error.code, f"The model could not be reached or did not answer to the end: {error.message}")
    else:
        work.items += completed.items
        work.change(usage=settled(work, completed))
        work.writer.emit(DataUsage(data=work.run.usage))
        _use_tools(work, completed)
    work.writer.emit(FinishStep())


def _use_tools(work: Work, completed: Completed) -> None:
    done = run_tools(
        tool_calls_of(completed.items),
        tools=CODER_TOOLS,
        workspace=work.workspace,
        writer=work.writer,
        cancelled=work.cancelled,
    )
    store_candidate(work)
    work.steps = done.steps
    answered = len(work.items)
    settle_answer(work, completed, done)
    work.items[answered:answered] = done.outputs


def _store(work: Work) -> Iteration:
    iteration = work.iteration()
    work.change(
        iteration=work.number + 1,
        stage=work.writer.stage,
        settled_attempt=work.run.lease.attempt,
        lease=work.run.lease.model_copy(update={"until_ms": 0}),
    )
    work.ports.runs.save_iteration(work.run, iteration)
    return iteration
