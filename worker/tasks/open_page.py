"""The task `browser`: build the project, then open a page of it in a browser."""

from worker.dist import DIST
from worker.tasks.base import Scene, TaskFailed
from worker.tasks.build_dist import build_dist
from worker.tasks.page import PAGE_SECONDS, page_place, run_browser, take_report
from worker.tasks.positions import locating


def open_page(scene: Scene) -> None:
    """Build and look; `progress.page` is what the browser saw."""
    browser = scene.find_browser(scene.toolchain)
    if browser is None:
        raise TaskFailed("no_browser", "There is no browser in this worker.")
    build_dist(scene)
    scene.progress.files = ()
    place = page_place(scene.place, scene.toolchain.axe if scene.job.browser.audit else None)
    (scene.place.project / DIST).rename(place.project / DIST)
    with locating(scene, place) as locator:
        run_browser(scene, browser, place, seconds=PAGE_SECONDS)
    take_report(scene, place)
    scene.progress.page = locator.located(place.project, scene.progress.page)
