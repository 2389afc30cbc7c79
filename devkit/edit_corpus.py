"""The corpus of edits and what each must come to; shared by its tests and the benchmark."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from shared.domain.edits.edits import Edit

_FILE = Path(__file__).with_name("edit_corpus.json")


@dataclass(frozen=True)
class Case:
    """Exactly one of `result` (the text afterwards) and `refusal` (the codes, the first refusal's first) is set."""

    name: str
    text: str
    edits: tuple[Edit, ...]
    result: str | None
    refusal: tuple[str, ...]
    says: tuple[str, ...]


def load_corpus() -> list[Case]:
    """All cases. A `padding` in the file stands for thousands of generated lines around the text and its result."""
    return [_case(raw) for raw in json.loads(_FILE.read_text(encoding="utf-8"))]


def _case(raw: dict[str, Any]) -> Case:
    before, after = _padding(**raw["padding"]) if "padding" in raw else ("", "")
    return Case(
        name=raw["name"],
        text=f"{before}{raw['text']}{after}",
        edits=tuple(Edit(**edit) for edit in raw["edits"]),
        result=f"{before}{raw['result']}{after}" if "result" in raw else None,
        refusal=tuple(raw.get("refusal", ())),
        says=tuple(raw.get("says", ())),
    )


def _padding(line: str, before: int, after: int) -> tuple[str, str]:
    lines = [line.replace("{n}", str(number)) for number in range(before + after)]
    return "".join(lines[:before]), "".join(lines[before:])
