"""What a model says that a message wants: one of seven, and a question where it is not certain."""

import json

import pytest

from shared.domain.autopilot.intent import INTENTS, read_answer


@pytest.mark.parametrize("name", INTENTS)
def test_each_intent_is_read_and_is_a_question_below_the_bound(name: str) -> None:
    sure = read_answer(json.dumps({"intent": name, "confidence": 0.6, "notes": "clear"}))
    assert (sure.intent, sure.notes, sure.why) == (name, "clear", None)
    assert read_answer(json.dumps({"intent": name, "confidence": 0.59})).intent == "QUESTION"


@pytest.mark.parametrize("text", [
    "", "START_BUILD", '{"intent": "DANCE", "confidence": 1}', '{"intent": "OTHER", "confidence": 2}', "{" * 500,
    '{"confidence": 1}', '{"intent": "OTHER"}',
])  # fmt: skip
def test_what_cannot_be_read_is_a_question(text: str) -> None:
    assert read_answer(text).intent == "QUESTION" and read_answer(text).why


def test_words_around_the_object_do_no_harm() -> None:
    assert read_answer('Sure: {"intent": "START_BUILD", "confidence": 0.9}.').intent == "START_BUILD"
