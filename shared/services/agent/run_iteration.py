"""One iteration of a run: one model call and the tools it asked for, stored before the answer is given."""

from collections.abc import Callable
from dataclasses import replace

from shared.domain.agent.model_messages import Completed, UserMessage, text_of, tool_calls_of
from shared.domain.apps.app import App
from shared.domain.errors import Invalid, NotFound
from shared.domain.log_context import note_run
from shared.domain.runs.chunks import FinishStep, StartStep
from shared.domain.runs.data_chunks import DataPlan, PlanData
from shared.domain.runs.iteration import Iteration
from shared.domain.runs.planned_step import read_steps, role_of
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus
from shared.domain.runs.steps import LoopState
from shared.domain.runs.what_next import Ask, Build, Continue, Fail, Finish
from shared.domain.untrusted import shortened
from shared.ports.model import ModelPort
from shared.services.agent.answer_once import answer_once
from shared.services.agent.ask_person import ask_person, receive_answer, receive_approval
from shared.services.agent.ask_worker import store_candidate, tell_fixes, verify_merged
from shared.services.agent.checks.align_calls import align_calls, conflicting
from shared.services.agent.checks.receive_build import receive_build
from shared.services.agent.checks.receive_task import reproduce_failure
from shared.services.agent.context.open_run import open_run
from shared.services.agent.context.summarise import summarise_soon
from shared.services.agent.decide_next import decide_next
from shared.services.agent.evaluate_change import evaluate_change
from shared.services.agent.hold_lease import hold_lease
from shared.services.agent.load_work import load_work, writer_of
from shared.services.agent.loop_work import Work
from shared.services.agent.model.ask_model import ask_in_step, ask_model
from shared.services.agent.notice_stuck import notice_stuck
from shared.services.agent.roles import tools_in
from shared.services.agent.stop_at_cap import end_stopped, tell_accepted, tell_stopped
from shared.services.agent.take_steps import begin_step
from shared.services.agent.tools.approval_gate import Gate
from shared.services.agent.tools.run_tools import run_tools
from shared.services.assets.load_prompt import load_prompt
from shared.services.loop_ports import LoopPorts
from shared.services.measure import measure_gates
from shared.services.runs.end.end_run import end_run

_AGAIN = "Your steps could not be read:"
_REASON = 600


def run_iteration(state: LoopState, *, ports: LoopPorts, model: ModelPort | None) -> LoopState:
    """Do iteration `state.iteration` of the run, or answer what it did when it is already stored.

    Without a `model` it takes in what was waited for, and answers `continue` where a model has to be asked.

    Idempotent on (run, iteration): a second copy is kept out by the lease, a late one by the attempt's number.
    Expected outcomes (a failed model, a cap, a cancel) are answered as `next`; only faults worth a retry are raised.
    """
    app_soon = ports.in_background(lambda: ports.apps.get(state.tenant_id, state.app_id))
    run = ports.runs.get(state.tenant_id, state.run_id)
    note_run(run)
    if (stored := _stored(run, state, ports)) is not None:
        return _next_state(state, stored, run)
    if run.ended or (app := _app_of(run, app_soon, ports)) is None:
        return state.model_copy(update={"next": "done"})
    if run.undecided and not ports.runs.cancel_requested(run.tenant_id, run.id):
        return state.model_copy(update={"next": "approval"})
    if (left := _left_undone(run, state, ports)) is not None:
        return left
    with hold_lease(run, ports) as lease:
        with writer_of(lease, ports) as writer:
            work = turn(load_work(lease, app, state.iteration, ports, writer), model)
        work = work.await_recording()
        lease.stop_renewing()
        return _next_state(state, *store(work))


def turn(work: Work, model: ModelPort | None) -> Work:
    """The steps of an iteration. Each returns the work anew, or as it is where there is nothing for it to do."""
    own_summary = work.run.outcome.summary
    work = reproduce_failure(work)
    if not isinstance(work.next, Build):  # the page is opened first
        work = receive_build(work)
        work = verify_merged(work)
        work = receive_answer(work)
        work = _stop_if_cancelled(work)
        work = end_stopped(work)
        work = _ask(work, model) if model is not None and work.goes_on else work
    work = _prefer_cancel(work)
    work = ask_person(work, own_summary)
    work = tell_stopped(work)
    return tell_accepted(work)


def _ask(work: Work, model: ModelPort) -> Work:
    if work.inputs.role == "evaluator":
        return evaluate_change(work, model)
    if work.inputs.role == "manager":
        return lay_out(open_run(work), model)
    if work.inputs.role == "single":
        return answer_once(open_run(work), model)
    work = notice_stuck(work)
    work = receive_approval(work)
    if not work.goes_on or work.run.role != work.inputs.role:
        return work  # another role has its own words and tools: next time
    work = open_run(work)
    work = begin_step(work)
    work = tell_fixes(work)
    work = _tell_cut(work)
    writer = work.inputs.writer
    writer.enter_stage("plan" if not work.past else writer.stage)
    writer.emit(StartStep())
    summarised = summarise_soon(work, model)
    work, completed = ask_model(work, model)
    work = replace(work, recording=(*work.recording, *([summarised] if summarised else ())))
    if completed is not None:
        work = _use_tools(work.add_answer(completed), completed, model)
    writer.emit(FinishStep())
    return work


