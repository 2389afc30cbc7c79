"""useChat from npm on the application: steps of several calls of which one waits, another answer, files."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from devkit.loop import USER, LoopDriver
from devkit.node.npm_tool import installed, node
from local.openai_server.reply import Call, calls
from tests.support.api.live_api import live_api

SCRIPTS = Path(__file__).parents[1] / "e2e" / "clients"
FINISH = Call(name="finish", arguments={"summary": "Done.", "rationale": None, "assumptions": None})
LIST = Call(name="list_files", arguments={"prefix": None})
READ = Call(name="read_file", arguments={"path": "src/App.tsx", "start_line": None, "end_line": None})


def made(name: str) -> Call:
    return Call(name="write_file", arguments={"path": f"src/{name}.ts", "content": f'export const {name} = "it";\n'})


@pytest.fixture(scope="module")
def turns(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the page showed, and the files of the draft and of the revision before it."""
    loop = LoopDriver([
        calls(made("one"), LIST, READ), calls(FINISH),
        calls(LIST, made("two"), READ), calls(FINISH),
        calls(LIST, READ, made("three")), calls(FINISH),
        calls(made("other"), FINISH),
        calls(FINISH),
    ])  # fmt: skip
    world = loop.world
    app, _ = world.make_app(tenant_id=USER.tenant_id)
    folder = tmp_path_factory.mktemp("use-chat")
    (folder / "node_modules").symlink_to(installed("ai-sdk-react"))
    for name in ("use_chat_turns.mjs", "proxy.mjs"):
        shutil.copy(SCRIPTS / name, folder)
    with live_api(loop) as url:
        scene = {"api": url, "token": world.sign_in(USER.tenant_id), "builder": f"/admin/apps/{app.id}/builder",
                 "ask": {name: name for name in ("first", "second", "third", "picture", "after")}}  # fmt: skip
        done = subprocess.run(
            [str(node().binary), "use_chat_turns.mjs"], cwd=folder, env={**os.environ, "SCENE": json.dumps(scene)},
            capture_output=True, text=True, timeout=180, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    revisions = world.revisions.list(app.tenant_id, app.id, limit=2).items
    files = [set(world.snapshots.get(app.tenant_id, app.id, one.tree)) for one in revisions]
    latest = world.runs.list(app.tenant_id, app.id, limit=1).items[0]
    attached = [(one.name, one.kind, one.use) for one in latest.request.attachments]
    return json.loads(done.stdout) | {"draft": revisions[0].id, "files": files, "attached": attached}


SHOWN = {
    "first": [["write_file", "approval-requested"]],
    "second": [["list_files", "output-available"], ["write_file", "approval-requested"]],
    "third": [
        ["list_files", "output-available"],
        ["read_file", "output-available"],
        ["write_file", "approval-requested"],
    ],
}


@pytest.mark.parametrize("order", SHOWN)
def test_use_chat_goes_on_once_after_the_click_whichever_of_three_calls_waits(turns: Any, order: str) -> None:
    step = turns["steps"][order]
    assert step["waiting"] == SHOWN[order]
    assert sorted(name for name, _ in step["ended"]) == ["finish", "list_files", "read_file", "write_file"]
    assert {state for _, state in step["ended"]} == {"output-available"}
    assert (step["done"], step["posts"]) == (["awaiting_approval", "completed"], 2)


def test_regenerate_puts_the_new_answer_in_the_place_of_the_old_one(turns: Any) -> None:
    again = turns["again"]
    assert again["id"] != again["old"] and again["messages"] == 6 and again["revision"] == turns["draft"]
    now, before = turns["files"]
    assert {"src/one.ts", "src/two.ts", "src/other.ts"} <= now and "src/three.ts" not in now
    assert "src/three.ts" in before, "the old answer stays in the history"


def test_the_page_is_told_why_a_message_or_a_picture_is_refused_and_goes_on(turns: Any) -> None:
    not_ours, picture = map(json.loads, turns["errors"])
    assert (not_ours["code"], picture["code"]) == ("NOT_FOUND", "ATTACHMENTS_UNSUPPORTED")
    assert turns["last"] == [["finish", "output-available"]] and turns["posts"].count(200) == 9


def test_a_file_of_the_page_goes_with_its_message(turns: Any) -> None:
    assert turns["attached"] == [("note.txt", "text", "show")]
