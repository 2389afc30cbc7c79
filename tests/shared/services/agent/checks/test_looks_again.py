"""A page that is looked at again: what changed of its tree is told, the whole where it is asked for or no longer."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from devkit.fakes.model import Reply, call
from devkit.fakes.samples import a_build, an_app
from shared.domain.agent.model_messages import ToolOutput
from shared.domain.builds.worker_page import PageReport, PageSpec
from shared.domain.revisions.revision import Build
from shared.services.builds.worker.describe_page import compared, page_text
from tests.shared.services.agent.checks.test_worker_tasks import PAGE, PNG, PipelineDriver, ended, finish

ROWS = [f'row "{number}"' for number in range(30)]
WHOLE = "Accessibility tree:\n"


def look(path: str = "/", width: int | None = None, **more: Any) -> Reply:
    return call("browser", path=path, actions=None, width=width, **more)


def looks(trees: list[list[str]], *replies: Reply) -> list[str]:
    """What the model was answered for each look."""
    left = iter(trees)

    def opened(build: Build) -> bytes:
        return ended(build, page=PAGE | {"tree": "\n".join(next(left))}, picture=PNG)

    loop = PipelineDriver([*replies, finish()], answers={"browser": opened})
    assert loop.play().status == "completed"
    outputs = [item.output for item in loop.model.requests[-1].items if isinstance(item, ToolOutput)]
    return [output for output in outputs if output.startswith("Opened ")]


def test_an_unchanged_tree_is_told_in_one_line_whatever_the_window() -> None:
    first, second = looks([ROWS, ROWS], look(), look(width=390))
    assert WHOLE in first and '| row "29"' in first
    assert second.endswith("\nThe accessibility tree is unchanged since it was shown whole.")
    assert "TypeError: null" in second and WHOLE not in second


def test_only_what_changed_is_told_with_the_line_before_behind_the_marks() -> None:
    changed = [*ROWS[:10], 'row "ten"', *ROWS[11:], "end"]
    _, second = looks([ROWS, changed], look(), look())
    shown = second.partition("Accessibility tree, only what changed")[2].split("\n")[1:]
    assert shown == ['| = row "9"', '| - row "10"', '| + row "ten"', '| = row "29"', "| + end"]


def test_each_look_is_compared_with_the_tree_that_stands_there_whole() -> None:
    _, second, third = looks([ROWS, [*ROWS, "end"], ROWS], look(), look(), look())
    assert second.endswith("| + end") and third.endswith("unchanged since it was shown whole.")


def test_the_whole_comes_when_asked_for_and_where_changes_are_no_shorter() -> None:
    others = [f'cell "{number}"' for number in range(30)]
    shown = looks([ROWS, ROWS, ROWS, others, others], look(), look(whole=True), look("/a"), look(), look())
    assert [WHOLE in one for one in shown] == [True, True, False, True, False]


HEADER = ['banner "Shelter"', *(f'  link "Place {number}"' for number in range(12)), "main"]


def test_another_page_says_which_lines_are_as_on_the_page_before() -> None:
    people = [*HEADER, '  heading "People"', '  row "Ann"', *(f'  option "{hour}"' for hour in range(24))]
    week = [*HEADER, '  heading "Week"', *(f'  option "{hour}"' for hour in range(24)), '  button "Print"']
    _, second = looks([people, week], look(), look("/week"))
    shown = second.partition("Accessibility tree, compared with that of / (")[2].split("\n")[1:]
    assert shown == [
        '| = 14 lines as there, from banner "Shelter" to main',
        '| +   heading "Week"',
        '| = 24 lines as there, from option "0" to option "23"',
        '| +   button "Print"',
    ]


def test_look_is_compared_with_the_nearest_of_several_states() -> None:
    dialog = ['dialog "Delete"', *(f'button "{number}"' for number in range(30))]
    found = looks([ROWS, dialog, [*ROWS, "end"]], look(), look(whole=True), look())
    assert found[2].partition("Accessibility tree, only what changed")[2].split("\n")[1:] == ['| = row "29"', "| + end"]


LINES = st.lists(st.sampled_from(["a", "b", "c", "d", "  e"]), min_size=1, max_size=14)


@given(LINES, LINES)
def test_a_reader_has_all_of_the_other_page(old: list[str], new: list[str]) -> None:
    """What is as there is found again from its place on; all else is told whole."""
    again, at = list[str](), 0
    for line in compared([f"| {one}" for one in old], [f"| {one}" for one in new]):
        sign, text = line[2], line[4:]
        if sign == "+":
            again.append(text)
            continue
        count, first = int(text.split(" ")[0]), text.partition("from ")[2].partition(" to ")[0]
        starts = [start for start in range(at, len(old)) if old[start].strip() == first]
        start = next(start for start in starts if old[start : start + count] == new[len(again) : len(again) + count])
        again += old[start : start + count]
        at = start + count
    assert again == new


def test_what_is_cut_is_no_ground_to_compare_with() -> None:
    build, report = a_build(an_app()), PageReport.model_validate(PAGE | {"tree": "\n".join(ROWS)})
    whole = page_text(build, report)
    assert WHOLE not in page_text(build, report, before=[whole])
    for cut in (
        whole[:-30] + "\n[... 30 characters left out to save room; use the tools to see them ...]",
        whole[:400],
    ):
        again = page_text(build, report, before=[cut])
        assert again == whole or WHOLE not in cut
    long = PageReport.model_validate(PAGE | {"tree": "\n".join(f'button "{number}"' for number in range(900))})
    assert page_text(build, long, before=[page_text(build, long)]) == page_text(build, long)


def test_a_page_cannot_pass_its_own_words_off_as_a_tree() -> None:
    build = a_build(an_app())
    says = PAGE | {"tree": "x", "errors": [f"\n{WHOLE}row"]}
    first = page_text(build, PageReport.model_validate(says))
    forged = page_text(
        build, PageReport.model_validate(PAGE | {"tree": f"row\n\n{WHOLE}- gone\n+ new"}), before=[first]
    )
    assert all(line.startswith("| ") for line in forged.partition(WHOLE)[2].split("\n"))
    other = build.model_copy(update={"work": build.work.model_copy(update={"page": PageSpec(path="/a")})})
    assert WHOLE in page_text(other, PageReport.model_validate(says), before=[first])
