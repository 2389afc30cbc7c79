"""Answers of the offline model to a connection test: it calls tools, and sees no pictures."""

import re

from local.offline_model.answer import Answer, call
from shared.domain.agent.model_messages import ModelRequest, ToolOutput, UserMessage
from shared.services.spending.probe_model import INSTRUCTIONS, NOTE

_TITLE = re.compile(r'"(first|second|third)"')


def answer_connection_test(request: ModelRequest) -> Answer | None:
    """None for a request that is not part of a test."""
    if request.instructions != INSTRUCTIONS:
        return None
    last = request.items[-1]
    if isinstance(last, ToolOutput):
        return Answer("Saved.")
    if isinstance(last, UserMessage) and request.tools:
        return Answer("", [call(NOTE.name, title=title) for title in _TITLE.findall(last.content)])
    return Answer("ready" if isinstance(last, UserMessage) and "ready" in last.content else "I see no pictures.")
