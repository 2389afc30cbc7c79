"""ModelPort over the official client: opens a stream on the chosen wire and reads it, with one retry policy."""

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from typing import Any, cast

import openai
from openai import DefaultHttpxClient, OpenAI

from shared.adapters.openai import chat as openai_chat
from shared.adapters.openai import responses as openai_responses
from shared.adapters.openai.chat import ChatReader, chat_body
from shared.adapters.openai.errors import FieldUnsupported, Silent, from_client
from shared.adapters.openai.listening import listen
from shared.adapters.openai.responses import ResponsesReader, responses_body
from shared.adapters.openai.retry import RetryPolicy, with_retries
from shared.adapters.openai.settings import ModelSettings, guard_spending
from shared.domain.agent.model_errors import ModelRejected, ModelTruncated
from shared.domain.agent.model_messages import ModelEvent, ModelRequest, UserMessage, Waiting
from shared.domain.errors import ModelUnavailable

_AGAIN = (
    "This is asked again, since no word of your answer came in time ({why}). Think for a shorter time before the first "
    "word, and do less in one answer."
)
_SPARE_SECONDS = 60.0
"""What the connection's own limit is beyond ours: it only ends what nobody listens to any more."""


class OpenAIModel:
    """Any OpenAI-compatible service; keeps its connections, so make one per process."""

    def __init__(self, settings: ModelSettings, policy: RetryPolicy | None = None) -> None:
        self._settings = settings
        self._policy = policy or RetryPolicy(settings.max_attempts, settings.backoff_base, settings.backoff_cap)
        self._without: set[str] = set()
        self._http = DefaultHttpxClient(trust_env=not settings.is_loopback)
        self._client = OpenAI(
            api_key=settings.api_key or "none",
            base_url=settings.base_url,
            max_retries=0,
            http_client=self._http,
        )

    def stream(self, request: ModelRequest) -> Iterator[ModelEvent]:
        """See `shared.ports.model.ModelPort`."""
        guard_spending(self._settings)
        return with_retries(
            lambda deadline, failure: self._attempt(_with_reason(request, failure), deadline),
            self._policy,
            timeout=request.timeout_seconds,
        )

    def close(self) -> None:
        self._client.close()

    def _attempt(self, request: ModelRequest, deadline: float) -> Generator[ModelEvent]:
        reader, patience = self._reader(request), _Patience(request, self._policy.clock, deadline)
        with closing(listen(lambda hold: self._chunks(request, deadline, hold))) as chunks:
            for chunk in chunks:
                events = () if chunk is None else tuple(reader.feed(chunk))
                patience.note(is_alive=chunk is not None, is_word=bool(events))
                yield from events or (Waiting(),)
        yield reader.completed()

    def _chunks(self, request: ModelRequest, deadline: float, hold: Callable[[Any], None]) -> Generator[Any]:
        """The client's own events; whatever the client raises comes out as ours."""
        try:
            with self._open(request, deadline) as stream:
                hold(stream.response)
                _check_is_stream(stream.response.headers.get("content-type", ""))
                yield from stream
        except openai.APIError as error:
            failure: ModelUnavailable = from_client(error, self._optional_fields() - self._without)
        except json.JSONDecodeError:
            failure = ModelTruncated("the answer was garbled")
        else:
            return
        if isinstance(failure, FieldUnsupported):
            self._without.add(failure.field)
        raise failure

    def _open(self, request: ModelRequest, deadline: float) -> Any:
        remaining = max(0.1, deadline - self._policy.clock())
        longest = max(request.first_token_seconds, request.silence_seconds) + _SPARE_SECONDS
        timeout = openai.Timeout(longest, connect=min(self._settings.connect_timeout, remaining))
        body = {key: value for key, value in self._body(request).items() if key not in self._without}
        return cast(Any, self._endpoint()).create(**body, stream=True, timeout=timeout)

    @property
    def _responses(self) -> bool:
        return self._settings.chosen_wire == "responses"

    def _endpoint(self) -> object:
        return self._client.responses if self._responses else self._client.chat.completions

    def _body(self, request: ModelRequest) -> dict[str, Any]:
        return responses_body(request) if self._responses else chat_body(request, self._settings)

    def _reader(self, request: ModelRequest) -> ChatReader | ResponsesReader:
        return ResponsesReader(request) if self._responses else ChatReader(request)

    def _optional_fields(self) -> frozenset[str]:
        return openai_responses.OPTIONAL_FIELDS if self._responses else openai_chat.OPTIONAL_FIELDS


def _with_reason(request: ModelRequest, failure: ModelUnavailable | None) -> ModelRequest:
    """The request with a word at its end on the attempt before, when that was read and not answered in time."""
    if not isinstance(failure, Silent):
        return request
    said = UserMessage(content=_AGAIN.format(why=failure.message))
    return request.model_copy(update={"items": (*request.items, said)})


class _Patience:
    """How long is waited: for the first word, then between signs of life, and for everything together."""

    def __init__(self, request: ModelRequest, clock: Callable[[], float], deadline: float) -> None:
        self._request, self._clock, self._deadline = request, clock, deadline
        self._since, self._started = clock(), False

    def note(self, *, is_alive: bool, is_word: bool) -> None:
        """Something has come, or nothing for a moment. Silent, or Passing, when that is too long."""
        now, asked = self._clock(), self._request
        if now > self._deadline:
            raise Silent("the model's answer took longer than there was time for it")
        most = asked.silence_seconds if self._started else asked.first_token_seconds
        if now - self._since > most and not is_word:
            raise Silent(f"the model did not answer in time: nothing came for {most:g} s")
        if is_word or (is_alive and self._started):
            self._since, self._started = now, True


def _check_is_stream(content_type: str) -> None:
    if content_type.startswith(("text/html", "application/json")):
        raise ModelRejected("the address did not answer as an OpenAI-compatible API; check OPENAI_BASE_URL")
