"""A build with its checks: types, tests, one look at the page, acceptance checks, each in a sandbox of its own."""

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from worker.contract import Part
from worker.status import PartStatus
from worker.tasks.acceptance import check_acceptance
from worker.tasks.base import Progress, Scene, TaskFailed
from worker.tasks.build_dist import build_dist
from worker.tasks.native_types import answers, native_command
from worker.tasks.page import PAGE_SECONDS, page_place, run_browser, take_report
from worker.tasks.sharing import NO_BUILD, Built, copy_source, failed_part, handing_over
from worker.tasks.tests import has_tests, run_tests
from worker.tasks.types import NothingToCheck, check_types, own_checker

log = logging.getLogger(__name__)


def build_and_check(scene: Scene) -> None:
    """Build, and do the job's checks meanwhile; `progress.checks` is what they found.

    A check that fails fails nothing else. TaskFailed is the build's own, raised when the checks have ended too.
    """
    if not scene.job.checks:
        build_dist(scene)
        return
    built = Built()
    with ThreadPoolExecutor(len(scene.job.checks), thread_name_prefix="check") as pool:
        running = {name: pool.submit(_part, _CHECKS[name], scene, built) for name in scene.job.checks}
        try:
            build_dist(scene)
            built.ok = True
        finally:
            built.ended.set()
            scene.progress.checks = {name: future.result() for name, future in running.items()}


def _part(check: Callable[[Scene, Built], Part], scene: Scene, built: Built) -> Part:
    try:
        return check(scene, built)
    except Exception:  # a fault of ours in one check leaves the build and the others what they are
        log.exception("a check of job %s", scene.job.build_id)
        return Part(PartStatus.UNAVAILABLE, "worker_error", "The build worker failed at this check.")


def _types(scene: Scene, _: Built) -> Part:
    inner = copy_source(scene, "types")
    try:
        with scene.progress.timed("types_ms"):
            own = own_checker(inner)
            native = native_command(inner, own)
            if native is None or not answers(inner, native):
                inner = inner if native is None else copy_source(scene, "types-own")
                check_types(inner, own)
    except NothingToCheck as nothing:
        return Part(PartStatus.SKIPPED, None, str(nothing))
    except TaskFailed as failure:
        return failed_part(failure, inner)
    return Part(PartStatus.PASSED)


def _tests(scene: Scene, _: Built) -> Part:
    inner = copy_source(scene, "tests")
    if not has_tests(inner.place.project):
        return Part(PartStatus.SKIPPED, None, 'package.json has no "test" script.')
    try:
        with scene.progress.timed("tests_ms"):
            run_tests(inner)
    except TaskFailed as failure:
        return failed_part(failure, inner)
    finally:
        scene.progress.tests = inner.progress.tests
    return Part(PartStatus.PASSED)


def _page(scene: Scene, built: Built) -> Part:
    """`passed` says that the page was opened; the reader of the report decides what it is worth."""
    browser = scene.find_browser(scene.toolchain)
    if browser is None:
        return Part(PartStatus.UNAVAILABLE, "no_browser", "There is no browser in this worker.")
    inner = replace(scene, progress=Progress())
    place = page_place(scene.place)
    try:
        with handing_over(scene, place, built):
            run_browser(inner, browser, place, seconds=scene.job.limits.wall_seconds + PAGE_SECONDS, waits=True)
        if not built.ok:
            return NO_BUILD
        take_report(inner, place)
    except TaskFailed as failure:
        return failed_part(failure, inner)
    finally:
        scene.progress.timings |= inner.progress.timings
    scene.progress.page = inner.progress.page
    scene.progress.members |= inner.progress.members
    return Part(PartStatus.PASSED)


_CHECKS: Mapping[str, Callable[[Scene, Built], Part]] = {
    "types": _types,
    "tests": _tests,
    "page": _page,
    "acceptance": check_acceptance,
}
