"""`read_file`: one file, or some of its lines."""

import pytest

from tests.support.workspace import HOSTILE_PATHS, a_workspace, check_refused, use


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
