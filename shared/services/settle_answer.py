"""What follows from an answer of the model: go on, build, finish, or stop."""

from shared.domain.compile_report import CompileReport
from shared.domain.data_chunks import BuildData, DataBuild, DataDiagnostics, DiagnosticsData
from shared.domain.ids import derived_id
from shared.domain.model_messages import Completed, ToolCall, UserMessage, text_of
from shared.domain.run import Role, Step
from shared.domain.untrusted import shortened
from shared.domain.worker_task import BUILD, WorkerTask
from shared.services.diff_problems import suggested
from shared.services.fix_candidate import fix_candidate
from shared.services.hold_calls import hold
from shared.services.load_prompt import load_prompt
from shared.services.loop_work import Work, call_id_of, call_ids
from shared.services.notice_stuck import notice_stuck
from shared.services.plan_verdict import plan_verdict, store_build
from shared.services.run_tools import ToolRound, report
from shared.tools.base import ToolResult, not_run, refuse
from shared.tools.compiling import describe
from shared.tools.finish import SUMMARY_MOST
from shared.tools.registry import CODER_TOOLS

_IDENTICAL = 3
_SYNTAX = frozenset({"SYNTAX_ERROR", "VUE_SYNTAX", "SVELTE_SYNTAX", "CSS_SYNTAX", "JSON_INVALID"})
_UNDONE = ("failed", "skipped")
_FINISHING = ("Not run: call it before `finish`, alone.", "Not run: finish builds the project itself.")
_SKIPPED = ToolResult(
    ok=True, text="skipped: targeted tests are switched off here.", data={"status": "skipped"}, ran=False
)


def settle_answer(work: Work, completed: Completed, done: ToolRound) -> None:
    """Set what comes next. Every call of the answer has its output afterwards, but one that waits for a build."""
    _settle(work, completed, done)
    notice_stuck(work)


def _settle(work: Work, completed: Completed, done: ToolRound) -> None:
    if work.cancelled():
        _leave(work, done, not_run("Not run: the person cancelled."))
        work.fail("CANCELLED", "The run was cancelled.")
    elif done.held:
        hold(work, done)
    elif done.finish is not None and (undone := _undone(completed, done)):
        _leave(work, done, refuse(f"Not finished: {undone} of the same answer was refused. Read why, then go on."))
    elif work.role == "planner" and not work.last_call and (done.finish is not None or not done.outputs):
        _hand_to_coder(work, done)
    elif done.finish is not None:
        finish_work(work, completed, done)
    elif done.build is not None:
        _work(work, done, done.build)
    elif not done.outputs:
        _without_calls(work, completed, done)


def _hand_to_coder(work: Work, done: ToolRound) -> None:
    """The plan stands in the project's state; the same run goes on with the work."""
    if done.finish is not None:
        report(done.finish, ToolResult(ok=True, text="Planned."), done, work.writer, 0)
    work.change(role="coder")
    work.items.append(UserMessage(content=load_prompt("carry_out")))


def _leave(work: Work, done: ToolRound, why: ToolResult) -> None:
    """Answer the calls that the loop itself would have answered."""
    for call in (done.build, done.finish):
        if call is not None:
            report(call, why, done, work.writer, 0)


def _undone(completed: Completed, done: ToolRound) -> str | None:
    """The tool of a change that was refused in the very answer that says the work is finished."""
    own = call_ids(completed.items)
    failed = [step.tool for step in done.steps if step.call_id in own and step.status in _UNDONE]
    return next((name for name in failed if name in CODER_TOOLS and CODER_TOOLS[name].kind == "write"), None)


def _without_calls(work: Work, completed: Completed, done: ToolRound) -> None:
    """Words alone are the end of the work, when they are whole."""
    if completed.finish_reason == "content_filter":
        work.fail("MODEL_UNAVAILABLE", "The model's service withheld the answer (its content filter).")
    elif completed.finish_reason == "length":
        work.answer(None, "Your answer was cut at its longest. Write less at a time: one file a call, or small edits.")
        work.note_failure("ANSWER_CUT", [])
    elif not text_of(completed.items).strip():
        work.answer(None, "Your answer was empty. Go on with the tools, or call `finish`.")
        work.note_failure("ANSWER_EMPTY", [])
    else:
        finish_work(work, completed, done)


def finish_work(work: Work, completed: Completed, done: ToolRound) -> None:
    """The model says that it is done: keep its words, then whatever the change still has to pass."""
    said, changed = done.finish_data, _changed(work)
    words = said.get("summary") or text_of(completed.items).strip()
    without_words = "The run stopped at its last call without a summary." if changed else "Nothing was changed."
    mends_syntax = work.role == "fixer" and work.run.repair is None  # it only makes the coder's work parse
    if not mends_syntax or work.run.summary is None:
        work.change(
            summary=shortened(words or without_words, SUMMARY_MOST),
            commit_message=None if words else suggested(work.run, work.run.candidate_tree, work.ports),
            rationale=said.get("rationale"),
            assumptions=said.get("assumptions") or [],
        )
    if done.build is not None:
        report(done.build, not_run(_FINISHING[done.task.task == "build"]), done, work.writer, 0)
    if not changed:
        _accept(work, done)
    elif _compiles(work, done, done.finish):
        _build_unless_green(work, done, done.finish, finishing=True)


