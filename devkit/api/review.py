"""A turn of the agent that leaves a diff, over fakes and the real loop."""

from typing import Any

from devkit.fakes.samples import SAMPLE_FILES, a_build, a_conversation, a_diff, a_run, a_turn
from devkit.fakes.world import World
from shared.domain.apps.app import App
from shared.domain.base import Files
from shared.domain.diffs.diff import Diff
from shared.domain.revisions.revision import Revision
from shared.domain.runs.run import Run
from shared.domain.runs.run_status import RunStatus

LINES = b"".join(b"export const n%d = %d;\n" % (n, n) for n in range(30))
BASE: Files = {**SAMPLE_FILES, "src/numbers.ts": LINES}
CHANGED: Files = {
    **SAMPLE_FILES,
    "src/numbers.ts": LINES.replace(b"n2 = 2", b"n2 = 22").replace(b"n25 = 25", b"n25 = 52"),
    "src/App.tsx": SAMPLE_FILES["src/App.tsx"].replace(b"Hello", b"Hallo"),
    "src/new.ts": b"export const fresh = 1;\n",
}


def propose(
    world: World, app: App, files: Files = CHANGED, *, status: str = "pending_review", built: bool = True, **over: Any
) -> Diff:
    """An ended run that worked on the draft and left a diff; `built` says that its tree has a green candidate build."""
    app = world.apps.get(app.tenant_id, app.id)
    base = world.revisions.get(app.tenant_id, app.id, app.draft_revision_id or "")
    tree = world.snapshots.put(app.tenant_id, app.id, files)
    run = a_run(app, base_tree=base.tree, candidate_tree=tree, message="Say it in German", created_at=world.clock.now())
    if built:
        build = a_build(app, tree=tree, kind="candidate", status="succeeded", run_id=run.id, finished_at=run.created_at)
        world.builds.create(build)
        run = run.change(green_tree=tree, green_build_id=build.id)
    diff = a_diff(
        app, run_id=run.id, conversation_id=run.conversation_id, base_commit=base.commit, base_tree=base.tree,
        tree=tree, status=status, vibecoder_prompt=run.request.message, commit_message="Say it in German",
        created_at=run.created_at, updated_at=run.created_at, **over,
    )  # fmt: skip
    _finish(world, run, diff)
    return diff


def apply(world: World, app: App, files: Files, message: str = "Make it blue", **over: Any) -> Revision:
    """A revision that the agent committed on the draft, with its run and turn."""
    app = world.apps.get(app.tenant_id, app.id)
    run = a_run(app, message=message, created_at=world.clock.now())
    revision = world.add_revision(app, files, origin="chat", run_id=run.id, message=f"Done: {message}", **over)
    _finish(world, run.change(revision_id=revision.id), None)
    return revision


def _finish(world: World, run: Run, diff: Diff | None) -> None:
    world.runs.start(run, a_turn(run), a_conversation(run))
    ended = run.change(status=RunStatus.COMPLETED, finished_at=world.clock.now())
    turn = a_turn(
        ended, summary="All words are German now.", rationale="The page was English.", assumptions=["Formal German"],
        diff_id=diff.id if diff else None, revision_id=run.outcome.revision_id,
    )  # fmt: skip
    world.runs.finish(ended, turn, diff)
