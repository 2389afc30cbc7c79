"""A document as a model is shown it for a change: all of a short one, of a long one what the message is about."""

from shared.domain.text.pieces import pieces_of
from shared.domain.text.ranking import Passage, scored
from shared.domain.untrusted import as_data

CHARACTERS_SHOWN = 28_000


def show_text(text: str, message: str) -> str:
    """The parts in the order of the text."""
    pieces = [*pieces_of(text)]
    scores = scored(message, [Passage(str(start), "", piece) for start, piece in pieces])
    kept, room = [], CHARACTERS_SHOWN
    for place in sorted(range(len(pieces)), key=lambda place: (-scores[place], place)):
        if len(pieces[place][1]) <= room:
            kept.append(place)
            room -= len(pieces[place][1])
    shown = [f"<part>\n{as_data(pieces[place][1])}\n</part>" for place in sorted(kept)]
    return f"<specification>\n{chr(10).join(shown)}\n</specification>"
