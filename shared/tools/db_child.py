"""The process that opens a SQLite file for `db_query`: nothing of ours is imported, and everything is limited.

Standard input: one line of JSON (`sql`, `rows`, `cell`, `seconds`), then the bytes of the database. Standard output:
one JSON object with `columns`, `rows` and `more`, or with `error`. The file is a copy in memory, so nothing can be
changed; a statement that does not end, or a file made to break SQLite, ends with this process.
"""

import json
import resource
import sqlite3
import sys
from typing import Any

_MEMORY, _HEAP, _LONGEST = 512 * 1024 * 1024, 64 * 1024 * 1024, 2_000_000
_SETTINGS = (
    "trusted_schema=OFF",
    "cell_size_check=ON",
    "query_only=ON",
    "temp_store=MEMORY",
    f"hard_heap_limit={_HEAP}",
)
_LIMITS = (
    (sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST),
    (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
    (sqlite3.SQLITE_LIMIT_COLUMN, 200),
    (sqlite3.SQLITE_LIMIT_EXPR_DEPTH, 100),
    (sqlite3.SQLITE_LIMIT_COMPOUND_SELECT, 50),
    (sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200),
    (sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0),
    (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 1),
)
_FUNCTIONS = frozenset({
    "abs", "avg", "ceil", "ceiling", "char", "coalesce", "concat", "concat_ws", "count", "cume_dist", "date",
    "datetime", "dense_rank", "exp", "first_value", "floor", "format", "glob", "group_concat", "hex", "ifnull", "iif",
    "instr", "json", "json_array", "json_array_length", "json_extract", "json_group_array", "json_group_object",
    "json_object", "json_quote", "json_type", "json_valid", "julianday", "lag", "last_value", "lead", "length", "like",
    "ln", "log", "lower", "ltrim", "max", "min", "mod", "nth_value", "ntile", "nullif", "percent_rank", "pow", "power",
    "printf", "quote", "rank", "replace", "round", "row_number", "rtrim", "sign", "sqrt", "strftime", "string_agg",
    "substr", "substring", "sum", "time", "total", "trim", "trunc", "typeof", "unicode", "unixepoch", "upper", "->",
    "->>",
})  # fmt: skip
_READING = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE)


def judge(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    """Reading and known functions; everything else is denied."""
    called = action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _FUNCTIONS
    return sqlite3.SQLITE_OK if called or action in _READING else sqlite3.SQLITE_DENY


def opened(data: bytes) -> sqlite3.Connection:
    """The bytes as the main database, with everything off that is not reading."""
    connection = sqlite3.connect(":memory:")
    connection.deserialize(data[:18] + b"\x01\x01" + data[20:])  # a write-ahead log has no place in memory
    connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
    for setting in _SETTINGS:
        connection.execute(f"PRAGMA {setting}").close()
    for limit, most in _LIMITS:
        connection.setlimit(limit, most)
    connection.set_authorizer(judge)
    return connection


def answer(asked: dict[str, Any], data: bytes) -> dict[str, Any]:
    """What the statement says, or why it says nothing."""
    try:
        cursor = opened(data).execute(asked["sql"])
        rows = cursor.fetchmany(asked["rows"] + 1)
        names = [column[0] for column in cursor.description or ()]
    except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as error:
        return {"error": str(error)[:300]}
    except MemoryError:
        return {"error": "the statement needs too much memory"}
    cells = [[cell(value, asked["cell"]) for value in row] for row in [names, *rows[: asked["rows"]]]]
    return {"columns": cells[0], "rows": cells[1:], "more": len(rows) > asked["rows"]}


def cell(value: object, most: int) -> str:
    """A value on one line, shortened."""
    if value is None:
        return "NULL"
    if isinstance(value, bytes):
        return f"x'{value[:32].hex()}'" + (f" ({len(value)} bytes)" if len(value) > 32 else "")
    text = str(value)
    cut = text if len(text) <= most else f"{text[:most]}... ({len(text)} characters)"
    return cut.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


def main() -> None:
    """One question, one answer."""
    asked = json.loads(sys.stdin.buffer.readline())
    for kind, most in (
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_CPU, asked["seconds"]),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    sys.stdout.write(json.dumps(answer(asked, sys.stdin.buffer.read())))


if __name__ == "__main__":
    main()
