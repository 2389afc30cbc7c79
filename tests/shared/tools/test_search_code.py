"""`search_code`: where a text stands."""

import pytest

from tests.support.workspace import a_workspace, check_refused, use


def test_text_is_found_with_path_and_line() -> None:
    workspace = a_workspace()
    found = use(workspace, "search_code", query="HELLO")
    assert found.text == 'src/App.tsx:2: return "Hello";' and found.data == {"matches": 1}
    assert use(workspace, "search_code", query="HELLO", case_sensitive=True).data == {"matches": 0}
    assert "nowhere" in use(workspace, "search_code", query="x" * 10_000).text


def test_the_query_is_no_pattern() -> None:
    assert use(a_workspace(), "search_code", query="(a+)+$").data == {"matches": 0}


def test_many_hits_in_a_large_project_stay_readable() -> None:
    files = {f"src/f{number}.ts": b"const needle = 1\n" * 400 for number in range(300)}
    found = use(a_workspace(files), "search_code", query="needle")
    assert found.data == {"matches": 120_000} and len(found.text) < 10_200 and "more lines" in found.text


@pytest.mark.parametrize("query", ["", " ", "\n"])
def test_an_empty_query_is_refused(query: str) -> None:
    check_refused(a_workspace(), "search_code", query=query)
