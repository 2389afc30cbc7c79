"""`add_check`: leaves an acceptance check in the candidate, which guards what the turn has built from later turns."""

import json
import re
from dataclasses import replace
from typing import Any

from pydantic import Field

from shared.domain.builds.acceptance_spec import (
    ENDING,
    FOLDER,
    MOST_CHECKS,
    CheckInvalid,
    Do,
    check_of,
    document_of,
    is_check,
)
from shared.domain.tree.operation_types import UpsertFile
from shared.tools.base import Params, Tool, ToolResult, Workspace, refuse
from shared.tools.writing import apply_one

_NAME_CHARS = 60


class CheckStepParams(Params):
    do: Do
    path: str | None = Field(default=None, description="Of open: /about.")
    role: str | None = Field(default=None, description="As of ARIA: button, textbox ...")
    name: str | None = Field(default=None, description="Accessible name, whole; * for what changes, such as a date.")
    text: str | None = Field(default=None, description="To fill or select; keys to press.")
    nth: int | None = Field(default=None, description="Which of several, from 1.")


class CheckResultParams(Params):
    text: str | None = Field(default=None, description="Shown anywhere; or give role, or url.")
    role: str | None = None
    name: str | None = None
    value: str | None = Field(default=None, description="Of a field; checked, unchecked.")
    count: int | None = Field(default=None, description="How many; 0: not there.")
    url: str | None = None
    nth: int | None = None


class AddCheckParams(Params):
    title: str = Field(description="What must stay true.")
    steps: list[CheckStepParams] = Field(description="The first opens a page; storage is empty.")
    expect: list[CheckResultParams] = Field(description="What is there then, and was not before this turn.")
    shows: list[str] | None = Field(
        default=None, description="Lines of 'It is done when' that it shows, word for word."
    )


def _run(params: AddCheckParams, workspace: Workspace) -> ToolResult:
    document = params.model_dump(exclude_none=True)
    run_id, asked = workspace.turn
    try:
        check = check_of(document | {"turn": {"run": run_id, "asked": asked}})
    except CheckInvalid as invalid:
        return refuse(f"{invalid.code}: {invalid} Nothing was written.")
    path = f"{FOLDER}{_stem(check.title)}{ENDING}"
    if path not in workspace.files and sum(map(is_check, workspace.files)) >= MOST_CHECKS:
        return refuse(f"ACCEPTANCE_TOO_MANY: a project has at most {MOST_CHECKS}. Replace or delete one.")
    written = apply_one(UpsertFile(op="upsert_file", path=path, content=_text(document_of(check))), workspace, path)
    return replace(written, text=f"Written: {path}. It is tried at `verify` or `finish`.") if written.ok else written


def _stem(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower())[:_NAME_CHARS].strip("-") or "check"


def _text(document: dict[str, Any]) -> str:
    """A step a line, so that a diff shows which one changed."""
    lines = [
        f'  "{name}": {json.dumps(document[name], ensure_ascii=False)}'
        for name in ("title", "turn", "shows")
        if name in document
    ]
    for name in ("steps", "expect"):
        entries = ",\n".join(f"    {json.dumps(entry, ensure_ascii=False)}" for entry in document[name])
        lines.append(f'  "{name}": [\n{entries}\n  ]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


ADD_CHECK = Tool(
    name="add_check",
    description=(
        "Leave an acceptance check that guards what this turn built: steps as a person does them and what must be "
        "there then. Kept only if it passes now and fails without your change. Same title: replaces it."
    ),
    kind="write",
    stage="edit",
    params=AddCheckParams,
    run=_run,
)
