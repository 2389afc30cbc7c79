"""`finish`: what a person reads in the end."""

from tests.support.workspace import a_workspace, check_refused, use


def test_finish_says_what_a_person_reads_and_no_more_than_they_would() -> None:
    result = use(a_workspace(), "finish", summary=" Done. ", assumptions=["a", "b"])
    assert result.data == {"summary": "Done.", "rationale": None, "assumptions": ["a", "b"]}
    loud = use(a_workspace(), "finish", summary="s" * 50_000, rationale="r" * 50_000, assumptions=["x" * 900] * 90)
    assert len(loud.data["summary"]) == len(loud.data["rationale"]) == 4_000
    assert len(loud.data["assumptions"]) == 20 and len(loud.data["assumptions"][0]) == 500


def test_finish_needs_a_summary() -> None:
    check_refused(a_workspace(), "finish", summary=None)
