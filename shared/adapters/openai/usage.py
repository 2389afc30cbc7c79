"""What a call cost in tokens when the server does not say."""

from collections.abc import Iterable

from shared.domain.agent.model_messages import Item, ModelRequest, Usage, picture_tokens

CHARACTERS_PER_TOKEN = 4


def usage_or_estimate(usage: Usage | None, request: ModelRequest, answer: Iterable[Item]) -> tuple[Usage, bool]:
    """The server's own figures, and an estimate by length for each that is missing or zero. True when one is estimated.

    Some servers report zeros for a stream with tools; a budget must never see them.
    """
    given = usage or Usage()
    answered = _tokens(_length(answer))
    missing: dict[str, int] = {}
    if given.input_tokens == 0:
        asked = len(request.instructions) + _length(request.items) + sum(len(str(tool)) for tool in request.tools)
        missing["input_tokens"] = _tokens(asked) + picture_tokens(request.items)
    if given.output_tokens == 0 and answered:
        missing["output_tokens"] = answered
    return given.model_copy(update=missing), bool(missing)


def _length(items: Iterable[Item]) -> int:
    return sum(len(item.model_dump_json()) for item in items)


def _tokens(characters: int) -> int:
    return -(-characters // CHARACTERS_PER_TOKEN)
