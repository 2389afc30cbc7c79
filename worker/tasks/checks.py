"""A build with its checks: types, tests, one look at the page, acceptance checks, each in a sandbox of its own."""

import logging
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from worker.contract import Part
from worker.status import PartStatus
from worker.tasks.acceptance import check_acceptance
from worker.tasks.base import Progress, Scene, TaskFailed
from worker.tasks.build_dist import build_dist
from worker.tasks.native_types import answers, native_command
from worker.tasks.original import look_at_original
from worker.tasks.page import PAGE_SECONDS, page_place, run_browser, take_report
from worker.tasks.positions import locating
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
    with ThreadPoolExecutor(len(scene.job.checks) + 1, thread_name_prefix="check") as pool:
        running = {name: pool.submit(_part, _CHECKS[name], scene, built) for name in scene.job.checks}
        original = pool.submit(look_at_original, scene, built) if scene.job.original_url else None
        try:
            build_dist(scene)
            built.ok = True
        finally:
            built.ended.set()
            scene.progress.checks = {name: future.result() for name, future in running.items()}
            scene.progress.original = _looked(scene, original) if original else None


def _part(check: Callable[[Scene, Built], Part], scene: Scene, built: Built) -> Part:
    try:
        return check(scene, built)
    except Exception:  # a fault of ours in one check leaves the build and the others what they are
        log.exception("a check of job %s", scene.job.build_id)
        return Part(PartStatus.UNAVAILABLE, "worker_error", "The build worker failed at this check.")


def _looked(scene: Scene, original: Future[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    try:
        return original.result()
    except Exception:  # a comparison that fails leaves the build what it is
        log.exception("the original of job %s", scene.job.build_id)
        return None


TYPES_SECONDS, TYPES_CPU_SECONDS, TYPES_BYTES = 90, 25, 3 * 1024**3 // 2
"""For both compilers together. A template is checked in 0.3 to 3 s; types can be written that are never done. Processor
time decides: on a busy machine the clock runs out for types that are right."""


def _types(scene: Scene, _: Built) -> Part:
    inner = _for_types(scene, "types", TYPES_SECONDS)
    started = time.monotonic()
    try:
        with scene.progress.timed("types_ms"):
            own = own_checker(inner)
            native = native_command(inner, own)
            if native is None or not answers(inner, native):
                if native is not None:
                    left = TYPES_SECONDS - (time.monotonic() - started)
                    inner = _for_types(scene, "types-own", max(1, round(left)))
                check_types(inner, own)
    except NothingToCheck as nothing:
        return Part(PartStatus.SKIPPED, None, str(nothing))
    except TaskFailed as failure:
        return failed_part(failure, inner)
    return Part(PartStatus.PASSED)


def _for_types(scene: Scene, name: str, seconds: int) -> Scene:
    """A copy whose checker ends long before a build would: its place is another build's of the tenant."""
    inner = copy_source(scene, name)
    limits = inner.job.limits
    limits = replace(
        limits,
        wall_seconds=min(seconds, limits.wall_seconds),
        cpu_seconds=TYPES_CPU_SECONDS,
        memory_bytes=min(TYPES_BYTES, limits.memory_bytes),
    )
    return replace(inner, job=replace(inner.job, limits=limits))


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
        with locating(scene, place) as locator, handing_over(scene, place, built):
            run_browser(inner, browser, place, seconds=scene.job.limits.wall_seconds + PAGE_SECONDS, waits=True)
        if not built.ok:
            return NO_BUILD
        take_report(inner, place)
    except TaskFailed as failure:
        return failed_part(failure, inner)
    finally:
        scene.progress.timings |= inner.progress.timings
    scene.progress.page = locator.located(scene.place.project, inner.progress.page)
    scene.progress.members |= inner.progress.members
    return Part(PartStatus.PASSED)


_CHECKS: Mapping[str, Callable[[Scene, Built], Part]] = {
    "types": _types,
    "tests": _tests,
    "page": _page,
    "acceptance": check_acceptance,
}
