"""An imported project as it came: built by its own configuration and opened, so that its page can be compared."""

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from shared.domain.builds.page_spec import PageSpec
from worker.dist import DIST, DistRefused
from worker.page.report import bounded
from worker.sandbox.base import Workplace
from worker.source import SOURCE_BYTES, SourceInvalid, unpack
from worker.tasks.base import Progress, Scene, TaskFailed
from worker.tasks.build_dist import build_dist
from worker.tasks.page import PAGE_SECONDS, page_place, report_of, run_script
from worker.tasks.sharing import Built
from worker.transfer import TooLarge, TransferFailed, fetch

_BUILD_SECONDS = 60
_REPORTED = ("url", "title", "errors", "tree")


def look_at_original(scene: Scene, built: Built) -> Mapping[str, Any]:
    """`page` is what its page shows, None where it was not built or opened, for which `message` is the reason.

    Nothing of it is kept. It is opened only where the build that it is compared with has succeeded.
    """
    try:
        return {"page": _seen(scene, built), "message": ""}
    except (TaskFailed, DistRefused) as failure:
        return {"page": None, "message": failure.message[:1000]}


def _seen(scene: Scene, built: Built) -> Mapping[str, Any]:
    browser = scene.find_browser(scene.toolchain)
    if browser is None:
        raise TaskFailed("no_browser", "There is no browser in this worker.")
    inner = _received(scene)
    build_dist(inner)
    built.ended.wait()
    if not built.ok:
        raise TaskFailed("cancelled", "There is no build to compare it with.")
    place = page_place(inner.place)
    (inner.place.project / DIST).rename(place.project / DIST)
    spec = {**asdict(PageSpec()), "own_base": True, "layout": False}
    run_script(inner, browser, place, "browse.mjs", spec, PAGE_SECONDS)
    report = bounded(report_of(place), screenshot=False)
    return {name: report[name] for name in _REPORTED}


def _received(scene: Scene) -> Scene:
    place = Workplace(scene.place.root / "original")
    place.root.mkdir(mode=0o711)
    archive = place.root / "source.tar.zst"
    try:
        fetch(scene.job.original_url, archive, SOURCE_BYTES)
        unpack(archive, place.project)
    except (TooLarge, SourceInvalid, TransferFailed) as error:
        raise TaskFailed("source_invalid", f"The original could not be read. {error}") from error
    limits = replace(scene.job.limits, wall_seconds=min(_BUILD_SECONDS, scene.job.limits.wall_seconds))
    job = replace(scene.job, limits=limits, build_args=())
    return replace(scene, place=place, progress=Progress(), job=job)
