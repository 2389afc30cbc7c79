"""One call to the model, its stream turned into events as it arrives."""

import json
from collections.abc import Callable
from typing import Any

from shared.domain.agent import model_messages as said
from shared.domain.agent.model_errors import ModelTruncated
from shared.domain.agent.model_messages import Completed
from shared.domain.errors import AppError, ModelUnavailable
from shared.domain.runs.data_chunks import DataRetry, RetryData
from shared.domain.runs.iteration import ResponseNote
from shared.domain.runs.run import Run
from shared.domain.spans import Span, span
from shared.ports.model import ModelPort
from shared.ports.storage import BlobStore
from shared.services.agent.model.model_speech import Speech
from shared.services.or_none import or_none
from shared.services.runs.log.event_writer import EventWriter
from shared.services.spending.open_model import AnswerTooLong, Meter, opened

_KEPT_BYTES = 4_000_000


class Cancelled(Exception):
    """A person asked to stop while the model was speaking."""


def call_model(
    request: said.ModelRequest,
    *,
    model: ModelPort,
    speech: Speech,
    writer: EventWriter,
    iteration: int,
    meter: Meter,
    cancelled: Callable[[], bool],
) -> said.Completed:
    """The whole answer, or of one that was cut what came through whole, if there is a call in it (`cut_off`).

    Whatever else stops it before its end is raised, after the stream's open parts are closed.
    """
    try:
        with span(f"chat {request.model}", model=request.model) as drawn, opened(model, request) as events:
            for event in events:
                if cancelled():
                    raise Cancelled
                if isinstance(event, said.Completed):
                    _tell(event, drawn)
                    return speech.complete(event)
                meter.hear(event)
                _pass_on(event, speech, writer, iteration)
            raise ModelTruncated("The model's answer stopped before its end.")
    except Cancelled:
        speech.abandon("Not run: the person cancelled.")
        raise
    except (AnswerTooLong, ModelUnavailable) as why:
        too_long = isinstance(why, AnswerTooLong)
        kept = speech.keep_whole("Not run: the answer grew too long." if too_long else "The answer was cut here.")
        if not kept:
            raise
        return said.Completed(items=kept, finish_reason="length", cut_off="too long" if too_long else str(why))


def _tell(answer: said.Completed, drawn: Span) -> None:
    usage = answer.usage
    drawn.set(input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, cached_tokens=usage.cached_tokens)
    drawn.set(finish_reason=answer.finish_reason, outcome="ok")


def _pass_on(event: said.ModelEvent, speech: Speech, writer: EventWriter, iteration: int) -> None:
    if isinstance(event, said.Retrying):
        writer.emit(DataRetry(data=RetryData(iteration=iteration, attempt=event.attempt, reason=event.reason)))
    elif not isinstance(event, said.Completed | said.Waiting):
        speech.say(event)


def keep_response(run: Run, number: int, completed: Completed, blobs: BlobStore) -> str | None:
    """Store what the provider answered in iteration `number`; its key, or None when there is nothing to keep.

    One that is too large, or cannot be stored now, is left out: the answer itself is worth more than its record.
    """
    said = completed.raw.get("response")
    body = json.dumps(said, separators=(",", ":")).encode() if said else b""
    if not 0 < len(body) <= _KEPT_BYTES:
        return None
    key = f"apps/{run.tenant_id}/{run.app_id}/runs/{run.id}/answers/{number:04d}-{run.lease.attempt}.json"
    try:
        blobs.put(key, body, "application/json")
    except AppError:
        return None
    return key


def kept_response(note: ResponseNote | None, blobs: BlobStore) -> dict[str, Any]:
    if note is None or note.kept is None:
        return {}
    read: dict[str, Any] = json.loads(or_none(blobs.get, note.kept, max_bytes=_KEPT_BYTES) or "{}")
    return read
