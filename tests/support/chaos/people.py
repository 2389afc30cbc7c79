"""What people do to a run while it is at work or waits for them."""

from typing import Any

from devkit.fakes.model import Call, calls
from devkit.loop import USER, LoopDriver
from shared.domain.apps.app import App
from shared.domain.errors import AppError, Conflict
from shared.domain.runs.run import Run
from shared.services.change_app import change_app
from shared.services.runs.advance_run import Advance, advance_run
from shared.services.runs.cancel_run import cancel_run
from tests.support.chaos.storm import Chaos
from tests.support.racing import race

THEIRS = {"src/theirs.ts": b"export const theirs = 1;\n"}
CLASH = {"src/note.ts": b"export const theirs = 2;\n"}


def cancel(chaos: Chaos) -> None:
    run, workflows = chaos.run, chaos.world.workflows
    cancel_run(run.tenant_id, run.app_id, run.id, ports=chaos.driver.ports, workflows=workflows)


def save(chaos: Chaos, files: dict[str, bytes] = THEIRS) -> None:
    """Somebody else saves: the draft moves."""
    app = chaos.world.apps.get(USER.tenant_id, chaos.run.app_id)
    draft = chaos.world.revisions.get(app.tenant_id, app.id, app.draft_revision_id or "")
    chaos.world.add_revision(app, chaos.world.snapshots.get(app.tenant_id, app.id, draft.tree) | files)


def clash(chaos: Chaos) -> None:
    save(chaos, CLASH)


def delete(chaos: Chaos) -> None:
    def gone(app: App) -> App:
        return app.model_copy(update={"deleted_at": chaos.world.clock.now()})

    world, run = chaos.world, chaos.run
    change_app(world, run.tenant_id, run.app_id, gone)


def post(chaos: Chaos) -> None:
    """A second client sends a message, twice at once. At most one becomes a run, which is played to its end."""
    theirs = Call(name="write_file", arguments={"path": "src/second.ts", "content": "export {}\n"})
    done = Call(name="finish", arguments={"summary": "Second.", "rationale": None, "assumptions": None})
    second = LoopDriver([calls(theirs, done)], world=chaos.world)
    outcomes = race(*[lambda: second.start("Another", app_id=chaos.run.app_id)] * 2)
    started = [each for each in outcomes if isinstance(each, Run)]
    chaos.refused += [each for each in outcomes if isinstance(each, AppError)]
    assert len(started) <= 1, "two runs at once on one app"
    chaos.others += [second.follow(run) for run in started]


def answer(chaos: Chaos, run: Run, how: str) -> None:
    """One of: approve, skip, abort, timeout, twice, saved, clash, other."""
    match how:
        case "timeout":
            chaos.nobody_answers(run)
        case "twice":
            answers = race(*[lambda: _advance(chaos, run, "approve"), lambda: _advance(chaos, run, "skip")] * 2)
            chaos.refused += [each for each in answers if isinstance(each, AppError)]
        case "saved":
            save(chaos)
            _advance(chaos, run, "approve")
        case "clash":
            clash(chaos)
            _refused(chaos, run, "MERGE_CONFLICT")
            _advance(chaos, run, "abort")
        case "other":
            post(chaos)
            _advance(chaos, run, "approve")
        case _:
            _advance(chaos, run, how, feedback="As I say.")


def _advance(chaos: Chaos, run: Run, how: str, **more: Any) -> Run:
    asked = Advance.model_validate({"approval": how, **more})
    return advance_run(
        principal=USER, run_id=run.id, request=asked, ports=chaos.driver.ports, workflows=chaos.world.workflows
    )


def _refused(chaos: Chaos, run: Run, code: str) -> None:
    try:
        _advance(chaos, run, "approve")
    except Conflict as refusal:
        chaos.refused.append(refusal)
        assert refusal.code == code
    else:
        raise AssertionError(f"the answer was taken, not refused with {code}")
