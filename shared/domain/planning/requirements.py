"""What a model answers about one leaf of a document: a strict schema, and the check of each quote."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, ValidationError

from shared.domain.base import Entity, ModelAnswer, without_unseen
from shared.domain.json_weight import parse_bounded
from shared.domain.planning.needs import in_their_order
from shared.domain.planning.quotes import QUOTE_MOST, Place, Quoted
from shared.domain.planning.words import Need, NodeKind, Priority
from shared.domain.untrusted import shortened, valid_text

REQUIREMENTS_MOST = 80
_ERRORS_SHOWN = 8


def _plain(text: str) -> str:
    """On one line, and nothing in it that people would not see."""
    words = " ".join(without_unseen(valid_text(text)).split())
    if not words:
        raise ValueError("it is empty")
    return words


Title = Annotated[str, StringConstraints(max_length=300), AfterValidator(_plain)]
Words = Annotated[
    str, StringConstraints(max_length=2_000), AfterValidator(lambda text: without_unseen(valid_text(text)))
]
Criterion = Annotated[str, StringConstraints(max_length=600), AfterValidator(_plain)]


def _known_needs(given: object) -> object:
    """Without words that are no need: no requirement is lost over one."""
    return [*in_their_order(one for one in given if isinstance(one, str))] if isinstance(given, list) else given


class Requirement(ModelAnswer):
    """One thing that the text wants to be so, and the words that say it. `open`: the text leaves it undecided, and
    where it says one thing in two ways `against` are the words of the other place.
    """

    kind: NodeKind
    title: Title
    summary: Words = ""
    quote: Annotated[str, StringConstraints(min_length=1, max_length=2 * QUOTE_MOST)]
    priority: Priority = "normal"
    acceptance: Annotated[list[Criterion], Field(max_length=20)] = []
    needs: Annotated[list[Need], BeforeValidator(_known_needs)] = []
    open: bool = False
    against: Annotated[str, StringConstraints(max_length=2 * QUOTE_MOST)] = ""


class _Answer(ModelAnswer):
    requirements: Annotated[list[Requirement], Field(max_length=REQUIREMENTS_MOST)]


class Placed(Entity):
    """A requirement whose words were found in the document. `against`: the place that contradicts it, once found."""

    wanted: Requirement
    start: int
    end: int
    against: Place | None = None


class Read(NamedTuple):
    """What an answer holds. `errors`, for the model: why it has to answer again; of quotes the others stand."""

    placed: list[Placed]
    errors: list[str]


def read_requirements(answer: str, text: str, start: int, end: int) -> Read:
    """The requirements in a model's answer about `text[start:end]`."""
    wanted, errors = _wanted(answer)
    if errors:
        return Read([], errors)
    quoted = Quoted(text, start, end)
    return Read(*_sorted_out(wanted, [quoted.find(one.quote) for one in wanted]))


def read_several(answer: str, texts: Sequence[str]) -> list[list[Placed] | None]:
    """The same of an answer about neighbouring texts: for each of them what is in it, or None where that is not known.

    A quote stands in one of them. One that stands in none may be of any between its neighbours'.
    """
    wanted, errors = _wanted(answer)
    quoted, found = [Quoted(text, 0, len(text)) for text in texts], [list[Placed]() for _ in texts]
    doubtful, lost, last = set(range(len(texts)) if errors else ()), False, 0
    for one in wanted:
        at = _find(one.quote, quoted, last)
        if at is None:
            lost = True
            continue
        number, place = at
        if lost:
            doubtful.update(range(min(last, number), max(last, number) + 1))
        lost, last = False, number
        found[number].append(Placed(wanted=one, start=place.start, end=place.end))
    doubtful.update(range(last, len(texts)) if lost else ())
    return [None if number in doubtful else placed for number, placed in enumerate(found)]


def _wanted(answer: str) -> tuple[list[Requirement], list[str]]:
    try:
        return _Answer.model_validate(json_in(answer)).requirements, []
    except ValidationError as error:
        return [], faults_of(error)
    except ValueError as error:
        return [], [f"The JSON cannot be read: {error}."]


def _find(quote: str, texts: Sequence[Quoted], last: int) -> tuple[int, Place] | None:
    """The first text from the last one on that has the quote: they come mostly in reading order."""
    order = [*range(last, len(texts)), *range(last)]
    return next(((number, place) for number in order if (place := texts[number].find(quote))), None)


def json_in(answer: str) -> object:
    """The JSON object in an answer that may have words or a fence around it; ValueError when there is none."""
    first, last = answer.find("{"), answer.rfind("}")
    if first < 0 or last < first:
        raise ValueError("there is no object in the answer")
    return parse_bounded(answer[first : last + 1])


def faults_of(error: ValidationError) -> list[str]:
    """The first faults, each with its place, without what was written there."""
    found = error.errors(include_url=False, include_input=False, include_context=False)[:_ERRORS_SHOWN]
    return [f"{'.'.join(map(str, one['loc'])) or 'the whole'}: {one['msg']}" for one in found]


def _sorted_out(wanted: Sequence[Requirement], places: Sequence[Place | None]) -> tuple[list[Placed], list[str]]:
    pairs = list(zip(wanted, places, strict=True))
    placed = [Placed(wanted=one, start=place.start, end=place.end) for one, place in pairs if place is not None]
    lost = [
        f"requirements.{number}.quote does not occur in the text: {shortened(one.quote, 80)!r}"
        for number, (one, place) in enumerate(pairs)
        if place is None
    ]
    return placed, lost[:_ERRORS_SHOWN]
