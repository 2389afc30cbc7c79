"""The stream of a run: cut anywhere it goes on where it was, everyone sees the same, and leaving stops nothing."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Chunk, Client, chunks
from devkit.stack.project import Project, Talk
from local.openai_server.reply import Call, calls, say

pytestmark = pytest.mark.e2e
WORDS = tuple(f"word {number} " for number in range(30))
EDIT = Call(
    name="edit_file",
    arguments={"path": "src/content.ts", "edits": [{"old": "Starter", "new": "Changed", "replace_all": True}]},
)


@pytest.fixture(scope="module")
def project(client: Client, model: ScriptedModel) -> Project:
    made = Project.create(client, model.script, "vanilla", "Streams")
    made.built()
    return made


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


def test_resumed_at_every_boundary_it_tells_the_rest(project: Project, talk: Talk) -> None:
    for seen in range(len(talk.chunks)):
        assert project.replay(talk.run_id, seen) == talk.chunks[seen:]


def test_the_header_of_a_reconnecting_browser_counts_like_the_parameter(project: Project, talk: Talk) -> None:
    path = f"{project.builder}/chat/{talk.run_id}/stream"
    for seen in (0, 1, len(talk.chunks) - 1):
        with project.client.stream("GET", path, **{"Last-Event-ID": str(seen)}) as answer:
            assert list(chunks(answer)) == talk.chunks[seen:]


def test_after_the_end_there_is_nothing_left(project: Project, talk: Talk) -> None:
    last = len(talk.chunks)
    conversation = project.client.call("GET", f"{project.builder}/conversations")["items"][0]["conversation_id"]
    for path in (f"{talk.run_id}/stream?after={last}", f"{conversation}/stream"):
        answer = project.client.http.get(f"{project.builder}/chat/{path}")
        assert (answer.status_code, answer.content) == (204, b"")


@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cuts=st.lists(st.integers(1, 4000), max_size=6))
def test_cut_after_any_byte_nothing_is_lost_or_told_twice(project: Project, talk: Talk, cuts: list[int]) -> None:
    arriving: list[str] = []
    for cut in [*cuts, None]:
        arriving += frames_before(project, talk.run_id, len(arriving), cut)
    assert [frame.split("\n")[0] for frame in arriving] == [f"id: {chunk['seq']}" for chunk in talk.chunks]
    assert arriving == frames_before(project, talk.run_id, 0, None)


def frames_before(project: Project, run_id: str, after: int, cut: int | None) -> list[str]:
    """The whole frames of a stream whose connection is lost after `cut` bytes; half a frame does not count."""
    path = f"{project.builder}/chat/{run_id}/stream?after={after}"
    with project.client.stream("GET", path) as answer:
        body = b""
        for piece in answer.iter_raw():
            body += piece
            if cut is not None and len(body) >= cut:
                body = body[:cut]
                break
    *whole, _ = body.decode("utf-8", "ignore").split("\n\n")
    return [frame for frame in whole if frame.startswith("id: ")]


def test_a_live_stream_cut_after_every_chunk_is_the_stream_never_cut(project: Project) -> None:
    slow = say(*WORDS, delay=0.03)
    with project.talking("Tell me slowly.", slow) as (talk, _):
        pass
    with ThreadPoolExecutor(2) as pool:
        uncut = pool.submit(project.replay, talk.run_id)
        pieces = pool.submit(lambda: list(one_by_one(project, talk.run_id)))
    assert pieces.result() == uncut.result() == project.replay(talk.run_id)
    assert "".join(chunk.get("delta", "") for chunk in pieces.result()) == "".join(WORDS)


def one_by_one(project: Project, run_id: str) -> Iterator[Chunk]:
    """Takes one chunk from each connection and leaves."""
    seen = 0
    while True:
        with project.client.stream("GET", f"{project.builder}/chat/{run_id}/stream?after={seen}") as answer:
            chunk = next(chunks(answer))
        yield chunk
        seen = chunk["seq"]
        if chunk["type"] == "finish":
            return


def hear_a_word(talk: Talk, arriving: Iterator[Chunk]) -> None:
    """Listen until the model speaks."""
    for chunk in arriving:
        talk.chunks.append(chunk)
        if chunk["type"] == "text-delta":
            return


def test_one_run_at_a_time_and_it_can_be_found_again(project: Project) -> None:
    with project.talking("Take your time.", say(*WORDS * 20, delay=0.1)) as (talk, arriving):
        hear_a_word(talk, arriving)  # else the answer may wait for the next run that asks
        body = {"message": "And another thing."}
        status, code, document = project.client.problem("POST", f"{project.builder}/chat/stream", body)
        assert (status, code, document["active_run_id"]) == (409, "RUN_ACTIVE", talk.run_id)
        active = project.state()["active_run"]
        assert (active["id"], active["status"]) == (talk.run_id, "running")
        with project.client.stream("GET", f"{project.builder}/chat/{active['conversation_id']}/stream") as answer:
            project.client.call("POST", f"{project.builder}/chat/{talk.run_id}/cancel", status=202)
            again = list(chunks(answer))
        talk.chunks.extend(arriving)
    assert again == talk.chunks and talk.done["status"] == "cancelled"
    assert project.state()["active_run"] is None


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
