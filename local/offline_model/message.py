"""The demonstration's commit message: the one made from the change, and what was asked for noted below it."""

import re

from local.offline_model.answer import Answer
from shared.domain.agent.model_messages import ModelRequest, UserMessage

_PART = re.compile(r"<(wish|suggested)>\n([\s\S]*?)\n</\1>")


def message(request: ModelRequest) -> Answer | None:
    """None for a request that asks for no commit message."""
    said = next((item.content for item in request.items if isinstance(item, UserMessage)), "")
    parts = dict(_PART.findall(said)) if not request.tools else {}
    if parts.keys() != {"wish", "suggested"}:
        return None
    lines = [line.removeprefix("| ") for line in parts["suggested"].splitlines()]
    return Answer("\n".join([*lines[:1], "", f"Asked for: {parts['wish']}"]))
