"""One job from its document to its uploaded result: the trusted part of the worker."""

import logging
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from worker.ansi import plain
from worker.archive import write_archive
from worker.contract import LOG_TAIL_BYTES, Job, Reason, Result
from worker.dist import DistFile, DistRefused, list_dist
from worker.sandbox.base import Sandbox, Workplace
from worker.script import NoBuildScript, build_command
from worker.source import SourceInvalid, unpack
from worker.toolchain import Toolchain
from worker.transfer import TooLarge, TransferFailed, fetch, post_form

log = logging.getLogger(__name__)

SOURCE_BYTES = 64 * 1024**2


class _Failed(Exception):
    def __init__(self, reason: Reason, message: str, exit_code: int | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.exit_code = exit_code


@dataclass
class _Progress:
    """What is known of a job while it runs."""

    log: bytes = b""
    files: Sequence[DistFile] = ()
    timings: dict[str, int] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)

    @contextmanager
    def timed(self, name: str) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            self.timings[name] = round((time.monotonic() - began) * 1000)


def run_job(
    job: Job,
    *,
    toolchain: Toolchain,
    sandbox: Sandbox,
    work_dir: Path,
    cancel: threading.Event | None = None,
    wanted: Callable[[], bool] = lambda: True,
) -> Result:
    """Build and upload. What goes wrong with the project is in the result; TransferFailed means nobody was told.

    `wanted` is asked before the upload: a job that was given up, to be begun again elsewhere, leaves no result behind.
    """
    root = Path(tempfile.mkdtemp(prefix=f"{job.build_id}-", dir=work_dir))
    root.chmod(0o711)
    try:
        place = Workplace(root)
        archive, result = _build(job, place, toolchain, sandbox, cancel or threading.Event())
        if wanted():
            post_form(job.upload.url, job.upload.fields, archive)
    finally:
        shutil.rmtree(root, ignore_errors=True)
    return result


def _build(
    job: Job, place: Workplace, toolchain: Toolchain, sandbox: Sandbox, cancel: threading.Event
) -> tuple[Path, Result]:
    progress = _Progress()
    archive = place.root / "result.tar"
    try:
        _steps(job, place, toolchain, sandbox, cancel, progress)
        result = _result(job, progress, None)
        write_archive(archive, result, progress.log, place.project, progress.files)
    except (_Failed, DistRefused) as failure:
        result = _result(job, progress, failure)
        write_archive(archive, result, progress.log, place.project, ())
    except Exception:  # the entrypoint: a fault of ours must still reach whoever waits for the result
        log.exception("job %s", job.build_id)
        result = _result(job, progress, _Failed("worker_error", "The build worker failed; the build can be retried."))
        write_archive(archive, result, progress.log, place.project, ())
    return archive, result


def _steps(
    job: Job,
    place: Workplace,
    toolchain: Toolchain,
    sandbox: Sandbox,
    cancel: threading.Event,
    progress: _Progress,
) -> None:
    if job.toolchain_digest and job.toolchain_digest != toolchain.digest:
        raise _Failed("worker_error", "The worker has another toolchain than the job asks for.")
    _receive(job, place, progress)
    try:
        command = build_command(place.project, job.env, job.build_args)
    except NoBuildScript as error:
        raise _Failed("no_build_script", str(error)) from error
    if cancel.is_set():
        raise _Failed("cancelled", "The build was cancelled.")
    with progress.timed("script_ms"):
        outcome = sandbox.run(place, toolchain, command, job.limits, cancel)
    progress.log = plain(outcome.output)
    if outcome.reason is not None:
        raise _Failed(outcome.reason, outcome.message, outcome.exit_code)
    if outcome.exit_code != 0:
        raise _Failed("exit", f"The build script ended with exit code {outcome.exit_code}.", outcome.exit_code)
    with progress.timed("collect_ms"):
        progress.files = list_dist(place.project, job.limits)


def _receive(job: Job, place: Workplace, progress: _Progress) -> None:
    source = place.root / "source.tar.zst"
    try:
        with progress.timed("fetch_ms"):
            fetch(job.source_url, source, SOURCE_BYTES)
        with progress.timed("unpack_ms"):
            unpack(source, place.project)
    except (TooLarge, SourceInvalid) as error:
        raise _Failed("source_invalid", str(error)) from error
    except TransferFailed as error:
        raise _Failed("worker_error", f"The source could not be read. {error}") from error


def _result(job: Job, progress: _Progress, failure: _Failed | DistRefused | None) -> Result:
    failed_exit = failure.exit_code if isinstance(failure, _Failed) else 0
    return Result(
        build_id=job.build_id,
        status="failed" if failure else "succeeded",
        exit_code=failed_exit if failure else 0,
        reason=failure.reason if failure else None,
        message=failure.message if failure else "",
        log_tail=_tail(progress.log),
        duration_ms=round((time.monotonic() - progress.started) * 1000),
        timings=dict(progress.timings),
    )


def _tail(output: bytes) -> str:
    return output[-LOG_TAIL_BYTES:].decode("utf-8", "ignore")
