"""Which of a page's troubles are its own."""

import pytest

from shared.domain.builds.worker_page import ConsoleLine, FailedRequest, PageReport
from shared.services.builds.worker.page_findings import blank_finding, page_findings

BLOCKED = "blocked: only the app itself can be reached, there is no network here"
STACK = "TypeError: Cannot read properties of undefined (reading 'map')\n    at setup (/assets/index-Ab1.js:4:11)"


def report(*errors: str, failed: tuple[str, ...] = (), tree: str = "text", **fields: object) -> PageReport:
    requests = [FailedRequest(url=url, reason=BLOCKED if "//" in url else "HTTP 404") for url in failed]
    return PageReport.model_validate(
        {"errors": list(errors), "failed_requests": requests, "tree": tree, **fields}, strict=False
    )


def found(one: PageReport, *, vue: bool = False) -> list[tuple[str, str]]:
    return [(item.severity, item.code) for item in page_findings(one, vue=vue)]


def test_an_uncaught_error_is_told_without_its_place_in_a_bundle() -> None:
    (item,) = page_findings(report(f"{STACK} (/assets/index-Ab1.js:4:11)"))
    assert item.message == "TypeError: Cannot read properties of undefined (reading 'map')"
    assert (item.severity, item.code) == ("error", "PAGE_ERROR")


def test_a_failed_request_of_its_own_blocks_and_one_of_another_origin_does_not() -> None:
    assert found(report(failed=("/data.json", "https://api.example.com/x"))) == [
        ("error", "PAGE_REQUEST_FAILED"),
        ("warning", "PAGE_OTHER_ORIGIN"),
    ]


@pytest.mark.parametrize(
    ("error", "blocked"),
    [
        ("TypeError: Failed to fetch\n    at load (/assets/a.js:1:1)", "https://api.example.com/x"),
        ("AxiosError: Network Error", "https://api.example.com/x"),
        ("Error: cannot load https://cdn.example.com/lib.js", "https://cdn.example.com/lib.js"),
        ("ReferenceError: L is not defined", "https://unpkg.com/leaflet/dist/leaflet.js"),
    ],
)
def test_what_follows_from_another_origin_is_advisory(error: str, blocked: str) -> None:
    assert [severity for severity, _ in found(report(error, failed=(blocked,)))] == ["warning", "warning"]
    assert found(report(error)) == [("error", "PAGE_ERROR")], "without such a request it is the app's own"


def test_a_blocked_script_excuses_no_other_error() -> None:
    failed = ("https://stats.example.com/count.js",)
    assert ("error", "PAGE_ERROR") in found(report(STACK, failed=failed))


def test_what_vue_logs_counts_as_thrown_and_what_an_app_logs_elsewhere_does_not() -> None:
    logged = {"console": [ConsoleLine(level="error", text=STACK)]}
    assert found(report(**logged), vue=True) == [("error", "PAGE_ERROR")]
    assert found(report(**logged)) == []
    assert found(report(tree="", **logged)) == [("error", "PAGE_ERROR")], "a page that shows nothing has failed"
    assert found(report(console=[ConsoleLine(level="error", text="Saving failed")]), vue=True) == []


def test_a_page_that_never_answers_has_failed() -> None:
    hangs = report(
        notes=["The page did not answer: a script ran without end. It was stopped; what follows is what it left."]
    )
    assert found(hangs) == [("error", "PAGE_HANGS")]
    assert (
        found(report(notes=["The page showed a dialog (alert), which was dismissed: The page did not answer:"])) == []
    )


def test_a_page_that_shows_nothing_is_a_fault_where_it_is_seen_for_the_first_time() -> None:
    blank = report(tree=" ", screenshot=True)
    assert [(one.severity, one.code) for one in blank_finding(blank)] == [("error", "PAGE_BLANK")]
    assert blank_finding(report(screenshot=True)) == []
    assert blank_finding(report(tree="")) == [], "where no picture was made, nothing was seen"
