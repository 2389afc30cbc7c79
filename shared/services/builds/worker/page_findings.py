"""What the worker's browser found on a page: the app's own faults, and what fails only because there is no network."""

import re
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from shared.domain.builds.worker_page import FailedRequest, PageReport
from shared.domain.diagnostics import Diagnostic

_NO_NETWORK = re.compile(
    r"Failed to fetch|NetworkError|Network Error|Load failed|ERR_(?:INTERNET|NETWORK|NAME|PROXY)|"
    r"error loading dynamically imported module|fetch failed"
)
_UNDEFINED = re.compile(r"ReferenceError: \S{1,100} is not defined")
_SCRIPT = re.compile(r"\.(?:js|mjs)(?:$|[?#])|/(?:script|js)(?:$|[/?#])")
_LOGGED = re.compile(r"(?:Uncaught )?[A-Z]\w{0,60}(?:Error|Exception)\b[^\n]{0,450}\n\s{1,20}at ")
_STACK = re.compile(r"\n\s{1,20}at [\s\S]*$")
_PLACE = re.compile(r"\s{0,9}\((?:https?:/)?/[^()\s]{0,500}:\d{1,9}:\d{1,9}\)$")
_HANGS = (
    "The page did not answer:",
    "The page never answered",
    "The page kept the browser busy",
    "The browser crashed",
    "The page could not be opened",
)


def page_findings(report: PageReport, *, vue: bool = False) -> list[Diagnostic]:
    """Errors are the app's own faults; warnings are requests to other origins that failed, and errors caused by those.

    `vue`: a built Vue app logs what a component throws instead of throwing it.
    """
    foreign = [one for one in report.failed_requests if _is_foreign(one)]
    return [
        *(_finding("PAGE_HANGS", note) for note in report.notes if note.startswith(_HANGS)),
        *(_error_finding(error, foreign) for error in _errors(report, vue)),
        *(_request_finding(one) for one in report.failed_requests),
    ]


def blank_finding(report: PageReport) -> list[Diagnostic]:
    """Of a page that shows nothing, and nothing says why: code for another major version of its framework does that."""
    if report.tree.strip() or not report.screenshot:
        return []
    return [_finding("PAGE_BLANK", "The page shows nothing: no words, no pictures, no controls.")]


def _errors(report: PageReport, vue: bool) -> Iterator[str]:
    """What was thrown; with a Vue app or an empty page also what was logged with a stack."""
    yield from report.errors
    if vue or not report.tree.strip():
        yield from (line.text for line in report.console if line.level == "error" and _LOGGED.match(line.text))


def _error_finding(error: str, foreign: Iterable[FailedRequest]) -> Diagnostic:
    message = _PLACE.sub("", _STACK.sub("", error)).strip()
    if _is_caused_by(message, foreign):
        return _finding("PAGE_ERROR", f"{message} (follows from a request that no network answers here)", "warning")
    return _finding("PAGE_ERROR", message)


def _is_caused_by(message: str, foreign: Iterable[FailedRequest]) -> bool:
    """Whether an error is only that another origin could not be reached: its words say so, or a script is missing."""
    for one in foreign:
        host = urlsplit(one.url).netloc
        if _NO_NETWORK.search(message) or (host and host in message):
            return True
        if _SCRIPT.search(one.url) and _UNDEFINED.search(message):
            return True
    return False


def _request_finding(one: FailedRequest) -> Diagnostic:
    if _is_foreign(one):
        return _finding("PAGE_OTHER_ORIGIN", f"{one.url}: {one.reason}", "warning")
    return _finding("PAGE_REQUEST_FAILED", f"{one.url}: {one.reason}")


def _is_foreign(one: FailedRequest) -> bool:
    """The worker leaves the page's own origin out of addresses."""
    return not one.url.startswith(("/", "data:", "blob:"))


def _finding(code: str, message: str, severity: str = "error") -> Diagnostic:
    return Diagnostic.model_validate({"code": code, "message": message, "severity": severity})
