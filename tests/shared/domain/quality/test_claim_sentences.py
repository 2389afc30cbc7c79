"""How many sentences that claim are found, and how many that only look like it: `claims/README.md` says how they were drawn."""

import hashlib
from pathlib import Path
from typing import NamedTuple

import pytest

from shared.domain.quality.claims import claims_in

DRAWN = Path(__file__).parent / "claims" / "sentences.tsv"


class Sentence(NamedTuple):
    kind: str
    text: str
    held_out: bool


def drawn() -> list[Sentence]:
    rows = [line.split("\t") for line in DRAWN.read_text("utf-8").splitlines()]
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
