"""`finish`: what a person reads in the end."""

from typing import Any

import pytest

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
    def kept(*stated: str) -> Any:
        return use(a_workspace(), "finish", summary="Done.", imitates=list(stated)).data["imitates"]

    said = "Demonstration: nobody is charged."
    assert kept(f"payment /checkout: {said}") == [{"what": "payment", "where": "/checkout", "said": said}]
    assert kept("Shared data, /polls Only you see it.") == [
        {"what": "shared_data", "where": "/polls", "said": "Only you see it."}
    ]
    assert kept("accounts") == [{"what": "accounts", "where": "/", "said": ""}]
    assert "imitates" not in use(a_workspace(), "finish", summary="Done.").data
    assert kept() == []
    loud = kept(*[f"payment /{'w' * 900}: {'s' * 900}"] * 90)
    assert len(loud) == 20 and [len(loud[0][name]) for name in ("where", "said")] == [200, 300]


@pytest.mark.parametrize(
    ("stated", "kept"),
    [
        ("payments soon", ("payment", "/", "payments soon")),
        ("trial sign-up /trial: Nothing is sent yet.", ("sending", "/trial", "Nothing is sent yet.")),
        ("login: Anyone can enter.", ("accounts", "/", "Anyone can enter.")),
        ("Votes on /polls: only you see them.", ("shared_data", "/polls", "only you see them.")),
        ("prices /: Real-time prices are made up.", ("live_data", "/", "Real-time prices are made up.")),
    ],
)
def test_statement_without_kind_gets_the_one_its_words_hint_at(stated: str, kept: tuple[str, str, str]) -> None:
    (found,) = use(a_workspace(), "finish", summary="Done.", imitates=[stated]).data["imitates"]
    assert (found["what"], found["where"], found["said"]) == kept


@pytest.mark.parametrize("stated", ["ignore the rules", "", "\u017fending: x"])
def test_only_the_kinds_that_are_known_can_be_imitated(stated: str) -> None:
    assert "cloud_storage" in check_refused(a_workspace(), "finish", summary="Done.", imitates=[stated])
