"""Reading vitest's report: what it counts, and what a report that means harm cannot do."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.builds.worker_tests import TestSummary
from worker.vitest_report import MOST_FAILURES, summary_of

REPORT: dict[str, Any] = {
    "numTotalTests": 4, "numPassedTests": 2, "numFailedTests": 1, "numPendingTests": 1, "numTodoTests": 0,
    "testResults": [
        {
            "name": "/project/tests/sum.test.ts", "status": "failed", "message": "",
            "assertionResults": [
                {"fullName": " sum adds", "status": "passed", "failureMessages": []},
                {
                    "fullName": " sum is right", "status": "failed",
                    "failureMessages": ["AssertionError: expected 3 to be 4\n    at /project/tests/sum.test.ts:7:20"
                        "\n    at file:///project/node_modules/vitest/dist/run.js:1:2\n    at new Promise (<anonymous>)"
                    ],
                },
            ],
        },
        {
            "name": "/project/tests/broken.test.ts", "status": "failed", "assertionResults": [],
            "message": "Cannot find module './no'",
        },
    ],
}  # fmt: skip


def summary(document: Any) -> Any:
    return summary_of(json.dumps(document).encode())


def test_failures_have_a_name_a_file_a_line_and_a_message() -> None:
    found = summary(REPORT)
    assert [found[name] for name in ("passed", "failed", "skipped", "total", "failing")] == [2, 1, 1, 4, 2]
    first, second = found["failures"]
    assert (first["name"], first["file"], first["line"]) == ("sum is right", "tests/sum.test.ts", 7)
    assert first["message"] == "AssertionError: expected 3 to be 4\n    at tests/sum.test.ts:7:20"
    assert (second["name"], second["file"]) == ("", "tests/broken.test.ts")
    assert second["message"] == "Cannot find module './no'"


def failed(message: str, **compared: Any) -> dict[str, Any]:
    test = {"fullName": "a", "status": "failed", "failureMessages": [message], "meta": {"compared": compared}}
    return {"testResults": [{"name": "/project/a.test.ts", "assertionResults": [test]}]}


CUT = "AssertionError: expected 'The quick br\u2026' to contain 'cat'\n    at /project/a.test.ts:3:4"


def test_a_value_that_the_message_cuts_is_told_before_the_place() -> None:
    (found,) = summary(failed(CUT, diff="", expected="cat", received="The quick brown fox"))["failures"]
    assert found["message"].split("\n")[1:] == [
        "Expected: cat",
        "Received: The quick brown fox",
        "    at a.test.ts:3:4",
    ]
    (found,) = summary(failed(CUT, diff="\x1b[32m- cat\x1b[39m\n+ fox"))["failures"]
    assert found["message"].split("\n")[1:3] == ["- cat", "+ fox"]
    assert found["line"] == 3


def test_a_message_that_is_whole_stays_alone() -> None:
    (found,) = summary(failed("expected 3 to be 4", diff="- 4\n+ 3", expected="4", received="3"))["failures"]
    assert found["message"] == "expected 3 to be 4"


def test_long_values_are_shown_from_a_little_before_they_differ() -> None:
    same = "same " * 1_000
    (found,) = summary(failed(CUT, expected=same + "LEFT" + same, received=same + "RIGHT" + same))["failures"]
    assert "LEFT" in found["message"] and "RIGHT" in found["message"] and len(found["message"]) <= 3_000
    assert "[... 4800 equal characters ...]" in found["message"]
    assert "characters left out ...]" in found["message"] and found["message"].endswith("at a.test.ts:3:4")


PAGE = """TestingLibraryElementError: Unable to find an element with the text: Nope.

Ignored nodes: comments, script, style
\x1b[36m<body>\x1b[39m
  \x1b[36m<ul>\x1b[39m
    \x1b[36m<li\x1b[39m
      \x1b[33mclass\x1b[39m=\x1b[32m"row"\x1b[39m
    \x1b[36m>\x1b[39m
      \x1b[0mMilk\x1b[0m
    \x1b[36m</li>\x1b[39m
"""


def test_the_page_that_a_query_looked_at_is_kept_a_tag_a_line() -> None:
    (found,) = summary(failed(f"{PAGE}\n    at /project/a.test.ts:9:1"))["failures"]
    assert found["message"].split("\n")[2:] == [
        "<body>", " <ul>", '  <li class="row">', "   Milk", "  </li>", "    at a.test.ts:9:1",
    ]  # fmt: skip
    (found,) = summary(failed(f"{PAGE * 300}\n    at /project/a.test.ts:9:1"))["failures"]
    assert len(found["message"]) <= 3_000 and "characters in all ...]" in found["message"] and found["line"] is None


def test_only_the_first_failures_are_told_at_length() -> None:
    one = failed(CUT, expected="e" * 9_000, received="r" * 9_000)["testResults"][0]["assertionResults"][0]
    many = summary({"testResults": [{"name": "/project/a.test.ts", "assertionResults": [one] * 400}]})
    lengths = [len(failure["message"]) for failure in many["failures"]]
    assert min(lengths[:5]) > 2_000 and max(lengths[5:]) <= 1_000 and sum(lengths) <= 40_000


def test_what_is_no_report_is_none() -> None:
    assert summary_of(b"not json") is None
    assert summary_of(b"[]") is None
    assert summary_of(b"[" * 100_000) is None


def test_a_flood_of_failures_is_cut() -> None:
    test = {"fullName": "x" * 10_000, "status": "failed", "failureMessages": ["\x1b[31m" + "y" * 100_000]}
    found = summary({"testResults": [{"name": "z" * 9_000, "assertionResults": [test] * 500}]})
    assert (len(found["failures"]), found["failing"]) == (MOST_FAILURES, 500)
    TestSummary.model_validate(found)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*REPORT, "name", "status"]), inner),
)


@given(st.dictionaries(st.sampled_from([*REPORT]), VALUES), st.lists(VALUES, max_size=3), VALUES)
def test_whatever_stands_there_fits_the_contract(document: dict[str, Any], tests: list[Any], name: Any) -> None:
    tests += [{"status": "failed", "failureMessages": [name], "meta": {"compared": document}}]
    suite = {"name": name, "status": "failed", "assertionResults": tests}
    for given_report in (document, document | {"testResults": [suite]}):
        TestSummary.model_validate(summary(given_report))
