"""A server of Chat Completions that plays raw answers, and refuses what strict servers refuse."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from typing import Any, NamedTuple

Json = dict[str, Any]
Rule = Callable[[Json], "Answer | None"]


class Answer(NamedTuple):
    """What is sent: a status, a body in pieces, and its type."""

    pieces: list[bytes]
    status: int = 200
    kind: str = "text/event-stream"
    headers: tuple[tuple[str, str], ...] = ()


def refusal(body: Any, status: int = 400, headers: tuple[tuple[str, str], ...] = ()) -> Answer:
    return Answer([json.dumps(body).encode()], status, "application/json", headers)


@dataclass
class Play:
    """The answers in their order; a request that breaks a rule is refused first and takes none of them."""

    answers: list[Answer] = field(default_factory=list)
    rules: tuple[Rule, ...] = ()
    requests: list[Json] = field(default_factory=list)
    refused: int = 0
    address: str = ""

    def answer(self, body: Json) -> Answer:
        self.requests.append(body)
        for rule in self.rules:
            if (refused := rule(body)) is not None:
                self.refused += 1
                return refused
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def playing(play: Play) -> Iterator[Play]:
    """A server on a port of its own, for as long as the block lasts."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *given: object) -> None: ...

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            answer = play.answer(body)
            self.send_response(answer.status)
            for name, value in (("content-type", answer.kind), ("transfer-encoding", "chunked"), *answer.headers):
                self.send_header(name, value)
            self.end_headers()
            try:
                for piece in answer.pieces:
                    self.wfile.write(b"%x\r\n" % len(piece) + piece + b"\r\n")
                self.wfile.write(b"0\r\n\r\n")
            except OSError:
                return  # the client had enough

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    play.address = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield play
    finally:
        server.shutdown()
        server.server_close()


# ---- what strict servers refuse ----------------------------------------------------------------------------------


def roles(body: Json) -> list[str]:
    return [message["role"] for message in body["messages"]]


def alternating(body: Json) -> Answer | None:
    """Gemma's and Ministral's templates; a tool's result counts as the user's part."""
    turns = ["user" if role == "tool" else role for role in roles(body) if role != "system"]
    if turns[0] != "user" or any(first == second == "user" for first, second in pairwise(turns)):
        return refusal(
            {
                "error": {
                    "message": "Error rendering prompt with jinja template: Conversation roles must alternate "
                    "user/assistant/user/assistant/...",
                    "type": "invalid_request_error",
                    "code": 400,
                }
            }
        )
    return None


def mistral(body: Json) -> Answer | None:
    pairs = list(pairwise(roles(body)))
    if ("tool", "user") in pairs:
        said = "Unexpected role 'user' after role 'tool'"
        return refusal({"object": "error", "message": said, "type": "invalid_request_message_order", "code": "3230"})
    return None


def single_calls(body: Json) -> Answer | None:
    if any(len(message.get("tool_calls") or ()) > 1 for message in body["messages"]):
        return refusal({"error": {"message": "This model only supports single tool-calls at once!"}}, 500 - 100)
    return None


def no_system(body: Json) -> Answer | None:
    if "system" in roles(body):
        return refusal({"error": {"message": "System role not supported", "type": "BadRequestError"}})
    return None


def deepseek(body: Json) -> Answer | None:
    called = [message for message in body["messages"] if message.get("tool_calls")]
    if any(not message.get("reasoning_content") for message in called):
        said = "The `reasoning_content` in the thinking mode must be passed back to the API."
        return refusal({"error": {"message": said, "type": "invalid_request_error", "code": "invalid_request_error"}})
    return None


def gemini3(body: Json) -> Answer | None:
    called = [message for message in body["messages"] if message.get("tool_calls")]
    if any("thought_signature" not in json.dumps(message["tool_calls"][0]) for message in called):
        said = "Function call is missing a thought_signature in functionCall parts. This is required for tools to work."
        return refusal([{"error": {"code": 400, "message": said, "status": "INVALID_ARGUMENT"}}])
    return None


def no_reasoning(body: Json) -> Answer | None:
    """A server that knows no reasoning in messages."""
    if any("reasoning_content" in message for message in body["messages"]):
        return refusal({"error": {"message": "property 'messages.2.reasoning_content' is unsupported"}})
    return None


def no_null_content(body: Json) -> Answer | None:
    if any(message.get("content") is None for message in body["messages"]):
        return refusal(
            {"detail": [{"loc": ["body", "messages", 2, "content"], "msg": "none is not an allowed value"}]}, 422
        )
    return None


def plain_schemas(body: Json) -> Answer | None:
    if "additionalProperties" in json.dumps(body.get("tools")):
        said = 'Invalid JSON payload received. Unknown name "additionalProperties" at tools[0].function_declarations[0]'
        return refusal({"error": {"code": 400, "message": said, "status": "INVALID_ARGUMENT"}})
    return None


WINDOW_WORDS: dict[str, Callable[[int, int, int], Json]] = {
    "vllm": lambda limit, asked, answer: {
        "object": "error",
        "message": f"This model's maximum context length is {limit} tokens. However, you requested {asked + answer} "
        f"tokens ({asked} in the messages, {answer} in the completion). Please reduce the length of the messages or "
        "completion.",
        "type": "BadRequestError",
        "code": 400,
    },
    "llama.cpp": lambda limit, asked, answer: {
        "error": {
            "code": 400,
            "message": "the request exceeds the available context size, try increasing it",
            "type": "exceed_context_size_error",
            "n_prompt_tokens": asked,
            "n_ctx": limit,
        }
    },
    "ollama": lambda limit, asked, answer: {
        "error": {"message": "the input length exceeds the context length", "type": "api_error", "code": None}
    },
    "lm studio": lambda limit, asked, answer: {
        "error": f"Trying to keep the first {asked} tokens when context the overflows. However, the model is loaded "
        f"with context length of only {limit} tokens, which is not enough. Try to load the model with a larger context "
        "length, or provide a shorter input"
    },
}


def small_window(limit: int, words: str, characters: int = 4) -> Rule:
    """Counts a token for so many characters of messages and tools, and what is asked for as an answer."""

    def rule(body: Json) -> Answer | None:
        parts = (body["messages"], body.get("tools") or [])
        asked = sum(len(json.dumps(part, ensure_ascii=False)) for part in parts) // characters
        answer = body.get("max_tokens") or body.get("max_completion_tokens") or 0
        return refusal(WINDOW_WORDS[words](limit, asked, answer)) if asked + answer > limit else None

    return rule


def without_fields(*names: str, form: str) -> Rule:
    """Refuses fields one by one, in the words of one of several servers."""

    def rule(body: Json) -> Answer | None:
        bad = next((name for name in names if name in body), None)
        if bad is None:
            return None
        entry = {"type": "extra_forbidden", "loc": ["body", bad], "msg": "Extra inputs are not permitted"}
        return {
            "openai": refusal({"error": {"message": f"Unrecognized request argument supplied: {bad}", "param": None}}),
            "detail": refusal({"detail": [entry]}, 422),
            "mistral": refusal(
                {"object": "error", "message": {"detail": [entry]}, "type": "invalid_request_error"}, 422
            ),
            "text": refusal(f"unknown field `{bad}`"),
        }[form]

    return rule
