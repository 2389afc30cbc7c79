"""One iteration of a run: one model call and the tools it asked for, stored before the answer is given."""

import time
from collections.abc import Callable
from typing import NamedTuple

from shared.domain.app import App
from shared.domain.autonomy import waits_for_person
from shared.domain.base import Files
from shared.domain.broken_off import OpenParts
from shared.domain.build_result import result_text
from shared.domain.compile_report import CompileReport
from shared.domain.errors import NotFound
from shared.domain.events import DataRetry, FinishStep, RetryData, StartStep, spoken
from shared.domain.model_messages import Completed, Item, tool_calls_of
from shared.domain.run import Iteration, Run
from shared.domain.steps import LoopState
from shared.ports.model import ModelPort
from shared.services.answer_once import answer_once
from shared.services.ask_model import ask_model
from shared.services.build_context import earlier_turns, opening, same_conversation
from shared.services.compact_history import compacted
from shared.services.end_run import end_run
from shared.services.equip_workspace import Green, Whose, equip_workspace
from shared.services.evaluate_change import evaluate_change, thread_of
from shared.services.event_writer import EventWriter
from shared.services.fix_candidate import told_fixes
from shared.services.hold_calls import Gate
from shared.services.hold_lease import HeldLease, hold_lease
from shared.services.latest_result import latest_result
from shared.services.loop_ports import LoopPorts
from shared.services.loop_work import Work, call_ids
from shared.services.notice_stuck import LOOKED_BACK, notice_stuck
from shared.services.read_events import all_events
from shared.services.receive_approval import receive_approval
from shared.services.receive_build import receive_build
from shared.services.roles import tools_of
from shared.services.run_tools import run_tools
from shared.services.settle_answer import settle_answer, store_candidate
from shared.tools.base import Workspace

_CANCEL_LOOK_SECONDS = 0.4


def run_iteration(state: LoopState, *, ports: LoopPorts, model: ModelPort) -> LoopState:
    """Do iteration `state.iteration` of the run, or answer what it did when it is already stored.

    Idempotent on (run, iteration): a second copy is kept out by the lease, a late one by the attempt's number.
    Expected outcomes (a failed model, a cap, a cancel) are answered as `next`; only faults worth a retry are raised.
    """
    run = ports.runs.get(state.tenant_id, state.run_id)
    if (stored := _stored(run, state, ports)) is not None:
        return _next_state(state, stored)
    if run.ended or (app := _app_of(run, ports)) is None:
        return state.model_copy(update={"next": "done"})
    if run.undecided and not ports.runs.cancel_requested(run.tenant_id, run.id):
        return state.model_copy(update={"next": "approval"})
    if (left := _left_undone(run, state, ports)) is not None:
        return left
    with hold_lease(run, ports) as lease:
        with _writer(lease, ports) as writer:
            work = _begin(lease, app, state.iteration, ports, writer)
            _do(work, model)
        lease.stop_renewing()
        return _next_state(state, _store(work))


def _stored(run: Run, state: LoopState, ports: LoopPorts) -> Iteration | None:
    """The iteration asked for when it was done before: stored in one transaction with the run's own count."""
    if state.iteration >= run.iteration:
        return None
    return ports.runs.iteration(state.tenant_id, state.run_id, state.iteration)


def _app_of(run: Run, ports: LoopPorts) -> App | None:
    """The run's app. None when it was deleted under the run, which is ended then."""
    try:
        return ports.apps.get(run.tenant_id, run.app_id)
    except NotFound:
        said = "The app was deleted while the run was at work."
        end_run(run.tenant_id, run.id, status="aborted", failure_code="APP_DELETED", summary=said, ports=ports)
        return None


def _left_undone(run: Run, state: LoopState, ports: LoopPorts) -> LoopState | None:
    """What an execution that is gone had still to do behind its last iteration: commit, or record the failure."""
    if run.restarts == 0 or state.iteration == 0:
        return None
    last = ports.runs.iteration(run.tenant_id, run.id, state.iteration - 1)
    return _next_state(state, last) if last is not None and last.next in ("finish", "failed") else None


def _next_state(state: LoopState, iteration: Iteration) -> LoopState:
    return LoopState(
        tenant_id=state.tenant_id,
        app_id=state.app_id,
        run_id=state.run_id,
        iteration=iteration.number + 1,
        next=iteration.next,
        build_id=iteration.build_id,
    )


def _writer(lease: HeldLease, ports: LoopPorts) -> EventWriter:
    run = lease.run
    settled = run.iteration > 0 and run.lease.attempt == run.settled_attempt + 1
    return EventWriter(
        run,
        events=ports.events,
        clock=ports.clock,
        flush_seconds=ports.flush_seconds,
        last_seq=run.last_seq if settled else None,
        still_mine=lease.renew,
    )


