"""What a client sends of a build or a page. Nothing in it is believed; it is made fit to store."""

import re
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, Field, field_validator
from pydantic.alias_generators import to_camel

from shared.domain.feedback.build_result import (
    ERRORS_KEPT,
    RESULT_BYTES,
    ReportedError,
    ResultStage,
    ResultStatus,
    cleaned,
)

CLICKS_KEPT = 10
_READ = 500
_URL = re.compile(r"https?://[^\s\x00-\x20\x7f<>\"'`\\]{1,2000}\Z")


def _as_objects(value: Any) -> Any:
    """The first errors of the list; a client may send plain text for one."""
    if not isinstance(value, list):
        return value
    return [{"message": error} if isinstance(error, str) else error for error in value[:_READ]]


def _latest(value: Any) -> Any:
    return value[-CLICKS_KEPT:] if isinstance(value, list) else value


def _each_once(errors: list[ReportedError]) -> list[ReportedError]:
    """Equal errors told as one with their number."""
    seen: dict[tuple[str, str, str | None], ReportedError] = {}
    for error in errors:
        mark = (error.kind, error.message, error.source)
        first = seen.get(mark)
        seen[mark] = first.model_copy(update={"count": first.count + error.count}) if first else error
    return list(seen.values())[:ERRORS_KEPT]


class ReportedPage(BaseModel, extra="ignore", frozen=True):
    """Where the page was when it failed, and what was clicked there since: CSS selectors, the first ones left out."""

    path: Annotated[str, cleaned(500)] = "/"
    clicks: Annotated[list[Annotated[str, cleaned(300)]], BeforeValidator(_latest)] = []


class BuildReport(BaseModel, extra="ignore", frozen=True, alias_generator=to_camel, populate_by_name=True):
    """The body of `POST /build-result`, in snake_case or camelCase. What it does not know is left aside."""

    status: ResultStatus
    stage: ResultStage | None = None
    exit_code: Annotated[int | None, Field(ge=-(2**31), le=2**32)] = None
    stderr: Annotated[str, cleaned(RESULT_BYTES)] = ""
    preview_url: str | None = None
    errors: Annotated[list[ReportedError], BeforeValidator(_as_objects)] = []
    app_id: Annotated[str | None, Field(max_length=100)] = None
    revision_id: Annotated[str | None, Field(max_length=100)] = None
    page: ReportedPage | None = None

    @field_validator("preview_url")
    @classmethod
    def _an_address(cls, url: str | None) -> str | None:
        if url is not None and not _URL.match(url):
            raise ValueError("an http or https address")
        return url

    @field_validator("errors")
    @classmethod
    def _unique(cls, errors: list[ReportedError]) -> list[ReportedError]:
        return _each_once(errors)
