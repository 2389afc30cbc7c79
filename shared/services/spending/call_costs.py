"""What a call of a model is thought to use before it is made, and is counted as after."""

from shared.domain.agent.model_messages import Completed, ModelRequest, Usage, picture_tokens

CHARACTERS_A_TOKEN = 3
"""Of code, in bytes: dense data has 2.5 characters a token, prose 4.5. Rather more than is counted later than less."""
ANSWER_TOKENS = 2_000


def estimated_tokens(request: ModelRequest) -> int:
    """About how many tokens the model will read."""
    said = [request.instructions, *(part.model_dump_json() for part in (*request.items, *request.tools))]
    read = sum(len(part.encode("utf-8", "replace")) for part in said) // CHARACTERS_A_TOKEN
    return read + picture_tokens(request.items)


def counted_usage(completed: Completed) -> Usage:
    """What a call used, as its server says. What a server counts is not trusted to lower a bill."""
    said = completed.usage
    asked, cached = max(0, said.input_tokens), max(0, said.cached_tokens)
    sane = said.model_copy(update={"output_tokens": max(0, said.output_tokens), "input_tokens": asked})
    return sane.model_copy(update={"cached_tokens": min(cached, asked)})


def lost_attempts(request: ModelRequest, silent: int, received: int | None) -> list[Usage]:
    """What was used by `silent` attempts that were never answered, and by one that was cut after `received` characters
    (None: none was). Nobody tells, so it is estimated.
    """
    asked = estimated_tokens(request) if silent or received is not None else 0
    cut = [] if received is None else [Usage(input_tokens=asked, output_tokens=-(-received // CHARACTERS_A_TOKEN))]
    return [*[Usage(input_tokens=asked)] * silent, *cut]