def _begin(lease: HeldLease, app: App, number: int, ports: LoopPorts, writer: EventWriter) -> Work:
    run = lease.run
    earlier = ports.runs.first_iterations(run.tenant_id, run.id, run.iteration)
    past = compacted(thread_of(earlier, run.role), tight=run.tight)
    known = call_ids(item for done in earlier for item in done.items).union(*(done.abandoned for done in earlier))
    retried = run.lease.attempt > run.settled_attempt + 1
    void = _announce_retry(run, number, ports, writer) if retried else _Void()
    work = Work(
        run=run,
        app=app,
        ports=ports,
        writer=writer,
        workspace=_workspace(run, ports),
        number=number,
        cancelled=_cancel_look(lease, ports),
        past=past,
        role=run.role if ports.switches.agentic_loop or run.role == "evaluator" else "single",
        known=frozenset(known),
        taken=known | void.calls,
        void_characters=void.characters,
        past_steps=[step for done in earlier[-LOOKED_BACK:] for step in done.steps][-LOOKED_BACK:],
    )
    whose = Whose(run.tenant_id, run.app_id, run.id, number)
    equip_workspace(
        work.workspace, whose, green=lambda: Green(work.run.green_tree, work.run.green_build_id), ports=ports
    )
    return work


class _Void(NamedTuple):
    """What attempts that did not come to their end have said: the calls they named, and how much they had answered."""

    calls: frozenset[str] = frozenset()
    characters: int = 0


def _announce_retry(run: Run, number: int, ports: LoopPorts, writer: EventWriter) -> _Void:
    """Close what the attempt before left open, and say that its words are void."""
    events = all_events(run, ports.events)
    said = OpenParts(event.chunk for event in events)
    attempt = run.lease.attempt - run.settled_attempt
    reason = "The attempt before did not come to its end."
    writer.emit(
        *said.closings(reason, keep=(run.pending_call_id, *(held.call_id for held in run.held))),
        DataRetry(data=RetryData(iteration=number, attempt=attempt, reason=reason)),
    )
    return _Void(frozenset(said.calls), sum(spoken(event.chunk) for event in events[run.last_seq :]))


def _workspace(run: Run, ports: LoopPorts) -> Workspace:
    def compile_tree(tree: Files) -> CompileReport:
        stored = ports.snapshots.put(run.tenant_id, run.app_id, tree)
        url = ports.snapshots.source_url(run.tenant_id, run.app_id, stored, ports.source_seconds)
        return ports.compiler.compile(url)

    return Workspace(
        files=ports.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree),
        catalog=ports.catalog,
        catalog_lock=ports.catalog_lock,
        compile=compile_tree,
        limits=ports.limits,
        refusals=dict(run.refusals),
        may_fix=not waits_for_person(run.autonomy, "write"),
        build_result=lambda: result_text(latest_result(run, ports.results), ports.clock.now()),
    )


def _cancel_look(lease: HeldLease, ports: LoopPorts) -> Callable[[], bool]:
    """Ask the store at most every 0.4 s; once true it stays true. Stops an attempt that was overtaken."""
    seen = {"at": 0.0, "cancelled": False}
    run = lease.run

    def look() -> bool:
        lease.require()
        if not seen["cancelled"] and time.monotonic() - seen["at"] >= _CANCEL_LOOK_SECONDS:
            seen["cancelled"] = ports.runs.cancel_requested(run.tenant_id, run.id)
            seen["at"] = time.monotonic()
        return bool(seen["cancelled"])

    return look


def _do(work: Work, model: ModelPort) -> None:
    receive_build(work)
    if work.next in ("continue", "finish") and work.cancelled():
        work.fail("CANCELLED", "The run was cancelled.")
    if work.next == "continue" and work.role == "evaluator":
        evaluate_change(work, model)
        return
    if work.next == "continue" and work.role == "single":
        work.items += _opening(work)
        answer_once(work, model)
        return
    notice_stuck(work)
    if work.next == "continue":
        receive_approval(work)
    if work.next != "continue":
        return
    work.items += [*_opening(work), *told_fixes(work)]
    work.writer.enter_stage("plan" if not work.past else work.writer.stage)
    work.writer.emit(StartStep())
    completed = ask_model(work, model)
    if completed is not None:
        work.items += completed.items
        _use_tools(work, completed)
    work.writer.emit(FinishStep())


def _opening(work: Work) -> list[Item]:
    """What the first request of a run begins with; kept, so that later requests begin with the same bytes."""
    if work.past:
        return []
    work.writer.enter_stage("context")
    run = work.run
    turns = same_conversation(work.ports.turns.turns(run.tenant_id, run.app_id, limit=50).items, run)
    state = work.ports.states.get(run.tenant_id, run.app_id)
    return [*earlier_turns(turns), *opening(run, work.workspace.files, turns, state)]


def _use_tools(work: Work, completed: Completed) -> None:
    tools = tools_of(work.role, last_call=work.last_call)
    done = run_tools(
        tool_calls_of(completed.items),
        tools=tools,
        workspace=work.workspace,
        writer=work.writer,
        cancelled=work.cancelled,
        waits=Gate(work.run.autonomy, tools, work.workspace).waits,
    )
    store_candidate(work)
    work.change(refusals=work.workspace.refusals)
    work.steps += done.steps
    done.steps = work.steps
    answered = len(work.items)
    settle_answer(work, completed, done)
    work.items[answered:answered] = done.outputs


def _store(work: Work) -> Iteration:
    iteration = work.iteration()
    work.change(
        iteration=work.number + 1,
        stage=work.writer.stage,
        last_seq=work.writer.last_seq,
        settled_attempt=work.run.lease.attempt,
        lease=work.run.lease.model_copy(update={"until_ms": 0}),
    )
    work.ports.runs.save_iteration(work.run, iteration)
    return iteration
