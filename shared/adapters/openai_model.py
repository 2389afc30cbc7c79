"""ModelPort over the official client: opens a stream on the chosen wire and reads it, with one retry policy."""

import contextlib
import json
from collections.abc import Generator, Iterator
from typing import Any, cast

import openai
from openai import DefaultHttpxClient, OpenAI

from shared.adapters import openai_chat, openai_responses
from shared.adapters.openai_chat import ChatReader, chat_body
from shared.adapters.openai_errors import FieldUnsupported, Passing, from_client
from shared.adapters.openai_responses import ResponsesReader, responses_body
from shared.adapters.openai_retry import RetryPolicy, with_retries
from shared.adapters.openai_settings import ModelSettings, guard_spending
from shared.domain.errors import ModelUnavailable
from shared.domain.model_errors import ModelRejected, ModelTruncated
from shared.domain.model_messages import ModelEvent, ModelRequest


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
            lambda deadline: self._attempt(request, deadline), self._policy, timeout=request.timeout_seconds
        )

    def close(self) -> None:
        self._client.close()

    def _attempt(self, request: ModelRequest, deadline: float) -> Generator[ModelEvent]:
        reader = self._reader(request)
        with contextlib.closing(self._chunks(request, deadline)) as chunks:
            for chunk in chunks:
                if self._policy.clock() > deadline:
                    raise Passing(f"the model took longer than {request.timeout_seconds:g} s")
                yield from reader.feed(chunk)
        yield reader.completed()

    def _chunks(self, request: ModelRequest, deadline: float) -> Generator[Any]:
        """The client's own events; whatever the client raises comes out as ours."""
        try:
            with self._open(request, deadline) as stream:
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
        timeout = openai.Timeout(
            min(self._settings.read_timeout, remaining), connect=min(self._settings.connect_timeout, remaining)
        )
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


def _check_is_stream(content_type: str) -> None:
    if content_type.startswith(("text/html", "application/json")):
        raise ModelRejected("the address did not answer as an OpenAI-compatible API; check OPENAI_BASE_URL")
