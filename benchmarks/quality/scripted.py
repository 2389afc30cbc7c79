"""The answers written down for a task, played by the scripted model: the ceiling of what the product allows."""

from collections import defaultdict
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from benchmarks.quality.task import Task, TaskInvalid, read_json
from devkit.scripted_model.server import Script
from local.openai_server.reply import Call, Reply, Tokens
from shared.domain.agent.model_messages import ModelRequest

Kind = Literal["good", "bad"]
_FILE = "$file"
A_TOKEN = 4
"""Characters, about."""
_CACHED_STEP, _LEAST_CACHED = 128, 1_024


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = ""
    calls: tuple[Call, ...] = ()

    def reply(self, folder: Path) -> Reply:
        """As the model server gives it."""
        calls = tuple(call.model_copy(update={"arguments": filled(call.arguments, folder)}) for call in self.calls)
        return Reply(text=(self.text,) if self.text else (), calls=calls)


class Transcript(BaseModel):
    """A list of answers for each message."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    turns: tuple[tuple[_Answer, ...], ...] = Field(min_length=1)


def load_transcript(task: Task, kind: Kind, folder: Path | None = None) -> list[list[Reply]]:
    """The replies to each message; TaskInvalid."""
    home = folder or task.folder
    file = home / f"{kind}.json"
    try:
        found = Transcript.model_validate(read_json(file))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise TaskInvalid(f"{task.id}/{kind}.json: {where}: {first['msg']}") from error
    if len(found.turns) != len(task.turns):
        raise TaskInvalid(f"{task.id}/{kind}.json: {len(found.turns)} turns, the task has {len(task.turns)}")
    return [[answer.reply(home) for answer in turn] for turn in found.turns]


def filled(value: Any, folder: Path) -> Any:
    """The value with the texts of the files it names."""
    if isinstance(value, dict) and value.keys() == {_FILE}:
        return (folder / value[_FILE]).read_text("utf-8")
    if isinstance(value, dict):
        return {name: filled(one, folder) for name, one in value.items()}
    return [filled(one, folder) for one in value] if isinstance(value, list) else value


class Exchange(BaseModel):
    """A question to the model and its answer."""

    model_config = ConfigDict(frozen=True)

    request: ModelRequest
    reply: Reply


class CountingScript(Script):
    """A script that counts tokens as a server does that caches prefixes, and keeps what each app's model was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.exchanges: dict[str, list[Exchange]] = defaultdict(list)
        self._before: dict[str, str] = {}

    def respond(self, request: ModelRequest) -> Reply:
        said = super().respond(request)
        key = request.cache_key or ""
        words, before = words_of(request), self._before.get(key, "")
        self._before[key] = words
        reply = said.model_copy(update={"usage": count_tokens(words, before, said)})
        self.exchanges[key].append(Exchange(request=request, reply=reply))
        return reply


def words_of(request: ModelRequest) -> str:
    """What is sent, in the order in which a server caches it: tools, instructions, conversation."""
    tools = [tool.model_dump_json() for tool in request.tools]
    return "".join([*tools, request.instructions, *(item.model_dump_json() for item in request.items)])


def count_tokens(words: str, before: str, reply: Reply) -> Tokens:
    """About four characters a token; a prefix that was sent before is cached, in steps of 128 from 1,024 on."""
    same = next((at for at, (one, other) in enumerate(zip(words, before, strict=False)) if one != other), None)
    prefix = min(len(words), len(before)) if same is None else same
    shared = prefix // A_TOKEN // _CACHED_STEP * _CACHED_STEP
    said = sum(len(text) for text in reply.text) + sum(len(call.arguments_text) for call in reply.calls)
    return Tokens(
        input_tokens=len(words) // A_TOKEN,
        cached_tokens=shared if shared >= _LEAST_CACHED else 0,
        output_tokens=1 + said // A_TOKEN,
    )


class Played:
    """Gives the script each turn's answers as the turn begins, and looks whether all were asked for."""

    def __init__(self, script: CountingScript, turns: list[list[Reply]]) -> None:
        self._script, self._turns = script, turns

    def begin(self, app_id: str, number: int) -> None:
        """Before message `number` is sent."""
        self._script.push(*self._turns[number], match=app_id)

    def left(self, app_id: str) -> int:
        """Answers that nobody asked for."""
        return self._script.left_of(app_id)

    def exchanges(self, app_id: str) -> list[Exchange]:
        """What the app's model was asked and said, in order."""
        found = [made for key, made in list(self._script.exchanges.items()) if app_id in key]
        return [one for made in found for one in made]
