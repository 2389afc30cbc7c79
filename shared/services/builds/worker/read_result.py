"""Takes a worker's result archive apart. It comes from a machine that ran project code: nothing in it is believed."""

import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pydantic import ValidationError

from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.job_result import JobResult
from shared.domain.builds.pictures import png_size
from shared.domain.builds.worker_contract import (
    DIST_PREFIX,
    LOG_MEMBER,
    PAIR_MEMBERS,
    RESULT_MEMBER,
    SCREENSHOT_MEMBER,
    THUMBNAIL_MEMBER,
)
from shared.domain.limits import Limits
from shared.domain.revisions.revision import Build
from shared.domain.runs.image_head import image_head, is_small_webp
from shared.domain.tar_headers import TarHeaders

_PATH_BYTES, _LEVELS = 900, 24
_RESULT_BYTES = 512 * 1024
_THUMBNAIL_BYTES = 64 * 1024
_PAIR_BYTES, _PAIR_SIDE = 256 * 1024, 1_000
_BROKEN = (tarfile.TarError, ValueError, OSError, EOFError, OverflowError, IndexError, KeyError, AttributeError,
           RecursionError)  # fmt: skip


class ResultRefused(Exception):
    """The archive is not one that a worker of ours would send."""


@dataclass(frozen=True)
class WorkerResult:
    """A checked result: `dist` is path to content, empty when the build failed. `screenshot` (PNG) and `thumbnail`
    (WebP, the top of it) are a page's; `pair` shows it in a wide and a narrow window (JPEG)."""

    summary: JobResult
    log: bytes
    dist: Mapping[str, memoryview]
    screenshot: bytes | None = None
    thumbnail: bytes | None = None
    pair: tuple[bytes, ...] = ()


def read_result(data: bytes, build: Build, limits: Limits) -> WorkerResult:
    """The result of exactly this build, or ResultRefused: odd members, unsafe paths, links, too many, too large."""
    members = _members(data, limits)
    summary = _summary(members.pop(RESULT_MEMBER, None), build)
    log = bytes(members.pop(LOG_MEMBER, b""))[: limits.worker_output_bytes]
    if build.work.task != "build":
        return _of_task(summary, log, members, build, limits)
    opened = "page" in build.work.checks
    picture, thumbnail = (_picture(members, limits), _thumbnail(members)) if opened else (None, None)
    dist = {_dist_path(name): content for name, content in members.items()}
    if len(dist) > limits.dist_files:
        raise ResultRefused(f"dist has more than {limits.dist_files} files.")
    if sum(map(len, dist.values())) > limits.dist_bytes:
        raise ResultRefused(f"dist is larger than {limits.dist_bytes} bytes.")
    if summary.status == BuildStatus.SUCCEEDED and "index.html" not in dist:
        raise ResultRefused("The build left no dist/index.html, so there is no page to serve.")
    return WorkerResult(summary, log, dist if summary.status == BuildStatus.SUCCEEDED else {}, picture, thumbnail)


def _of_task(
    summary: JobResult, log: bytes, members: dict[str, memoryview], build: Build, limits: Limits
) -> WorkerResult:
    """A result that is no build's: it holds no files but, of a browser, a picture, and two small ones if asked for."""
    browser = build.work.task == "browser"
    picture = _picture(members, limits) if browser else None
    pair = _pair(members) if browser and build.work.page.pair else ()
    if members:
        raise ResultRefused(f"{ascii(next(iter(members)))[:120]} has no place in a result.")
    if browser and summary.status == BuildStatus.SUCCEEDED and summary.page is None:
        raise ResultRefused("The result tells nothing of a page.")
    return WorkerResult(summary, log, {}, picture, pair=pair)


def _picture(members: dict[str, memoryview], limits: Limits) -> bytes | None:
    """The picture of a page, taken out of the members; None when there is none."""
    picture = bytes(members.pop(SCREENSHOT_MEMBER, b""))
    if len(picture) > limits.screenshot_bytes or (picture and png_size(picture) is None):
        raise ResultRefused("The picture of the page is none, or too large.")
    return picture or None


def _pair(members: dict[str, memoryview]) -> tuple[bytes, ...]:
    """The two small pictures, taken out of the members; none where one of them is not there."""
    pair = [bytes(members.pop(name, b"")) for name in PAIR_MEMBERS]
    if any(content and not _is_small_jpeg(content) for content in pair):
        raise ResultRefused("A small picture of the page is none, or too large.")
    return tuple(pair) if all(pair) else ()


def _is_small_jpeg(content: bytes) -> bool:
    head = image_head(content)
    if head is None or head.media_type != "image/jpeg":
        return False
    return max(head.width, head.height) <= _PAIR_SIDE and len(content) <= _PAIR_BYTES


def _thumbnail(members: dict[str, memoryview]) -> bytes | None:
    """The small picture, taken out of the members; None when there is none."""
    content = bytes(members.pop(THUMBNAIL_MEMBER, b""))
    if len(content) > _THUMBNAIL_BYTES or (content and not is_small_webp(content)):
        raise ResultRefused("The thumbnail of the page is none, or too large.")
    return content or None


def _members(data: bytes, limits: Limits) -> dict[str, memoryview]:
    view, found = memoryview(data), dict[str, memoryview]()
    for member in _listed(data):
        if not member.isreg() or member.issparse():
            raise ResultRefused(f"{ascii(member.name)[:120]} is a link or a special file; only files are taken.")
        if member.name in found:
            raise ResultRefused(f"{ascii(member.name)[:120]} is in the archive twice.")
        if len(found) >= limits.dist_files + len(
            (RESULT_MEMBER, LOG_MEMBER, SCREENSHOT_MEMBER, THUMBNAIL_MEMBER, *PAIR_MEMBERS)
        ):
            raise ResultRefused(f"dist has more than {limits.dist_files} files.")
        found[member.name] = _content(view, member)
    return found


def _listed(data: bytes) -> Iterator[tarfile.TarInfo]:
    try:
        with tarfile.open(fileobj=TarHeaders(data), mode="r:") as tar:
            yield from tar
    except _BROKEN as error:
        raise ResultRefused("The result is not a readable archive.") from error


def _content(view: memoryview, member: tarfile.TarInfo) -> memoryview:
    end = member.offset_data + member.size
    if member.size < 0 or end > len(view):
        raise ResultRefused("The result archive is cut off.")
    return view[member.offset_data : end]


def _summary(content: memoryview | None, build: Build) -> JobResult:
    if content is None or len(content) > _RESULT_BYTES:
        raise ResultRefused("The result has no readable result.json.")
    try:
        summary = JobResult.model_validate_json(bytes(content))
    except ValidationError as error:
        raise ResultRefused("The result has no readable result.json.") from error
    if summary.build_id != build.id:
        raise ResultRefused("The result is of another build.")
    if (summary.reason is None) != (summary.status == BuildStatus.SUCCEEDED):
        raise ResultRefused("The result contradicts itself.")
    return summary


def _dist_path(name: str) -> str:
    path = name.removeprefix(DIST_PREFIX)
    parts = path.split("/")
    unsafe = "\\" in path or not path.isprintable() or any(part in ("", ".", "..") for part in parts)
    if path == name or unsafe or len(parts) > _LEVELS or len(path.encode("utf-8", "replace")) > _PATH_BYTES:
        raise ResultRefused(f"{ascii(name)[:120]} has no place in a result.")
    return path
