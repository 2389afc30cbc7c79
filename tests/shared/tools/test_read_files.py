"""`read_file` and `read_files`: one file or some of its lines, and several in one call."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from devkit.fakes.model import Call, calls, say
from devkit.loop import LoopDriver
from shared.domain.agent.model_messages import ToolOutput
from tests.support.workspace import HOSTILE_PATHS, a_workspace, check_refused, use


def test_files_come_with_their_names_and_line_numbers() -> None:
    found = use(a_workspace(), "read_files", paths=["src/App.tsx", "src/main.tsx", "src/App.tsx"])
    assert found.text.count("== src/App.tsx ==") == 1 and '2\t  return "Hello";' in found.text
    assert found.data == {"paths": ["src/App.tsx", "src/main.tsx"]}


def test_what_is_missing_is_told_beside_what_is_there() -> None:
    found = use(a_workspace(), "read_files", paths=["src/App.tsx", "src/Ap.tsx", "public/logo.png"])
    assert found.ok and "Did you mean src/App.tsx" in found.text and "binary file" in found.text


def test_short_files_stay_whole_beside_long_ones() -> None:
    files = {"src/long.ts": b"x" * 200 + b"\n", "src/a.ts": b"".join(b"const a = %d\n" % n for n in range(9_000))}
    workspace = a_workspace(files | {"src/b.ts": files["src/a.ts"]})
    found = use(workspace, "read_files", paths=["src/a.ts", "src/long.ts", "src/b.ts"])
    assert "x" * 200 in found.text and found.text.count("left out; read 'src/a.ts:") == 1
    assert "ask for these next: src/b.ts (" in found.text and found.data == {"paths": ["src/a.ts", "src/long.ts"]}
    assert 55_000 < len(found.text) <= 60_000


def test_what_was_named_first_is_shown_before_shorter_files() -> None:
    files = {"src/wanted.ts": b"const a = 1\n" * 2_800} | {f"src/f{n}.ts": b"const b = 2\n" * 200 for n in range(12)}
    found = use(a_workspace(files), "read_files", paths=list(files))
    assert found.data["paths"][0] == "src/wanted.ts" and "2800\tconst a = 1" in found.text
    assert 3 < len(found.data["paths"]) < 12 and "ask for these next: src/f" in found.text


def test_a_starter_is_read_whole_and_nothing_cuts_it_again() -> None:
    files = {f"src/f{number}.ts": b"const a = 1\n" * (number * 16) for number in range(1, 17)}
    workspace = a_workspace(files)
    found = use(workspace, "read_files", paths=list(files))
    assert found.fitted and "left out" not in found.text and len(found.text) > 30_000
    assert all(f"\n{16 * number}\tconst a = 1" in found.text for number in range(1, 17))


def test_the_model_gets_what_was_read_as_it_was_read() -> None:
    files = {f"src/f{number}.ts": b"const a = 1\n" * (number * 16) for number in range(1, 17)}
    loop = LoopDriver([calls(Call(name="read_files", arguments={"paths": list(files)})), say("Read.")])
    app, _ = loop.world.make_app(files, tenant_id="acme")
    loop.follow(loop.start(app_id=app.id))
    (read,) = [item.output for item in loop.model.requests[1].items if isinstance(item, ToolOutput)]
    assert read == use(a_workspace(files), "read_files", paths=list(files)).text


@given(st.lists(st.integers(0, 30_000), min_size=1, max_size=12), st.sampled_from([3_000, 9_000, 60_000]))
@settings(max_examples=60, deadline=None)
def test_every_file_is_whole_or_named_and_one_at_most_is_started(sizes: list[int], room: int) -> None:
    files = {f"src/f{number}.txt": b"one line\n" * (size // 9) for number, size in enumerate(sizes)}
    workspace = a_workspace(files)
    workspace.reads_most = room
    found = use(workspace, "read_files", paths=list(files))
    assert len(found.text) <= room and found.text.count("left out; read") <= 1 and found.data["paths"]
    shown, _, later = found.text.partition("ask for these next: ")
    assert all((f"== {path} ==" in shown) is not (f"{path} (" in later) for path in files)


def test_a_cut_saves_more_than_its_own_words() -> None:
    workspace = a_workspace({"src/a.ts": b"const a = 1\n" * 2_000})
    whole = len(use(workspace, "read_files", paths=["src/a.ts"]).text)
    for short in range(0, 900, 30):
        workspace.reads_most = whole + 500 - short
        found = use(workspace, "read_files", paths=["src/a.ts"]).text
        assert "left out" not in found or len(found) < whole


@pytest.mark.parametrize("paths", [[], ["nowhere"], HOSTILE_PATHS, [f"src/{n}.ts" for n in range(5_000)]], ids=len)
def test_nothing_to_read_is_refused(paths: list[str]) -> None:
    assert len(check_refused(a_workspace(), "read_files", paths=paths)) < 10_000


def test_forty_files_at_most() -> None:
    files = {f"src/f{number}.ts": b"1\n" for number in range(41)}
    assert "At most 40" in check_refused(a_workspace(files), "read_files", paths=list(files))
    assert use(a_workspace(files), "read_files", paths=list(files)[:40]).ok


def test_some_lines_of_a_file_are_asked_for_behind_its_path() -> None:
    workspace = a_workspace({"src/a.ts": b"".join(b"const a%d = 0\n" % n for n in range(1, 100)), "src/b:3.ts": b"x\n"})
    found = use(workspace, "read_files", paths=["src/a.ts:40-41", "src/a.ts:99", "src/a.ts:300-310", "src/b:3.ts"])
    assert found.text == (
        "== src/a.ts:40-41 ==\n40\tconst a40 = 0\n41\tconst a41 = 0\n\n"
        "== src/a.ts:99 ==\n99\tconst a99 = 0\n\n"
        "== src/a.ts:300-310 ==\n(no such lines; it has 99)\n\n== src/b:3.ts ==\n1\tx"
    )


def test_what_is_cut_says_how_to_go_on() -> None:
    workspace = a_workspace({"src/a.ts": b"".join(b"const a%d = 0\n" % n for n in range(4_000))})
    found = use(workspace, "read_files", paths=["src/a.ts"])
    after = int(found.text.split("read 'src/a.ts:")[1].split("-")[0])
    on = use(workspace, "read_files", paths=[f"src/a.ts:{after}-{after + 1}"])
    assert f"{after - 1}\t" in found.text and f"{after}\t" not in found.text and f"{after}\t" in on.text


def test_a_file_is_read_with_numbers_in_part_or_whole() -> None:
    workspace = a_workspace()
    assert use(workspace, "read_file", path="src/App.tsx").text.startswith("1\texport function App")
    assert use(workspace, "read_file", path="src/App.tsx", start_line=2, end_line=2).text == '2\t  return "Hello";'
    assert use(workspace, "read_file", path="src/App.tsx", start_line=3).text == "3\t}"
    assert use(workspace, "read_file", path="src/App.tsx", start_line=-9).text.startswith("1\t")


def test_lines_are_counted_as_the_compiler_counts_them() -> None:
    workspace = a_workspace({"src/odd.ts": "a\u2028b\x0cc\r\nd\x85e\n".encode()})
    assert use(workspace, "read_file", path="src/odd.ts").text == "1\ta\u2028b\x0cc\n2\td\x85e"
    assert "src/odd.ts:2:" in use(workspace, "search_code", query="e", prefix="src/odd").text


@pytest.mark.parametrize("lines", [(4, None), (99, 100), (3, 2), (None, 0), (None, -1)])
def test_lines_that_are_not_there_are_said_not_to_be(lines: tuple[int | None, int | None]) -> None:
    text = check_refused(a_workspace(), "read_file", path="src/App.tsx", start_line=lines[0], end_line=lines[1])
    assert "it has 3" in text


def test_an_empty_file_is_empty() -> None:
    assert use(a_workspace({"src/a.ts": b""}), "read_file", path="src/a.ts").text == "(empty file)"


@pytest.mark.parametrize("path", [*HOSTILE_PATHS, "src/app.tsx", "public/logo.png"])
def test_what_cannot_be_read_is_said_in_few_words(path: str) -> None:
    assert len(check_refused(a_workspace(), "read_file", path=path)) < 500


def test_a_near_miss_is_named() -> None:
    assert "src/App.tsx" in check_refused(a_workspace(), "read_file", path="src/Ap.tsx")