def store(work: Work) -> tuple[Iteration, Run]:
    """What was done, and the run as it stands after it, in one transaction."""
    iteration, writer, lease = work.iteration(), work.inputs.writer, work.run.lease
    if isinstance(work.next, Fail):
        work = work.change(failure_code=work.next.code, summary=work.next.summary)
    work = work.change(
        iteration=work.inputs.number + 1,
        stage=writer.stage,
        last_seq=writer.last_seq,
        settled_attempt=lease.attempt,
        lease=lease.model_copy(update={"until_ms": 0}),
    )
    work.inputs.ports.runs.save_iteration(work.run, iteration)
    measure_gates(work.run, work.gates, work.inputs.ports.metrics)
    return iteration, work.run


def _stored(run: Run, state: LoopState, ports: LoopPorts) -> Iteration | None:
    """The iteration asked for when it was done before: stored in one transaction with the run's own count."""
    if state.iteration >= run.iteration:
        return None
    return ports.runs.iteration(state.tenant_id, state.run_id, state.iteration)


def _app_of(run: Run, app_soon: Callable[[], App], ports: LoopPorts) -> App | None:
    """The run's app. None when it was deleted under the run, which is ended then."""
    try:
        return app_soon()
    except NotFound:
        said = "The app was deleted while the run was at work."
        end_run(run.tenant_id, run.id, status=RunStatus.ABORTED, failure_code="APP_DELETED", summary=said, ports=ports)
        return None


def _left_undone(run: Run, state: LoopState, ports: LoopPorts) -> LoopState | None:
    """What an execution that is gone had still to do after its last iteration: commit, or record the failure."""
    if run.restarts == 0 or state.iteration == 0:
        return None
    last = ports.runs.iteration(run.tenant_id, run.id, state.iteration - 1)
    return _next_state(state, last, run) if last is not None and last.next in ("finish", "failed") else None


def _next_state(state: LoopState, iteration: Iteration, run: Run) -> LoopState:
    return LoopState(
        tenant_id=state.tenant_id,
        app_id=state.app_id,
        run_id=state.run_id,
        iteration=iteration.number + 1,
        next=iteration.next,
        build_id=iteration.build_id,
        finishing=iteration.next == "worker" and run.waiting.finishing and run.request.evaluator != "model",
    )


def _stop_if_cancelled(work: Work) -> Work:
    if isinstance(work.next, Continue | Finish) and work.inputs.cancelled():
        return work.fail("CANCELLED", "The run was cancelled.")
    return work


def _prefer_cancel(work: Work) -> Work:
    """A person's cancel is why the run ends, whatever would have ended it in the same iteration."""
    if isinstance(work.next, Fail) and work.next.code != "CANCELLED" and work.inputs.cancelled():
        return work.fail("CANCELLED", "The run was cancelled.")
    return work


def _tell_cut(work: Work) -> Work:
    """Tells the model that its answer broke off, after the results of the calls that were complete."""
    return work.say(UserMessage(content=load_prompt("answer_cut"))) if work.inputs.was_cut else work


def _use_tools(work: Work, completed: Completed, model: ModelPort) -> Work:
    tools, workspace = tools_in(work), work.inputs.workspace
    gate = Gate(work.run.request.autonomy, tools, workspace, with_diffs=True)
    calls = tool_calls_of(completed.items)
    work = align_calls(work, calls, tools, model)
    against = conflicting(work)
    work = run_tools(work, calls, tools, lambda call: gate.waits(call) or call.call_id in against)
    work = replace(work, round=replace(work.round, diffs=gate.diffs)).note_untrusted(work.round.untrusted)
    work = store_candidate(work).change(refusals=dict(workspace.refusals))
    return decide_next(work, completed)


def lay_out(work: Work, model: ModelPort) -> Work:
    """With the run's steps, none of them started; it waits then for somebody to approve it."""
    work.inputs.writer.enter_stage("plan")
    return ask_in_step(work, model, _take)


def _take(work: Work, completed: Completed) -> Work:
    if work.inputs.cancelled():
        return work.fail("CANCELLED", "The run was cancelled.")
    try:
        steps = read_steps(text_of(completed.items), work.inputs.ports.clock.now())
    except Invalid as error:
        return _refuse(work, error.message)
    work.inputs.writer.emit(DataPlan(data=PlanData(plan=[step.title for step in steps])))
    work = work.change(plan_steps=steps, role=role_of(steps[0].actor))
    return replace(work, next=Ask() if work.run.is_laid_out else Continue())


def _refuse(work: Work, why: str) -> Work:
    """Once more, with the reason; the second time it is the end, and nothing was done."""
    if any(isinstance(item, UserMessage) and item.content.startswith(_AGAIN) for item in work.past):
        return work.fail("STEPS_UNREADABLE", f"The steps of the run could not be read twice: {shortened(why, _REASON)}")
    words = f"{_AGAIN} {shortened(why, _REASON)} Answer again with the JSON object alone."
    return replace(work.say(UserMessage(content=words)), next=Continue())
