"""The tools that run in the worker, by the whole stack: tests, commands, and a page in a browser."""

import shutil
from typing import Any

import httpx
import pytest

from devkit.scripted_model.replies import finish, write
from devkit.stack.project import Project, Talk
from local.openai_server.reply import call

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
THROWING = """import { createRoot } from "react-dom/client";
console.warn("about to render");
fetch("http://169.254.169.254/latest/meta-data/").catch(() => {});
createRoot(document.getElementById("root")!).render(<button onClick={() => { throw new Error("boom"); }}>Buy</button>);
"""


def outputs(talk: Talk) -> list[Any]:
    """What the calls of the run answered, good or bad, in order."""
    return [
        chunk["output"] if chunk["type"] == "tool-output-available" else chunk["errorText"]
        for chunk in talk.chunks
        if chunk["type"] in ("tool-output-available", "tool-output-error")
    ]


def test_commands_of_the_list_run_and_forbidden_ones_do_not(react: Project) -> None:
    talk = react.chat(
        "Check the types.",
        call("run_command", command="npm run typecheck"),
        call("run_command", command="npm run typecheck && rm -rf /"),
        finish(),
    )
    ran, refused = outputs(talk)[:2]
    assert ran["text"].startswith("`npm run typecheck` succeeded.") and "`&`" in refused
    assert (talk.done["status"], talk.done["revision_id"]) == ("completed", None)


@pytest.mark.skipif(not any(map(shutil.which, BROWSERS)), reason="no browser on this machine")
def test_a_page_that_throws_is_seen_by_the_agent(react: Project) -> None:
    talk = react.chat(
        "Look at the page.",
        write(THROWING, "src/main.tsx"),
        call("browser", path="/", width=600, actions=[{"do": "click", "name": "Buy", "selector": None, "text": None}]),
        call(
            "edit_file",
            path="src/main.tsx",
            edits=[{"old": 'throw new Error("boom");', "new": 'console.log("bought");', "replace_all": None}],
        ),
        finish(),
    )
    seen = outputs(talk)[1]
    assert seen["screenshot"] is True and "Errors were seen." in seen["text"]
    for said in (
        "Error: boom",
        "warning: about to render",
        'button "Buy"',
        'done: click "Buy"',
        "there is no network here",
    ):
        assert said in seen["text"]
    assert (
        talk.done["status"] == "completed" and react.revision(talk.done["revision_id"])["build_status"] == "succeeded"
    )
    assert picture(react, seen["build_id"]).startswith(b"\x89PNG")


def picture(project: Project, build_id: str) -> bytes:
    """The screenshot, by the address that a person is given for it."""
    found = project.client.call("GET", f"{project.builder}/builds/{build_id}")
    assert (found["work"]["task"], found["page"]["url"]) == ("browser", "/")
    return httpx.get(found["screenshot_url"], timeout=60, trust_env=False).content
