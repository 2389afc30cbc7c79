"""`read_files`: several files share one answer."""

import pytest

from tests.support.workspace import HOSTILE_PATHS, a_workspace, check_refused, use


def test_files_come_with_their_names_and_line_numbers() -> None:
    found = use(a_workspace(), "read_files", paths=["src/App.tsx", "src/main.tsx", "src/App.tsx"])
    assert found.text.count("== src/App.tsx ==") == 1 and '2\t  return "Hello";' in found.text
    assert found.data == {"paths": ["src/App.tsx", "src/main.tsx"]}


def test_what_is_missing_is_told_beside_what_is_there() -> None:
    found = use(a_workspace(), "read_files", paths=["src/App.tsx", "src/Ap.tsx", "public/logo.png"])
    assert found.ok and "Did you mean src/App.tsx" in found.text and "binary file" in found.text


def test_short_files_stay_whole_beside_long_ones() -> None:
    files = {"src/long.ts": b"x" * 200 + b"\n", "src/a.ts": b"".join(b"const a = %d\n" % n for n in range(5_000))}
    workspace = a_workspace(files | {"src/b.ts": files["src/a.ts"]})
    found = use(workspace, "read_files", paths=["src/a.ts", "src/long.ts", "src/b.ts"])
    assert "x" * 200 in found.text and found.text.count("left out; read 'src/") == 2 and len(found.text) < 10_000


@pytest.mark.parametrize("paths", [[], ["nowhere"], HOSTILE_PATHS, [f"src/{n}.ts" for n in range(5_000)]], ids=len)
def test_nothing_to_read_is_refused(paths: list[str]) -> None:
    assert len(check_refused(a_workspace(), "read_files", paths=paths)) < 10_000


def test_twenty_files_at_most() -> None:
    files = {f"src/f{number}.ts": b"1\n" for number in range(21)}
    assert "At most 20" in check_refused(a_workspace(files), "read_files", paths=list(files))
    assert use(a_workspace(files), "read_files", paths=list(files)[:20]).ok


def test_some_lines_of_a_file_are_asked_for_behind_its_path() -> None:
    workspace = a_workspace({"src/a.ts": b"".join(b"const a%d = 0\n" % n for n in range(1, 100)), "src/b:3.ts": b"x\n"})
    found = use(workspace, "read_files", paths=["src/a.ts:40-41", "src/a.ts:99", "src/a.ts:300-310", "src/b:3.ts"])
    assert found.text == (
        "== src/a.ts:40-41 ==\n40\tconst a40 = 0\n41\tconst a41 = 0\n\n"
        "== src/a.ts:99 ==\n99\tconst a99 = 0\n\n"
        "== src/a.ts:300-310 ==\n(no such lines; it has 99)\n\n== src/b:3.ts ==\n1\tx"
    )


def test_what_is_cut_says_how_to_go_on() -> None:
    workspace = a_workspace({"src/a.ts": b"".join(b"const a%d = 0\n" % n for n in range(2_000))})
    found = use(workspace, "read_files", paths=["src/a.ts"])
    after = int(found.text.split("read 'src/a.ts:")[1].split("-")[0])
    on = use(workspace, "read_files", paths=[f"src/a.ts:{after}-{after + 1}"])
    assert f"{after - 1}\t" in found.text and f"{after}\t" not in found.text and f"{after}\t" in on.text
