"""A long conversation is summarised while a run works, and later runs are told the summary."""

import json
from typing import Any

from devkit.fakes.model import Reply, say
from devkit.fakes.samples import TENANT
from devkit.loop import LoopDriver
from shared.domain.agent.model_messages import ModelRequest
from shared.domain.brain.items import ConversationSummary
from shared.domain.brain.summary_task import INSTRUCTIONS
from shared.domain.runs.run import Run

SUMMARY = {"short_summary": "Ann builds a shop. It has a cart.", "detail_summary": "- The cart holds ten things."}


class Talk:
    """A conversation of many turns; `answer` is what the model says when it is asked for a summary."""

    def __init__(self, answer: str = json.dumps(SUMMARY)) -> None:
        self.answer, self.asked, self.sent = answer, list[ModelRequest](), list[ModelRequest]()
        self.loop = LoopDriver([], respond=self._respond)
        self.app_id = self.loop.world.make_app()[0].id
        self.runs: list[Run] = []

    def _respond(self, request: ModelRequest) -> Reply:
        if request.instructions == INSTRUCTIONS:
            self.asked.append(request)
            return say(self.answer)
        self.sent.append(request)
        return say("Done.")

    def say(self, count: int) -> None:
        for _ in range(count):
            self.loop.world.clock.advance(60)
            self.runs.append(self.loop.play(f"Wish {len(self.runs)}", app_id=self.app_id))

    @property
    def summary(self) -> ConversationSummary | None:
        return self.loop.world.brain.briefs.summary(TENANT, self.app_id, self.runs[-1].conversation_id)


def text_of(request: ModelRequest) -> str:
    return "\n".join(str(getattr(item, "content", "")) for item in request.items)


def test_more_than_twenty_messages_are_summarised_once() -> None:
    talk = Talk()
    talk.say(11)
    assert talk.asked == [] and talk.summary is None
    talk.say(1)
    found = talk.summary
    assert found is not None and (found.short_summary, found.turns) == (SUMMARY["short_summary"], 11)
    assert found.last_turn_id == talk.runs[10].turn_id and "| Asked: Wish 0" in text_of(talk.asked[0])
    talk.say(10)
    assert len(talk.asked) == 1 and talk.summary == found
    talk.say(1)
    assert len(talk.asked) == 2 and talk.summary is not None
    assert (talk.summary.turns, talk.summary.version) == (22, 2)
    assert "| Ann builds a shop." in text_of(talk.asked[1]) and "Wish 10" not in text_of(talk.asked[1])


def test_later_runs_are_told_the_summary_in_the_place_of_lines() -> None:
    talk = Talk()
    talk.say(40)
    last = text_of(talk.sent[-1])
    assert "<conversation_summary>" in last and "The cart holds ten things." in last
    assert "- Wish 3 ->" not in last and "Wish 38" in last
    quiet = Talk("nothing of use")
    quiet.say(40)
    last = text_of(quiet.sent[-1])
    assert "<conversation_summary>" not in last and "- Wish 3 ->" in last and quiet.summary is None


def test_every_turn_is_in_the_summary_in_a_line_or_whole() -> None:
    talk = Talk()
    talk.say(60)
    summary, last = talk.summary, text_of(talk.sent[-1])
    assert summary is not None
    covered = [run.turn_id for run in talk.runs].index(summary.last_turn_id)
    assert summary.turns == covered + 1
    assert all(f"Wish {number}" in last for number in range(covered + 1, 60))


def test_what_it_costs_is_recorded_and_a_budget_of_nothing_asks_nobody() -> None:
    talk = Talk()
    talk.say(12)
    (day,) = talk.loop.world.spending.days(TENANT, talk.app_id, "2000-01-01", "2100-01-01")
    assert day.counts.calls == 13


def test_a_cleared_conversation_has_no_summary() -> None:
    talk = Talk()
    talk.say(12)
    turns: Any = talk.loop.world.turns
    conversation = turns.conversation(TENANT, talk.app_id, talk.runs[-1].conversation_id)
    cleared = conversation.model_copy(update={"cleared_at": talk.loop.world.clock.now()})
    turns.change_conversation(conversation, cleared)
    talk.say(1)
    assert "<conversation_summary>" not in text_of(talk.sent[-1])


def test_two_runs_at_once_keep_one_summary() -> None:
    talk = Talk()
    talk.say(11)
    original = talk.loop.world.brain.briefs.put_summary

    def raced(summary: ConversationSummary) -> ConversationSummary:
        original(summary.model_copy(update={"short_summary": "Another run's."}))
        return original(summary)

    talk.loop.world.brain.briefs.put_summary = raced  # type: ignore[method-assign]  # another run, in between
    talk.say(1)
    assert talk.summary is not None and talk.summary.short_summary == "Another run's."
    assert talk.runs[-1].status == "completed"
