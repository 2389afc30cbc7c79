"""How much an order lets the autopilot do by itself: named in a few ways, read without a model, never guessed."""

import pytest

from shared.domain.autopilot.plain_intent import plain_intent
from shared.domain.autopilot.said_mode import said_mode


@pytest.mark.parametrize(
    ("message", "mode"),
    [
        ("start phase 1, and ask me before you change files", "semi_auto"),
        ("Start phase 1 but always ask first!", "semi_auto"),
        ("Starte Phase 1 und frag mich vorher", "semi_auto"),
        ("Starte Phase 1, aber frage mich, bevor du Dateien änderst.", "semi_auto"),
        ("continue without asking me", "full_auto"),
        ("Starte Phase 2 vollautomatisch", "full_auto"),
        ("Mach weiter, ohne zu fragen", "full_auto"),
        ("Start phase 1, only suggest", "suggest"),
    ],
)
def test_it_is_read_and_the_rest_is_a_plain_order(message: str, mode: str) -> None:
    said = said_mode(message)
    assert said.mode == mode
    assert plain_intent(said.rest) is not None, said.rest


@pytest.mark.parametrize(
    "message",
    [
        "start phase 1",
        "start phase 1 and don't ask me first",
        "Starte Phase 1 und frag mich nicht vorher",
        "ask me first, then go on without asking",
        "Add a question that asks visitors for their name",
        "",
    ],
)
def test_what_says_nothing_or_two_things_or_not_to_names_no_mode(message: str) -> None:
    assert said_mode(message) == (None, message)
