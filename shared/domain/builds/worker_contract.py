"""The job that services write and a worker reads, and the words of both; the wire form is in docs/worker.md.

The worker's machine has this file, `page_spec.py`, `package_spec.py` and `acceptance_spec.py` of `shared`, and no
package: only the standard library is used.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args

from shared.domain.builds.package_spec import Package, is_http_url, parse_packages
from shared.domain.builds.page_spec import PageSpec, parse_page

VERSION = 1
RESULT_MEMBER = "result.json"
LOG_MEMBER = "logs/build.log"
DIST_PREFIX = "dist/"
SCREENSHOT_MEMBER = "page/screenshot.png"
THUMBNAIL_MEMBER = "page/thumbnail.webp"
PAIR_MEMBERS = ("page/wide.jpg", "page/phone.jpg")
"""The page in a window of 1440 x 900 and of 390 x 844 pixels, made smaller; both or none."""
FOUND_MEMBER, ADDED_LOCK_MEMBER, ARCHIVE_PREFIX = "package/found.json", "package/package-lock.json", "package/archives/"
"""Of a package that is to come into the catalog."""
ADDED_RESULT_BYTES = 96 * 1024**2
JOB_NAME = "build_published_app_revision_task"
"""What older clients call the job of `apps_build`, with revision_id, tenant_id, app_id, slug and kind."""

Kind = Literal["revision", "candidate", "template", "retry"]
Task = Literal["build", "command", "tests", "browser", "package"]
Check = Literal["types", "tests", "page", "acceptance"]
Reason = Literal[
    "exit",
    "timeout",
    "memory",
    "process_limit",
    "disk_limit",
    "output_limit",
    "dist_limit",
    "dist_invalid",
    "no_dist",
    "source_invalid",
    "no_build_script",
    "no_script",
    "no_program",
    "no_browser",
    "cancelled",
    "worker_error",
]

_IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")
_ENV_NAME = re.compile(r"VITE_[A-Za-z0-9_]{1,100}\Z")
_BUILD_ARG = re.compile(r"--[a-z][A-Za-z-]{0,40}(=[A-Za-z0-9_./:-]{1,200})?\Z")
_ENV_VALUE_CHARS = 4096
_ENV_COUNT = 50
_ARGS_COUNT = 8
_COMMAND_PARTS, _PART_CHARS = 40, 400

LIMIT_RANGES: dict[str, tuple[int, int]] = {
    "wall_seconds": (1, 1800),
    "memory_bytes": (64 * 1024**2, 64 * 1024**3),
    "processes": (16, 4096),
    "output_bytes": (1_000, 100_000_000),
    "dist_bytes": (1_000, 1024**3),
    "dist_files": (1, 100_000),
}


class JobInvalid(ValueError):
    """The document is not a job of this version; the message names the field."""


@dataclass(frozen=True)
class Limits:
    """What one job may use; `processes` counts threads too, as the kernel does."""

    wall_seconds: int = 120
    memory_bytes: int = 2 * 1024**3
    processes: int = 256
    output_bytes: int = 1_000_000
    dist_bytes: int = 50 * 1024**2
    dist_files: int = 2000
    cpu_seconds: int | None = None
    """Processor time of one command and all it starts; the worker's own, never in a document."""


@dataclass(frozen=True)
class Upload:
    """A presigned POST: where the result archive goes. Never shown to project code."""

    url: str
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Job:
    """Everything a worker is told. It is short-lived and secret: it holds two presigned URLs."""

    build_id: str
    tenant_id: str
    app_id: str
    kind: str
    task: str
    source_url: str
    upload: Upload
    toolchain_digest: str
    env: Mapping[str, str] = field(default_factory=dict)
    build_args: tuple[str, ...] = ()
    limits: Limits = field(default_factory=Limits)
    command: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    browser: PageSpec = field(default_factory=PageSpec)
    packages: tuple[Package, ...] | None = None
    """The only packages that the project sees; None for all that the worker has."""
    original_url: str = ""
    """Of an imported project as it came, to be built and opened for comparison; empty for all others."""
    about: Mapping[str, str] = field(default_factory=dict)
    """For people who read the document; the worker needs none of it."""

    def document(self) -> dict[str, Any]:
        settings: dict[str, Any] = json.loads(json.dumps(asdict(replace(self, packages=None))))
        about, url, digest, _ = (settings.pop(name) for name in ("about", "source_url", "toolchain_digest", "packages"))
        original = settings.pop("original_url")
        del settings["limits"]["cpu_seconds"]
        toolchain: dict[str, Any] = {"digest": digest}
        if self.packages is not None:
            toolchain["packages"] = [package.document() for package in self.packages]
        other = {"original": {"url": original}} if original else {}
        return {**about, **settings, **other, "version": VERSION, "source": {"url": url}, "toolchain": toolchain}


