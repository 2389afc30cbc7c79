"""`search_code`: where a text stands."""

import pytest

from shared.domain.errors import Invalid
from shared.domain.text.pattern_weight import pattern_weight
from shared.domain.text.text_pattern import compile_pattern
from shared.domain.work_budget import PATTERN_STEPS
from tests.support.workspace import a_workspace, check_refused, use


def test_text_is_found_with_path_and_line() -> None:
    workspace = a_workspace()
    found = use(workspace, "search_code", query="HELLO")
    assert found.text == 'src/App.tsx:2: return "Hello";' and found.data == {"matches": 1}
    assert use(workspace, "search_code", query="HELLO", case_sensitive=True).data == {"matches": 0}
    assert "nowhere" in use(workspace, "search_code", query="x" * 10_000).text


def test_the_query_is_no_pattern() -> None:
    assert use(a_workspace(), "search_code", query="(a+)+$").data == {"matches": 0}


def test_a_pattern_is_matched_line_by_line() -> None:
    files = {"src/a.ts": b"const one = useState(1)\nconst two = useMemo(2)\n", "src/b.ts": b"// nothing\n"}
    found = use(a_workspace(files), "search_code", query=r"use(State|Effect)\(", pattern=True)
    assert found.text == "src/a.ts:1: const one = useState(1)"
    assert (
        use(a_workspace(files), "search_code", query="USE[A-Z]", pattern=True, case_sensitive=True).data["matches"] == 0
    )
    assert use(a_workspace(files), "search_code", query="^CONST", pattern=True).data["matches"] == 2


def test_files_are_found_by_name() -> None:
    files = {"src/Card.tsx": b"export {};\n", "src/list.ts": b'import "./Card";\n', "public/card.png": b"\0"}
    found = use(a_workspace(files), "search_code", query="card")
    assert found.text == 'Names: public/card.png, src/Card.tsx\nsrc/list.ts:1: import "./Card";'
    assert found.data == {"matches": 1, "names": ["public/card.png", "src/Card.tsx"]}
    assert use(a_workspace(files), "search_code", query=r"rd\.tsx$", pattern=True).data["names"] == ["src/Card.tsx"]


@pytest.mark.parametrize("query", ["(a+)+$", "(x+x+)+y", "(.*)(.*)(.*)(.*)[^a]{40}z"])
def test_a_pattern_that_goes_back_in_other_engines_takes_no_longer(query: str) -> None:
    files = {f"src/f{n}.ts": b"xa" * 10_000 + b"!\n" + b"a" * 1_900 + b"b\n" for n in range(20)}
    assert use(a_workspace(files), "search_code", query=query, pattern=True).ok, "a matcher that goes back needs years"


@pytest.mark.parametrize("query", ["(?:a{1,100}){1,80}b", "(a?){900}b", "(?x) (a{1,90} #)\n ){1,90} b"])
def test_a_pattern_of_many_counts_is_told_when_it_takes_too_long(query: str) -> None:
    files = {f"src/f{n}.ts": (b"a" * 1_900 + b"\n") * 100 for n in range(10)}
    assert "takes too long" in check_refused(a_workspace(files), "search_code", query=query, pattern=True)
    matches, line, looked = compile_pattern(query, case_sensitive=False), "a" * 1_900, 0
    with pytest.raises(Invalid):
        while looked < 1_000:
            matches(line)
            looked += 1
    assert looked * len(line) * pattern_weight(query) <= PATTERN_STEPS, "steps of the matcher"


@pytest.mark.parametrize(
    ("query", "why"),
    [("(", "unclosed group"), ("(?=x)", "look-around"), (r"(a)\1", "backreferences"), ("x" * 201, "at most 200"),
     (r"(\w{100}){100}", "size limit")],
)  # fmt: skip
def test_what_is_no_pattern_is_refused_with_its_reason(query: str, why: str) -> None:
    assert why in check_refused(a_workspace(), "search_code", query=query, pattern=True)


def test_a_pattern_stops_after_a_stated_amount_of_text() -> None:
    files = {f"src/f{n:03}.ts": b"const needle = 1;\n" * 2_000 for n in range(200)}
    found = use(a_workspace(files), "search_code", query="needle", pattern=True)
    assert "Stopped after 2000000 characters: give a prefix." in found.text
    assert 100_000 < found.data["matches"] < 2_000_000 / 17


def test_many_hits_in_a_large_project_stay_readable() -> None:
    files = {f"src/f{number}.ts": b"const needle = 1\n" * 400 for number in range(300)}
    found = use(a_workspace(files), "search_code", query="needle")
    assert found.data == {"matches": 120_000} and len(found.text) < 10_200 and "more lines" in found.text


@pytest.mark.parametrize("query", ["", " ", "\n"])
def test_an_empty_query_is_refused(query: str) -> None:
    check_refused(a_workspace(), "search_code", query=query)
