"""What an iteration takes into its hands before it begins: the run as it stands, what was said, and a workspace."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from shared.domain.apps.app import App
from shared.domain.apps.autonomy import waits_for_person
from shared.domain.base import Files
from shared.domain.builds.acceptance_spec import ASKED_CHARS
from shared.domain.builds.compile_report import CompileReport
from shared.domain.runs.broken_off import OpenParts
from shared.domain.runs.data_chunks import DataRetry, DataUsage, RetryData
from shared.domain.runs.iteration import CUT, Iteration
from shared.domain.runs.run import Run
from shared.domain.runs.run_parts import Role
from shared.domain.spans import span
from shared.domain.tree.relock import PACKAGE
from shared.domain.untrusted import shortened
from shared.services.agent.context.compact_history import Block, compacted, without_stale
from shared.services.agent.context.fit_window import known_window, reads_most
from shared.services.agent.hold_lease import HeldLease
from shared.services.agent.loop_work import Inputs, Work, call_ids
from shared.services.agent.notice_stuck import LOOKED_BACK
from shared.services.agent.tools.equip_workspace import Green, Whose, equip_workspace
from shared.services.compile_tree import compile_tree
from shared.services.feedback.latest_result import latest_result, report_text
from shared.services.loop_ports import LoopPorts, at_once
from shared.services.revisions.relock import lock_of
from shared.services.runs.log.event_writer import EventWriter
from shared.services.runs.log.read_events import all_events
from shared.tools.base import Workspace

_CANCEL_LOOK_SECONDS = 0.4


def writer_of(lease: HeldLease, ports: LoopPorts) -> EventWriter:
    """A writer that continues the run's log, as long as the lease is held."""
    run = lease.run
    continues = run.iteration > 0 and run.lease.attempt == run.settled_attempt + 1
    return EventWriter(
        run,
        events=ports.events,
        clock=ports.clock,
        flush_seconds=ports.flush_seconds,
        last_seq=run.last_seq if continues else None,
        still_mine=lease.renew,
    )


def load_work(lease: HeldLease, app: App, number: int, ports: LoopPorts, writer: EventWriter) -> Work:
    """The iteration `number` under way. An attempt before it that broke off is closed in the stream first."""
    run = lease.run
    cancelled = _cancel_look(lease, ports)
    earlier = ports.runs.first_iterations(run.tenant_id, run.id, run.iteration)
    window = known_window(run, ports)
    past = compacted(without_stale(_thread_of(earlier, run.role)), packing=run.memory.packing, window=window)
    known = call_ids(item for done in earlier for item in done.items).union(*(done.abandoned for done in earlier))
    retried = run.lease.attempt > run.settled_attempt + 1
    shown = _announce_retry(run, number, ports, writer) if retried else frozenset[str]()
    inputs = Inputs(
        app=app,
        ports=ports,
        writer=writer,
        workspace=_workspace(run, app, number, ports),
        number=number,
        cancelled=cancelled,
        role=run.role if ports.switches.agentic_loop or run.role == "evaluator" or run.request.only else "single",
        known=frozenset(known),
        shown=shown,
        note_record=lease.recorded.append,
        past_steps=tuple([step for done in earlier[-LOOKED_BACK:] for step in done.steps][-LOOKED_BACK:]),
        was_cut=bool(earlier) and _was_cut(earlier[-1], run.role),
        has_notice=run.memory.strategy_changed,
    )
    return Work(inputs, run, past=tuple(past), taken=inputs.known | shown).note_untrusted(())


def _thread_of(iterations: list[Iteration], role: str) -> list[Block]:
    """What a role has said and heard, by iteration: the evaluator its own rounds, the others all but those."""
    if role != "evaluator":
        return [Block(done.handoff if done.role == "evaluator" else done.items, _changed(done)) for done in iterations]
    blocks, changed = list[Block](), frozenset[str]()
    for done in iterations:
        changed |= _changed(done)
        if done.role == "evaluator":
            blocks.append(Block(done.items, changed))
            changed = frozenset()
    return blocks


def _changed(done: Iteration) -> frozenset[str]:
    return frozenset(path for step in done.steps for path in step.changed_paths)


def _was_cut(last: Iteration, role: Role) -> bool:
    return last.role == role and last.response is not None and last.response.finish_reason == CUT


def _announce_retry(run: Run, number: int, ports: LoopPorts, writer: EventWriter) -> frozenset[str]:
    """Close what the attempt before left open, show what it has cost, and say that its words are void.

    Returns the ids of the calls that attempts which did not come to their end have named.
    """
    events = all_events(run, ports.events)
    said = OpenParts(event.chunk for event in events)
    attempt = run.lease.attempt - run.settled_attempt
    reason = "The attempt before did not come to its end."
    writer.emit(
        *said.closings(
            reason,
            keep=(
                run.waiting.pending_call_id,
                *(held.call_id for held in run.waiting.held),
                *(queued.call.call_id for queued in run.waiting.queued),
            ),
        ),
        *([DataUsage(data=run.usage)] if run.usage.lost_calls else []),
        DataRetry(data=RetryData(iteration=number, attempt=attempt, reason=reason)),
    )
    return frozenset(said.calls)


def _workspace(run: Run, app: App, number: int, ports: LoopPorts) -> Workspace:
    def compile_files(files: Files) -> CompileReport:
        tree = ports.snapshots.put(run.tenant_id, run.app_id, files)
        with span("compile") as drawn:
            report = compile_tree(
                tenant_id=run.tenant_id, app_id=run.app_id, tree=tree, seconds=ports.source_seconds, ports=ports
            )
            drawn.set(outcome="ok" if report.ok else "failed")
        return report

    files = ports.snapshots.get(run.tenant_id, run.app_id, run.candidate_tree)
    shelf = ports.own_catalogs().of(run.tenant_id)
    workspace = Workspace(
        files=files,
        catalog=shelf.catalog.of(files.get(PACKAGE, b"").decode("utf-8", "replace")),
        catalog_lock=lock_of(files, shelf),
        lines=shelf.catalogs,
        compile=compile_files,
        limits=ports.limits,
        refusals=dict(run.memory.refusals),
        turn=(run.id, shortened(" ".join(run.request.message.split()), ASKED_CHARS)),
        may_fix=not waits_for_person(run.request.autonomy, "write"),
        reads_most=reads_most(run, known_window(run, ports)),
        build_result=lambda: report_text(latest_result(run, ports.results), ports.clock.now()),
    )
    whose = Whose(run.tenant_id, run.app_id, run.id, number, app)
    equip_workspace(workspace, whose, green=Green(run.green_tree, run.green_build_id), ports=ports)
    return workspace


def _cancel_look(lease: HeldLease, ports: LoopPorts) -> Callable[[], bool]:
    """Ask the store now and at most every 0.4 s; once true it stays true. Stops an attempt that was overtaken."""
    run = lease.run

    def ask() -> bool:
        return ports.runs.cancel_requested(run.tenant_id, run.id)

    seen = _Seen(time.monotonic(), ports.in_background(ask))

    def look() -> bool:
        lease.require()
        if not seen.answer() and time.monotonic() - seen.at >= _CANCEL_LOOK_SECONDS:
            seen.at, seen.answer = time.monotonic(), at_once(ask)
        return seen.answer()

    return look


@dataclass
class _Seen:
    """When the store was asked last, and what it says."""

    at: float
    answer: Callable[[], bool]
