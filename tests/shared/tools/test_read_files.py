"""`read_files`: several files share one answer."""

import pytest

from tests.support.workspace import HOSTILE_PATHS, a_workspace, check_refused, use


def test_files_come_with_their_names_and_line_numbers() -> None:
    found = use(a_workspace(), "read_files", paths=["src/App.tsx", "src/main.tsx", "src/App.tsx"])
    assert found.text.count("== src/App.tsx ==") == 1 and '    2\t  return "Hello";' in found.text
    assert found.data == {"paths": ["src/App.tsx", "src/main.tsx"]}


def test_what_is_missing_is_told_beside_what_is_there() -> None:
    found = use(a_workspace(), "read_files", paths=["src/App.tsx", "src/Ap.tsx", "public/logo.png"])
    assert found.ok and "Did you mean src/App.tsx" in found.text and "binary file" in found.text


def test_short_files_stay_whole_beside_long_ones() -> None:
    files = {"src/long.ts": b"x" * 200 + b"\n", "src/a.ts": b"".join(b"const a = %d\n" % n for n in range(5_000))}
    workspace = a_workspace(files | {"src/b.ts": files["src/a.ts"]})
    found = use(workspace, "read_files", paths=["src/a.ts", "src/long.ts", "src/b.ts"])
    assert "x" * 200 in found.text and found.text.count("read_file src/") == 2 and len(found.text) < 10_000


@pytest.mark.parametrize("paths", [[], ["nowhere"], HOSTILE_PATHS, [f"src/{n}.ts" for n in range(5_000)]], ids=len)
def test_nothing_to_read_is_refused(paths: list[str]) -> None:
    assert len(check_refused(a_workspace(), "read_files", paths=paths)) < 10_000


def test_twenty_files_at_most() -> None:
    files = {f"src/f{number}.ts": b"1\n" for number in range(21)}
    assert "At most 20" in check_refused(a_workspace(files), "read_files", paths=list(files))
    assert use(a_workspace(files), "read_files", paths=list(files)[:20]).ok
