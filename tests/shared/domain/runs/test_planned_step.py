"""Steps that a model writes before a run begins."""

import json

import pytest

from devkit.fakes.clock import START
from shared.domain.errors import Invalid
from shared.domain.runs.planned_step import read_steps


@pytest.mark.parametrize(
    ("named", "tool"),
    [
        ("write_file", "write_file"),
        ("edit_file", "write_file"),
        ("run_command", "run_terminal"),
        ("search_code", "read_file"),
    ],
)
def test_a_step_may_name_its_tool_as_the_worker_does(named: str, tool: str) -> None:
    step = {"actor": "code_worker", "tool": named, "title": "The page says no"}
    assert [one.tool for one in read_steps(json.dumps({"steps": [step]}), START)] == [tool]


@pytest.mark.parametrize("named", ["deploy", "", 7, ["write_file"], None])
def test_another_tool_is_none(named: object) -> None:
    step = {"actor": "code_worker", "tool": named, "title": "The page says no"}
    with pytest.raises(Invalid, match=r"steps\.0\.tool"):
        read_steps(json.dumps({"steps": [step]}), START)
