"""What a model answers about one leaf of a document: a strict schema, and the check of each quote."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints, ValidationError
from pydantic_core import from_json

from shared.domain.base import Entity, ModelAnswer, without_unseen
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
    """One thing that the text wants to be so, and the words that say it. `open`: the text leaves it undecided."""

    kind: NodeKind
    title: Title
    summary: Words = ""
    quote: Annotated[str, StringConstraints(min_length=1, max_length=2 * QUOTE_MOST)]
    priority: Priority = "normal"
    acceptance: Annotated[list[Criterion], Field(max_length=20)] = []
    needs: Annotated[list[Need], BeforeValidator(_known_needs)] = []
    open: bool = False


class _Answer(ModelAnswer):
    requirements: Annotated[list[Requirement], Field(max_length=REQUIREMENTS_MOST)]


class Placed(Entity):
    """A requirement whose words were found in the document."""

    wanted: Requirement
    start: int
    end: int


class Read(NamedTuple):
    """What an answer holds. `errors`, for the model: why it has to answer again; of quotes the others stand."""

    placed: list[Placed]
    errors: list[str]


def read_requirements(answer: str, text: str, start: int, end: int) -> Read:
    """The requirements in a model's answer about `text[start:end]`."""
    try:
        read = _Answer.model_validate(json_in(answer))
    except ValidationError as error:
        return Read([], faults_of(error))
    except ValueError as error:
        return Read([], [f"The JSON cannot be read: {error}."])
    quoted = Quoted(text, start, end)
    places = [quoted.find(one.quote) for one in read.requirements]
    return Read(*_sorted_out(read.requirements, places))


def read_several(answer: str, texts: Sequence[str]) -> tuple[list[list[Placed]], list[str]]:
    """The same of an answer about neighbouring texts: for each of them what is in it. A quote stands in one of them."""
    try:
        read = _Answer.model_validate(json_in(answer))
    except ValidationError as error:
        return [], faults_of(error)
    except ValueError as error:
        return [], [f"The JSON cannot be read: {error}."]
    quoted, found, places = [Quoted(text, 0, len(text)) for text in texts], [list[Placed]() for _ in texts], []
    last = 0
    for one in read.requirements:
        order = [*range(last, len(texts)), *range(last)]  # they come mostly in reading order
        at = next(((number, place) for number in order if (place := quoted[number].find(one.quote))), None)
        places.append(at[1] if at else None)
        if at:
            last, place = at
            found[last].append(Placed(wanted=one, start=place.start, end=place.end))
    return found, _sorted_out(read.requirements, places)[1]


def json_in(answer: str) -> object:
    """The JSON object in an answer that may have words or a fence around it; ValueError when there is none."""
    first, last = answer.find("{"), answer.rfind("}")
    if first < 0 or last < first:
        raise ValueError("there is no object in the answer")
    return from_json(answer[first : last + 1])


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
