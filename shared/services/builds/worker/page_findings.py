"""What the worker's browser found on a page: the app's own faults, and what fails only because there is no network."""

import re
from collections.abc import Container, Iterable, Iterator
from itertools import islice
from urllib.parse import urlsplit

from shared.domain.builds.worker_page import FailedRequest, OpenedRoute, PageReport, Routes
from shared.domain.diagnostics import Diagnostic

_NO_NETWORK = re.compile(
    r"Failed to fetch|NetworkError|Network Error|Load failed|ERR_(?:INTERNET|NETWORK|NAME|PROXY)|"
    r"error loading dynamically imported module|fetch failed"
)
_UNDEFINED = re.compile(r"ReferenceError: \S{1,100} is not defined")
_SCRIPT = re.compile(r"\.(?:js|mjs)(?:$|[?#])|/(?:script|js)(?:$|[/?#])")
_LOGGED = re.compile(r"(?:Uncaught )?[A-Z]\w{0,60}(?:Error|Exception)\b[^\n]{0,450}\n\s{1,20}at ")
_CAUGHT = re.compile(r"React Router caught the following error during render\s{1,9}")
"""A router that has a boundary shows it and logs the error, which nobody reports as thrown then."""
_STACK = re.compile(r"\n\s{1,20}at [\s\S]*$")
_PLACE = re.compile(r"\((?!\d)(?P<path>[^()\s]{1,600}):\d{1,9}:\d{1,9}\)$")
_SOURCE = re.compile(
    r"(?:\n\s{1,20}at (?:[^\n():]{0,200} \()?| \()"
    r"((?:[\w@.+~$\[\]-]{1,100}/){0,24}[\w@.+~$\[\]-]{1,200}):(\d{1,7}):(\d{1,7})"
)
_SHOWN, _MOST_FRAMES = 30, 30
_PLAIN_PATH = re.compile(r"[\w\-./:*?$@#=&%]{1,80}", re.ASCII)
"""What is repeated of an address that a page has written; the words of others could be instructions."""
_HANGS = (
    "The page did not answer:",
    "The page never answered",
    "The page kept the browser busy",
    "The browser crashed",
    "The page could not be opened",
)


def page_findings(report: PageReport, *, vue: bool = False, files: Container[str] = ()) -> list[Diagnostic]:
    """Errors are the app's own faults; warnings are requests to other origins that failed, and errors caused by those.

    `vue`: a built Vue app logs what a component throws instead of throwing it. A finding of a route names it, unless
    the first page has the same. An error is at the first of the `files` that its stack names.
    """
    found = _findings_of(report, _errors(report, vue or not report.tree.strip()), files)
    known = {(one.code, one.message) for one in found}
    for route in report.routes.opened if report.routes else []:
        for one in _findings_of(_without_own_address(route), _errors(route, vue), files):
            if (one.code, one.message) not in known:
                known.add((one.code, one.message))
                found.append(one.model_copy(update={"message": f"On {route.path}: {one.message}"}))
    return found


def routes_text(routes: Routes | None) -> str:
    """Which routes were opened besides the first page, and which were not; empty where the app has no others."""
    if routes is None or not (routes.opened or routes.skipped):
        return ""
    opened = f"Also opened: {_listed([one.path for one in routes.opened])}." if routes.opened else ""
    unknown = [one.path for one in routes.skipped if one.why == "no_link"]
    missing = [one.path for one in routes.skipped if one.why in ("no_page", "not_loaded")]
    late = [one.path for one in routes.skipped if one.why not in ("no_link", "no_page", "not_loaded")]
    no_link = f"Not opened, since no link to one was found: {_listed(unknown)}." if unknown else ""
    too_many = f"Not opened, since there are too many: {_listed(late)}." if late else ""
    no_page = f"Skipped, since no page was loaded there: {_listed(missing)}." if missing else ""
    return " ".join(filter(None, [opened, no_link, too_many, no_page]))


def _listed(paths: list[str]) -> str:
    shown = [path for path in paths if _PLAIN_PATH.fullmatch(path)][:_SHOWN]
    more = len(paths) - len(shown)
    if not shown:
        return f"{more} of other names"
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _without_own_address(route: OpenedRoute) -> OpenedRoute:
    """An address that the server does not have is none of the app's pages, which is no fault."""
    own = route.path.partition("?")[0]
    failed = [one for one in route.failed_requests if one.url.partition("?")[0] != own]
    return route.model_copy(update={"failed_requests": failed})


def _findings_of(page: PageReport | OpenedRoute, errors: Iterable[str], files: Container[str]) -> list[Diagnostic]:
    foreign = [one for one in page.failed_requests if _is_foreign(one)]
    return [
        *(_finding("PAGE_HANGS", note) for note in page.notes if note.startswith(_HANGS)),
        *(_error_finding(error, foreign).model_copy(update=_place_of(error, files)) for error in errors),
        *(_request_finding(one) for one in page.failed_requests),
    ]


def blank_finding(report: PageReport) -> list[Diagnostic]:
    """Of a page that shows nothing, and nothing says why: code for another major version of its framework does that."""
    if report.tree.strip() or not report.screenshot:
        return []
    return [_finding("PAGE_BLANK", "The page shows nothing: no words, no pictures, no controls.")]


def _errors(page: PageReport | OpenedRoute, logged: bool) -> Iterator[str]:
    """What was thrown, and what a router caught; where `logged`, also what was logged with a stack."""
    yield from page.errors
    lines = [line.text for line in page.console if line.level == "error"]
    caught = [_CAUGHT.sub("", line, count=1) for line in lines if _CAUGHT.match(line)]
    yield from caught
    if logged:
        yield from (line for line in lines if _LOGGED.match(line) and not any(line in one for one in caught))


def _error_finding(error: str, foreign: Iterable[FailedRequest]) -> Diagnostic:
    message = _without_place(_STACK.sub("", error).strip())
    if _is_caused_by(message, foreign):
        return _finding("PAGE_ERROR", f"{message} (follows from a request that no network answers here)", "warning")
    return _finding("PAGE_ERROR", message)


def _without_place(message: str) -> str:
    """The message without a place in a file at its end; the finding has it apart."""
    place = _PLACE.search(message)
    is_file = place is not None and ("/" in place["path"] or "." in place["path"])
    return message[: place.start()].strip() if place is not None and is_file else message


def _place_of(error: str, files: Container[str]) -> dict[str, str | int]:
    """Where in the source it was thrown, as far as the stack is about `files`; the page may write what it wants."""
    for match in islice(_SOURCE.finditer(error), _MOST_FRAMES):
        if match[1] in files:
            return {"path": match[1], "line": int(match[2]), "column": int(match[3])}
    return {}


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
