"""A preview that fails in a real browser is repaired with no human message, once; a published app says nothing."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Response

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client, visit_site
from devkit.stack.project import Project
from devkit.studio.browser import Browser, Visit
from local.openai_server.reply import Call as ToolCall
from local.openai_server.reply import calls
from tests.support.eventually import eventually

MAIN = "src/main.ts"
SAID = "nothing is wired up yet"
BOOM = f'throw new Error("{SAID}");'
MENDED = 'risky.textContent = "Done";'
BUTTON = f"""
const risky = document.createElement("button");
risky.id = "risky";
risky.textContent = "Press";
risky.onclick = () => {{
  {BOOM}
}};
document.body.append(risky);
"""
Report = tuple[int, dict[str, Any]]
"""The status of its answer, and what was sent."""


def edit(old: str, new: str) -> ToolCall:
    return ToolCall(
        name="edit_file", arguments={"path": MAIN, "edits": [{"old": old, "new": new, "replace_all": None}]}
    )


def finish(summary: str) -> ToolCall:
    return ToolCall(name="finish", arguments={"summary": summary, "rationale": None, "assumptions": None})


class Story:
    """One app in `full_auto`, its previews opened by a person who says nothing."""

    def __init__(self, client: Client, model: ScriptedModel, browser: Browser) -> None:
        self.client, self.model, self.browser = client, model, browser
        self.project = Project.create(client, model.script, "vanilla", "Reverse channel")
        client.call("PATCH", self.project.path, {"autonomy_mode": "full_auto"})

    def preview(self, revision: str, status: str) -> tuple[Report, str, Visit]:
        """Open the revision's preview and press the button: the page's report of that status, the button's words, and
        what the browser had to complain about.
        """
        given = self.client.call("POST", f"{self.project.builder}/preview-token", {"revision_id": revision})
        seen = Visit()

        def script(page: Page) -> tuple[Report, str]:
            seen.listen(page)
            with page.expect_response(lambda answer: self._tells(answer, status)) as answered:
                page.goto(f"{given['preview_url']}?t={given['token']}", wait_until="networkidle")
                # what no person has confirmed runs in a frame
                app = next(frame for frame in page.frames if frame.url.startswith(given["preview_url"]))
                app.click("#risky")
            answer = answered.value
            return (answer.status, json.loads(answer.request.post_data or "")), app.inner_text("#risky")

        return *self.browser.run(script), seen

    def _tells(self, answer: Response, status: str) -> bool:
        """Whether it answers a report of that status: a page that was well for a moment may have said so before."""
        reported = answer.url.endswith("/build-result") and ".preview." in answer.url
        return reported and f'"status":"{status}"' in (answer.request.post_data or "")

    def turns(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.client.call("GET", f"{self.project.builder}/conversations")["items"]
        return found

    def reported(self, session: str) -> dict[str, Any]:
        answer = self.client.http.get("/build-result", headers={"X-Session-Id": session})
        found: dict[str, Any] = answer.json()
        return found

    def add_button(self) -> str:
        """Save a button that throws when it is pressed; the revision."""
        before = self.project.file(MAIN)
        saved = self.project.save({"op": "upsert_file", "path": MAIN, "content": before + BUTTON})
        return self.project.built(saved["id"])


@pytest.fixture(scope="module")
def story(client: Client, model: ScriptedModel, browser: Browser) -> Story:
    return Story(client, model, browser)


def test_a_page_that_throws_on_click_is_repaired_with_no_human_message(story: Story, model: ScriptedModel) -> None:
    project = story.project
    project.built()
    broken = story.add_button()
    model.script.push(calls(edit(BOOM, MENDED), finish("The button works.")), match=SAID)

    (status, sent), _, seen = story.preview(broken, "failed")

    assert status == 204
    assert [(error["kind"], error["message"]) for error in sent["errors"]] == [("error", f"Uncaught Error: {SAID}")]
    assert seen.complaints == [SAID], "the reporter adds nothing of its own"
    (turn,) = eventually(story.turns, lambda found: bool(found) and found[0]["finished_at"])
    assert (turn["status"], turn["summary"]) == ("completed", "The button works."), turn
    assert f"| error: Uncaught Error: {SAID}" in turn["prompt"]
    assert "untrusted data" in json.dumps(model.script.requests[-1].body)
    repaired = project.draft
    assert (turn["revision_id"], project.revision(repaired)["build_status"]) == (repaired, "succeeded")
    assert project.revision(repaired)["parent_revision_id"] == broken

    (status, _), label, seen = story.preview(repaired, "success")
    assert (status, label, seen.complaints) == (204, "Done", [])
    report = story.reported(project.id)
    assert (report["status"], report["stage"], report["revision_id"]) == ("success", "runtime", repaired)
    assert (report["source"], report["errors"]) == ("browser", [])
    assert story.reported(turn["conversation_id"])["revision_id"] == repaired
    assert (len(story.turns()), model.script.left) == (1, 0)


def test_the_same_failure_starts_no_second_run(story: Story, model: ScriptedModel) -> None:
    saved = story.project.save_text(MAIN, MENDED, BOOM)
    broken = story.project.built(saved["id"])
    asked = len(model.script.requests)
    (status, _), _, _ = story.preview(broken, "failed")
    assert status == 204
    report = story.reported(story.project.id)
    assert (report["status"], report["revision_id"]) == ("failed", broken)
    assert (len(story.turns()), story.project.state()["active_run"]) == (1, None)
    assert (story.project.draft, len(model.script.requests)) == (broken, asked)


def test_a_published_app_reports_nothing(story: Story) -> None:
    live = story.project.publish()["live_url"]
    assert "build-result" not in visit_site(live).text and "nonce" not in visit_site(live).text
    requests: list[str] = []

    def script(page: Page) -> None:
        page.on("request", lambda request: requests.append(request.url))
        page.goto(live, wait_until="networkidle")
        page.click("#risky")
        page.wait_for_timeout(2_500)

    story.browser.run(script)
    assert requests and not [url for url in requests if "build-result" in url]
