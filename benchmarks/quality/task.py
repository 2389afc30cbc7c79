"""A task of the benchmark as its file says it; a file that is wrong is one clear line."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

TASKS = Path(__file__).parent / "tasks"
MUTANTS = 3
_ID = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"
_CHECK = r"^[a-z][a-z0-9_]*$"

Template = Literal["react", "vue", "svelte", "vanilla"]


class TaskInvalid(Exception):
    """What is wrong with a task, in one line that names its file."""


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Turn(_Strict):
    """One message of the person."""

    message: str = Field(min_length=1, max_length=32 * 1024)


class Budget(_Strict):
    """What a good run needs at most; `usd` in dollars."""

    calls: int = Field(ge=1)
    tokens_in: int = Field(ge=1)
    usd: float = Field(gt=0)
    seconds: int = Field(ge=1)


class Must(_Strict):
    """What holds besides the checks: the most errors there may be in the console, and that types are right."""

    published: bool = True
    types: bool = True
    console_errors: int = Field(default=0, ge=0)


class Check(_Strict):
    """One thing that is looked at. `guards`: it held before the (last) message, and must still."""

    id: Annotated[str, Field(pattern=_CHECK)]
    title: str = Field(min_length=1)
    weight: int = Field(default=1, ge=1)
    guards: bool = False


class Scope(_Strict):
    """Where a solution may reach; patterns as `fnmatch` reads them."""

    may_touch: tuple[str, ...] = ("*",)
    must_not_touch: tuple[str, ...] = ()
    max_files: int = Field(ge=0)
    max_changed_lines: int = Field(ge=0)


class Task(_Strict):
    """`task.json`. `fault`: what is planted in a task to fix."""

    id: Annotated[str, Field(pattern=_ID)]
    version: int = Field(ge=1)
    title: str = Field(min_length=1)
    suite: Literal["regression", "capability", "safety"]
    kind: Literal["create", "change", "fix", "refactor", "conversation", "plan", "refuse"]
    level: Literal["easy", "medium", "hard"]
    template: Template
    turns: tuple[Turn, ...] = Field(min_length=1)
    budget: Budget
    must: Must = Must()
    checks: tuple[Check, ...] = Field(min_length=1)
    scope: Scope
    fault: str | None = None
    tags: tuple[str, ...] = ()
    origin: str
    added: str

    @model_validator(mode="after")
    def _whole(self) -> "Task":
        names = [check.id for check in self.checks]
        if len(set(names)) < len(names):
            raise ValueError("two checks have one id")
        if all(check.guards for check in self.checks):
            raise ValueError("every check guards: nothing would show that the task was done")
        if self.kind == "fix" and not self.fault:
            raise ValueError("a fix names the fault that is planted")
        return self

    @property
    def folder(self) -> Path:
        """Where its files lie, if it is one of ours."""
        return TASKS / self.id


def load_task(folder: Path) -> Task:
    """The task in `folder`; TaskInvalid when a file of it is missing or wrong."""
    file = folder / "task.json"
    try:
        task = Task.model_validate_json(file.read_bytes())
    except (OSError, UnicodeDecodeError) as error:
        raise TaskInvalid(f"{_named(file)}: cannot be read ({error})") from error
    except ValidationError as error:
        raise TaskInvalid(f"{_named(file)}: {_told(error)}") from error
    if task.id != folder.name:
        raise TaskInvalid(f"{_named(file)}: the id is {task.id}, its folder is {folder.name}")
    _require_files(folder)
    return task


def load_tasks(names: Iterable[str] = (), root: Path = TASKS) -> tuple[list[Task], list[str]]:
    """(the tasks of these names, or all; what is wrong with the others, a line each)."""
    wanted = list(dict.fromkeys(names)) or sorted(
        path.name for path in root.iterdir() if path.is_dir() and path.name != "__pycache__"
    )
    tasks: list[Task] = []
    wrong: list[str] = []
    for name in wanted:
        try:
            tasks.append(load_task(root / name))
        except TaskInvalid as error:
            wrong.append(str(error))
    return tasks, wrong


def mutants_of(folder: Path) -> list[str]:
    """The names of a task's wrong solutions."""
    home = folder / "mutants"
    return sorted(path.name for path in home.iterdir() if path.is_dir()) if home.is_dir() else []


def _require_files(folder: Path) -> None:
    if not (folder / "check.py").is_file():
        raise TaskInvalid(f"{_named(folder)}: check.py is missing")
    if not (folder / "reference").is_dir():
        raise TaskInvalid(f"{_named(folder)}: reference/ is missing")
    found = mutants_of(folder)
    if len(found) != MUTANTS:
        raise TaskInvalid(f"{_named(folder)}: {len(found)} mutants, {MUTANTS} are wanted")


def _named(path: Path) -> str:
    return "/".join(path.parts[-2:])


def _told(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    return f"{where}: {first['msg']}" if where else str(first["msg"])


def read_json(file: Path) -> object:
    """A JSON file of a task; TaskInvalid when it is none."""
    try:
        return json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise TaskInvalid(f"{_named(file)}: cannot be read ({error})") from error
