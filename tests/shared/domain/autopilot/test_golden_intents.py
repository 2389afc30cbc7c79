"""Sixty messages of people in several moods, and what each wants: rules alone, then with what a model says of the rest.

`answer` is what a model is taken to say, written by hand: among them are orders that it makes of questions, of
negations and of quoted text. Without one the rules know. `intent` is what the person wants.
"""

import json
from collections import Counter
from pathlib import Path

import pytest
from pydantic import BaseModel

from shared.domain.autopilot.intent import INTENTS, Intent, IntentName, read_answer
from shared.domain.autopilot.plain_intent import ORDERS, plain_intent, without_doubt

GOLDEN = Path(__file__).parent / "golden" / "intents.json"


class Said(BaseModel):
    message: str
    language: str
    mood: str
    intent: IntentName
    answer: str | None


MESSAGES = [Said.model_validate(one) for one in json.loads(GOLDEN.read_text("utf-8"))]
ASKED = [one for one in MESSAGES if one.answer is not None]


def read(said: Said) -> Intent:
    plain = plain_intent(said.message)
    return plain if plain is not None else without_doubt(said.message, read_answer(said.answer or ""))


def test_the_set_has_sixty_messages_of_every_intent_and_several_moods_and_languages() -> None:
    assert len({one.message for one in MESSAGES}) == 60
    assert all(count >= 3 for count in Counter(one.intent for one in MESSAGES).values())
    assert {one.intent for one in MESSAGES} == set(INTENTS)
    assert sum(one.language == "de" for one in MESSAGES) >= 15 and len({one.mood for one in MESSAGES}) >= 6


def test_rules_alone_read_plain_orders_and_are_never_wrong() -> None:
    plain = {one.message: found.intent for one in MESSAGES if (found := plain_intent(one.message)) is not None}
    print(f"read without a model: {len(plain)} of {len(MESSAGES)}")  # noqa: T201 - shown with `-s`
    assert plain == {one.message: one.intent for one in MESSAGES if one.answer is None}


def test_what_a_model_says_is_never_made_an_order_that_the_person_did_not_give() -> None:
    misled = [one for one in ASKED if read_answer(one.answer or "").intent in ORDERS and one.intent not in ORDERS]
    assert len(misled) >= 9, "the set holds answers of a model that was misled"
    assert {one.message: read(one).intent for one in misled} == {one.message: "QUESTION" for one in misled}


def test_the_whole_set_is_read() -> None:
    wrong = {one.message: read(one).intent for one in MESSAGES if read(one).intent != one.intent}
    of_model = sum(read_answer(one.answer or "").intent == one.intent for one in ASKED)
    print(f"accuracy: {60 - len(wrong)} of 60; the model's alone: {of_model} of {len(ASKED)}")  # noqa: T201 - as above
    assert wrong == {}


@pytest.mark.parametrize("said", [one for one in MESSAGES if one.intent in ORDERS], ids=lambda one: one.message[:40])
def test_no_order_is_doubted(said: Said) -> None:
    assert without_doubt(said.message, Intent(intent=said.intent, confidence=0.9)).intent == said.intent


@pytest.mark.parametrize(
    "message", ["", " ", "🚀", "a" * 30_000, "start " * 5_000, "not " * 8_000, '"' * 9_000, "> x\n" * 5_000]
)
def test_odd_messages_are_left_to_the_model(message: str) -> None:
    assert plain_intent(message) is None
    without_doubt(message, Intent(intent="START_BUILD", confidence=0.9))
