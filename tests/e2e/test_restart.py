"""Stopped, or killed, and started again: everything that was kept is there, and nothing is stuck."""

import json
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import visit_site
from devkit.stack.project import BUILD_SECONDS, TICK, Make, Project
from devkit.studio.browser import Browser
from local.openai_server.reply import Call, calls, say
from local.stack import LocalStack

NEW = "Still here"
SAVED_WITHIN = 45.0  # of a run that speaks for a minute
SLOW_BUILD = 10


@pytest.fixture(scope="module")
def project(make: Make) -> Project:
    """A published app with a change made by chat."""
    made = make("vanilla", "Kept").ready()
    talk = made.chat("Say it.", calls(edit("A good place to start", NEW), finish()))
    assert talk.done["status"] == "completed"
    made.publish()
    return made


def edit(old: str, new: str) -> Call:
    change = {"old": old, "new": new, "replace_all": None}
    return Call(name="edit_file", arguments={"path": "src/content.ts", "edits": [change]})


def finish() -> Call:
    return Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})


def seen_by_its_owner(project: Project) -> dict[str, Any]:
    """What must not change by a restart."""
    runs = project.client.call("GET", f"{project.builder}/conversations")["items"]
    return {
        "state": project.state(),
        "revisions": project.client.call("GET", f"{project.builder}/revisions"),
        "turns": runs,
        "stream": [project.replay(turn["run_id"]) for turn in runs],
        "live": visit_site(project.client.call("GET", project.path)["live_url"]).text,
    }


def start_again(stack: LocalStack) -> float:
    started = time.monotonic()
    stack.start()
    return time.monotonic() - started


def record(capsys: pytest.CaptureFixture[str], line: str) -> None:
    """Show a measured figure in the test run's output."""
    with capsys.disabled():
        sys.stdout.write(f"\n{line}\n")


def test_after_a_stop_and_a_start_everything_is_as_it_was(
    project: Project, stack: LocalStack, browser: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    halted = Project.create(project.client, project.script, "vanilla", "Halted")
    before, emulator, pid = seen_by_its_owner(project), stack.info["aws_endpoint"], stack.info["pid"]
    assert stack.stop() == 0
    assert not (stack.data_dir / "local.json").exists() and not Path(f"/proc/{pid}").exists()
    for address in (stack.api_url, emulator):
        with pytest.raises(httpx.ConnectError):
            httpx.get(address, trust_env=False)
    seconds = start_again(stack)
    record(capsys, f"second start: {seconds:.1f} s")
    assert seen_by_its_owner(project) == before
    halted.built()
    visit = browser.visit(before["state"]["app"]["live_url"], wait_for="h1")
    assert NEW in visit.text and visit.complaints == []
    goes_on(project, "After a stop")


def test_killed_in_the_middle_it_serves_again_and_nothing_stays_stuck(
    project: Project, stack: LocalStack, make: Make, model: ScriptedModel, capsys: pytest.CaptureFixture[str]
) -> None:
    before = seen_by_its_owner(project)
    other = make("vanilla", "Half built")
    first = other.built()
    slow_build = begin_a_slow_build(other)
    run_id = begin_a_slow_run(project, model)
    wait_until_saved(stack, run_id)
    stack.kill()
    model.script.reset()
    model.script.push(calls(finish()), match=project.id, repeat=True)
    seconds = start_again(stack)
    the_run_went_on(project, run_id, before)
    record(capsys, f"start after kill -9: {seconds:.1f} s")
    assert other.state()["draft"]["parent_revision_id"] == first
    assert other.built() == slow_build
    model.script.reset()
    goes_on(project, "After a kill")


def begin_a_slow_build(project: Project) -> str:
    """A revision whose build takes some seconds more than a build should."""
    config = "vite.config.ts"
    wait = f"await new Promise((done) => setTimeout(done, {SLOW_BUILD * 1000}));"
    content = f"{project.file(config)}\n{wait}\n"
    revision = project.save({"op": "upsert_file", "path": config, "content": content})["id"]
    until = time.monotonic() + BUILD_SECONDS
    while (status := project.revision(revision)["build_status"]) == "queued" and time.monotonic() < until:
        time.sleep(TICK)
    assert status in ("running", "succeeded"), "only a stall of this machine lets it end before it is looked at"
    return str(revision)


def begin_a_slow_run(project: Project, model: ScriptedModel) -> str:
    """A run that has edited something and now speaks for a minute; nobody listens."""
    slow = say(*(f"{number} " for number in range(600)), delay=0.1)
    with project.talking("Change it slowly.", calls(edit("Ready when you are", "Ready")), slow) as (talk, arriving):
        next(chunk for chunk in arriving if chunk["type"] == "text-delta")
    return talk.run_id


def wait_until_saved(stack: LocalStack, run_id: str) -> None:
    """Until the snapshot on disk holds an iteration of the run: what is older than it survives a kill."""
    until = time.monotonic() + SAVED_WITHIN
    while not any(key.startswith("ITER#") for key in saved_rows(stack, run_id)):
        assert time.monotonic() < until, "the state was not saved in time"
        time.sleep(TICK)


def saved_rows(stack: LocalStack, run_id: str) -> list[str]:
    """The sort keys of a run's rows in the snapshot on disk."""
    path = stack.data_dir / "aws" / "dynamodb.json"
    found: list[str] = []

    def look(value: dict[str, Any]) -> dict[str, Any]:
        if {"PK", "SK"} <= value.keys() and value["PK"]["S"].endswith(f"RUN#{run_id}"):
            found.append(value["SK"]["S"])
        return value

    json.loads(path.read_text(), object_hook=look)
    return found


def the_run_went_on(project: Project, run_id: str, before: dict[str, Any]) -> None:
    """It said that it tries again, and was committed; earlier turns and the live page are as before."""
    chunks = project.replay(run_id)
    assert [chunk["seq"] for chunk in chunks] == list(range(1, len(chunks) + 1))
    assert any(chunk["type"] == "data-retry" for chunk in chunks)
    (done,) = [chunk["data"] for chunk in chunks if chunk["type"] == "data-done"]
    assert done["status"] == "completed", done
    after = seen_by_its_owner(project)
    assert after["state"]["active_run"] is None
    assert after["live"] == before["live"]
    assert (after["turns"][1:], after["stream"][1:]) == (before["turns"], before["stream"])
    assert 'eyebrow: "Ready"' in project.file("src/content.ts", done["revision_id"])


def goes_on(project: Project, words: str) -> None:
    """The app can be changed, built and published as before."""
    saved = project.save({"op": "upsert_file", "path": "src/note.ts", "content": f"export const note = '{words}';\n"})
    project.built(saved["id"])
    assert project.publish()["revision_id"] == saved["id"]
    assert project.chat("Anything?", say("No.")).done["status"] == "completed"
