"""The stream of a run: whole and in order, leaving stops nothing, and a cancel ends it soon."""

from collections.abc import Iterator

import pytest

from devkit.stack.client import Chunk
from devkit.stack.project import Make, Project, Talk
from local.openai_server.reply import Call, calls, say

WORDS = tuple(f"word {number} " for number in range(30))
EDIT = Call(
    name="edit_file",
    arguments={"path": "src/content.ts", "edits": [{"old": "Starter", "new": "Changed", "replace_all": True}]},
)


@pytest.fixture(scope="module")
def project(make: Make) -> Project:
    return make("vanilla", "Streams").ready()


@pytest.fixture(scope="module")
def talk(project: Project) -> Talk:
    """A run that looked, spoke and ended, heard without a cut."""
    return project.chat("Tell me.", calls(Call(name="list_files")), say(*WORDS, delay=0.005))


def test_the_chunks_are_numbered_from_one_without_a_gap_and_end_as_promised(talk: Talk) -> None:
    assert [chunk["seq"] for chunk in talk.chunks] == list(range(1, len(talk.chunks) + 1))
    assert (talk.kinds[0], talk.kinds[-2:]) == ("start", ["data-done", "finish"])
    assert talk.text == "".join(WORDS)
    assert (talk.done["status"], talk.done["summary"]) == ("completed", "".join(WORDS).strip())
    assert {chunk["request_id"] for chunk in talk.chunks} == {talk.chunks[0]["request_id"]}


def hear_a_word(talk: Talk, arriving: Iterator[Chunk]) -> None:
    """Listen until the model speaks."""
    for chunk in arriving:
        talk.chunks.append(chunk)
        if chunk["type"] == "text-delta":
            return


def test_leaving_does_not_stop_the_run(project: Project) -> None:
    with project.talking("I will not wait.", say(*WORDS, delay=0.01)) as (talk, _):
        pass
    rest = project.replay(talk.run_id)
    assert rest[0] == talk.chunks[0]
    assert rest[-2]["data"]["status"] == "completed"


def test_cancelled_in_the_middle_of_a_sentence_it_ends_soon_and_keeps_what_it_did(project: Project) -> None:
    before = project.state()
    endless = say(*(f"{number} " for number in range(600)), delay=0.1)
    with project.talking("Change it, then talk for a minute.", calls(EDIT), endless) as (talk, arriving):
        hear_a_word(talk, arriving)
        project.client.call("POST", f"{project.builder}/chat/{talk.run_id}/cancel", status=202)
        talk.chunks.extend(arriving)
    assert (talk.done["status"], talk.done["failure_code"]) == ("cancelled", "CANCELLED")
    assert "599 " not in talk.text, "the model was heard to its last word"
    assert "abort" in talk.kinds and talk.kinds.count("text-start") == talk.kinds.count("text-end")
    after = project.state()
    assert (after["draft"], after["active_run"]) == (before["draft"], None)
    (diff,) = [one for one in after["pending_diffs"] if one["run_id"] == talk.run_id]
    assert (diff["status"], diff["id"]) == ("interrupted", talk.done["diff_id"])
    again = project.client.call("POST", f"{project.builder}/chat/{talk.run_id}/cancel", status=202)
    assert again["status"] == "cancelled"
