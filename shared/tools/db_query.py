"""`db_query`: reads a SQLite file of the project. A process of its own opens a copy, and can only look (`db_child`)."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from pydantic import Field

from shared.domain.tree.path_characters import shown
from shared.tools.base import Params, Tool, ToolResult, Workspace, clip, refuse
from shared.tools.meant import ProjectPath
from shared.tools.reading import missing

_MAGIC, _HEADER = b"SQLite format 3\0", 100
_ROWS, _CELL, _QUERY, _WORK_SECONDS, _WAIT_SECONDS = 100, 200, 10_000, 2, 8
_STARTS = frozenset({"select", "with", "explain", "values"})
_CHILD = Path(__file__).with_name("db_child.py")


class DbQueryParams(Params):
    path: ProjectPath = Field(description="A SQLite file of the project, e.g. 'public/data.sqlite'.")
    sql: str = Field(description="One SELECT, WITH, VALUES or EXPLAIN statement.")


def _run(params: DbQueryParams, workspace: Workspace) -> ToolResult:
    data = workspace.files.get(params.path)
    if data is None:
        return refuse(missing(workspace.files, params.path))
    if not data.startswith(_MAGIC) or len(data) < _HEADER:
        return refuse(f"{shown(params.path)} is not a SQLite database.")
    if len(params.sql) > _QUERY:
        return refuse(f"A statement has at most {_QUERY} characters.")
    if _first_word(params.sql) not in _STARTS:
        return refuse("Only one SELECT, WITH, VALUES or EXPLAIN statement is run; nothing can be changed here.")
    answer = _ask(data, params.sql)
    return refuse(f"The database refused: {_why(answer['error'])}") if "error" in answer else _table(answer)


def _first_word(sql: str) -> str:
    """The first word behind white space and comments, in lower case."""
    rest = sql.lstrip()
    while rest.startswith(("--", "/*")):
        _, ended, rest = rest.partition("\n" if rest.startswith("--") else "*/")
        rest = rest.lstrip() if ended else ""
    word = rest[:20].split(maxsplit=1)[0] if rest else ""
    return word.partition("(")[0].lower()


def _ask(data: bytes, sql: str) -> dict[str, Any]:
    asked = json.dumps({"sql": sql, "rows": _ROWS, "cell": _CELL, "seconds": _WORK_SECONDS})
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", str(_CHILD)],
            input=asked.encode() + b"\n" + data,
            capture_output=True,
            timeout=_WAIT_SECONDS,
            env={},
            check=False,
        )
        answer: dict[str, Any] = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return {"error": f"the statement took more than {_WORK_SECONDS} seconds of work, or broke it. Ask for less."}
    return answer


def _why(said: str) -> str:
    if "not authorized" in said or "prohibited" in said:
        return f"{said}. Only reading with plain functions is allowed."
    return said


def _table(answer: dict[str, Any]) -> ToolResult:
    lines = ["\t".join(row) for row in (answer["columns"], *answer["rows"])]
    note = f"\n(only the first {_ROWS} rows; use LIMIT and OFFSET for others)" if answer["more"] else ""
    told = {"columns": answer["columns"], "rows": len(answer["rows"]), "more": answer["more"]}
    return ToolResult(ok=True, text=clip("\n".join(lines)) + note, data=told)


DB_QUERY = Tool(
    name="db_query",
    description="Read a SQLite file of the project with one SELECT statement. Nothing can be changed through it.",
    kind="read",
    stage="inspect",
    params=DbQueryParams,
    run=_run,
)
