"""A build with its checks: types, tests and one look at the page, each in a sandbox of its own, all at once."""

import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from worker.contract import Part
from worker.dist import DIST, open_dist_file
from worker.sandbox.base import Workplace
from worker.source import SourceInvalid, unpack
from worker.status import PartStatus
from worker.tasks.base import Progress, Scene, TaskFailed
from worker.tasks.build_dist import build_dist
from worker.tasks.native_types import answers, native_command
from worker.tasks.page import PAGE_SECONDS, READY, page_place, run_browser, take_report
from worker.tasks.tests import has_tests, run_tests
from worker.tasks.types import NothingToCheck, check_types, own_checker

log = logging.getLogger(__name__)

_SECONDS = 60
_LOG_CHARS = 8_000  # from each end
_UNAVAILABLE = ("worker_error", "no_browser", "no_program", "cancelled")


def build_and_check(scene: Scene) -> None:
    """Build, and do the job's checks meanwhile; `progress.checks` is what they found.

    A check that fails fails nothing else. TaskFailed is the build's own, raised when the checks have ended too.
    """
    if not scene.job.checks:
        build_dist(scene)
        return
    built = _Built()
    with ThreadPoolExecutor(len(scene.job.checks), thread_name_prefix="check") as pool:
        running = {name: pool.submit(_part, _CHECKS[name], scene, built) for name in scene.job.checks}
        try:
            build_dist(scene)
            built.ok = True
        finally:
            built.ended.set()
            scene.progress.checks = {name: future.result() for name, future in running.items()}


class _Built:
    """How the build ended that runs with the checks, when it has."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.ok = False


def _part(check: Callable[[Scene, _Built], Part], scene: Scene, built: _Built) -> Part:
    try:
        return check(scene, built)
    except Exception:  # a fault of ours in one check leaves the build and the others what they are
        log.exception("a check of job %s", scene.job.build_id)
        return Part(PartStatus.UNAVAILABLE, "worker_error", "The build worker failed at this check.")


def _types(scene: Scene, _: _Built) -> Part:
    inner = _copy(scene, "types")
    try:
        with scene.progress.timed("types_ms"):
            own = own_checker(inner)
            native = native_command(inner, own)
            if native is None or not answers(inner, native):
                inner = inner if native is None else _copy(scene, "types-own")
                check_types(inner, own)
    except NothingToCheck as nothing:
        return Part(PartStatus.SKIPPED, None, str(nothing))
    except TaskFailed as failure:
        return _failed(failure, inner)
    return Part(PartStatus.PASSED)


def _tests(scene: Scene, _: _Built) -> Part:
    inner = _copy(scene, "tests")
    if not has_tests(inner.place.project):
        return Part(PartStatus.SKIPPED, None, 'package.json has no "test" script.')
    try:
        with scene.progress.timed("tests_ms"):
            run_tests(inner)
    except TaskFailed as failure:
        return _failed(failure, inner)
    finally:
        scene.progress.tests = inner.progress.tests
    return Part(PartStatus.PASSED)


def _page(scene: Scene, built: _Built) -> Part:
    """`passed` says that the page was opened; the reader of the report decides what it is worth."""
    browser = scene.find_browser(scene.toolchain)
    if browser is None:
        return Part(PartStatus.UNAVAILABLE, "no_browser", "There is no browser in this worker.")
    inner = replace(scene, progress=Progress())
    place = page_place(scene.place)
    handing = threading.Thread(target=_hand_over, args=(scene, place, built), name="check-page-files")
    handing.start()
    try:
        seconds = scene.job.limits.wall_seconds + PAGE_SECONDS
        run_browser(inner, browser, place, seconds=seconds, waits=True)
    except TaskFailed as failure:
        return _failed(failure, inner)
    finally:
        handing.join()
        scene.progress.timings |= inner.progress.timings
    if not built.ok:
        return Part(PartStatus.SKIPPED, None, "There is no build to open.")
    try:
        take_report(inner, place)
    except TaskFailed as failure:
        return _failed(failure, inner)
    scene.progress.page = inner.progress.page
    scene.progress.members |= inner.progress.members
    return Part(PartStatus.PASSED)


_CHECKS: Mapping[str, Callable[[Scene, _Built], Part]] = {"types": _types, "tests": _tests, "page": _page}


def _hand_over(scene: Scene, place: Workplace, built: _Built) -> None:
    """Give the waiting browser a copy of the built files: it may write to its own, the build's are uploaded."""
    built.ended.wait()
    word = "stop"
    try:
        if built.ok:
            _copy_dist(scene, place.project / DIST)
            word = "go"
    finally:
        (place.project / "ready.new").write_text(word)
        (place.project / "ready.new").rename(place.project / READY)


def _copy_dist(scene: Scene, target: Path) -> None:
    target.mkdir()
    for file in scene.progress.files:
        path = target / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        with open_dist_file(scene.place.project, file) as content:
            path.write_bytes(content.read())


def _copy(scene: Scene, name: str) -> Scene:
    """The same source in a place of its own, so that no check meets what the build or another check writes."""
    place = Workplace(scene.place.root / name)
    place.root.mkdir(mode=0o711)
    try:
        unpack(scene.place.root / "source.tar.zst", place.project)
    except SourceInvalid as error:
        raise TaskFailed("worker_error", str(error)) from error
    limits = replace(scene.job.limits, wall_seconds=min(_SECONDS, scene.job.limits.wall_seconds))
    return replace(scene, place=place, progress=Progress(), job=replace(scene.job, limits=limits))


def _failed(failure: TaskFailed, inner: Scene) -> Part:
    status = PartStatus.UNAVAILABLE if failure.reason in _UNAVAILABLE else PartStatus.FAILED
    return Part(status, failure.reason, failure.message, _shortened(inner.progress.log))


def _shortened(output: bytes) -> str:
    text = output.decode("utf-8", "ignore")
    if len(text) <= 2 * _LOG_CHARS:
        return text
    return f"{text[:_LOG_CHARS]}\n[...]\n{text[-_LOG_CHARS:]}"
