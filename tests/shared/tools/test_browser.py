"""`browser`: only the app's own pages, at most ten actions."""

from dataclasses import asdict
from typing import Any

import pytest

from shared.domain.worker_page import PageAction, PageSpec
from tests.support.workspace import a_workspace, check_refused, use
from worker.page_spec import TEXTS, parse_page


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
        {"actions": [action(name="a")] * 11}, {"actions": [action(do="hover")]},
        {"actions": [action(do="hover", name="a", text="x")]}, {"actions": [action(do="press")]},
        {"actions": [action(do="drag", name="a")]}, {"actions": [action(do="select", name="a")]},
        {"actions": [action(do="fill", text="x")]}, {"actions": [action(do="wait", name="a", selector="b")]},
    ],
)  # fmt: skip
def test_anything_else_is_refused(arguments: dict[str, Any]) -> None:
    assert "Only the app's own pages" in check_refused(a_workspace(), "browser", **arguments)


def test_an_unknown_action_does_not_fit() -> None:
    assert "do not fit" in check_refused(a_workspace(), "browser", actions=[action(do="smell", name="a")])


def test_every_action_is_one_that_the_worker_reads() -> None:
    actions = [
        action(name="a"), action(do="hover", name="a"), action(do="type", name="a", text="x"),
        action(do="fill", name="a", text="x"), action(do="fill", name="a"), action(do="select", name="a", text="x"),
        action(do="press", text="Enter"), action(do="drag", name="a", text="9,9"), action(do="wait"),
        action(do="wait", text="Done"),
    ]  # fmt: skip
    task = use(a_workspace(), "browser", actions=actions).task
    assert task is not None
    read = parse_page(task.page.model_dump())
    assert [asdict(one) for one in read.actions] == actions
    assert {one.do for one in read.actions} == set(TEXTS)
