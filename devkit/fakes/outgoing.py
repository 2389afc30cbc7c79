"""The outside in memory: names with addresses, hosts with answers, and a record of what was sent where."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from shared.domain.agent.outgoing import Target
from shared.domain.errors import Unavailable
from shared.ports.outgoing import Addresses, WireAnswer, WireMethod


class Sent(NamedTuple):
    method: WireMethod
    target: Target
    address: str
    headers: Mapping[str, str]
    body: bytes | None


class FakeResolver:
    """`Resolver`: each look-up of a name takes the next of its lists of addresses; the last one stays."""

    def __init__(self, names: Mapping[str, list[Addresses]] | None = None) -> None:
        self.names = {name: list(answers) for name, answers in (names or {}).items()}
        self.asked: list[str] = []

    def resolve(self, host: str, port: int, seconds: float) -> Addresses:
        self.asked.append(host)
        answers = self.names.get(host)
        if not answers:
            raise Unavailable(f"The host {host} could not be found.")
        return answers.pop(0) if len(answers) > 1 else answers[0]


class FakeHttp:
    """`OutgoingHttp`: `answer` decides; `sent` is what was sent."""

    def __init__(self, answer: Callable[[Sent], WireAnswer] | None = None) -> None:
        self.answer = answer or (lambda sent: WireAnswer(200, {"content-type": "text/plain"}, b"hello"))
        self.sent: list[Sent] = []

    def send(self, method: WireMethod, target: Target, **rest: Any) -> WireAnswer:
        sent = Sent(method, target, rest["address"], rest["headers"], rest["body"])
        self.sent.append(sent)
        answer = self.answer(sent)
        most = rest["max_bytes"]
        return answer._replace(body=answer.body[:most], cut=len(answer.body) > most)
