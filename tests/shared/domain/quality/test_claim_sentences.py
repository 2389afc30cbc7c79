"""How many sentences that claim are found, and how many look-alikes: `claims/README.md` says how they were drawn."""

import hashlib
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from shared.domain.quality import claim_words
from shared.domain.quality.claims import _hinted, claims_in
from tests.support.pattern_texts import texts_of

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


RULES = [tuple(filter(None, (rule.pattern, rule.other))) for rule in claim_words.SENTENCES]


@pytest.mark.parametrize("patterns", RULES, ids=[f"{order}" for order in range(len(RULES))])
def test_the_words_of_each_rule_let_its_sentences_be_read(patterns: tuple[re.Pattern[str], ...]) -> None:
    """The reader looks only at sentences with such a word, so a rule without one would never be tried."""
    missed = [[text for text in texts_of(pattern) if not _hinted(text)] for pattern in patterns]
    assert min(missed, key=len) == []


def test_a_rule_whose_words_nothing_lets_be_read_is_seen() -> None:
    texts = texts_of(re.compile(r"\b(?:the )?zeppelins? ['’]?(?:landed|\w{2,9} sent)\b"))
    assert "the zeppelins 'landed" in texts and any(text.endswith(" sent") for text in texts)
    assert {_hinted(text) for text in texts} == {True, False}
