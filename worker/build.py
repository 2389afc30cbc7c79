"""One job from its document to its uploaded result: the trusted part of the worker."""

import io
import json
import logging
import shutil
import tarfile
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO

from shared.domain.builds.worker_contract import DIST_PREFIX, LOG_MEMBER, RESULT_MEMBER, Job
from worker.contract import LOG_TAIL_BYTES, Result
from worker.dist import DistFile, DistRefused, open_dist_file
from worker.packages import NotFetched, Packages
from worker.page.browser import Browser, find_browser
from worker.sandbox.base import Sandbox, Workplace
from worker.source import SOURCE_BYTES, SourceInvalid, unpack
from worker.status import JobStatus
from worker.tasks.base import Progress, Scene, TaskFailed
from worker.tasks.checks import build_and_check
from worker.tasks.command import run_command
from worker.tasks.open_page import open_page
from worker.tasks.package import add_package
from worker.tasks.tests import run_tests
from worker.toolchain import Toolchain
from worker.transfer import TooLarge, TransferFailed, fetch, post_form

log = logging.getLogger(__name__)


_TASKS: Mapping[str, Callable[[Scene], None]] = {
    "build": build_and_check,
    "command": run_command,
    "tests": run_tests,
    "browser": open_page,
    "package": add_package,
}


def run_job(
    job: Job,
    *,
    toolchain: Toolchain,
    sandbox: Sandbox,
    work_dir: Path,
    cancel: threading.Event | None = None,
    wanted: Callable[[], bool] = lambda: True,
    browser: Callable[[Toolchain], Browser | None] = find_browser,
    packages: Packages | None = None,
) -> Result:
    """Do the task and upload. What goes wrong with the project is in the result; TransferFailed when the upload failed.

    `wanted` is asked before the upload: a job that was given up and is started elsewhere uploads nothing. Without
    `packages` the project sees all of the toolchain's, whatever the job names.
    """
    root = Path(tempfile.mkdtemp(prefix=f"{job.build_id}-", dir=work_dir))
    root.chmod(0o711)
    try:
        place = Workplace(root)
        scene = Scene(job, place, toolchain, sandbox, cancel or threading.Event(), Progress(), browser)
        archive, result = _run(scene, packages)
        if wanted():
            post_form(job.upload.url, job.upload.fields, archive)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    return result


def _run(scene: Scene, packages: Packages | None) -> tuple[Path, Result]:
    archive = scene.place.root / "result.tar"
    try:
        _steps(scene, packages)
        result = _result(scene, None)
        _write(archive, scene, result)
    except (TaskFailed, DistRefused) as failure:
        result = _failed(archive, scene, failure)
    except Exception:  # the entrypoint: a fault of ours must still reach the one that waits for the result
        log.exception("job %s", scene.job.build_id)
        fault = TaskFailed("worker_error", "The build worker failed; the build can be retried.")
        result = _failed(archive, scene, fault)
    return archive, result


def _steps(scene: Scene, packages: Packages | None) -> None:
    if scene.job.toolchain_digest and scene.job.toolchain_digest != scene.toolchain.digest:
        raise TaskFailed("worker_error", "The worker has another toolchain than the job asks for.")
    _receive(scene)
    if packages is not None and scene.job.packages is not None:
        scene = _with_packages(scene, packages)
    _TASKS[scene.job.task](scene)


def _with_packages(scene: Scene, packages: Packages) -> Scene:
    try:
        with scene.progress.timed("packages_ms"):
            return replace(scene, toolchain=packages.toolchain_of(scene.job.packages or ()))
    except NotFetched as error:
        raise TaskFailed("worker_error", f"The build's packages are not all here. {error}") from error


def _receive(scene: Scene) -> None:
    source = scene.place.root / "source.tar.zst"
    try:
        with scene.progress.timed("fetch_ms"):
            fetch(scene.job.source_url, source, SOURCE_BYTES)
        with scene.progress.timed("unpack_ms"):
            unpack(source, scene.place.project)
    except (TooLarge, SourceInvalid) as error:
        raise TaskFailed("source_invalid", str(error)) from error
    except TransferFailed as error:
        raise TaskFailed("worker_error", f"The source could not be read. {error}") from error


def _failed(archive: Path, scene: Scene, failure: TaskFailed | DistRefused) -> Result:
    result = _result(scene, failure)
    scene.progress.files = ()
    _write(archive, scene, result)
    return result


def _write(archive: Path, scene: Scene, result: Result) -> None:
    progress = scene.progress
    write_archive(archive, result, progress.log, scene.place.project, progress.files, progress.members)


def _result(scene: Scene, failure: TaskFailed | DistRefused | None) -> Result:
    progress = scene.progress
    failed_exit = failure.exit_code if isinstance(failure, TaskFailed) else 0
    return Result(
        build_id=scene.job.build_id,
        status=JobStatus.FAILED if failure else JobStatus.SUCCEEDED,
        exit_code=failed_exit if failure else 0,
        reason=failure.reason if failure else None,
        message=failure.message if failure else "",
        log_tail=_tail(progress.log),
        duration_ms=round((time.monotonic() - progress.started) * 1000),
        timings=dict(progress.timings),
        tests=progress.tests,
        page=progress.page,
        acceptance=progress.acceptance,
        original=progress.original,
        checks=progress.checks,
    )


def _tail(output: bytes) -> str:
    return output[-LOG_TAIL_BYTES:].decode("utf-8", "ignore")


def write_archive(
    target: Path,
    result: Result,
    log: bytes,
    project: Path,
    files: Sequence[DistFile],
    members: Mapping[str, bytes] = MappingProxyType({}),
) -> None:
    """Write the archive. A dist file that is not what was listed raises DistRefused and leaves no whole archive."""
    document = json.dumps(result.document(), ensure_ascii=False, separators=(",", ":")).encode()
    with tarfile.open(target, "w", format=tarfile.PAX_FORMAT) as tar:
        _add(tar, RESULT_MEMBER, len(document), io.BytesIO(document))
        _add(tar, LOG_MEMBER, len(log), io.BytesIO(log))
        for name, content in members.items():
            _add(tar, name, len(content), io.BytesIO(content))
        for file in files:
            _add_dist_file(tar, project, file)


def _add_dist_file(tar: tarfile.TarFile, project: Path, file: DistFile) -> None:
    with open_dist_file(project, file) as stream:
        try:
            _add(tar, DIST_PREFIX + file.path, file.size, stream)
        except OSError as error:
            raise DistRefused("dist_invalid", f"dist/{file.path} changed while it was read.") from error


def _add(tar: tarfile.TarFile, name: str, size: int, content: BinaryIO) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o644
    tar.addfile(member, content)
