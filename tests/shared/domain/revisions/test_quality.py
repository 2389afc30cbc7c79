"""The quality of a revision: of what is known of it, with its parts, and never of what nobody looked at."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.domain.builds.build_status import BuildStatus
from shared.domain.builds.check_status import CheckStatus
from shared.domain.builds.verdict import NOT_ASKED, Verdict, VerdictPart
from shared.domain.builds.worker_tests import TestCounts
from shared.domain.diagnostics import Diagnostic
from shared.domain.revisions.quality import MOST, Looks, Quality, QualityPart, quality_of

GOOD, BUILT = VerdictPart(status=CheckStatus.PASSED), BuildStatus.SUCCEEDED
CLEAN = Looks(page=0, secrets=0, security=0, accessibility=0, links=0, words=0, size=0)


def a_verdict(**parts: VerdictPart) -> Verdict:
    known = dict.fromkeys(("build", "types", "tests", "page", "acceptance"), GOOD)
    return Verdict.model_validate(known | parts)


def failed(*codes: str, **over: object) -> VerdictPart:
    found = [Diagnostic(code=code, message=code) for code in codes]
    return VerdictPart.model_validate({"status": CheckStatus.FAILED, "diagnostics": found} | over)


def part(quality: Quality, key: str) -> QualityPart:
    return next(one for one in quality.parts if one.key == key)


def test_all_is_known_and_good() -> None:
    quality = quality_of(BUILT, a_verdict(), CLEAN)
    assert (quality.score, quality.known) == (100, 100) == (sum(MOST.values()), sum(MOST.values()))
    assert all(one.points == one.most and not one.why for one in quality.parts)


def test_what_nobody_looked_at_is_said_and_not_counted() -> None:
    quality = quality_of(BUILT, None, None)
    assert (quality.score, quality.known) == (100, MOST["build"])
    unknown = [one for one in quality.parts if one.points is None]
    assert [one.key for one in unknown] == [key for key in MOST if key != "build"] and all(one.why for one in unknown)


def test_of_what_is_not_built_nothing_is_known() -> None:
    quality = quality_of(BuildStatus.RUNNING, None, None)
    assert (quality.score, quality.known) == (None, 0) and part(quality, "build").why


def test_a_failed_build_is_worth_nothing() -> None:
    assert quality_of(BuildStatus.FAILED, None, None).score == 0


def test_tests_give_their_share() -> None:
    counts = TestCounts(passed=2, failed=1, total=3)
    quality = quality_of(BUILT, a_verdict(tests=failed("TEST_FAILED", counts=counts)), CLEAN)
    assert (part(quality, "tests").points, part(quality, "tests").found, quality.score) == (10, 1, 95)


def test_a_file_of_tests_that_could_not_be_run_is_a_finding() -> None:
    counts = TestCounts(passed=4, total=4)
    quality = quality_of(BUILT, a_verdict(tests=failed("TEST_FAILED", counts=counts)), CLEAN)
    assert part(quality, "tests").points == 12


def test_findings_take_a_fifth_each_also_those_that_were_there_before() -> None:
    before = [Diagnostic(code="TS2322", message="m")]
    quality = quality_of(BUILT, a_verdict(types=failed("TS1", "TS2", known=before, advisory=True)), CLEAN)
    assert (part(quality, "types").points, part(quality, "types").found) == (4, 3)
    assert part(quality_of(BUILT, a_verdict(types=failed(count=9)), CLEAN), "types").points == 0
    assert part(quality_of(BUILT, a_verdict(types=failed()), CLEAN), "types").points == 8


def test_a_part_that_was_skipped_says_why() -> None:
    skipped = VerdictPart(status=CheckStatus.SKIPPED, reason="No test reaches the change.")
    quality = quality_of(BUILT, a_verdict(tests=skipped, acceptance=NOT_ASKED), CLEAN)
    assert part(quality, "tests").why == "No test reaches the change."
    assert (quality.score, quality.known) == (100, 80)


def test_a_secret_leaves_nothing_of_the_security() -> None:
    quality = quality_of(BUILT, a_verdict(), Looks(secrets=1, security=0))
    assert (part(quality, "security").points, part(quality, "security").found) == (0, 1)


def test_weak_packages_are_unsafe_too() -> None:
    assert part(quality_of(BUILT, None, Looks(security=0, packages=2)), "security").points == 6


def test_a_page_that_only_the_examination_opened_counts_too() -> None:
    assert part(quality_of(BUILT, None, Looks(page=1)), "page").points == 12
    assert part(quality_of(BUILT, a_verdict(), Looks(page=1)), "page").points == 15


@pytest.mark.parametrize(("found", "points"), [(0, 8), (1, 6), (3, 3), (5, 0), (400, 0)])
def test_the_more_is_found_the_less_is_left(found: int, points: int) -> None:
    assert part(quality_of(BUILT, None, Looks(accessibility=found)), "accessibility").points == points


def test_a_later_look_stands_in_place_of_an_earlier_one() -> None:
    first = Looks(security=2, size=0)
    assert first.renewed(Looks(security=0, links=1)) == Looks(security=0, size=0, links=1)


_COUNTS = st.none() | st.integers(0, 1_000_000)
_PARTS = st.builds(
    VerdictPart,
    status=st.sampled_from(CheckStatus),
    count=st.integers(0, 1_000_000),
    counts=st.none() | st.builds(TestCounts, passed=st.integers(0, 9), failed=st.integers(0, 9)),
)
_VERDICTS = st.none() | st.builds(Verdict, build=_PARTS, types=_PARTS, tests=_PARTS, page=_PARTS, acceptance=_PARTS)
_LOOKS = st.none() | st.builds(Looks, **dict.fromkeys(Looks.model_fields, _COUNTS))


@given(status=st.sampled_from(BuildStatus), verdict=_VERDICTS, looks=_LOOKS)
def test_it_is_a_hundredth_of_its_parts(status: BuildStatus, verdict: Verdict | None, looks: Looks | None) -> None:
    quality = quality_of(status, verdict, looks)
    assert [one.key for one in quality.parts] == list(MOST)
    known = [one for one in quality.parts if one.points is not None]
    assert all(0 <= (one.points or 0) <= one.most for one in known) and quality.known == sum(one.most for one in known)
    assert all(one.why for one in quality.parts if one.points is None)
    assert quality.score is None if not known else 0 <= (quality.score or 0) <= 100
