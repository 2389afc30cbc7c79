"""The file that draws what a follow-up names is among those that its run begins with (`benchmarks/follow_ups`)."""

import pytest

from benchmarks.preselected import load_follow_ups, shown_files, tree_of
from devkit.fakes.samples import a_run, an_app
from shared.domain.base import Files
from shared.services.agent.context.choose_files import Chosen, choose_files

SETS = {"cases": 30, "held-out": 10, "long": 10}


def chosen_for(message: str, files: Files) -> Chosen:
    return choose_files(a_run(an_app(), message=message), files, [], 80_000)


@pytest.mark.parametrize("name", sorted(SETS))
def test_each_follow_up_names_files_of_its_tree(name: str) -> None:
    cases = load_follow_ups(name)
    assert len(cases) == SETS[name]
    assert [case for case in cases if not set(case.draws) <= tree_of(case.tree).keys()] == []
    assert len({(case.tree, case.draws[0]) for case in cases}) == len(cases), "each file is asked for once"


@pytest.mark.parametrize(("name", "least"), [("cases", 29), ("long", 9), ("held-out", 7)])
def test_the_file_that_draws_the_named_thing_is_shown(name: str, least: int) -> None:
    cases = load_follow_ups(name)
    assert sum(not set(case.draws).isdisjoint(shown_files(case)) for case in cases) >= least


@pytest.mark.parametrize("route", ["calls/new", "/calls/new", "/calls/new/"])
def test_an_address_leads_to_the_page_that_the_router_names(route: str) -> None:
    found = chosen_for(f"Something is wrong on /{route.strip('/')} today", tree_of("calls"))
    assert "src/pages/NewCall.tsx" in [path for path, _ in found.files]


def test_the_words_of_a_mentioned_file_bring_no_other_files() -> None:
    files = {f"src/pages/{name}.tsx": b"export default () => <p>Report of a year</p>\n" for name in "ABC"}
    files["src/pages/YearReport.tsx"] = b"export default () => <p>Nothing</p>\n"
    assert [path for path, _ in chosen_for("Make @YearReport.tsx blue", files).files] == ["src/pages/YearReport.tsx"]


def test_a_label_far_down_in_one_of_many_files_is_found() -> None:
    files = {f"src/pages/Page{n}.tsx": b"export default () => <p>page of a list</p>\n" * 40 for n in range(200)}
    files["src/pages/Page7.tsx"] += b"// a line of this file\n" * 300 + b"<button>Merge duplicates</button>\n"
    found = [path for path, _ in chosen_for('The button "Merge duplicates" of the page is too small', files).files]
    assert found[0] == "src/pages/Page7.tsx"


def test_of_several_wishes_each_has_its_file() -> None:
    names = ("invoice", "calendar", "weather", "recipe")
    files = {f"src/{n}{name}.tsx": b"<p>%s %s</p>" % (name.encode(), b"total " * n) for name in names for n in (1, 2)}
    said = ", ".join(f"I think that for my taste the {name} total should be a little bit darker" for name in names)
    found = {path[5:-4] for path, _ in chosen_for(said, files).files}
    assert found == set(names)


def test_a_part_that_draws_values_alone_is_found_by_their_names() -> None:
    files = {f"src/Part{n}.tsx": b"export default ({ it }) => <p>{it.size} {it.colour}</p>\n" for n in range(9)}
    files["src/Teaser.tsx"] = b"export default ({ post }) => <section>{post.author} {post.published}</section>\n"
    assert [path for path, _ in chosen_for("The author is too far from the rest", files).files] == ["src/Teaser.tsx"]
    import_alone = {"src/A.tsx": b"import { author } from 'b'\nexport default () => <p>{1}</p>\n", **files}
    assert chosen_for("The author is too far from the rest", import_alone).files[0][0] == "src/Teaser.tsx"
