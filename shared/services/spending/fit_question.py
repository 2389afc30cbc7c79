"""Asks one question of a model whose window may be small: the longest data in it is cut first, and a note says so.

Data are the lines behind the mark of `as_data`. Instructions, tags and the names in them stay whole.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from shared.domain.agent.model_errors import ModelContextExceeded
from shared.domain.agent.model_messages import AssistantMessage, Item, ModelRequest, UserMessage
from shared.domain.ids import new_id
from shared.domain.spending.spending import Hold
from shared.domain.untrusted import beginning_of
from shared.ports.model import ModelPort, ModelServer
from shared.services.loop_ports import LoopPorts
from shared.services.spending.ask_once import Answered, ask_once, estimated_tokens

ENLARGE: Final = (
    "Start the model's server with a larger window (llama.cpp --ctx-size, Ollama num_ctx, vLLM --max-model-len, "
    "LM Studio Context Length)"
)
GUESSED_WINDOW: Final = 8_192
"""What is taken for the window where a refusal does not say it: the default of several local servers."""
_TRIES = 6
_MARGIN = 150
_LEAST_ANSWER = 400
_MARK = "|"
_SMALL = ": the model's window is small"
_PARAGRAPHS = (12_000, 8_000, 5_000, 3_000, 2_000, 1_200, 800, 500, 300)
_BLOCKS = (10_000, 6_000, 4_000, 2_500, 1_500, 1_000, 600, 300, 150, 60)
"""Characters that a paragraph of data, and then a whole block of them, may have."""


class QuestionTooLong(ModelContextExceeded):
    """The question does not fit the model's window. `is_hopeless`: nor would one with hardly any data."""

    def __init__(self, window: int, need: int, *, is_hopeless: bool) -> None:
        said = (
            f"The model's context window of about {window:,} tokens is too small: the question needs {need:,}, with "
            f"its answer. {ENLARGE}, or choose another model."
        )
        super().__init__(said, window=window)
        self.is_hopeless = is_hopeless


def ask_fitted(
    request: ModelRequest,
    hold: Hold,
    answer_tokens: int,
    *,
    model: ModelPort,
    ports: LoopPorts,
    window: int | None = None,
    is_whole: bool = False,
    least_answer: int = 0,
) -> Answered:
    """As `ask_once`, with a request that fits the model's window as far as that is known, or is learned by refusals.

    `window` is what the caller knows of it. With `is_whole` nothing is cut: `error` is a QuestionTooLong then.
    `least_answer`: tokens without which no answer is of use.
    """
    known = known_window(request.model, model, ports, window)
    for _ in range(_TRIES):
        fitted = request if known is None else fit(request, known, is_whole=is_whole, least_answer=least_answer)
        if isinstance(fitted, QuestionTooLong):
            if fitted.is_hopeless and isinstance(model, ModelServer):
                model.forget_window(request.model)  # the server may be started with a larger one
            return Answered(None, 0, fitted.message, error=fitted, window=known)
        answered = ask_once(fitted, hold, answer_tokens, model=model, ports=ports)
        if not isinstance(answered.error, ModelContextExceeded):
            return answered._replace(window=known)
        known = _narrower(known, answered.error.window, fitted)
        hold = hold.model_copy(update={"call": new_id("msg")})
    return answered._replace(window=known)


def known_window(name: str, model: ModelPort, ports: LoopPorts, window: int | None = None) -> int | None:
    """Tokens of a request and its answer together: the least that the list, the caller or the server say."""
    named = model.profile(name).window if isinstance(model, ModelServer) else None
    return min((size for size in (ports.models.window(name), named, window) if size is not None), default=None)


def fit(
    request: ModelRequest, window: int, *, is_whole: bool = False, least_answer: int = 0
) -> ModelRequest | QuestionTooLong:
    """The request cut so far that it and its answer fit the window, or why that is not possible."""
    wanted = request.max_output_tokens or window
    answer = min(wanted, max(least_answer, _LEAST_ANSWER, 0 if is_whole else window * 3 // 8))
    room = window - answer - _MARGIN
    versions = [request] if is_whole else _versions(request)
    fitting = next((one for one in versions if estimated_tokens(one) <= room), None)
    if fitting is None:
        shortest = estimated_tokens(_cut(request, 0, _BLOCKS[-1]))
        need = estimated_tokens(request) if is_whole else shortest
        hopeless = shortest + min(wanted, _LEAST_ANSWER) + _MARGIN > window
        return QuestionTooLong(window, need + answer + _MARGIN, is_hopeless=hopeless)
    left = window - estimated_tokens(fitting) - _MARGIN
    return fitting.model_copy(update={"max_output_tokens": min(wanted, left)})


def _narrower(known: int | None, named: int | None, refused: ModelRequest) -> int:
    """The window after a refusal. One of a request that should have fitted shows that the server counts otherwise, so
    less is taken for it.
    """
    if named is not None and (known is None or named < known):
        return named
    total = estimated_tokens(refused) + (refused.max_output_tokens or _LEAST_ANSWER)
    base = min(known or GUESSED_WINDOW, total)
    return base if base < total else base * 3 // 4


def _versions(request: ModelRequest) -> Iterator[ModelRequest]:
    """The request, and ever shorter ones: first long paragraphs are cut, then whole blocks."""
    yield request
    for paragraph in _PARAGRAPHS:
        yield _cut(request, paragraph, 0)
    for block in _BLOCKS:
        yield _cut(request, _PARAGRAPHS[-1], block)


def _cut(request: ModelRequest, paragraph: int, block: int) -> ModelRequest:
    return request.model_copy(update={"items": tuple(_cut_item(item, paragraph, block) for item in request.items)})


def _cut_item(item: Item, paragraph: int, block: int) -> Item:
    """Of the model's own answer before only the beginning."""
    if isinstance(item, AssistantMessage):
        return item.model_copy(update={"content": beginning_of(item.content, block or paragraph, _SMALL)})
    if not isinstance(item, UserMessage):
        return item
    runs = groupby(item.content.split("\n"), key=lambda line: line.startswith(_MARK))
    cut = [line for is_data, lines in runs for line in (_cut_data([*lines], paragraph, block) if is_data else lines)]
    return item.model_copy(update={"content": "\n".join(cut)})


def _cut_data(lines: Sequence[str], paragraph: int, block: int) -> list[str]:
    """A block of data. Each of its paragraphs, and then all of it, keeps its beginning and its end."""
    if paragraph:
        parts = groupby(lines, key=lambda line: bool(line.strip(f"{_MARK} ")))
        lines = [line for is_text, part in parts for line in (_ends([*part], paragraph) if is_text else part)]
    return _ends(lines, block) if block else [*lines]


def _ends(lines: Sequence[str], most: int) -> list[str]:
    """Lines of so many characters from the beginning and the end, with a note on what is left out between them."""
    if sum(map(len, lines)) <= most:
        return [*lines]
    head, tail = _taken(lines, most * 3 // 4), _taken(lines[::-1], most // 4)[::-1]
    if not head:
        head = [lines[0][: max(most * 3 // 4, len(_MARK))]]
    left = sum(map(len, lines)) - sum(map(len, head)) - sum(map(len, tail))
    return [*head, f"{_MARK} [... {left} characters left out{_SMALL} ...]", *tail]


def _taken(lines: Sequence[str], room: int) -> list[str]:
    taken = list[str]()
    for line in lines:
        room -= len(line)
        if room < 0:
            break
        taken.append(line)
    return taken
