"""What a model server can do wrong: the run waits, asks again, or ends in so many words; it never lies, never hangs."""

from typing import Any

import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.project import Make, Project
from local.openai_server.reply import Call, Reply, calls, say

ANSWER = ("All ", "is ", "well.")
PASSING = {
    "rate limited": [Reply(status=429, error_code="rate_limit_exceeded", retry_after="0.2")],
    "broken inside": [Reply(status=500), Reply(status=503)],
    "cut in the middle": [say(*ANSWER, cut_after=1)],
    "ended without an end": [say(*ANSWER, end_after=2)],
    "not JSON": [say(*ANSWER, garble_after=1)],
    "an error in the stream": [say(*ANSWER, error_after=1)],
    "a call cut in the middle": [
        calls(Call(name="read_file", arguments={"path": "src/content.ts"}), argument_piece=4, cut_after=2)
    ],
}
FINAL = {
    "never well": ([Reply(status=500)] * 4, "MODEL_UNAVAILABLE"),
    "a wrong key": ([Reply(status=401, error_code="invalid_api_key", error_message="sk-secret is wrong")], "MODEL_"),
    "a web page": ([Reply(html=True, text=("x",))], "MODEL_"),
    "always cut": ([say(*ANSWER, cut_after=1)] * 3, "MODEL_"),
}


@pytest.fixture(scope="module")
def project(make: Make) -> Project:
    return make("vanilla", "Faults").ready()


@pytest.fixture(autouse=True)
def clean(model: ScriptedModel) -> None:
    """Replies that a failed test left behind are nobody else's."""
    model.script.reset()


@pytest.mark.parametrize("fault", PASSING)
def test_a_passing_fault_is_announced_and_got_over(project: Project, model: ScriptedModel, fault: str) -> None:
    talk = project.chat("How are things?", *PASSING[fault], say(*ANSWER))
    assert talk.done["status"] == "completed", talk.done
    assert talk.done["summary"] == "All is well." and model.script.left == 0
    assert len(talk.data("data-retry")) >= len(PASSING[fault])  # a kept connection that died meanwhile is one more
    assert talk.kinds.count("text-start") == talk.kinds.count("text-end")
    opened = {chunk["toolCallId"] for chunk in talk.chunks if chunk["type"] == "tool-input-start"}
    assert opened == {chunk["toolCallId"] for chunk in talk.chunks if chunk["type"] == "tool-output-error"}


def in_words_of_nobody(state: dict[str, Any]) -> dict[str, Any]:
    """Without the one thing that a message moves in any case: which conversation is the latest."""
    return state | {"app": {name: value for name, value in state["app"].items() if name != "conversation_id"}}


@pytest.mark.parametrize("fault", FINAL)
def test_a_lasting_fault_ends_the_run_and_frees_the_app(project: Project, model: ScriptedModel, fault: str) -> None:
    replies, code = FINAL[fault]
    before = in_words_of_nobody(project.state())
    talk = project.chat("How are things?", *replies)
    assert (talk.done["status"], talk.done["revision_id"], talk.done["diff_id"]) == ("failed", None, None)
    assert talk.done["failure_code"].startswith(code)
    assert "sk-secret" not in str(talk.chunks)
    assert in_words_of_nobody(project.state()) == before
    assert model.script.left <= (fault == "never well")  # a kept connection that died meanwhile is one of its attempts
    model.script.reset()
    assert project.chat("And now?", say("Better.")).done["status"] == "completed"
