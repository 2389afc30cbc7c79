"""Reading vitest's report: what it counts, and what a report that means harm cannot do."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from shared.domain.worker_tests import TestSummary
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
    assert [found[name] for name in ("passed", "failed", "skipped", "total")] == [2, 1, 1, 4]
    first, second = found["failures"]
    assert (first["name"], first["file"], first["line"]) == ("sum is right", "tests/sum.test.ts", 7)
    assert first["message"] == "AssertionError: expected 3 to be 4\n    at tests/sum.test.ts:7:20"
    assert (second["name"], second["file"], second["message"]) == (
        "", "tests/broken.test.ts", "Cannot find module './no'",
    )  # fmt: skip


def test_what_is_no_report_is_none() -> None:
    assert summary_of(b"not json") is None
    assert summary_of(b"[]") is None
    assert summary_of(b"[" * 100_000) is None


def test_a_flood_of_failures_is_cut() -> None:
    test = {"fullName": "x" * 10_000, "status": "failed", "failureMessages": ["\x1b[31m" + "y" * 100_000]}
    found = summary({"testResults": [{"name": "z" * 9_000, "assertionResults": [test] * 500}]})
    assert len(found["failures"]) == MOST_FAILURES
    TestSummary.model_validate(found)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*REPORT, "name", "status"]), inner),
)


@given(st.dictionaries(st.sampled_from([*REPORT]), VALUES), st.lists(VALUES, max_size=3), VALUES)
def test_whatever_stands_there_fits_the_contract(document: dict[str, Any], tests: list[Any], name: Any) -> None:
    suite = {"name": name, "status": "failed", "assertionResults": tests}
    for given_report in (document, document | {"testResults": [suite]}):
        TestSummary.model_validate(summary(given_report))
