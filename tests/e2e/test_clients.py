"""The clients people use, from npm, on the running stack: tools, approvals, lost connections, a reloaded page."""

import json
import os
import shutil
import subprocess
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from devkit.node.npm_tool import installed, node
from devkit.scripted_model.server import ScriptedModel
from devkit.stack.project import Make, Project
from local.openai_server.reply import Call, Reply, calls, say
from local.stack import LocalStack

HERE = Path(__file__).parent / "clients"
DOCS = Path(__file__).parents[2] / "docs" / "clients"
WORDS = tuple(f"word {number} " for number in range(40))
HALF, OTHER_HALF = WORDS[:20], WORDS[20:]
LIST = Call(name="list_files")
FINISH = Call(name="finish", arguments={"summary": "It is changed.", "rationale": None, "assumptions": None})
CUTS = {"asking": [1500, 4000], "answered": [700, 5000], "resumed": [1, 900]}
"""After how many bytes each connection in turn is lost."""


def edit(old: str, new: str) -> Call:
    edits = [{"old": old, "new": new, "replace_all": True}]
    return Call(name="edit_file", arguments={"path": "src/content.ts", "edits": edits})


@pytest.fixture(scope="module")
def project(make: Make) -> Project:
    return make("vanilla", "Clients").ready()


def played(script: str, package: str, project: Project, stack: LocalStack, folder: Path, **scene: str) -> Any:
    """What the script told; it must end well."""
    (folder / "node_modules").symlink_to(installed(package))
    for source in (HERE / script, HERE / "proxy.mjs", DOCS / "resuming_fetch.mjs"):
        shutil.copy(source, folder)
    asks = {name: f"{name} ({project.id})" for name in ("approve", "reload", "resume")}
    known = {"api": stack.api_url, "token": stack.token(), "builder": project.builder, "ask": asks, "cuts": CUTS}
    settings = json.dumps(known | scene)
    done = subprocess.run(
        [str(node().binary), script], cwd=folder, env={**os.environ, "SCENE": settings}, capture_output=True,
        text=True, timeout=600, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-6000:]
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def chat(project: Project, stack: LocalStack, model: ScriptedModel, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What `useChat` showed at each point. Its last run goes on once the reloaded page has found it."""
    project.script.push(
        Reply(reasoning=("I look. ",), text=WORDS, calls=(LIST,), delay=0.02),
        calls(edit("Starter", "Useful")),
        Reply(text=WORDS, calls=(FINISH,), delay=0.02),
        calls(LIST, text=HALF),
        project.script.hold(say(*OTHER_HALF)),
        match=project.id,
    )
    folder, release = tmp_path_factory.mktemp("use-chat"), f"{model.control_url}/_release"
    return played("use_chat.mjs", "ai-sdk-react", project, stack, folder, release=release)


def tools(parts: list[dict[str, Any]]) -> list[tuple[str, str]]:
    return [(part["toolName"], part["state"]) for part in parts if part["type"] == "dynamic-tool"]


def texts(parts: list[dict[str, Any]], kind: str = "text") -> list[str]:
    return [part["text"] for part in parts if part["type"] == kind]


def data(parts: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [part["data"] for part in parts if part["type"] == kind]


def test_use_chat_comes_to_an_approval_over_lost_connections(chat: Any) -> None:
    parts = chat["waiting"]["parts"]
    assert chat["waiting"]["cuts"] == len(CUTS["asking"])
    assert tools(parts) == [("list_files", "output-available"), ("edit_file", "approval-requested")]
    assert (texts(parts), texts(parts, "reasoning")) == (["".join(WORDS)], ["I look. "])
    assert [one["status"] for one in data(parts, "data-done")] == ["awaiting_approval"]


def test_a_reloaded_page_shows_what_waits(chat: Any) -> None:
    assert chat["waiting"]["reloaded"] == chat["waiting"]["parts"]


def test_use_chat_ends_with_the_committed_revision_in_its_message(chat: Any, project: Project) -> None:
    user, message = chat["ended"]["messages"]
    assert (user["role"], message["role"], chat["ended"]["error"]) == ("user", "assistant", "undefined")
    assert chat["ended"]["cuts"] == len(CUTS["asking"] + CUTS["answered"])
    (revision,) = data(message["parts"], "data-revision")
    waited, done = data(message["parts"], "data-done")
    assert (waited["status"], done["status"]) == ("awaiting_approval", "completed")
    assert done["revision_id"] == revision["revision_id"]
    assert "Useful" in project.file("src/content.ts", revision["revision_id"])


def test_use_chat_has_no_part_twice(chat: Any) -> None:
    parts = chat["ended"]["messages"][-1]["parts"]
    assert tools(parts) == [(name, "output-available") for name in ("list_files", "edit_file", "finish")]
    assert (texts(parts), texts(parts, "reasoning")) == (["".join(WORDS)] * 2, ["I look. "])
    assert not [part for part in parts if part.get("state") in ("streaming", "input-streaming", "input-available")]
    stages = [one["stage"] for one in data(parts, "data-stage")]
    assert all(now != after for now, after in pairwise(stages)), stages


def test_use_chat_had_no_error_but_the_connections_lost(chat: Any) -> None:
    assert len(chat["errors"]) == len(CUTS["asking"] + CUTS["answered"]), chat["errors"]
    assert all("TypeError" in error for error in chat["errors"]), chat["errors"]
    posted = [stream for stream in chat["streams"] if stream.startswith("POST")]
    assert len(posted) == 3, "a message, an answer, a message; whatever was lost was read again"


def test_a_reloaded_page_finds_the_run_at_work_and_hears_it_to_its_end(chat: Any) -> None:
    message = chat["reloaded"]["message"]
    said = ["".join(HALF), "".join(OTHER_HALF)]
    assert (texts(message["parts"]), chat["reloaded"]["error"], chat["reloaded"]["status"]) == (said, "undefined", 200)
    assert [one["status"] for one in data(message["parts"], "data-done")] == ["completed"]


@pytest.fixture(scope="module")
def agent(chat: Any, project: Project, stack: LocalStack, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What `HttpAgent` heard; after `useChat`, for they share the project."""
    project.script.push(
        Reply(reasoning=("I look. ",), text=WORDS, calls=(LIST,), delay=0.02),
        calls(edit("Useful", "Better")),
        Reply(text=WORDS, calls=(FINISH,), delay=0.02),
        calls(edit("Better", "Best")),
        calls(FINISH),
        match=project.id,
    )
    return played("http_agent.mjs", "ag-ui", project, stack, tmp_path_factory.mktemp("http-agent"))


def test_http_agent_is_interrupted_by_the_call_that_waits(agent: Any) -> None:
    interrupt = agent["told"]["interrupt"]
    started = [event for event in agent["live"] if event["type"] == "TOOL_CALL_START"]
    assert {one["toolCallId"]: one["toolCallName"] for one in started}[interrupt["toolCallId"]] == "edit_file"
    assert (agent["told"]["status"], agent["first"]["outcomes"]) == (200, ["interrupt", "success"])


def test_http_agent_hears_each_event_once_over_lost_connections(agent: Any) -> None:
    assert agent["cuts"] == sum(len(cuts) for cuts in CUTS.values())
    counts = Counter(event["type"] for event in agent["live"])
    assert (counts["RUN_STARTED"], counts["RUN_FINISHED"], counts["TOOL_CALL_RESULT"]) == (2, 2, 3)
    said = [event["delta"] for event in agent["live"] if event["type"] == "TEXT_MESSAGE_CONTENT"]
    assert "".join(said) == "".join(WORDS) * 2
    assert agent["warnings"] == []


def test_http_agent_ends_with_the_committed_revision(agent: Any, project: Project) -> None:
    for turn, word in (("first", "Better"), ("second", "Best")):
        result = agent[turn]["result"]
        assert result["status"] == "completed"
        assert word in project.file("src/content.ts", result["revision_id"])


def test_an_agent_that_comes_late_hears_the_same(agent: Any) -> None:
    assert agent["replay"]["same"]
    assert agent["replay"]["messages"] == agent["messages"][1:], "all but the user's words, which it never sent"


def test_an_interrupt_answered_the_protocols_way_goes_on_in_the_same_thread(agent: Any, project: Project) -> None:
    second = agent["second"]
    assert (second["outcomes"], second["pending"]) == (["interrupt", "success", "interrupt", "success"], [])
    turns = project.client.call("GET", f"{project.builder}/conversations")["items"]
    assert second["thread"] in {one["conversation_id"] for one in turns}
    assert project.script.left == 0
