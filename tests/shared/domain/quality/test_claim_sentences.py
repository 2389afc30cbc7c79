"""How many sentences that claim are found, and how many look-alikes: `claims/README.md` says how they were drawn."""

import hashlib
from pathlib import Path
from typing import NamedTuple

import pytest

from shared.domain.quality.claims import _HINT, _kind_of, claims_in

FOLDER, NAMES = Path(__file__).parent / "claims", ("sentences.tsv", "second.tsv", "third.tsv", "fourth.tsv")


class Sentence(NamedTuple):
    kind: str
    text: str
    held_out: bool


def drawn(name: str = "sentences.tsv") -> list[Sentence]:
    rows = [line.split("\t") for line in (FOLDER / name).read_text("utf-8").splitlines()]
    return [Sentence(kind, text, hashlib.sha256(text.encode()).digest()[0] % 2 == 1) for kind, _, text in rows]


def kinds_found(text: str) -> list[str]:
    """On a page with a form, so that its words belong to something that can be used."""
    page = f'export const Page = () => <form><p>{text}</p><input name="a" /><button>OK</button></form>;\n'
    return [claim.kind for claim in claims_in({"src/pages/Page.tsx": page})]


@pytest.mark.parametrize("held_out", [False, True])
def test_both_halves_hold_claims_and_look_alikes_enough(held_out: bool) -> None:
    half = [sentence for sentence in drawn() if sentence.held_out is held_out]
    harmless = sum(sentence.kind == "harmless" for sentence in half)
    assert len(half) - harmless >= 40 and harmless >= 40


def counts(rows: list[Sentence]) -> tuple[int, int, int, int]:
    """Claims, those of them that are found, look-alikes, those of them that are listed."""
    claims = [sentence for sentence in rows if sentence.kind != "harmless"]
    harmless = [sentence for sentence in rows if sentence.kind == "harmless"]
    listed = [sum(bool(kinds_found(sentence.text)) for sentence in some) for some in (claims, harmless)]
    return len(claims), listed[0], len(harmless), listed[1]


@pytest.mark.parametrize(
    ("name", "held_out", "least", "most"),
    [
        ("sentences.tsv", False, 46, 0),
        ("sentences.tsv", True, 45, 2),
        ("second.tsv", None, 23, 0),
        ("third.tsv", None, 14, 0),
        ("fourth.tsv", None, 10, 0),
    ],
)
def test_no_draw_is_read_worse_than_when_it_was_counted(
    name: str, held_out: bool | None, least: int, most: int
) -> None:
    rows = [sentence for sentence in drawn(name) if held_out in (None, sentence.held_out)]
    _, found, _, wrong = counts(rows)
    assert found >= least and wrong <= most


def test_each_sentence_that_a_rule_fits_has_a_word_that_lets_it_be_read() -> None:
    """The reader looks only at sentences with such a word, so a rule without one would never be tried."""
    fitting = [sentence.text for name in NAMES for sentence in drawn(name) if _kind_of(sentence.text)]
    assert len(fitting) > 100 and [text for text in fitting if not _HINT.search(text)] == []
