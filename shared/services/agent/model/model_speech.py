"""What a model says while it says it, as events: parts opened and closed, calls under ids that no other call has."""

from collections.abc import Callable
from itertools import takewhile

from shared.domain.agent import model_messages as said
from shared.domain.json_weight import parse_bounded
from shared.domain.runs import chunks
from shared.domain.runs.events import AnyChunk
from shared.domain.untrusted import is_plain, plain_name, readable_json, short_id, split_open_half, valid_text
from shared.services.runs.log.event_writer import EventWriter

SpeechEvent = said.TextDelta | said.ReasoningDelta | said.ToolCallStart | said.ToolCallDelta | said.ToolCallDone


class Speech:
    """One answer. `taken` holds the ids of all calls of the run so far, and of this answer's.

    A provider's own id is kept when it is plain and new; any other gets one from us, in the events and in the history.
    After a call that `waits` for a person only others that wait are shown: the rest are `silent` until they run, since
    clients send an answer on only when no call of the step is open. `is_form`: its words are a form that the product
    reads, such as the steps of a run, and are not shown to people.
    """

    def __init__(
        self,
        writer: EventWriter,
        name: str,
        taken: frozenset[str],
        waits: Callable[[said.ToolCall], bool] = lambda call: False,
        *,
        is_form: bool = False,
    ) -> None:
        self._writer = writer
        self._name = name
        self._taken = set(taken)
        self._parts = 0
        self._open: str | None = None
        self._half = ""
        self._calls: dict[str, list[str]] = {}
        self._started: list[str] = []
        self._whole: dict[str, said.ToolCall] = {}
        self._words: list[str] = []
        self._waits = waits
        self._is_form = is_form
        self._names: dict[str, str] = {}
        self._spelled: dict[str, list[str]] = {}
        self._judged: dict[str, tuple[str, bool]] = {}
        self._waiting = False
        self.silent: set[str] = set()

    @property
    def taken(self) -> frozenset[str]:
        return frozenset(self._taken)

    def say(self, event: SpeechEvent) -> None:
        match event:
            case said.TextDelta(delta=delta) if self._is_form:
                self._words.append(delta)
            case said.TextDelta(delta=delta):
                self._speak("text", delta)
            case said.ReasoningDelta(delta=delta):
                self._speak("reasoning", delta)
            case said.ToolCallStart(call_id=call_id, name=name):
                self._begin_call(call_id, name)
            case said.ToolCallDelta(call_id=call_id, delta=delta):
                self._spell(self._latest(call_id), valid_text(delta))
            case said.ToolCallDone(call_id=call_id, name=name, arguments=arguments):
                self._end_call(self._latest(call_id, name), name, arguments)

    def complete(self, answer: said.Completed) -> said.Completed:
        """Close what is open; the answer as it goes into the history."""
        self.close()
        count: dict[str, int] = {}
        items: list[said.Item] = []
        for item in answer.items:
            if isinstance(item, said.ToolCall):
                order = count[item.call_id] = count.get(item.call_id, 0) + 1
                items.append(self._call(item, order))
            else:
                items.append(_valid(item))
        return answer.model_copy(update={"items": tuple(items)})

    def abandon(self, reason: str) -> None:
        """Close everything; calls that were only started are answered as failed, so that no client waits for them."""
        self.close()
        self._refuse(self._started, reason)

    def keep_whole(self, reason: str) -> tuple[said.Item, ...]:
        """Close everything; what the answer held when it was cut, up to the first call that was not whole.

        Nothing without a whole call: words alone are asked for again. The other calls are answered as failed.
        """
        self.close()
        for shown in self._started:
            spelled = "".join(self._spelled[shown])
            if shown not in self._whole and _is_object(spelled):
                self._end_call(shown, self._names[shown], spelled)
        kept = list(takewhile(lambda shown: shown in self._whole, self._started))
        self._refuse(self._started[len(kept) :], reason)
        words = [said.AssistantMessage(content="".join(self._words))] if self._words else []
        return (*words, *(self._whole[shown] for shown in kept)) if kept else ()

    def _refuse(self, calls: list[str], reason: str) -> None:
        for shown in calls:
            if shown not in self.silent:
                self._writer.emit(chunks.ToolOutputError(tool_call_id=shown, error_text=reason))

    def close(self) -> None:
        if self._half:
            self._delta(valid_text(self._half))
        if self._open == "text":
            self._writer.emit(chunks.TextEnd(id=self._id()))
        elif self._open == "reasoning":
            self._writer.emit(chunks.ReasoningEnd(id=self._id()))
        self._open, self._half = None, ""

    def _speak(self, kind: str, delta: str) -> None:
        if self._open != kind:
            self.close()
            self._parts += 1
            self._open = kind
            start: AnyChunk = (
                chunks.TextStart(id=self._id()) if kind == "text" else chunks.ReasoningStart(id=self._id())
            )
            self._writer.emit(start)
        whole, self._half = split_open_half(self._half + delta)
        if whole:
            self._delta(valid_text(whole))

    def _delta(self, text: str) -> None:
        if self._open == "text":
            self._words.append(text)
        kind = chunks.TextDelta if self._open == "text" else chunks.ReasoningDelta
        self._writer.emit(kind(id=self._id(), delta=text))

    def _id(self) -> str:
        return f"{self._open}-{self._name}-{self._parts}"

    def _begin_call(self, raw: str, name: str) -> str:
        self.close()
        waiting = self._someone_waits()
        shown = raw if is_plain(raw) and raw not in self._taken else short_id(self._name, len(self._started))
        self._taken.add(shown)
        self._started.append(shown)
        self._calls.setdefault(raw, []).append(shown)
        self._names[shown], self._spelled[shown] = plain_name(name), []
        if waiting:
            self.silent.add(shown)
        else:
            self._writer.emit(chunks.ToolInputStart(tool_call_id=shown, tool_name=plain_name(name)))
        return shown

    def _spell(self, shown: str, delta: str) -> None:
        self._spelled[shown].append(delta)
        if shown not in self.silent:
            self._writer.emit(chunks.ToolInputDelta(tool_call_id=shown, input_text_delta=delta))

    def _someone_waits(self) -> bool:
        """Whether a call so far waits. Some providers end no call before the last, but the next one shows its end."""
        if self._started and not self._waiting:
            last = self._started[-1]
            self._judge(said.ToolCall(call_id=last, name=self._names[last], arguments="".join(self._spelled[last])))
        return self._waiting

    def _judge(self, call: said.ToolCall) -> bool:
        """Asked once for the same arguments: asking tries the change on a copy of the project."""
        before = self._judged.get(call.call_id)
        if before is None or before[0] != call.arguments:
            self._judged[call.call_id] = before = (call.arguments, self._waits(call))
            self._waiting = self._waiting or before[1]
        return before[1]

    def _latest(self, raw: str, name: str = "") -> str:
        started = self._calls.get(raw)
        return started[-1] if started else self._begin_call(raw, name)

    def _end_call(self, shown: str, name: str, arguments: str) -> None:
        call = said.ToolCall(call_id=shown, name=plain_name(name), arguments=valid_text(arguments))
        self._whole[shown] = call
        waits = self._judge(call)
        if shown in self.silent and waits:
            self.silent.discard(shown)
            self._writer.emit(chunks.ToolInputStart(tool_call_id=shown, tool_name=call.name))
        if shown not in self.silent:
            self._writer.emit(
                chunks.ToolInputAvailable(tool_call_id=shown, tool_name=call.name, input=readable_json(arguments))
            )

    def _call(self, item: said.ToolCall, order: int) -> said.ToolCall:
        """The call under its shown id; one that the stream did not announce is announced now."""
        started = self._calls.get(item.call_id, [])
        shown = started[order - 1] if order <= len(started) else self._begin_call(item.call_id, item.name)
        if shown not in self._whole:
            self._end_call(shown, item.name, item.arguments)
        own = {"call_id": shown, "name": plain_name(item.name), "arguments": valid_text(item.arguments)}
        return item.model_copy(update=own)


def _is_object(arguments: str) -> bool:
    """Whether nothing can be missing of these arguments: not all providers tell the end of a call before the last."""
    try:
        return isinstance(parse_bounded(arguments), dict)
    except ValueError:
        return False


def _valid(item: said.Item) -> said.Item:
    """An item that is no call, its texts valid."""
    match item:
        case said.AssistantMessage(content=content):
            return item.model_copy(update={"content": valid_text(content)})
        case said.Reasoning(summary=summary):
            return item.model_copy(update={"summary": valid_text(summary)})
    return item
