"""What compiles but does not build: the agent repairs it or ends honestly, and nothing broken is ever published."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client, visit_site
from devkit.stack.project import Make, Project, Talk
from local.openai_server.reply import Call as ToolCall
from local.openai_server.reply import calls
from local.stack import LocalStack
from tests.support.depth import deep

CONTENT = "src/content.ts"
TYPED_WRONG = 'export const answer: number = "forty-two";'
TYPED_RIGHT = "export const answer: number = 42;"
HEAD = "export const site = {"


@pytest.fixture(scope="module")
def react(make: Make, model: ScriptedModel) -> Iterator[Project]:
    """A published React app whose build script checks types before Vite runs."""
    project = make("react", "Broken builds")
    project.built(project.save_text("package.json", '"vite build"', '"tsc --noEmit && vite build"')["id"])
    project.publish()
    yield project
    assert model.script.left == 0, "the model was asked less often than the tests say"


def edit(path: str, old: str, new: str) -> ToolCall:
    return ToolCall(
        name="edit_file", arguments={"path": path, "edits": [{"old": old, "new": new, "replace_all": None}]}
    )


def finish(summary: str = "Done.") -> ToolCall:
    return ToolCall(name="finish", arguments={"summary": summary, "rationale": None, "assumptions": None})


def insert(line: str) -> ToolCall:
    """A line of its own before one that is always there."""
    return edit(CONTENT, HEAD, f"{line}\n{HEAD}")


def line_of(project: Project, text: str) -> int:
    """Where a line stands in the draft."""
    return project.file(CONTENT).split("\n").index(text) + 1


def statuses(talk: Talk) -> list[str]:
    return [build["status"] for build in talk.data("data-build")]


def build_findings(talk: Talk) -> list[dict[str, Any]]:
    """The diagnostics of the worker's builds."""
    return [
        one for found in talk.data("data-diagnostics") if found["source"] == "build" for one in found["diagnostics"]
    ]


def live_text(stack: LocalStack, project: Project) -> str:
    """Everything the live page and its scripts say."""
    live = f"http://{project.slug}.apps.localhost:{stack.site_port}"
    page = visit_site(f"{live}/").text
    script = page.split('src="', 1)[1].split('"', 1)[0]
    return page + visit_site(live + script).text


def test_the_agent_reads_why_it_did_not_build_and_repairs_it(react: Project, model: ScriptedModel) -> None:
    before, line = react.draft, line_of(react, HEAD)
    repair = calls(edit(CONTENT, TYPED_WRONG, TYPED_RIGHT), finish("Repaired."))
    talk = react.chat("Add the answer.", calls(insert(TYPED_WRONG), finish()), repair)
    assert statuses(talk) == ["queued", "failed", "queued", "succeeded"]
    assert (talk.done["status"], talk.done["summary"]) == ("completed", "Repaired.")
    (found,) = build_findings(talk)
    assert (found["code"], found["path"], found["line"]) == ("TS2322", CONTENT, line)
    assert found["column"] == 14 and "not assignable to type 'number'" in found["message"]
    settings = json.dumps(model.script.requests[-1].body)
    assert "TS2322" in settings and f"{CONTENT}:{line}:14" in settings
    stages = [stage["stage"] for stage in talk.data("data-stage")]
    assert stages.index("build") < stages.index("repair") < stages.index("commit")
    revision = react.revision(talk.done["revision_id"])
    assert (revision["parent_revision_id"], revision["build_status"]) == (before, "succeeded")
    assert TYPED_RIGHT in react.file(CONTENT)


