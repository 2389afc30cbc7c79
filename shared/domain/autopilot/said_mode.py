"""How much an order lets the autopilot do by itself, where the order says so: rules, English and German."""

import re
from typing import NamedTuple

from shared.domain.apps.app import AutonomyMode

_FILES = r"(?:anything|something|any files?|files|the files|a file|code|the app)"
_DATEIEN = r"(?:etwas|was|dateien|die dateien|eine datei|code|die app)"
_WAYS: dict[AutonomyMode, str] = {
    "suggest": r"(?:only|just) suggest(?: it)?|suggest only|nur vorschl(?:agen|äge)",
    "semi_auto": (
        rf"(?:always )?ask(?: me)? (?:first|before(?:hand)?(?: (?:you )?(?:change|changing|touch|touching) {_FILES})?)|"
        rf"(?:always )?ask(?: me)? (?:each|every) time|semi[- ]?automatic(?:ally)?|with my approval|"
        rf"frage?(?: mich)?,? (?:immer |jedes mal )?(?:vorher|zuerst|erst|bevor du {_DATEIEN} änderst)|"
        r"frage?(?: mich)? jedes mal|halb[- ]?automatisch"
    ),
    "full_auto": (
        r"without asking(?: me)?|fully automatic(?:ally)?|(?:all )?by yourself|on your own|"
        r"ohne (?:mich )?(?:zu fragen|nachzufragen|rückfragen?)|voll[- ]?automatisch|ganz allein|von selbst"
    ),
}
_JOINED = r"(?:\s*[,;:]?\s*\b(?:and|but|und|aber)\b)?"
_CLAUSES = {
    mode: re.compile(rf"{_JOINED}\s*[,;]?\s*\b(?:please |bitte |do it |mach es )?(?:{words})\b", re.IGNORECASE)
    for mode, words in _WAYS.items()
}
_NEGATED = re.compile(r"(?:n't|\bnot|\bnever|\bnicht|\bnie)\s*$", re.IGNORECASE)


class SaidMode(NamedTuple):
    """The mode that a message names, if it names one, and the message without those words."""

    mode: AutonomyMode | None
    rest: str


def said_mode(message: str) -> SaidMode:
    """A message that names two, or says not to, names none."""
    plain = message.replace("’", "'")
    found = [(mode, match) for mode, clause in _CLAUSES.items() for match in clause.finditer(plain)]
    if len(found) != 1 or _NEGATED.search(plain[: found[0][1].start()]):
        return SaidMode(None, message)
    mode, match = found[0]
    return SaidMode(mode, f"{plain[: match.start()]} {plain[match.end() :]}".strip())
