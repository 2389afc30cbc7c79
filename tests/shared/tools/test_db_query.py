"""`db_query`: what can be read, and that nothing else can be done."""

import sqlite3
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from shared.tools import db_query
from tests.support.depth import deep, depth
from tests.support.workspace import a_workspace, check_refused, use

PATH = "public/data.sqlite"


def a_database(*statements: str, wal: bool = False, folder: Path | None = None) -> bytes:
    if folder is None:
        connection = sqlite3.connect(":memory:")
        connection.executescript(";".join(statements))
        data = connection.serialize()
        connection.close()
        return data
    file = folder / "data.sqlite"
    connection = sqlite3.connect(file)
    if wal:
        connection.execute("PRAGMA journal_mode=WAL")
    connection.executescript(";".join(statements))
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return file.read_bytes()


SHOP = a_database(
    "CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL, photo BLOB)",
    "INSERT INTO item VALUES (1, 'Tea\nblack', 2.5, x'00ff'), (2, NULL, 3, NULL)",
    "CREATE VIEW cheap AS SELECT name FROM item WHERE price < 3",
)


def shop(data: bytes = SHOP):  # type: ignore[no-untyped-def]  # the workspace, for the tests here
    return a_workspace({PATH: data})


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take seconds to begin the process; what must succeed is given the time."""
    monkeypatch.setattr(db_query, "_WAIT_SECONDS", 60)


@pytest.mark.usefixtures("patient")
def test_rows_come_as_a_table() -> None:
    found = use(shop(), "db_query", path=PATH, sql="SELECT * FROM item ORDER BY id")
    assert found.text == "id\tname\tprice\tphoto\n1\tTea\\nblack\t2.5\tx'00ff'\n2\tNULL\t3.0\tNULL"
    assert found.data == {"columns": ["id", "name", "price", "photo"], "rows": 2, "more": False}


@pytest.mark.parametrize(
    "sql",
    [
        "WITH dear AS (SELECT * FROM item WHERE price > 2) SELECT count(*), max(price) FROM dear",
        "  -- a comment\n/* another */ select name from cheap;",
        "SELECT name, sql FROM sqlite_master",
        "EXPLAIN QUERY PLAN SELECT * FROM item WHERE id = 1",
        "VALUES (1), (2)",
        "SELECT json_extract('{\"a\": 1}', '$.a'), upper('x') || lower('Y'), strftime('%Y', 0, 'unixepoch')",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20) SELECT sum(i) FROM n",
    ],
)
@pytest.mark.usefixtures("patient")
def test_all_kinds_of_reading_work(sql: str) -> None:
    assert use(shop(), "db_query", path=PATH, sql=sql).ok


@pytest.mark.parametrize(
    "sql",
    [
        "", ";", "--", "/*", "INSERT INTO item VALUES (3, 'x', 1, NULL)", "UPDATE item SET price = 0",
        "DROP TABLE item",
        "CREATE TABLE x (a)", "ATTACH '/etc/passwd' AS other", "DETACH main", "VACUUM", "VACUUM INTO '/tmp/stolen.db'",
        "PRAGMA writable_schema=ON", "PRAGMA table_info(item)", "BEGIN", "SAVEPOINT a", "REINDEX", "ANALYZE",
        "SELECT 1; DROP TABLE item", "SELECT 1;;SELECT 2", "SELECT load_extension('/tmp/x.so')",
        "SELECT readfile('/etc/passwd')", "SELECT writefile('/tmp/x', 'y')", "SELECT edit('x')",
        "SELECT fts3_tokenizer('simple')", "SELECT randomblob(1000000000)", "SELECT zeroblob(100000000)",
        "SELECT sqlite_compileoption_get(0)", "WITH x AS (SELECT 1) INSERT INTO item (id) SELECT * FROM x",
        "WITH x AS (SELECT 1) DELETE FROM item", "EXPLAIN DELETE FROM item", "EXPLAIN ATTACH ':memory:' AS x",
        "SELECT * FROM pragma_database_list", "SELECT * FROM pragma_journal_mode('wal')", "SELECT * FROM dbstat",
        "SELECT * FROM nowhere", "SELECT '\x00'", "SELECT '\ud800'", "select" * 5_000,
        "SELECT " + "(" * 400 + "1" + ")" * 400,
        "SELECT ?", "SELECT * FROM pragma_table_info('item')", "SELECT * FROM json_each('[1]')",
    ],
    ids=lambda sql: ascii(sql[:40]),
)  # fmt: skip
def test_nothing_but_reading_is_done(sql: str) -> None:
    before = SHOP
    text = check_refused(shop(before), "db_query", path=PATH, sql=sql)
    assert len(text) < 500 and "root:" not in text


@pytest.mark.parametrize(
    "sql",
    [
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
        pytest.param(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n ORDER BY i DESC",
            marks=deep,
        ),
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT printf('%.*c', 900000, 'x') || i AS t "
        "FROM n ORDER BY t DESC",
        pytest.param(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT group_concat(i) FROM n", marks=deep
        ),
        ", ".join(["SELECT count(*) FROM item i0", *(f"item i{number}" for number in range(1, 40))]),
    ],
)
def test_a_statement_without_end_is_ended(sql: str) -> None:
    started = time.monotonic()
    check_refused(shop(), "db_query", path=PATH, sql=sql)
    assert time.monotonic() - started < 60


NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) "


@pytest.mark.usefixtures("patient")
def test_many_and_long_rows_are_cut() -> None:
    sql = NUMBERS + "SELECT i, printf('%.*c', 900, 'x') FROM n"  # noqa: S608 - of fixed parts
    found = use(shop(), "db_query", path=PATH, sql=sql)
    assert found.ok and (found.data["rows"], found.data["more"]) == (100, True) and len(found.text) < 10_300
    one = use(shop(), "db_query", path=PATH, sql="SELECT printf('%.*c', 1000000, 'x') AS x")
    assert one.ok and "1000000 characters" in one.text and len(one.text) < 400


@pytest.mark.parametrize(
    "sql",
    [
        "WITH t AS (SELECT printf('%.*c', 1900000, 'a') AS s) SELECT s LIKE '%a%a%a%a%a%a%a%a%a%b' FROM t",
        pytest.param("SELECT replace(printf('%.*c', 900000000, 'x'), 'x', 'yy')", marks=deep),
        pytest.param("SELECT hex(printf('%.*c', 1900000, 'x'))", marks=deep),
        "SELECT printf('%.*c', 2147483647, 'x'), printf('%.*c', 2147483646, 'x'), printf('%.*c', 2147483645, 'x')",
        pytest.param(
            "WITH t AS (SELECT printf('%.*c', 1900000, 'a') AS s) SELECT instr(s, substr(s, 900000) || 'b') FROM t",
            marks=deep,
        ),
    ],
)
def test_one_long_step_is_short(sql: str) -> None:
    started = time.monotonic()
    assert len(use(shop(), "db_query", path=PATH, sql=sql).text) < 500
    assert time.monotonic() - started < 60


@pytest.mark.usefixtures("patient")
def test_a_write_ahead_database_is_read(tmp_path: Path) -> None:
    data = a_database("CREATE TABLE a (b)", "INSERT INTO a VALUES (7)", wal=True, folder=tmp_path)
    assert data[18:20] == b"\x02\x02"
    assert use(shop(data), "db_query", path=PATH, sql="SELECT b FROM a").text == "b\n7"


def test_a_hostile_schema_calls_nothing() -> None:
    data = a_database(
        "CREATE TABLE a (b)",
        "INSERT INTO a VALUES (1)",
        "CREATE VIEW v AS SELECT load_extension('x') FROM a",
        "CREATE VIEW w AS SELECT zeroblob(1000000) FROM a, a, a",
    )
    for sql in ("SELECT * FROM v", "SELECT * FROM w"):
        check_refused(shop(data), "db_query", path=PATH, sql=sql)


@pytest.mark.parametrize("path", ["src/App.tsx", "public/logo.png", "../data.sqlite", "/etc/passwd", ":memory:", ""])
def test_what_is_no_database_is_refused(path: str) -> None:
    check_refused(a_workspace(), "db_query", path=path, sql="SELECT 1")


@pytest.mark.parametrize("data", [b"SQLite format 3\0", b"SQLite format 3\0" + b"\xff" * 4_000, SHOP[:200]])
def test_a_broken_database_is_refused(data: bytes) -> None:
    check_refused(shop(data), "db_query", path=PATH, sql="SELECT * FROM item")


@settings(max_examples=depth(20, 60), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(16, len(SHOP) - 1), st.integers(0, 255)), min_size=1, max_size=30))
def test_a_damaged_database_harms_nothing(damage: list[tuple[int, int]]) -> None:
    data = bytearray(SHOP)
    for place, value in damage:
        data[place] = value
    result = use(shop(bytes(data)), "db_query", path=PATH, sql="SELECT * FROM item, cheap")
    assert isinstance(result.text, str) and len(result.text) < 12_000


def test_the_file_may_be_kept_in_a_project() -> None:
    import base64

    from shared.domain.tree.operation_types import UpsertFile
    from shared.domain.tree.operations import apply_operations

    kept = apply_operations({}, [UpsertFile(path=PATH, content=base64.b64encode(SHOP).decode(), encoding="base64")])
    assert kept[PATH] == SHOP
