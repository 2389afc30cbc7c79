"""News of other apps covers no control: on every pane, wide and narrow, each control is where a press reaches it."""

import json
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, Route, expect

from devkit.stack.project import Make, Project
from local.stack import LocalStack
from tests.support.window import in_window, opened

PANES = (
    "preview", "code", "changes", "history", "plan", "tasks", "features", "docs", "search", "knowledge", "runs",
    "usage", "project", "terminal", "settings", "overview",
)  # fmt: skip
COVERED = """() => {
  const news = document.querySelector("[data-news]");
  const strip = news.closest("section").getBoundingClientRect();
  const shown = (at) => at.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const found = [];
  for (const at of document.querySelectorAll("a[href], button, input, textarea, select, summary, [tabindex]")) {
    if (news.contains(at) || !shown(at)) continue;
    const box = at.getBoundingClientRect();
    let seen = { left: box.left, right: box.right, top: box.top, bottom: box.bottom };
    for (let up = at.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflow === "visible") continue;
      const frame = up.getBoundingClientRect();
      seen = { left: Math.max(seen.left, frame.left), right: Math.min(seen.right, frame.right),
        top: Math.max(seen.top, frame.top), bottom: Math.min(seen.bottom, frame.bottom) };
    }
    if (seen.right - seen.left < 2 || seen.bottom - seen.top < 2) continue;
    const over = Math.min(seen.right, strip.right) - Math.max(seen.left, strip.left) > 1
      && Math.min(seen.bottom, strip.bottom) - Math.max(seen.top, strip.top) > 1;
    if (over) found.push(`${at.localName} ${at.getAttribute("aria-label") ?? at.textContent.slice(0, 40)}`);
  }
  const end = document.querySelector("#content, nav:last-of-type").getBoundingClientRect();
  if (end.bottom > innerHeight + 1) found.push(`the page ends at ${end.bottom} of ${innerHeight}`);
  return found;
}"""
"""What can be focused and lies, as far as it is seen, under the news; and a page that is pushed out of the window."""


@pytest.fixture(scope="module")
def projects(make: Make) -> list[Project]:
    made = [make("vanilla", name) for name in ("Wilma", "Bruno")]
    for one in made:
        one.built()
    return made


@in_window((1440, 390), height={1440: 900, 390: 844}, complaints=None)
def test_news_covers_no_control_on_any_pane(page: Page, stack: LocalStack, projects: list[Project], width: int) -> None:
    project, other = projects

    def happen(route: Route) -> None:
        at = datetime.now(UTC).isoformat()
        ended = [
            {"kind": "run_ended", "seq": seq, "at": at, "app_id": other.id, "run_id": f"run_{seq}", "status": status}
            for seq, status in enumerate(("completed", "failed", "failed"), start=1)
        ]
        said = [{"kind": "ready", "seq": 0}, *ended]
        body = "".join(f"data: {json.dumps(one)}\n\n" for one in said)
        route.fulfill(body=body, content_type="text/event-stream")

    opened(page, stack, "")
    page.route("**/admin/events?*", happen)
    found: dict[str, list[str]] = {}
    places = ["", "usage", "account", "packages", "help", *(f"apps/{project.id}?tab={pane}" for pane in PANES)]
    for place in [*places, f"apps/{project.id}"]:
        page.goto(f"{stack.api_url}/studio/{place}")
        page.locator("h1").first.wait_for(state="attached")
        expect(page.get_by_role("region", name="News of other apps (F8)").get_by_role("listitem")).to_have_count(3)
        found[place] = page.evaluate(COVERED)
    assert {place: said for place, said in found.items() if said} == {}
    page.get_by_role("textbox", name="Message", exact=True).fill("Hello")
    page.get_by_role("button", name="Send", exact=True).click(trial=True)
    page.unroute("**/admin/events?*")  # else the made-up stream begins again
    page.wait_for_timeout(1000)
    for _ in range(3):
        page.get_by_role("region", name="News of other apps (F8)").get_by_role("button", name="Close").first.click()
    expect(page.get_by_role("region", name="News of other apps (F8)")).to_have_count(0)