@deep
def test_a_turn_that_never_builds_ends_failed_with_the_draft_untouched(react: Project, stack: LocalStack) -> None:
    before, seen = react.state(), live_text(stack, react)
    broken = calls(insert("export const again: number = true;"), finish())
    talk = react.chat("Break it.", broken, calls(finish()), calls(finish("Still.")))
    assert (talk.done["status"], talk.done["failure_code"], talk.done["revision_id"]) == ("failed", "STUCK", None)
    assert "error" in talk.kinds and set(statuses(talk)) == {"queued", "failed"}
    after = react.state()
    assert (after["draft"], after["tree"], after["active_run"]) == (before["draft"], before["tree"], None)
    (diff,) = after["pending_diffs"]
    assert (diff["id"], diff["status"], diff["run_id"]) == (talk.done["diff_id"], "pending_review", talk.run_id)
    assert diff["base_revision_id"] == before["draft"]["id"] and diff["tree"] != before["draft"]["tree"]
    assert live_text(stack, react) == seen


def test_a_save_that_does_not_build_is_kept_but_never_published(react: Project, stack: LocalStack) -> None:
    good, seen = react.draft, live_text(stack, react)
    line = line_of(react, HEAD)
    saved = react.save_text(CONTENT, HEAD, f"  export const wrong: number = null;\n{HEAD}")
    assert saved["build_status"] in ("queued", "running")
    build = react.build_of(saved["id"])
    assert (build["build_status"], build["build_error"]["code"]) == ("failed", "BUILD_FAILED")
    (found,) = build["diagnostics"]
    assert (found["path"], found["line"], found["column"], found["code"]) == (CONTENT, line, 16, "TS2322")
    status, code, document = react.client.problem("POST", f"{react.path}/publish")
    assert (status, code, document["diagnostics"]) == (422, "BUILD_FAILED", build["diagnostics"])
    assert live_text(stack, react) == seen
    assert react.state()["app"]["last_green_revision_id"] == good
    retried_fails_again(react, saved["id"])
    mended = react.save_text(CONTENT, "wrong: number = null;", "right: number = 43;")
    react.built(mended["id"])
    assert react.publish()["revision_id"] == mended["id"]


def retried_fails_again(project: Project, revision: str) -> None:
    """A failed build may be tried again; a green one never."""
    path = f"{project.builder}/revisions/{revision}/build/retry"
    again = project.client.call("POST", path, status=202)
    assert (again["attempt"], again["kind"]) == (1, "retry")
    assert again["build_status"] in ("queued", "running")
    build = project.build_of(revision)
    assert (build["build_status"], build["attempt"]) == ("failed", 1)
    green = project.app_published()
    assert project.client.problem("POST", f"{project.builder}/revisions/{green}/build/retry")[0] == 409


@pytest.mark.parametrize(
    ("framework", "path", "broken", "said"),
    [
        ("svelte", "src/styles/index.css", ".hero { @apply no-such-utility; }", "no-such-utility"),
        ("vue", "vite.config.ts", 'throw new Error("no config today");', "no config today"),
    ],
)
def test_what_only_the_real_build_can_know_fails_there(
    make: Make, client: Client, framework: str, path: str, broken: str, said: str
) -> None:
    project = make(framework, "Only the worker knows")
    first = project.built()
    content = f"{project.file(path)}\n{broken}\n"
    saved = project.save({"op": "upsert_file", "path": path, "content": content}, base=first)
    build = project.build_of(saved["id"])
    assert build["build_status"] == "failed"
    assert said in json.dumps(build["diagnostics"])
    assert {found.get("path") for found in build["diagnostics"]} == {path}
    assert client.problem("POST", f"{project.path}/publish")[:2] == (422, "BUILD_FAILED")


def test_a_change_that_does_not_even_compile_is_refused_at_once(react: Project) -> None:
    before = react.state()
    body = {
        "base_revision_id": before["draft"]["id"],
        "operations": [{"op": "upsert_file", "path": "src/App.tsx", "content": "export default function App( {\n"}],
    }
    status, code, document = react.client.problem("POST", f"{react.builder}/revisions", body)
    assert (status, code) == (422, "BUILDER_COMPILE_FAILED")
    assert document["diagnostics"][0]["path"] == "src/App.tsx"
    assert react.state() == before
