"""The acceptance checks of a project, done in the browser on what was built. What a check says is data, never code."""

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from shared.domain.builds.acceptance_spec import (
    ENDING,
    FOLDER,
    MOST_BYTES,
    MOST_CHECKS,
    AcceptanceCheck,
    CheckInvalid,
    parse_check,
)
from worker.contract import Part
from worker.page.report import check_done
from worker.reading import read_below
from worker.status import PartStatus
from worker.tasks.base import Progress, Scene, TaskFailed
from worker.tasks.page import page_place, report_of, run_script
from worker.tasks.sharing import NO_BUILD, Built, copy_source, failed_part, handing_over

_SECONDS = 90  # the script ends by itself after 60 seconds of checks
_NONE = Part(PartStatus.SKIPPED, None, "The project has no acceptance checks.")
_STOPPED = {"ok": False, "code": "ACCEPTANCE_STOPPED"}


def check_acceptance(scene: Scene, built: Built) -> Part:
    """Every check of the project; `progress.acceptance` says what came of each, in the order of their paths."""
    found = read_checks(copy_source(scene, "acceptance").place.project)
    if not found:
        return _NONE
    inner = replace(scene, progress=Progress())
    try:
        done = _done(scene, inner, built, [check for check in found.values() if isinstance(check, AcceptanceCheck)])
    except TaskFailed as failure:
        return failed_part(failure, inner)
    if done is None:
        return NO_BUILD
    scene.progress.acceptance = [_reported(path, check, done) for path, check in found.items()]
    wrong = sum(not one["ok"] for one in scene.progress.acceptance)
    if wrong:
        return Part(PartStatus.FAILED, None, f"{wrong} of {len(found)} acceptance checks failed.")
    return Part(PartStatus.PASSED)


def read_checks(project: Path) -> dict[str, AcceptanceCheck | CheckInvalid]:
    """By path, sorted: the checks, and what is wrong with a file that is none. Of too many, those that are too many."""
    names = sorted(path.name for path in (project / FOLDER).glob(f"*{ENDING}"))
    found: dict[str, AcceptanceCheck | CheckInvalid] = {}
    for name in names[:MOST_CHECKS]:
        found[FOLDER + name] = _read(project, FOLDER + name)
    if len(names) > MOST_CHECKS:
        reported = f"At most {MOST_CHECKS} checks are done, and there are {len(names)}: remove what guards the same."
        found[FOLDER + names[MOST_CHECKS]] = CheckInvalid("ACCEPTANCE_TOO_MANY", reported)
    return found


def _read(project: Path, path: str) -> AcceptanceCheck | CheckInvalid:
    try:
        return parse_check(read_below(project, path, MOST_BYTES) or b" " * (MOST_BYTES + 1))
    except CheckInvalid as invalid:
        return invalid


def _done(scene: Scene, inner: Scene, built: Built, checks: list[AcceptanceCheck]) -> list[dict[str, Any]] | None:
    """What came of each check, as far as they were done; None where there is nothing to open."""
    browser = scene.find_browser(scene.toolchain)
    if browser is None:
        raise TaskFailed("no_browser", "There is no browser in this worker.")
    place = page_place(scene.place, name="acceptance-page")
    (place.project / "checks.json").write_text(json.dumps([asdict(check) for check in checks]))
    seconds = scene.job.limits.wall_seconds + _SECONDS
    with scene.progress.timed("acceptance_ms"), handing_over(scene, place, built):
        run_script(inner, browser, place, "acceptance.mjs", {"waits": True}, seconds)
    if not built.ok:
        return None
    report = report_of(place)
    reported = report.get("checks")
    done = [check_done(one) for one in reported[: len(checks)]] if isinstance(reported, list) else []
    why = str(report.get("why") or "It was not done.")[:200]
    return [*done, *[_STOPPED | {"step": 0, "did": "", "message": why, "ms": 0}] * (len(checks) - len(done))]


def _reported(path: str, check: AcceptanceCheck | CheckInvalid, done: list[dict[str, Any]]) -> Mapping[str, Any]:
    """The next one of `done` belongs to the next check that is one."""
    if isinstance(check, CheckInvalid):
        wrong = {"ok": False, "code": check.code, "step": 0, "did": "", "message": str(check)[:500], "ms": 0}
        return {"path": path, "title": "", "asked": "", **wrong}
    return {"path": path, "title": check.title, "asked": check.asked, **done.pop(0)}
