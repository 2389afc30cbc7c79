"""The answers written down for a task, played by the scripted model: the ceiling of what the product allows."""

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from benchmarks.quality.task import Task, TaskInvalid, read_json
from local.openai_server.reply import Call, Reply, Tokens
from tests.support.scripted_model.server import Script

Kind = Literal["good", "bad"]
_FILE = "$file"


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str = ""
    calls: tuple[Call, ...] = ()

    def reply(self, folder: Path) -> Reply:
        """As the model server gives it; about four characters a token, as a real one would count."""
        calls = tuple(call.model_copy(update={"arguments": filled(call.arguments, folder)}) for call in self.calls)
        size = len(self.text) + sum(len(call.arguments_text) for call in calls)
        return Reply(
            text=(self.text,) if self.text else (),
            calls=calls,
            usage=Tokens(input_tokens=1, output_tokens=1 + size // 4),
        )


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


class Played:
    """Gives the script each turn's answers as the turn begins, and looks whether all were asked for."""

    def __init__(self, script: Script, turns: list[list[Reply]]) -> None:
        self._script, self._turns = script, turns

    def begin(self, app_id: str, number: int) -> None:
        """Before message `number` is sent."""
        self._script.push(*self._turns[number], match=app_id)

    def left(self, app_id: str) -> int:
        """Answers that nobody asked for."""
        return self._script.left_of(app_id)
