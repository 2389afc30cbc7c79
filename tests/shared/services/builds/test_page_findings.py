"""Which of a page's troubles are its own."""

import pytest

from shared.domain.builds.verdict import fingerprint
from shared.domain.builds.worker_page import ConsoleLine, FailedRequest, PageReport, Routes
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


MAPPED = (
    "TypeError: Cannot read properties of undefined (reading 'map')\n    at l (/assets/react-dom-1.js:4:11)\n"
    "    at t (src/pages/New.tsx:41:12)\n    at src/App.tsx:9:3 (src/pages/New.tsx:41:12)"
)


def test_an_error_is_at_the_first_file_of_the_project_that_its_stack_names() -> None:
    files = {"src/pages/New.tsx", "src/App.tsx"}
    (item,) = page_findings(report(MAPPED), files=files)
    assert (item.path, item.line, item.column) == ("src/pages/New.tsx", 41, 12)
    assert item.message == "TypeError: Cannot read properties of undefined (reading 'map')"
    (bare,) = page_findings(report(MAPPED.replace("t (src/pages/New.tsx:41:12)", "async x")), files={"src/App.tsx"})
    assert (bare.path, bare.line) == ("src/App.tsx", 9), "a frame without a function is one too"
    (thrown,) = page_findings(report("Uncaught no words (src/App.tsx:3:7)"), files=files)
    assert (thrown.message, thrown.path, thrown.line) == ("Uncaught no words", "src/App.tsx", 3)


def test_a_page_names_no_file_that_is_not_there() -> None:
    for error in (MAPPED, "Error: x\n    at (../../etc/passwd:1:1)", "Error: x (/etc/passwd:1:1)", "a" * 1_500):
        (item,) = page_findings(report(error), files={"src/Other.tsx", "etc/passwd"})
        assert (item.path, item.line) == (None, None)


def test_the_same_error_of_two_trees_is_one_wherever_it_was_found() -> None:
    located, plain = (page_findings(report(MAPPED), files=files)[0] for files in ({"src/App.tsx"}, ()))
    assert located.path and fingerprint(located) == fingerprint(plain)


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


def test_a_routes_own_address_that_the_server_does_not_have_is_no_fault() -> None:
    missing = [{"url": "/api/users", "reason": "HTTP 404"}]
    opened = [{"path": "/api/users", "failed_requests": missing}, {"path": "/a", "failed_requests": missing}]
    routes = Routes.model_validate({"opened": opened[:1]})
    assert found(report(routes=routes)) == []
    assert found(report(routes=Routes.model_validate({"opened": opened}))) == [("error", "PAGE_REQUEST_FAILED")]


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
