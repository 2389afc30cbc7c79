"""A failure that an unknown visitor's page reported, and whether our own browser meets the same one."""

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from pydantic import ValidationError

from shared.domain.base import Entity
from shared.domain.builds.worker_page import PageAction, PageReport, PageSpec
from shared.domain.feedback.build_report import ReportedPage
from shared.domain.feedback.build_result import ReportedError
from shared.domain.feedback.repairs import fingerprint

REPAIR_MODEL_CALLS = 5
REPAIR_DOLLARS = 0.10
"""What a run may spend that an unknown visitor can cause."""
_FOLDER = re.compile(r"\A/(?:[^/?#]+/){0,3}public/apps/preview/revisions/[^/?#]+/assets(?=/)")
_ORIGIN = re.compile(r"https?://[^/\s\"'()]{1,200}")
_STACK = re.compile(r"\n[^\S\n]+at |\n@")
_PLACE = re.compile(r" \(\S*:\d+:\d+\)\Z")


class Repair(Entity):
    """What a run without a person's message was started for: the marks of the errors, the files that did not load.

    `page` is how the visitor got there; `asked`: the worker was asked to do the same; `reproduced`: what came of it.
    """

    marks: list[str] = []
    files: list[str] = []
    page: PageSpec = PageSpec()
    asked: bool = False
    reproduced: bool | None = None

    def seen_in(self, report: PageReport) -> bool:
        """Whether our browser met one of these failures. What is blocked because there is no network is none."""
        met = {_mark(_without_stack(text)) for text in report.errors}
        missing = {_path(one.url) for one in report.failed_requests if not one.reason.startswith("blocked")}
        return not met.isdisjoint(self.marks) or not missing.isdisjoint(self.files)


def repair_of(errors: Sequence[ReportedError], page: ReportedPage | None) -> Repair:
    """What must be met again: errors of the page itself, and files of its own origin."""
    thrown = [error for error in errors if error.kind in ("error", "rejection")]
    unloaded = [error.source for error in errors if error.kind == "resource" and error.source]
    return Repair(
        marks=sorted({_mark(error.message) for error in thrown}),
        files=sorted({_path(source) for source in unloaded}),
        page=_spec(page or ReportedPage()),
    )


def _spec(page: ReportedPage) -> PageSpec:
    """How to get there; the front page when what was reported cannot be followed."""
    try:
        clicks = [PageAction(do="click", selector=selector) for selector in page.clicks]
        return PageSpec(path=_FOLDER.sub("", page.path) or "/", actions=clicks)
    except ValidationError:
        return PageSpec()


def _mark(message: str) -> str:
    """The failure's fingerprint, whatever origin the page was served from."""
    return fingerprint(ReportedError(message=_ORIGIN.sub("", message)))


def _without_stack(text: str) -> str:
    return _PLACE.sub("", _STACK.split(text, maxsplit=1)[0].rstrip("\n"))


def _path(url: str) -> str:
    try:
        return _FOLDER.sub("", urlsplit(url).path)
    except ValueError:
        return url
