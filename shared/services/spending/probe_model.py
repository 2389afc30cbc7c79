"""The four requests of a connection test: a plain answer, a tool call, two calls, and a picture.

Each is written by the same code as the requests of a run, so what a server refuses here it would refuse there, and
what its refusals teach holds for runs.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from shared.domain.agent.model_errors import (
    ModelContextExceeded,
    ModelKeyRefused,
    ModelMoved,
    ModelNotFound,
    ModelRateLimited,
    ModelRejected,
    ModelSilent,
    ModelTruncated,
    ModelUnreachable,
    ModelWithoutCredit,
    ModelWithoutTools,
)
from shared.domain.agent.model_messages import (
    AttachedPicture,
    Completed,
    Item,
    ModelRequest,
    ShownPictures,
    ToolCall,
    ToolOutput,
    ToolSpec,
    Usage,
    UserMessage,
    text_of,
    tool_calls_of,
)
from shared.domain.agent.model_profile import Profile
from shared.domain.errors import ModelUnavailable
from shared.domain.json_weight import parse_bounded
from shared.domain.spending.connection import PROBES, Advice, Outcome, Probe, ProbeName
from shared.domain.spending.connection_picture import COLOURS, Colour, a_picture
from shared.domain.spending.connection_status import ProbeStatus
from shared.services.spending.open_model import AnswerTooLong

SECONDS = 60.0
ANSWER_TOKENS = 2_000
"""Reasoning models think within this limit, too."""
INSTRUCTIONS = "A program checks the connection to you. Do exactly what each message asks, and nothing else."
NOTE = ToolSpec(
    name="save_note",
    description="Save one note.",
    parameters={
        "type": "object",
        "properties": {"title": {"type": "string", "description": "The title of the note."}},
        "required": ["title"],
        "additionalProperties": False,
    },
)
_PLAIN = 'Answer with the single word "ready".'
_ONE = 'Call save_note once, with the title "first".'
_TWO = 'Call save_note for two more notes, with the titles "second" and "third". Make both calls now, in one answer.'
_PICTURE = f"Which colour is this picture: {', '.join(COLOURS)}? Answer with that word alone."
_SAVED = "Saved."


class Reply(NamedTuple):
    """What came of one request. `cost_usd` is None without a price; `no_budget`: it was not sent."""

    completed: Completed | None = None
    error: ModelUnavailable | AnswerTooLong | None = None
    used: Usage = Usage()
    cost_usd: float | None = None
    no_budget: bool = False


class Sending(NamedTuple):
    """Whether runs send pictures to this model, and whether the operator decided that they do not."""

    sends: bool = False
    refuses: bool = False


Ask = Callable[[ModelRequest], Reply]


@dataclass
class ModelProbes:
    """One test of one model. Iterate over `run`: each probe comes twice, when it starts and when it has ended.

    `form` is the profile of now; a refusal may change it between two requests.
    """

    model: str
    ask: Ask
    form: Callable[[], Profile]
    pictures: Sending = Sending()
    colour: Colour = "red"
    timer: Callable[[], float] = time.monotonic
    output_limit: int | None = None
    seconds: float = SECONDS
    _talk: list[Item] = field(default_factory=list)

    def run(self) -> Iterator[Probe]:
        works = True
        for name in PROBES:
            if not works:
                yield Probe(name=name, status=ProbeStatus.SKIPPED, outcome="not_tried")
                continue
            yield Probe(name=name, status=ProbeStatus.RUNNING)
            probe = self._probe(name)
            yield probe
            works = name != "plain" or probe.status is ProbeStatus.WORKS or probe.outcome in ("empty", "used_up")

    def _probe(self, name: ProbeName) -> Probe:
        steps = _Steps(name, self.ask, self.timer)
        match name:
            case "plain":
                return self._plain(steps)
            case "tool_call":
                return self._tool_call(steps)
            case "two_calls":
                return self._two_calls(steps)
            case "picture":
                return self._picture(steps)

    def _plain(self, steps: "_Steps") -> Probe:
        completed = steps.send(self._request((UserMessage(content=_PLAIN),)))
        if completed is None:
            return steps.failed()
        if text_of(completed.items).strip():
            return steps.ended(ProbeStatus.WORKS, "answered")
        return _no_words(completed, steps)

    def _tool_call(self, steps: "_Steps") -> Probe:
        asked: tuple[Item, ...] = (UserMessage(content=_ONE),)
        completed = steps.send(self._request(asked, NOTE))
        if completed is None:
            return steps.failed()
        calls = _notes(completed)
        if calls:
            self._talk = [*asked, *completed.items, *_results(completed)]
            return steps.ended(ProbeStatus.WORKS, "called")
        return _no_call(completed, steps)

    def _two_calls(self, steps: "_Steps") -> Probe:
        """Continues the conversation of the tool call, so the form of results and of later messages is tried too."""
        if not self._talk:
            return steps.ended(ProbeStatus.SKIPPED, "not_tried")
        talk: list[Item] = [*self._talk, UserMessage(content=_TWO)]
        first = steps.send(self._request(talk, NOTE))
        if first is None:
            return steps.failed("results_refused")
        if not _notes(first):
            return _no_call(first, steps)
        talk = [*talk, *first.items, *_results(first)]
        second = steps.send(self._request(talk, NOTE))
        if second is None:
            return steps.failed("results_refused")
        titles = {*_notes(first), *_notes(second)}
        if len(_notes(first)) > 1:
            together: Outcome = "called_together" if self.form().several_calls else "called_and_split"
            return steps.ended(ProbeStatus.WORKS, together)
        if len(titles) > 1:
            return steps.ended(ProbeStatus.WORKS, "called_in_turn")
        return steps.ended(ProbeStatus.FAILS, "one_of_two", "choose_other_model")

    def _picture(self, steps: "_Steps") -> Probe:
        if self.pictures.refuses or not self.form().pictures:
            return steps.ended(ProbeStatus.OFF, "not_sent")
        data, side = a_picture(self.colour)
        shown = AttachedPicture(attachment_id="", media_type="image/png", width=side, height=side, data=data)
        completed = steps.send(self._request((ShownPictures(content=_PICTURE, pictures=(shown,)),)))
        if completed is None:
            return self._picture_refused(steps)
        if not self.form().pictures:
            return steps.ended(ProbeStatus.OFF, "not_sent")
        said, sends = text_of(completed.items).lower(), self.pictures.sends
        if [colour for colour in COLOURS if colour in said] == [self.colour]:
            return steps.ended(ProbeStatus.WORKS, "saw_picture", None if sends else "list_images")
        if not said.strip():
            return _no_words(completed, steps)
        if sends:
            return steps.ended(ProbeStatus.FAILS, "took_picture", "unlist_images")
        return steps.ended(ProbeStatus.OFF, "took_picture")

    def _picture_refused(self, steps: "_Steps") -> Probe:
        """A server that refuses pictures is no fault; one that could not be asked says nothing about them."""
        if not isinstance(steps.error, ModelRejected) or isinstance(steps.error, ModelKeyRefused | ModelWithoutCredit):
            return steps.failed()
        return steps.ended(ProbeStatus.OFF, "not_sent", "unlist_images" if self.pictures.sends else None)

    def _request(self, items: Sequence[Item], *tools: ToolSpec) -> ModelRequest:
        return ModelRequest(
            model=self.model,
            instructions=INSTRUCTIONS,
            items=tuple(items),
            tools=tools,
            tool_choice="auto" if tools else "none",
            max_output_tokens=min(ANSWER_TOKENS, self.output_limit or ANSWER_TOKENS),
            timeout_seconds=self.seconds,
            first_token_seconds=self.seconds,
            silence_seconds=self.seconds,
        )


class _Steps:
    """The requests of one probe, and what they took together."""

    def __init__(self, name: ProbeName, ask: Ask, timer: Callable[[], float]) -> None:
        self._name, self._ask, self._timer = name, ask, timer
        self._requests, self._seconds, self._used = 0, 0.0, Usage()
        self._cost: float | None = None
        self._no_budget = False
        self.error: ModelUnavailable | AnswerTooLong | None = None

    def send(self, request: ModelRequest) -> Completed | None:
        started = self._timer()
        reply = self._ask(request)
        self._no_budget = reply.no_budget
        self._requests += not reply.no_budget
        self._seconds += self._timer() - started
        self._used += reply.used
        if reply.cost_usd is not None:
            self._cost = round((self._cost or 0.0) + reply.cost_usd, 6)
        self.error = reply.error
        completed = reply.completed
        if completed is not None and completed.cut_off:
            self.error = ModelTruncated(completed.cut_off)
            return None
        return completed

    def ended(self, status: ProbeStatus, outcome: Outcome, advice: Advice | None = None) -> Probe:
        return Probe(
            name=self._name,
            status=status,
            outcome=outcome,
            server_message=self.error.sentence or self.error.message
            if isinstance(self.error, ModelUnavailable)
            else None,
            advice=advice,
            requests=self._requests,
            seconds=round(self._seconds, 3) if self._requests else None,
            input_tokens=self._used.input_tokens,
            output_tokens=self._used.output_tokens,
            cost_usd=self._cost,
        )

    def failed(self, refused: Outcome = "refused") -> Probe:
        """The request that came to no answer. `refused` names what a refusal means from the second request on."""
        if self._no_budget:
            return self.ended(ProbeStatus.FAILS, "no_budget", "raise_budget")
        outcome, advice = _meaning(self.error)
        return self.ended(ProbeStatus.FAILS, refused if outcome == "refused" else outcome, advice)


def _meaning(error: ModelUnavailable | AnswerTooLong | None) -> tuple[Outcome, Advice | None]:
    match error:
        case ModelRejected():
            return "refused", _advice(error)
        case ModelRateLimited():
            return "busy", "try_later"
        case ModelSilent():
            return "timed_out", "try_later"
        case ModelTruncated():
            return "cut_off", "report_server"
        case ModelUnreachable():
            return "unreachable", "check_server"
        case AnswerTooLong():
            return "too_long", "choose_other_model"
        case _:
            return "failed", "try_later"


def _advice(error: ModelRejected) -> Advice:
    match error:
        case ModelKeyRefused():
            return "check_key"
        case ModelNotFound():
            return "check_model"
        case ModelMoved():
            return "check_address"
        case ModelWithoutCredit():
            return "add_credit"
        case ModelWithoutTools():
            return "start_tool_parser"
        case ModelContextExceeded():
            return "enlarge_window"
        case _:
            return "report_server"


def _no_words(completed: Completed, steps: _Steps) -> Probe:
    if completed.finish_reason == "length":
        return steps.ended(ProbeStatus.FAILS, "used_up", "raise_output_limit")
    return steps.ended(ProbeStatus.FAILS, "empty", "report_server")


def _no_call(completed: Completed, steps: _Steps) -> Probe:
    """Why an answer has not the call that was asked for."""
    if tool_calls_of(completed.items):
        return steps.ended(ProbeStatus.FAILS, "wrong_call", "choose_other_model")
    if completed.call_as_text:
        return steps.ended(ProbeStatus.FAILS, "call_as_text", "start_tool_parser")
    if text_of(completed.items).strip():
        return steps.ended(ProbeStatus.FAILS, "no_call", "start_tool_parser")
    return _no_words(completed, steps)


def _notes(completed: Completed) -> list[str]:
    """The titles of the notes that the answer saves; calls that cannot be read are left out."""
    titles = (_title(call) for call in tool_calls_of(completed.items))
    return [title for title in titles if title]


def _title(call: ToolCall) -> str:
    if call.name != NOTE.name:
        return ""
    try:
        arguments = parse_bounded(call.arguments)
    except ValueError:
        return ""
    title = arguments.get("title") if isinstance(arguments, dict) else None
    return title.strip().lower() if isinstance(title, str) else ""


def _results(completed: Completed) -> list[Item]:
    return [ToolOutput(call_id=call.call_id, output=_SAVED) for call in tool_calls_of(completed.items)]
