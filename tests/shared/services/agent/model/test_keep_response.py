"""The provider's whole answer is kept and read again, and never stands in the way of the answer itself."""

from typing import Any

import pytest

from devkit.fakes.broken import Broken
from devkit.fakes.model import say
from devkit.fakes.samples import a_run, an_app
from devkit.fakes.world import World
from devkit.loop import USER, LoopDriver
from shared.domain.agent.model_messages import AssistantMessage, Completed, Usage
from shared.domain.errors import Unavailable
from shared.domain.ids import message_id
from shared.services.agent.model.call_model import keep_response
from shared.services.sessions.list_messages import full_message

WHOLE = {"id": "resp_1", "service_tier": "flex", "a_field_of_the_future": {"x": [1]}, "output": [{"type": "message"}]}


def answered(raw: dict[str, Any]) -> Completed:
    return Completed(items=(AssistantMessage(content="Hello."),), usage=Usage(), raw=raw)


def test_every_field_that_the_provider_sent_is_read_again() -> None:
    loop = LoopDriver([say("Hello.")])
    stream = loop.model.stream
    loop.model.stream = lambda request: (  # type: ignore[method-assign]  # the same answer, with a provider's own words
        event.model_copy(update={"raw": {"response": WHOLE}}) if isinstance(event, Completed) else event
        for event in stream(request)
    )
    run = loop.play()
    full = full_message(principal=USER, message=message_id(run.id, 1), ports=loop.ports)
    assert full.openai_response is not None and full.openai_response.items() >= WHOLE.items()
    assert "finish_reason" in full.openai_response


@pytest.mark.parametrize("raw", [{}, {"response": None}, {"response": {"x": "y" * 5_000_000}}])
def test_nothing_and_too_much_are_not_kept(raw: dict[str, Any]) -> None:
    assert keep_response(a_run(an_app()), 0, answered(raw), World().blobs) is None


def test_a_store_that_is_away_loses_no_answer() -> None:
    away: Any = Broken(World().blobs, Unavailable("The store did not answer."), "put")
    assert keep_response(a_run(an_app()), 0, answered({"response": WHOLE}), away) is None
