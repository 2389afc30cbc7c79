"""A small crowd on one stack: what `make bench NAME=load_streams` and `load_saves` do with hundreds."""

import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.crowd import Caller, Savers, talk_to_all, whole
from devkit.stack.project import Make
from local.openai_server.reply import Call, calls, say
from local.stack import LocalStack
from tests.support.depth import depth, sampled

pytestmark = sampled
STREAMS, SAVES = depth(3, 6), depth(6, 12)
WORDS = ("x",) * 40


@pytest.fixture(scope="module")
def caller(stack: LocalStack) -> Caller:
    return Caller(stack.api_url, stack.token())


def test_of_streams_at_once_none_loses_or_doubles_an_event(make: Make, model: ScriptedModel, caller: Caller) -> None:
    projects = [make("vanilla", f"Crowd {number}") for number in range(STREAMS)]
    marks = [f"crowd of {project.id}" for project in projects]
    for mark in marks:
        model.script.push(calls(Call(name="list_files")), say(*WORDS, stamp=True), match=mark)
    answers = talk_to_all(caller, {project.id: mark for project, mark in zip(projects, marks, strict=True)})
    for project, answer in zip(projects, answers, strict=True):
        assert whole(caller, project.id, answer) == "completed"
        assert len(answer.delays_ms) == len(WORDS)
        assert project.state()["active_run"] is None
    for project in projects:
        project.built()


def test_of_saves_at_once_one_is_kept_on_each_base_and_in_the_end_all_are(make: Make, caller: Caller) -> None:
    project = make("vanilla", "A crowd of savers")
    savers = Savers(caller, project.id, project.draft)
    savers.run(SAVES)
    savers.check(SAVES)
    assert savers.refusals >= SAVES - 1
    project.built()
