"""The file that draws what a follow-up names is among those that its run begins with (`benchmarks/follow_ups`)."""

import time

import pytest

from benchmarks.preselected import load_follow_ups, shown_files, tree_of
from devkit.fakes.samples import a_run, an_app
from shared.domain.base import Files
from shared.services.agent.context.build_context import project_text
from shared.services.agent.context.choose_files import Chosen, choose_files

SETS = {"cases": 30, "held-out": 10, "long": 10}
PICKED = """This is too large.

### heading "Overview"
tag: h1
role: heading
name: Overview
text: Overview
path: #main > div > h1
classes: text-3xl wrap-anywhere md:text-4xl
"""


def chosen_for(message: str, files: Files) -> Chosen:
    return choose_files(a_run(an_app(), message=message), files, [], 80_000)


@pytest.mark.parametrize("name", sorted(SETS))
def test_each_follow_up_names_files_of_its_tree(name: str) -> None:
    cases = load_follow_ups(name)
    assert len(cases) == SETS[name]
    assert [case for case in cases if not set(case.draws) <= tree_of(case.tree).keys()] == []
    assert len({(case.tree, case.draws[0]) for case in cases}) == len(cases), "each file is asked for once"


@pytest.mark.parametrize(("name", "least"), [("cases", 28), ("long", 7), ("held-out", 7)])
def test_the_file_that_draws_the_named_thing_is_shown(name: str, least: int) -> None:
    cases = load_follow_ups(name)
    assert sum(not set(case.draws).isdisjoint(shown_files(case)) for case in cases) >= least


def test_a_selected_element_leads_to_the_file_and_the_line_that_draw_it() -> None:
    files = tree_of("template:react-app")
    chosen = chosen_for(PICKED, files)
    (place,) = chosen.selected
    assert place.path == "src/layout/Page.tsx" and "<h1" in files[place.path].decode().split("\n")[place.line - 1]
    assert chosen.files[0][0] == place.path
    assert f"{place.path}:{place.line}" in project_text(chosen)


def test_an_element_that_nothing_draws_leads_nowhere() -> None:
    unknown = "Make it red.\n\n### a\ntag: blink\ntext: Nobody wrote this\npath: body > blink\n"
    assert chosen_for(unknown, tree_of("template:react-app")).selected == ()


@pytest.mark.parametrize("route", ["calls/new", "/calls/new", "/calls/new/"])
def test_an_address_leads_to_the_page_that_the_router_names(route: str) -> None:
    found = chosen_for(f"Something is wrong on /{route.strip('/')} today", tree_of("calls"))
    assert "src/pages/NewCall.tsx" in [path for path, _ in found.files]


HOSTILE = [
    "### a\n" + "tag: a\n" * 9_000, "### a\ntag: (((\nclasses: [[[ *\npath: \\\n", "/" * 30_000, "/a" * 15_000,
    "\u201e" * 9_000, ", " * 15_000, "a and " * 6_000,
]  # fmt: skip


@pytest.mark.parametrize("message", HOSTILE)
def test_hostile_messages_cost_little(message: str) -> None:
    began = time.process_time()
    chosen_for(message, tree_of("calls"))
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "text", ["<" * 90_000, ">" * 90_000, "a: {" * 20_000, 'class="' * 9_000, "{" * 90_000, "path:'" * 9_000]
)
def test_hostile_files_cost_little(text: str) -> None:
    files = {"src/App.tsx": b"import t from './t'\n" + text.encode(), "src/t.ts": text.encode()}
    began = time.process_time()
    chosen_for(f"the button on /a is red {PICKED}", files)
    assert time.process_time() - began < 2
