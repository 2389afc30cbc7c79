"""Opening a built page in a browser, in a sandbox of its own.

It holds nothing but the built files. Its only network is its own loopback, where they are served.
"""

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from shared.domain.builds.worker_contract import PAIR_MEMBERS, SCREENSHOT_MEMBER, THUMBNAIL_MEMBER
from worker.page.browser import Browser
from worker.page.report import bounded, is_jpeg, is_picture, is_thumbnail, read_report
from worker.reading import read_below
from worker.sandbox.base import Command, Workplace
from worker.tasks.base import Scene, TaskFailed

_SCRIPTS = Path(__file__).parents[1] / "page"
_REPORT_BYTES, _PICTURE_BYTES, _PAIR_BYTES, _THUMBNAIL_BYTES = 2 * 1024**2, 1024**2, 256 * 1024, 64 * 1024
PAGE_SECONDS, _PROCESSES = 100, 512  # the scripts end by themselves after 80 seconds
READY = "ready"
"""A browser that waits looks for this file: `go` when `dist` is there, `stop` when it never will be."""


def page_place(place: Workplace, axe: Path | None = None, name: str = "page") -> Workplace:
    """A workplace that holds the scripts that open a page, with `axe` if there is one, and nothing of the project."""
    inner = Workplace(place.root / name)
    inner.root.mkdir(mode=0o711)
    inner.project.mkdir()
    for script in _SCRIPTS.glob("*.mjs"):
        shutil.copyfile(script, inner.project / script.name)
    if axe is not None and axe.is_file():
        shutil.copyfile(axe, inner.project / axe.name)
    return inner


def run_browser(scene: Scene, browser: Browser, place: Workplace, *, seconds: int, waits: bool = False) -> None:
    """Open the job's page in a sandbox over `place`. One that `waits` starts the browser, then waits for `READY`."""
    wanted = {"waits": waits, "layout": not waits and not scene.job.browser.audit, "thumbnail": waits, "routes": waits}
    spec = {**asdict(scene.job.browser), **wanted}
    with scene.progress.timed("page_ms"):
        run_script(scene, browser, place, "browse.mjs", spec, seconds)


def run_script(
    scene: Scene, browser: Browser, place: Workplace, script: str, spec: Mapping[str, Any], seconds: int
) -> None:
    """Run a script that starts the browser, in a sandbox over `place`."""
    whole = {"program": str(browser.program), "environment": dict(browser.environment), **spec}
    command = Command(("node", script, json.dumps(whole)), {}, browser.reads)
    limits = replace(scene.job.limits, wall_seconds=seconds, processes=max(_PROCESSES, scene.job.limits.processes))
    scene.run(command, "browser", place=place, limits=limits)


def take_report(scene: Scene, place: Workplace) -> None:
    """Keep what the browser saw; TaskFailed when it saw nothing."""
    report = report_of(place)
    picture = read_below(place.project, "screenshot.png", _PICTURE_BYTES)
    if picture is not None and is_picture(picture):
        scene.progress.members[SCREENSHOT_MEMBER] = picture
    if scene.job.browser.pair:
        pair = {name: read_below(place.project, name.removeprefix("page/"), _PAIR_BYTES) for name in PAIR_MEMBERS}
        kept = {name: content for name, content in pair.items() if content is not None and is_jpeg(content)}
        scene.progress.members |= kept if len(kept) == len(pair) else {}
    thumbnail = read_below(place.project, "thumbnail.webp", _THUMBNAIL_BYTES)
    if thumbnail is not None and is_thumbnail(thumbnail):
        scene.progress.members[THUMBNAIL_MEMBER] = thumbnail
    scene.progress.page = bounded(report, screenshot=SCREENSHOT_MEMBER in scene.progress.members)


def report_of(place: Workplace) -> dict[str, Any]:
    """What a script wrote down; TaskFailed when that is nothing, or the browser never started."""
    content = read_below(place.project, "report.json", _REPORT_BYTES)
    report = read_report(content) if content else None
    if report is None:
        raise TaskFailed("worker_error", "The browser left no report; the page can be opened again.")
    if report.get("started") is not True:
        why = str(report.get("why", ""))[:500]
        raise TaskFailed("no_browser", f"The browser of this worker does not start. {why}".strip())
    return report
