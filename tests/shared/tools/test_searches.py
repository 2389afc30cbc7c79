"""`search_docs` and `search_messages`: the best stands first, and nothing is asked outside."""

import json
from typing import Any

import pytest

from devkit.fakes.samples import a_run, a_turn, an_app
from shared.domain.runs.turn import Turn
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


@pytest.mark.parametrize("tool", ["search_docs", "search_messages"])
@pytest.mark.parametrize("query", ["", "  \n"])
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
