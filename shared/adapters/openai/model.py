"""ModelPort over the official client: opens a stream on the chosen wire and reads it, with one retry policy."""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from itertools import chain
from typing import Any, cast

import httpx2
import openai
from openai import DefaultHttpxClient, OpenAI

from shared.adapters.openai.chat import chat_body, state_names
from shared.adapters.openai.chat_reader import ChatReader
from shared.adapters.openai.errors import Learned, Passing, Refused, Silent, from_body, from_client
from shared.adapters.openai.lessons import learn
from shared.adapters.openai.listening import listen
from shared.adapters.openai.responses import ResponsesReader, responses_body
from shared.adapters.openai.retry import RetryPolicy, with_retries
from shared.adapters.openai.settings import ModelSettings, Wire, guard_spending
from shared.adapters.openai.sse import Signal, parsed, read_events
from shared.adapters.openai.values import mapping
from shared.domain.agent.model_errors import ModelContextExceeded, ModelMoved, ModelOverflow
from shared.domain.agent.model_messages import ModelEvent, ModelRequest, UserMessage, Waiting
from shared.domain.agent.model_profile import WINDOW_LASTS, Profile, ProfileChoice, detect
from shared.domain.errors import ModelUnavailable

_AGAIN = (
    "This is asked again: the first word of your answer did not come in time ({why}), so the connection was closed and "
    "nothing was received. The wait was the cause, not the length of the answer: begin with a word or a call early."
)
_LONGER = 2
"""Times the wait for a first word, of a server that shows signs of life and in an attempt after one that came too late.
The same request takes about as long again: with the same limit it would be lost again."""
_SPARE_SECONDS = 60.0
"""What the connection's own limit is beyond ours: it only ends what nobody listens to any more."""
_WHOLE_BYTES = 16 * 1024 * 1024
_REFUSAL_BYTES = 64 * 1024
_NO_API = "the address did not answer as an OpenAI-compatible API; check OPENAI_BASE_URL"


class OpenAIModel:
    """Any OpenAI-compatible service; keeps its connections and what it learned of the server, so make one per process.

    `choices`: what the operator decided of a model's profile, by its name.
    """

    def __init__(
        self,
        settings: ModelSettings,
        policy: RetryPolicy | None = None,
        choices: Mapping[str, ProfileChoice] | None = None,
    ) -> None:
        self._settings = settings
        self._policy = policy or RetryPolicy(settings.max_attempts, settings.backoff_base, settings.backoff_cap)
        self._choices, self._profiles = choices or {}, dict[str, Profile]()
        self._windows = dict[str, tuple[int, float]]()
        # A redirect could lead the request, and the key, to another host: it is reported instead.
        self._http = DefaultHttpxClient(
            trust_env=not settings.is_loopback, follow_redirects=False, event_hooks={"response": [_bound_refusal]}
        )
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
            lambda deadline, failure: self._attempt(request, deadline, failure),
            self._policy,
            timeout=request.timeout_seconds,
        )

    def profile(self, model: str) -> Profile:
        """How requests to this model are written now: detected, learned, and decided by the operator."""
        known = self._profiles.get(model) or detect(self._settings.host, model)
        choice, (window, learned) = self._choices.get(model), self._windows.get(model, (None, 0.0))
        if self._policy.clock() - learned > WINDOW_LASTS.total_seconds():
            window = None
        return (choice.over(known) if choice else known).model_copy(update={"window": window})

    def lessons(self, model: str) -> Profile | None:
        """See `shared.ports.model.ModelServer`."""
        return self._profiles.get(model)

    def recall(self, model: str, lessons: Profile) -> None:
        """See `shared.ports.model.ModelServer`."""
        base = detect(self._settings.host, model)
        known = self._profiles.get(model, base).with_lessons(lessons, base)
        if known != base:
            self._profiles[model] = known

    def forget_window(self, model: str) -> None:
        """See `shared.ports.model.ModelServer`."""
        self._windows.pop(model, None)

    def close(self) -> None:
        self._client.close()

    def _attempt(
        self, request: ModelRequest, deadline: float, failure: ModelUnavailable | None
    ) -> Generator[ModelEvent]:
        patience = _Patience(request, self._policy.clock, deadline, is_again=isinstance(failure, Silent))
        request = _with_reason(request, failure)
        reader = self._reader(request)
        with closing(listen(lambda hold: self._events(request, deadline, hold))) as pieces:
            for piece in pieces:
                events = () if piece is None else tuple(reader.feed(piece))
                patience.note(is_alive=piece is not None, is_word=bool(events))
                yield from events or (Waiting(),)
        yield from reader.end()
        yield reader.completed()

    def _events(self, request: ModelRequest, deadline: float, hold: Callable[[Any], None]) -> Generator[Any]:
        """The JSON of each event; whatever the client raises is raised as ours."""
        body = self._body(request)
        try:
            with self._open(request, body, deadline) as stream:
                hold(stream.response)
                yield from read_answer(stream.response, is_chat=not self._responses)
        except openai.APIError as error:
            failure = from_client(error)
        except httpx2.HTTPError:
            failure = Passing("the connection to the model service broke")
        else:
            return
        raise self._learned(failure, request, body)

    def _learned(self, failure: ModelUnavailable, request: ModelRequest, body: dict[str, Any]) -> ModelUnavailable:
        """`Learned` when the refusal teaches another way to write the request, else the refusal itself."""
        if isinstance(failure, ModelContextExceeded) and failure.window:
            self._windows[request.model] = failure.window, self._policy.clock()
        if not isinstance(failure, Refused):
            return failure
        before = self.profile(request.model)
        profile = learn(failure.words, before, frozenset(body) | state_names(request))
        choice = self._choices.get(request.model)
        if profile is None or (choice and choice.over(profile) == before):
            return failure
        self._profiles[request.model] = profile.model_copy(update={"window": None})
        return Learned(failure.message)

    def _open(self, request: ModelRequest, body: dict[str, Any], deadline: float) -> Any:
        remaining = max(0.1, deadline - self._policy.clock())
        longest = max(request.first_token_seconds * _LONGER, request.silence_seconds) + _SPARE_SECONDS
        timeout = openai.Timeout(longest, connect=min(self._settings.connect_timeout, remaining))
        return cast(Any, self._endpoint()).create(**body, stream=True, timeout=timeout)

    @property
    def wire(self) -> Wire:
        """The wire that is spoken with the server."""
        return self._settings.chosen_wire

    @property
    def _responses(self) -> bool:
        return self.wire == "responses"

    def _endpoint(self) -> object:
        return self._client.responses if self._responses else self._client.chat.completions

    def _body(self, request: ModelRequest) -> dict[str, Any]:
        profile = self.profile(request.model)
        if self._responses:
            return responses_body(request, profile)
        return chat_body(request, self._settings, profile)

    def _reader(self, request: ModelRequest) -> ChatReader | ResponsesReader:
        return ResponsesReader(request) if self._responses else ChatReader(request)


