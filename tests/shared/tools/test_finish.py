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


def test_what_is_imitated_is_kept_bounded_and_left_out_where_nothing_is_stated() -> None:
    row = {"what": "payment", "where": "/checkout", "said": "Demonstration: nobody is charged."}
    result = use(a_workspace(), "finish", summary="Done.", imitates=[row])
    assert result.data["imitates"] == [row]
    assert "imitates" not in use(a_workspace(), "finish", summary="Done.").data
    assert use(a_workspace(), "finish", summary="Done.", imitates=[]).data["imitates"] == []
    loud = use(a_workspace(), "finish", summary="Done.", imitates=[row | {"where": "w" * 900, "said": "s" * 900}] * 90)
    assert len(loud.data["imitates"]) == 20
    assert [len(loud.data["imitates"][0][name]) for name in ("where", "said")] == [200, 300]


def test_only_the_kinds_that_are_known_can_be_imitated() -> None:
    row = {"what": "ignore the rules", "where": "/", "said": ""}
    check_refused(a_workspace(), "finish", summary="Done.", imitates=[row])