def _work(work: Work, done: ToolRound, call: ToolCall) -> None:
    """Hand what a tool asked for to the worker. Tests and commands may well be asked about what does not compile."""
    task = done.task
    if task.task == "tests" and not work.ports.switches.targeted_tests:
        report(call, _SKIPPED, done, work.writer, 0)
    elif task.task in ("build", "browser") and not _compiles(work, done, call):
        return
    elif task.task == "build":
        _build_unless_green(work, done, call, finishing=False)
    else:
        request_work(work, store_candidate(work), task)
        _wait_for_worker(work, call, finishing=False)


def _changed(work: Work) -> bool:
    return store_candidate(work) != work.run.base_tree


def store_candidate(work: Work) -> str:
    """Store the workspace's tree as the run's candidate; its id."""
    run = work.run
    tree = work.ports.snapshots.put(run.tenant_id, run.app_id, work.workspace.files)
    work.change(candidate_tree=tree)
    return tree


def _compiles(work: Work, done: ToolRound, call: ToolCall | None) -> bool:
    work.writer.enter_stage("compile")
    checked = fix_candidate(work)
    compiled = checked.report
    if checked.paths:
        store_candidate(work)
    found = DiagnosticsData(source="compile", ok=compiled.ok, diagnostics=compiled.diagnostics)
    work.writer.emit(DataDiagnostics(data=found))
    work.change(role=_next_role(work, compiled))
    work.gates.append(compiled.ok)
    if compiled.ok:
        work.graph = compiled.graph
        return True
    parts = ("Not done: the project does not compile.", checked.note(), describe(compiled.diagnostics))
    text = "\n".join([*filter(None, parts), "Repair this first."])
    if call is not None:
        report(call, refuse(text, *compiled.diagnostics), done, work.writer, 0)
    else:
        work.answer(None, text)
    work.note_failure("BUILDER_COMPILE_FAILED", compiled.diagnostics)
    return False


def _next_role(work: Work, compiled: CompileReport) -> Role:
    """With a model evaluator the coder is spared what only fails to parse: that is the syntax fixer's."""
    if work.run.repair is not None:
        return "fixer"
    wrong = {found.code for found in compiled.diagnostics if found.severity == "error"}
    return "fixer" if work.run.evaluator == "model" and wrong and wrong <= _SYNTAX else "coder"


def _build_unless_green(work: Work, done: ToolRound, call: ToolCall | None, *, finishing: bool) -> None:
    tree = store_candidate(work)
    if tree == work.run.green_tree or (finishing and not work.ports.switches.worker_build_gate):
        if finishing and work.run.evaluator == "model":
            _ask_evaluator(work, done)
        elif finishing:
            _accept(work, done)
        elif call is not None:
            report(
                call, ToolResult(ok=True, text="This tree has already been built; it is green."), done, work.writer, 0
            )
        return
    request_work(work, tree, plan_verdict(work))
    _wait_for_worker(work, call, finishing=finishing)


def _wait_for_worker(work: Work, call: ToolCall | None, *, finishing: bool) -> None:
    """The call is answered by a later iteration; until then its step is running."""
    work.change(finishing=finishing, pending_call_id=call_id_of(call))
    if call is not None:
        running = Step(call_id=call.call_id, tool=call.name, status="running", arguments=call.arguments, output="")
        work.steps.append(running.model_copy(update={"started_at": work.writer.now()}))


def _ask_evaluator(work: Work, done: ToolRound) -> None:
    if done.finish is not None:
        report(done.finish, ToolResult(ok=True, text="Built. The evaluator looks at it now."), done, work.writer, 0)
    work.change(role="evaluator", pending_call_id=None)
    work.next = "evaluate"


def _accept(work: Work, done: ToolRound) -> None:
    if done.finish is not None:
        report(done.finish, ToolResult(ok=True, text="Finished."), done, work.writer, 0)
    work.next = "finish"


def request_work(work: Work, tree: str, task: WorkerTask = BUILD) -> None:
    """Ask for a candidate build of `tree`, or another task. A build reserves the revision id of this tree's commit.

    The id holds the tree and the task, so a repeated attempt that asks for the same gets the same, run once, and one
    that asks for something else never takes over an earlier one's result.
    """
    asked = () if task == BUILD else (task.model_dump_json(),)
    build = store_build(work, derived_id("bld", work.run.id, str(work.number), tree, *asked), tree, task)
    if task.task == "build":
        work.writer.enter_stage("build")
        work.writer.emit(DataBuild(data=BuildData(build_id=build.id, status="queued")))
    work.change(build_id=build.id)
    work.build_id = build.id
    work.next = "worker"
