"""What the checks of a build share: they run beside it, each over its own copy of the source or of what was built."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from worker.contract import Part
from worker.dist import DIST, open_dist_file
from worker.sandbox.base import Workplace
from worker.source import SourceInvalid, unpack
from worker.status import PartStatus
from worker.tasks.base import Progress, Scene, TaskFailed
from worker.tasks.page import READY

_SECONDS = 60
_LOG_CHARS = 8_000  # from each end
_UNAVAILABLE = ("worker_error", "no_browser", "no_program", "cancelled")
NO_BUILD = Part(PartStatus.SKIPPED, None, "There is no build to open.")


class Built:
    """How the build ended that runs with the checks, when it has."""

    def __init__(self) -> None:
        self.ended = threading.Event()
        self.ok = False


@contextmanager
def handing_over(scene: Scene, place: Workplace, built: Built) -> Iterator[None]:
    """Give the browser that waits in `place` a copy of the built files: it may write to its own."""
    handing = threading.Thread(target=_hand_over, args=(scene, place, built), name="check-page-files")
    handing.start()
    try:
        yield
    finally:
        handing.join()


def _hand_over(scene: Scene, place: Workplace, built: Built) -> None:
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


def copy_source(scene: Scene, name: str) -> Scene:
    """The same source in a place of its own, so that no check meets what the build or another check writes."""
    place = Workplace(scene.place.root / name)
    place.root.mkdir(mode=0o711)
    try:
        unpack(scene.place.root / "source.tar.zst", place.project)
    except SourceInvalid as error:
        raise TaskFailed("worker_error", str(error)) from error
    limits = replace(scene.job.limits, wall_seconds=min(_SECONDS, scene.job.limits.wall_seconds))
    return replace(scene, place=place, progress=Progress(), job=replace(scene.job, limits=limits))


def failed_part(failure: TaskFailed, inner: Scene) -> Part:
    status = PartStatus.UNAVAILABLE if failure.reason in _UNAVAILABLE else PartStatus.FAILED
    return Part(status, failure.reason, failure.message, _shortened(inner.progress.log))


def _shortened(output: bytes) -> str:
    text = output.decode("utf-8", "ignore")
    if len(text) <= 2 * _LOG_CHARS:
        return text
    return f"{text[:_LOG_CHARS]}\n[...]\n{text[-_LOG_CHARS:]}"