def parse_job(document: object) -> Job:
    """The job in `document`, or JobInvalid. Unknown keys are ignored: the version only grows for breaking changes."""
    job = _mapping(document, "job")
    if type(job.get("version")) is not int or job["version"] != VERSION:
        raise JobInvalid(f"version: this worker reads version {VERSION}")
    upload = _mapping(job.get("upload"), "upload")
    task = _one_of(job, "task", get_args(Task))
    return Job(
        build_id=_identifier(job, "build_id"),
        tenant_id=_text(job, "tenant_id", 200),
        app_id=_identifier(job, "app_id"),
        kind=_one_of(job, "kind", get_args(Kind)),
        task=task,
        source_url=_url(_mapping(job.get("source"), "source"), "source.url"),
        upload=Upload(_url(upload, "upload.url"), _strings(upload.get("fields", {}), "upload.fields")),
        toolchain_digest=_digest(job.get("toolchain", {})),
        env=_environment(job.get("env", {})),
        build_args=_build_args(job.get("build_args", [])),
        limits=_limits(job.get("limits", {})),
        command=_command(job.get("command", []), task),
        checks=_checks(job.get("checks", [])),
        browser=_page(job.get("browser", {})),
        packages=_packages(job.get("toolchain", {})),
        original_url=_url(_mapping(job["original"], "original"), "original.url") if "original" in job else "",
    )


def _mapping(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise JobInvalid(f"{name}: an object is required")
    return value


def _text(job: Mapping[str, Any], name: str, most: int) -> str:
    value = job.get(name)
    if not isinstance(value, str) or not 1 <= len(value) <= most:
        raise JobInvalid(f"{name}: a text of 1 to {most} characters is required")
    return value


def _identifier(job: Mapping[str, Any], name: str) -> str:
    value = job.get(name)
    if not isinstance(value, str) or not _IDENTIFIER.match(value):
        raise JobInvalid(f"{name}: an identifier is required")
    return value


def _one_of(job: Mapping[str, Any], name: str, allowed: tuple[str, ...]) -> str:
    value = job.get(name)
    if not isinstance(value, str) or value not in allowed:
        raise JobInvalid(f"{name}: one of {', '.join(allowed)} is required")
    return value


def _url(holder: Mapping[str, Any], name: str) -> str:
    value = holder.get("url")
    if not isinstance(value, str) or not is_http_url(value):
        raise JobInvalid(f"{name}: an http or https URL is required")
    return value


def _strings(value: object, name: str) -> dict[str, str]:
    found = dict(_mapping(value, name))
    if not all(isinstance(item, str) for item in found.values()):
        raise JobInvalid(f"{name}: every value must be a text")
    return found


def _digest(value: object) -> str:
    digest = _mapping(value, "toolchain").get("digest", "")
    if not isinstance(digest, str) or len(digest) > 200:
        raise JobInvalid("toolchain.digest: a text is required")
    return digest


def _packages(value: object) -> tuple[Package, ...] | None:
    try:
        return parse_packages(_mapping(value, "toolchain").get("packages"))
    except ValueError as error:
        raise JobInvalid(f"toolchain.packages: {error}") from error


def _environment(value: object) -> dict[str, str]:
    env = _strings(value, "env")
    if len(env) > _ENV_COUNT:
        raise JobInvalid(f"env: at most {_ENV_COUNT} variables")
    for name, content in env.items():
        if not _ENV_NAME.match(name):
            raise JobInvalid("env: only VITE_* names are allowed")
        if len(content) > _ENV_VALUE_CHARS or "\x00" in content:
            raise JobInvalid(f"env.{name}: at most {_ENV_VALUE_CHARS} characters, no NUL")
    return env


def _build_args(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > _ARGS_COUNT:
        raise JobInvalid(f"build_args: a list of at most {_ARGS_COUNT} is required")
    if not all(isinstance(arg, str) and _BUILD_ARG.match(arg) for arg in value):
        raise JobInvalid("build_args: only --option or --option=value")
    return tuple(value)


def _command(value: object, task: str) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > _COMMAND_PARTS or (task == "command" and not value):
        raise JobInvalid(f"command: a list of at most {_COMMAND_PARTS} parts is required")
    if task == "package" and (len(value) != 3 or any(str(part).startswith("-") for part in value)):
        raise JobInvalid("command: a package's name, its version or *, and a moment are required")
    if not all(isinstance(part, str) and 1 <= len(part) <= _PART_CHARS and part.isprintable() for part in value):
        raise JobInvalid(f"command: each part is a printable text of at most {_PART_CHARS} characters")
    return tuple(value)


def _checks(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > len(get_args(Check)):
        raise JobInvalid("checks: a short list is required")
    if not all(isinstance(name, str) and name in get_args(Check) for name in value):
        raise JobInvalid(f"checks: each is one of {', '.join(get_args(Check))}")
    return tuple(value)


def _page(value: object) -> PageSpec:
    try:
        return parse_page(_mapping(value, "browser"))
    except ValueError as error:
        raise JobInvalid(f"browser: {error}") from error


def _limits(value: object) -> Limits:
    given = _mapping(value, "limits")
    return Limits(**{name: _limit(given[name], name) for name in LIMIT_RANGES if name in given})


def _limit(value: object, name: str) -> int:
    low, high = LIMIT_RANGES[name]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise JobInvalid(f"limits.{name}: a whole number from {low} to {high} is required")
    return value
