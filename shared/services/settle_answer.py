"""What follows from an answer of the model: go on, build, finish, or stop."""

from shared.domain.errors import Conflict
from shared.domain.events import BuildData, DataBuild, DataDiagnostics, DiagnosticsData
from shared.domain.ids import derived_id, new_id
from shared.domain.model_messages import Completed, ToolCall, text_of
from shared.domain.revision import Build
from shared.services.loop_work import Work, call_id_of
from shared.services.run_tools import ToolRound, report
from shared.tools.base import ToolResult, refuse
from shared.tools.compile_project import check, describe

_IDENTICAL = 3


def settle_answer(work: Work, completed: Completed, done: ToolRound) -> None:
    """Set what comes next. Every call of the answer has its output afterwards, but one that waits for a build."""
    if work.cancelled():
        work.fail("CANCELLED", "The run was cancelled.")
    elif done.finish is not None or not (done.outputs or done.build):
        _finish(work, completed, done)
    elif done.build is not None:
        _build(work, done, done.build)
    elif _repeats_itself(work):
        work.fail("STUCK", "The model made the same call three times in a row with the same result.")


def _finish(work: Work, completed: Completed, done: ToolRound) -> None:
    said = done.finish_data
    work.change(
        summary=said.get("summary") or text_of(completed.items).strip() or "Nothing was changed.",
        rationale=said.get("rationale"),
        assumptions=said.get("assumptions") or [],
    )
    if done.build is not None:
        report(done.build, refuse("Not run: finish builds the project itself."), done, work.writer, 0)
    if not _changed(work):
        _accept(work, done)
    elif _compiles(work, done, done.finish):
        _build_unless_green(work, done, done.finish, finishing=True)


def _build(work: Work, done: ToolRound, call: ToolCall) -> None:
    if _compiles(work, done, call):
        _build_unless_green(work, done, call, finishing=False)


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
    compiled = check(work.workspace)
    found = DiagnosticsData(source="compile", ok=compiled.ok, diagnostics=compiled.diagnostics)
    work.writer.emit(DataDiagnostics(data=found))
    if compiled.ok:
        return True
    text = f"Not done: the project does not compile.\n{describe(compiled.diagnostics)}\nRepair this first."
    if call is not None:
        report(call, refuse(text, *compiled.diagnostics), done, work.writer, 0)
    else:
        work.answer(None, text)
    work.note_failure("BUILDER_COMPILE_FAILED", compiled.diagnostics)
    return False


def _build_unless_green(work: Work, done: ToolRound, call: ToolCall | None, *, finishing: bool) -> None:
    tree = store_candidate(work)
    if tree == work.run.green_tree or (finishing and not work.ports.switches.worker_build_gate):
        if finishing:
            _accept(work, done)
        elif call is not None:
            report(
                call, ToolResult(ok=True, text="This tree has already been built; it is green."), done, work.writer, 0
            )
        return
    request_build(work, tree)
    work.change(finishing=finishing, pending_call_id=call_id_of(call))


def _accept(work: Work, done: ToolRound) -> None:
    if done.finish is not None:
        report(done.finish, ToolResult(ok=True, text="Finished."), done, work.writer, 0)
    work.next = "finish"


def request_build(work: Work, tree: str) -> None:
    """Ask for a candidate build of `tree`. The build reserves the revision id that a commit of this tree takes."""
    run = work.run
    build = Build(
        id=derived_id("bld", run.id, str(work.number)),
        tenant_id=run.tenant_id,
        app_id=run.app_id,
        slug=work.app.slug,
        revision_id=new_id("rev"),
        tree=tree,
        kind="candidate",
        run_id=run.id,
        created_at=work.ports.clock.now(),
    )
    try:
        work.ports.builds.create(build)
    except Conflict:
        build = work.ports.builds.get(run.tenant_id, run.app_id, build.id)
    work.writer.enter_stage("build")
    work.writer.emit(DataBuild(data=BuildData(build_id=build.id, status="queued")))
    work.change(build_id=build.id)
    work.build_id = build.id
    work.next = "worker"


def _repeats_itself(work: Work) -> bool:
    earlier = [
        step
        for number in range(max(0, work.number - _IDENTICAL), work.number)
        if (stored := work.ports.runs.iteration(work.run.tenant_id, work.run.id, number)) is not None
        for step in stored.steps
    ]
    last = [(step.tool, step.arguments, step.output) for step in [*earlier, *work.steps]][-_IDENTICAL:]
    return len(last) == _IDENTICAL and len(set(last)) == 1