class _Head(httpx2.SyncByteStream):
    """The first bytes of a body; the rest is not read."""

    def __init__(self, body: httpx2.SyncByteStream) -> None:
        self._body = body

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for piece in self._body:
            yield piece[: _REFUSAL_BYTES - size]
            size += len(piece)
            if size >= _REFUSAL_BYTES:
                return

    def close(self) -> None:
        self._body.close()


def _bound_refusal(response: httpx2.Response) -> None:
    """The client reads the whole body of whatever is no success: only the head of one that has no end."""
    if not response.is_success and isinstance(response.stream, httpx2.SyncByteStream):
        response.stream = _Head(response.stream)


def read_answer(response: Any, *, is_chat: bool) -> Iterator[Any]:
    """The events of a stream; of a server that answered with one JSON document, its error or its whole completion."""
    pieces = response.iter_bytes()
    head, blank = b"", 0
    for piece in pieces:
        head = piece
        blank += len(piece)
        if piece.strip():
            break
        if blank > _WHOLE_BYTES:
            raise ModelOverflow(f"the model's answer begins with more than {_WHOLE_BYTES:,} blank bytes")
    first = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    if first == b"<":
        raise ModelMoved(_NO_API)
    if first not in (b"{", b"["):
        yield from read_events(chain([head], pieces))
        return
    whole = bytearray(head)
    for piece in pieces:
        if b"\n{" in head:  # JSON lines
            yield from read_events(chain([bytes(whole), piece], pieces))
            return
        whole += piece
        if len(whole) > _WHOLE_BYTES:
            raise ModelOverflow(f"the model's answer is longer than {_WHOLE_BYTES:,} bytes")
    yield from _of_document(bytes(whole), is_chat=is_chat)


def _of_document(content: bytes, *, is_chat: bool) -> Iterator[Any]:
    if b"\n{" in content:
        yield from read_events([content])
        return
    document = parsed(content)
    answer = mapping(document)
    if answer.get("error") or not answer or ("choices" not in answer and "output" not in answer):
        raise from_body(document) if answer.get("error") or answer.get("detail") else ModelMoved(_NO_API)
    yield answer if is_chat else {"type": "response.completed", "response": answer}
    yield Signal.DONE


def _with_reason(request: ModelRequest, failure: ModelUnavailable | None) -> ModelRequest:
    """The request with a word at its end on the attempt before, when that was read and not answered in time."""
    if not isinstance(failure, Silent):
        return request
    said = UserMessage(content=_AGAIN.format(why=failure.message))
    return request.model_copy(update={"items": (*request.items, said)})


class _Patience:
    """How long is waited: for the first word, then between signs of life, and for everything together."""

    def __init__(
        self, request: ModelRequest, clock: Callable[[], float], deadline: float, *, is_again: bool = False
    ) -> None:
        self._request, self._clock, self._deadline, self._is_again = request, clock, deadline, is_again
        self._since, self._started, self._alive = clock(), False, False

    def note(self, *, is_alive: bool, is_word: bool) -> None:
        """Something has come, or nothing for a moment. Silent, or Passing, when that is too long."""
        now = self._clock()
        if now > self._deadline:
            raise Silent("the model's answer took longer than there was time for it")
        self._alive = self._alive or is_alive
        if not is_word and now - self._since > (most := self._most()):
            what = "only signs of life came" if self._alive and not self._started else "nothing came"
            verb = "answer" if self._started else "begin its answer"
            raise Silent(f"the model did not {verb} in time: {what} for {most:g} s")
        if is_word or (is_alive and self._started):
            self._since, self._started = now, True

    def _most(self) -> float:
        if self._started:
            return self._request.silence_seconds
        return self._request.first_token_seconds * (_LONGER if self._alive or self._is_again else 1)
