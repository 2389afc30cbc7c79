"""`search_code`, `search_docs` and `search_messages`."""

import json
from typing import Any

import pytest

from devkit.fakes.samples import a_run, a_turn, an_app
from shared.domain.errors import Invalid
from shared.domain.runs.turn import Turn
from shared.domain.text.text_pattern import compile_pattern, pattern_weight
from shared.domain.work_budget import PATTERN_STEPS
from shared.services.assets.load_templates import load_guides, load_templates
from tests.support.workspace import a_workspace, check_refused, use

GUIDE = (
    b"# Shop\n\nIntro.\n\n## Checkout\n\nThe basket is kept in localStorage under `basket`.\n\n## Colours\n\nTeal.\n"
)


def sources(found: Any) -> list[str]:
    return [result["source"] for result in found.data["results"]]


def made_with(*packages: str) -> dict[str, bytes]:
    return {"package.json": json.dumps({"dependencies": dict.fromkeys(packages, "1.0.0")}).encode()}


def titles(query: str, framework: str = "react", **files: bytes) -> list[str]:
    documents = {f"src/{name}.md": text for name, text in files.items()}
    found = use(a_workspace({**made_with(framework), **documents}), "search_docs", query=query)
    return [result["title"] for result in found.data["results"]]


@pytest.mark.parametrize(
    ("query", "package"),
    [("date formatting", "date-fns@"), ("deep links routes react", "react-router@"), ("moment", "moment@")],
)
def test_packages_are_found_by_what_they_are_for(query: str, package: str) -> None:
    assert any(title.startswith(package) for title in titles(query)[:4])


def test_packages_of_other_frameworks_are_not_offered() -> None:
    foreign = {"react": "@lucide/vue@", "vue": "lucide-react@", "svelte": "lucide-react@", "none": "lucide-react@"}
    for framework, other in foreign.items():
        assert not any(title.startswith(other) for title in titles("line icons as components", framework))
    assert titles("line icons as components", "vue")[0].startswith("@lucide/vue@")
    assert titles("line icons as components", "svelte")[0].startswith("@lucide/svelte@")


def test_only_the_guides_of_the_own_framework_are_read() -> None:
    workspace = a_workspace(made_with("svelte"))
    workspace.guides = load_guides
    found = use(workspace, "search_docs", query="starter theme sections styles guide run")
    guides = {source for source in sources(found) if source.startswith("templates/")}
    assert guides == {"templates/svelte/README.md", "templates/svelte-app/README.md"}


def test_the_projects_documents_are_found_by_their_sections() -> None:
    assert titles("where is the basket kept", guide=GUIDE)[0] == "Checkout"
    found = use(a_workspace({"README.md": GUIDE}), "search_docs", query="teal")
    assert sources(found) == ["README.md"] and "Teal." in found.text


def test_the_templates_guides_are_found_where_they_are_known() -> None:
    workspace = a_workspace(made_with("react"))
    workspace.guides = load_guides
    assert len(load_guides()) == len(load_templates())
    assert any(
        source.startswith("templates/")
        for source in sources(use(workspace, "search_docs", query="theme colours fonts corners"))
    )


def test_nothing_found_is_an_answer() -> None:
    assert use(a_workspace(), "search_docs", query="qqqzzz").ok


@pytest.mark.parametrize("tool", ["search_code", "search_docs", "search_messages"])
@pytest.mark.parametrize("query", ["", " ", "\n", "  \n"])
def test_an_empty_query_is_refused(tool: str, query: str) -> None:
    check_refused(a_workspace(), tool, query=query)


@pytest.mark.parametrize("query", ["(" * 50_000, "a " * 50_000, "\x00", "🙂", "(a+)+$", "ﬁ"])
@pytest.mark.parametrize("tool", ["search_docs", "search_messages"])
def test_an_odd_query_is_answered_shortly(tool: str, query: str) -> None:
    files = {f"src/d{number}.md": b"# a\n\n" + b"a b c\n" * 4_000 for number in range(40)}
    result = use(a_workspace(files), tool, query=query)
    assert result.ok and len(result.text) < 5_000


def turns() -> list[Turn]:
    run = a_run(an_app())
    said = [("Make the header teal", "The header is teal now."), ("Add a basket", "A basket keeps what was chosen.")]
    return [a_turn(run, id=f"turn_{n}", prompt=prompt, summary=summary) for n, (prompt, summary) in enumerate(said)]


def test_earlier_turns_are_found_by_what_was_asked_or_answered() -> None:
    workspace = a_workspace()
    workspace.turns = turns
    found = use(workspace, "search_messages", query="baskets chosen")
    assert found.data == {"results": [{"turn_id": "turn_1"}]} and "Add a basket" in found.text
    assert use(workspace, "search_messages", query="teal").data == {"results": [{"turn_id": "turn_0"}]}
    assert use(workspace, "search_messages", query="nobody said this").data == {"results": []}


@pytest.mark.parametrize("query", ["charts", "drag and drop", "markdown", "form validation", "dates", "animation"])
def test_packages_that_are_ready_stand_before_those_that_a_build_would_fetch(query: str) -> None:
    packages = a_workspace().catalog.packages
    waits = [packages[title.rpartition("@")[0]].on_demand for title in titles(query)]
    assert waits[0] is False and True in waits, "one that is ready first, and others are shown too"


def test_what_the_app_declares_is_ready() -> None:
    ready = [title for title in titles("charts of financial time series") if "lightweight-charts" in title]
    found = use(a_workspace(made_with("react", "lightweight-charts")), "search_docs", query="charts")
    assert ready and found.data["results"][0]["title"].startswith("lightweight-charts@")


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


@pytest.mark.parametrize(
    "query", ["form submissions", "send e-mail", "send email from the app", "login", "payment", "sign in", "database"]
)
def test_what_needs_a_service_is_answered_by_the_guide_of_the_product_first(query: str) -> None:
    found = use(a_workspace(made_with("react")), "search_docs", query=query)
    assert found.data["results"][0] == {"source": "guide", "title": "Outside services"}
    assert found.text.startswith("- Outside services [guide]") and "VITE_*" in found.text and "`imitates`" in found.text
    assert len(found.text) < 8_000


@pytest.mark.parametrize("query", ["form validation", "charts", "icons", "drag and drop lists"])
def test_other_questions_are_answered_without_that_guide(query: str) -> None:
    assert "Outside services" not in titles(query)
