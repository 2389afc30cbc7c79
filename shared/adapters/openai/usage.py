"""What a call cost in tokens when the server does not say."""

from collections.abc import Iterable

from shared.domain.agent.model_messages import Item, ModelRequest, Usage, picture_tokens

CHARACTERS_PER_TOKEN = 4


def usage_or_estimate(usage: Usage | None, request: ModelRequest, answer: Iterable[Item]) -> tuple[Usage, bool]:
    """The server's own figures, or an estimate by length and True: a budget must never see zero."""
    if usage is not None:
        return usage, False
    asked = len(request.instructions) + _length(request.items) + sum(len(str(tool)) for tool in request.tools)
    shown = picture_tokens(request.items)
    return Usage(input_tokens=_tokens(asked) + shown, output_tokens=_tokens(_length(answer))), True


def _length(items: Iterable[Item]) -> int:
    return sum(len(item.model_dump_json()) for item in items)


def _tokens(characters: int) -> int:
    return -(-characters // CHARACTERS_PER_TOKEN)
