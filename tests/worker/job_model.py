"""A job once more, in Pydantic's words: what `parse_job` takes and refuses is compared with it."""

from typing import Annotated, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from shared.domain.builds.worker_contract import Check, Kind, Task
from shared.domain.builds.worker_page import PageSpec


def _http_url(text: str) -> str:
    odd = not text.isascii() or any(ord(char) <= 0x20 or char == "\x7f" for char in text)
    parts = urlsplit(text)
    if odd or parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        raise ValueError("an http or https URL is required")
    return text


def _no_nul(text: str) -> str:
    if "\x00" in text:
        raise ValueError("no NUL")
    return text


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("only printable characters")
    return text


Version = Annotated[int, Field(ge=1, le=1)]
Identifier = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
HttpUrl = Annotated[str, StringConstraints(min_length=1, max_length=8192), AfterValidator(_http_url)]
EnvName = Annotated[str, StringConstraints(pattern=r"^VITE_[A-Za-z0-9_]{1,100}$")]
EnvValue = Annotated[str, StringConstraints(max_length=4096), AfterValidator(_no_nul)]
BuildArg = Annotated[str, StringConstraints(pattern=r"^--[a-z][A-Za-z-]{0,40}(=[A-Za-z0-9_./:-]{1,200})?$")]

CommandPart = Annotated[str, StringConstraints(min_length=1, max_length=400), AfterValidator(_printable)]


class _Document(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", strict=True, hide_input_in_errors=True)


class JobSource(_Document):
    """A presigned GET of the source archive (zstd tar)."""

    url: HttpUrl


class JobUpload(_Document):
    """A presigned POST for the result archive."""

    url: HttpUrl
    fields: dict[str, str] = {}


class JobToolchain(_Document):
    """Which toolchain the build was planned for; the empty digest takes whatever the worker has."""

    digest: Annotated[str, StringConstraints(max_length=200)] = ""


class JobLimits(_Document):
    """What a job may use; `processes` counts threads too."""

    wall_seconds: int = Field(default=120, ge=1, le=1800)
    memory_bytes: int = Field(default=2 * 1024**3, ge=64 * 1024**2, le=64 * 1024**3)
    processes: int = Field(default=256, ge=16, le=4096)
    output_bytes: int = Field(default=1_000_000, ge=1_000, le=100_000_000)
    dist_bytes: int = Field(default=50 * 1024**2, ge=1_000, le=1024**3)
    dist_files: int = Field(default=2000, ge=1, le=100_000)


class Job(_Document):
    """The whole document."""

    version: Version = 1
    build_id: Identifier
    tenant_id: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    app_id: Identifier
    kind: Kind
    task: Task = "build"
    source: JobSource
    upload: JobUpload
    toolchain: JobToolchain = JobToolchain()
    env: Annotated[dict[EnvName, EnvValue], Field(max_length=50)] = {}
    build_args: Annotated[list[BuildArg], Field(max_length=8)] = []
    limits: JobLimits = JobLimits()
    command: Annotated[list[CommandPart], Field(max_length=40)] = []
    checks: Annotated[list[Check], Field(max_length=3)] = []
    browser: PageSpec = PageSpec()

    @model_validator(mode="after")
    def _names_its_command(self) -> Self:
        if self.task == "command" and not self.command:
            raise ValueError("a command is required")
        return self
