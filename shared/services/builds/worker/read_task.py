"""What a command, a test run or a browser of an app left, read by people."""

from pydantic import BaseModel, ValidationError

from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.verdict import Verdict
from shared.domain.builds.worker_page import PageReport
from shared.domain.builds.worker_task import WorkerTask
from shared.domain.builds.worker_tests import TestSummary
from shared.domain.errors import NotFound, TooLarge
from shared.domain.identity import Principal
from shared.domain.ids import require_id
from shared.domain.revisions.revision import Build, BuildError
from shared.ports.storage import BlobStore
from shared.services.get_app import get_app
from shared.services.or_none import blob_or_none
from shared.services.ports_bundle import Ports
from shared.services.site.dist_objects import log_key, page_key, screenshot_key

_PAGE_BYTES = 1024 * 1024
_LOG_BYTES, _OUTPUT_CHARACTERS = 4 * 1024 * 1024, 200_000
_ADDRESS_SECONDS = 300


class TaskResult(BaseModel):
    """One piece of the worker's work. The page's words are untrusted; `screenshot_url` lives for five minutes.

    `output` is what a command or the tests printed, the last 200,000 characters of it, once they have ended.
    """

    id: str
    run_id: str | None
    status: BuildStatus
    work: WorkerTask
    error: BuildError | None
    tests: TestSummary | None
    verdict: Verdict | None
    page: PageReport | None
    output: str | None
    screenshot_url: str | None
    timings: dict[str, int]


def read_task(*, principal: Principal, app_id: str, build_id: str, ports: Ports) -> TaskResult:
    """The work of this id, or NotFound."""
    app, blobs = get_app(principal=principal, app_id=app_id, apps=ports.apps), ports.blobs
    build = ports.builds.get(app.tenant_id, app.id, require_id("bld", build_id))
    page = read_page(build, blobs)
    pictured = page is not None and page.screenshot
    return TaskResult(
        **build.model_dump(include={"id", "run_id", "status", "work", "error", "tests", "verdict", "timings"}),
        page=page,
        output=_output(build, blobs),
        screenshot_url=blobs.presign_get(screenshot_key(build), _ADDRESS_SECONDS) if pictured else None,
    )


def _output(build: Build, blobs: BlobStore) -> str | None:
    if build.work.task not in ("command", "tests") or not build.status.finished:
        return None
    return read_output(build, blobs, _LOG_BYTES)[-_OUTPUT_CHARACTERS:]


def read_output(build: Build, blobs: BlobStore, max_bytes: int) -> str:
    """What was printed; its last part as the error holds it, where the log is gone or longer than `max_bytes`."""
    stored = blob_or_none(blobs, log_key(build), max_bytes)
    if stored is not None:
        return stored.decode("utf-8", "replace")
    return build.error.log_tail if build.error else ""


def read_page(build: Build, blobs: BlobStore) -> PageReport | None:
    """What a browser reported; None when it opened nothing."""
    looked = build.work.task == "browser" or "page" in build.work.checks
    if not looked or build.status != BuildStatus.SUCCEEDED:
        return None
    try:
        return PageReport.model_validate_json(blobs.get(page_key(build), max_bytes=_PAGE_BYTES))
    except (NotFound, TooLarge, ValidationError):
        return None
