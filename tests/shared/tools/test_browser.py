"""`browser`: only the app's own pages, at most twenty actions."""

from dataclasses import asdict
from typing import Any

import pytest

from shared.domain.builds.page_spec import TEXTS, parse_page
from shared.domain.builds.worker_page import PageAction, PageSpec
from tests.support.workspace import a_workspace, check_refused, use


def test_without_arguments_the_first_page_is_opened() -> None:
    task = use(a_workspace(), "browser").task
    assert task is not None and (task.task, task.page) == ("browser", PageSpec())


def test_a_page_with_actions_and_a_width() -> None:
    actions = [{"do": "type", "name": "Mail", "selector": None, "text": "a@b\n"}, action(selector="#go")]
    task = use(a_workspace(), "browser", path="/about?x=1#top", width=375, actions=actions).task
    assert task is not None and task.page == PageSpec(
        path="/about?x=1#top",
        width=375,
        actions=[PageAction(do="type", name="Mail", text="a@b\n"), PageAction(do="click", selector="#go")],
    )


def test_a_page_as_it_is_printed() -> None:
    printed, shown = (use(a_workspace(), "browser", paper=paper).task for paper in (True, None))
    assert printed and printed.page == PageSpec(paper=True) and shown and shown.page == PageSpec()


def action(**over: Any) -> dict[str, Any]:
    return {"do": "click", "name": None, "selector": None, "text": None} | over


@pytest.mark.parametrize(
    "arguments",
    [
        {"path": "http://169.254.169.254/"}, {"path": "//example.com/"}, {"path": "file:///etc/passwd"},
        {"path": "about"},
        {"path": "/\\example.com"}, {"path": "/a\nb"}, {"path": "/" + "x" * 500}, {"width": 10}, {"width": 100_000},
        {"actions": [action()]}, {"actions": [action(name="a", selector="b")]}, {"actions": [action(name="")]},
        {"actions": [action(name="a", text="x")]}, {"actions": [action(do="type", name="a")]},
        {"actions": [action(name="a")] * 21}, {"actions": [action(do="hover")]},
        {"actions": [action(do="hover", name="a", text="x")]}, {"actions": [action(do="press")]},
        {"actions": [action(do="drag", name="a")]}, {"actions": [action(do="select", name="a")]},
        {"actions": [action(do="fill", text="x")]}, {"actions": [action(do="wait", name="a", selector="b")]},
    ],
)  # fmt: skip
def test_anything_else_is_refused(arguments: dict[str, Any]) -> None:
    assert "The page was not opened: " in check_refused(a_workspace(), "browser", **arguments)


@pytest.mark.parametrize(
    "arguments, words",
    [
        ({"path": "//example.com/"}, "path must be one of the app's own pages, such as /about"),
        (
            {"actions": [action(name="a"), action(name="a", selector="b")]},
            "action 2: click has a name and a selector: give only one of the two",
        ),
        ({"actions": [action()]}, "action 1: click needs a name or a selector"),
        ({"actions": [action(do="reload", selector="a")]}, "action 1: reload takes no name and no selector"),
        ({"width": 10}, "width Input should be greater than or equal to 320"),
        ({"height": 9_000}, "height Input should be less than or equal to 1600"),
    ],
)
def test_a_refusal_says_which_part_is_wrong_and_nothing_else(arguments: dict[str, Any], words: str) -> None:
    assert check_refused(a_workspace(), "browser", **arguments) == f"The page was not opened: {words}."


def test_twenty_actions_a_window_of_ones_own_and_dark_colours() -> None:
    given = {"actions": [action(name="a")] * 20, "width": 1440, "height": 900, "dark": True}
    task = use(a_workspace(), "browser", **given).task
    assert task is not None and (len(task.page.actions), task.page.height, task.page.dark) == (20, 900, True)
    read = parse_page(task.page.model_dump())
    assert (read.width, read.height, read.dark, len(read.actions)) == (1440, 900, True, 20)


def test_an_unknown_action_does_not_fit() -> None:
    assert "do not fit" in check_refused(a_workspace(), "browser", actions=[action(do="smell", name="a")])


def test_a_field_left_empty_is_one_left_out() -> None:
    given = action(do="fill", name="Mail", selector="", text="")
    task = use(a_workspace(), "browser", actions=[given]).task
    assert task is not None and task.page.actions == [PageAction(do="fill", name="Mail")]


def test_every_action_is_one_that_the_worker_reads() -> None:
    actions = [
        action(name="a"), action(do="hover", name="a"), action(do="type", name="a", text="x"),
        action(do="fill", name="a", text="x"), action(do="fill", name="a"), action(do="select", name="a", text="x"),
        action(do="press", text="Enter"), action(do="drag", name="a", text="9,9"), action(do="wait"),
        action(do="wait", text="Done"), action(do="reload"),
    ]  # fmt: skip
    task = use(a_workspace(), "browser", actions=actions).task
    assert task is not None
    read = parse_page(task.page.model_dump())
    assert [asdict(one) for one in read.actions] == actions
    assert {one.do for one in read.actions} == set(TEXTS)
