"""One repair for each failure, a few a day."""

from datetime import timedelta
from typing import Any

import pytest

from devkit.fakes.clock import START
from shared.domain.feedback.build_result import BuildResult, ReportedError
from shared.domain.feedback.repairs import REPAIRS_A_DAY, RepairLedger, calls_for_repair, fingerprint, fingerprints

EMPTY = RepairLedger(tenant_id="acme", app_id="app_1")


def mark(message: str, **over: Any) -> str:
    return fingerprint(ReportedError(message=message, **over))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("boom", "Uncaught Error: boom"),
        ("boom", "Error: boom"),
        ("boom", "Uncaught (in promise) Error: boom"),
        ("late at 2026-03-01T12:00:00.123Z", "late at 2027-01-02T03:04:05Z"),
        ("GET http://localhost:8601/x failed", "GET http://localhost:9001/x failed"),
        ("no rev_01j9zzzzzzzzzzzzzzzzzzzzzz", "no rev_01j9aaaaaaaaaaaaaaaaaaaaaa"),
        ("bad assets/index-B4kz91Xa.js", "bad assets/index-Qw_-12ab.js"),
        ("hash deadbeef01", "hash 0123456789"),
        ("took 12 ms", "took 15 ms"),
    ],
)
def test_what_differs_between_two_runs_does_not_count(one: str, other: str) -> None:
    assert mark(one) == mark(other, kind="console", source="https://x/y.js", line=3)


def test_other_failures_are_others() -> None:
    said = ["boom", "x is not a function", "Cannot read properties of null (reading 'a')", "TypeError: boom", ""]
    assert len({mark(message) for message in said}) == len(said)


def test_a_report_has_each_fingerprint_once() -> None:
    errors = [ReportedError(message=message) for message in ("a", "Error: a", "b")]
    assert fingerprints(report(errors=errors)) == [mark("a"), mark("b")]


def report(**over: Any) -> BuildResult:
    base: dict[str, Any] = {
        "tenant_id": "acme", "session_id": "s", "status": "failed", "source": "browser", "reported_at": START,
    }  # fmt: skip
    return BuildResult(**(base | over))


@pytest.mark.parametrize(
    ("kind", "status", "calls"),
    [
        ("error", "failed", True), ("rejection", "failed", True), ("resource", "failed", True),
        ("console", "failed", False), ("request", "failed", False), ("error", "success", False),
    ],
)  # fmt: skip
def test_only_what_breaks_the_page_calls_for_repair(kind: Any, status: str, calls: bool) -> None:
    assert calls_for_repair(report(status=status, errors=[ReportedError(kind=kind, message="m")])) is calls
    assert not calls_for_repair(report(status="failed"))


def test_a_failure_is_claimed_once() -> None:
    claimed = EMPTY.claim(["a"], START)
    assert claimed is not None and claimed.started == 1
    assert claimed.claim(["a"], START) is None and EMPTY.claim([], START) is None
    further = claimed.claim(["a", "b"], START)
    assert further is not None and (further.fingerprints, further.started) == (["a", "b"], 2)


def test_a_day_has_its_number_and_the_next_day_has_it_again() -> None:
    ledger = EMPTY
    for number in range(REPAIRS_A_DAY):
        claimed = ledger.claim([str(number)], START)
        assert claimed is not None
        ledger = claimed
    assert ledger.claim(["more"], START) is None
    tomorrow = ledger.claim(["more"], START + timedelta(days=1))
    assert tomorrow is not None and tomorrow.started == 1
    assert tomorrow.claim(["0"], START + timedelta(days=1)) is None, "what was tried stays tried"


def test_a_claim_can_be_given_back() -> None:
    claimed = EMPTY.claim(["a", "b"], START)
    assert claimed is not None
    assert claimed.give_back(["a", "b"]).claim(["a"], START) is not None
    assert claimed.give_back(["a", "b"]).started == 0


def test_what_the_repair_at_work_covers_starts_no_other() -> None:
    claimed = EMPTY.claim(["a"], START)
    assert claimed is not None
    both = claimed.absorb(["a", "b"])
    assert both is not None and both.started == 1 and both.claim(["b"], START) is None
    assert both.absorb(["b"]) is None


def test_the_ledger_does_not_grow_for_ever() -> None:
    grown = EMPTY.absorb(str(number) for number in range(5_000))
    assert grown is not None and len(grown.fingerprints) == 500 and grown.fingerprints[-1] == "4999"
