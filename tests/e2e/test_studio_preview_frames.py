"""The preview in hard conditions: a browser that refuses storage to frames, and a finger in place of a mouse."""

from playwright.sync_api import Page, expect

from devkit.stack.project import Make, Project
from local.stack import LocalStack
from tests.e2e.test_studio import BUILT
from tests.support.window import in_window, opened

DRAWING = """
document.body.innerHTML = `<main><h1>Rosa</h1><svg width="200" height="100" viewBox="0 0 20 10"><title>Scissors</title>
<g><path d="M0 0h20v10h-20z"></path></g></svg></main>`;
export {};
"""
KEEPING = """
const shown = () => (localStorage.getItem("bookings") ?? "") + " " + (sessionStorage.getItem("step") ?? "");
document.body.innerHTML = `<h1>Rosa</h1><button>Book</button><p id="list"></p>`;
document.getElementById("list")!.textContent = shown();
document.querySelector("button")!.onclick = () => {
  localStorage.setItem("bookings", "Tuesday");
  sessionStorage.setItem("step", "2");
  document.getElementById("list")!.textContent = shown();
};
export {};
"""
REFUSED = """if (window !== window.top) for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { configurable: true, get() {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  } });"""
"""What Chromium does to a frame of another site when third-party cookies are blocked and storage is not partitioned."""


def saved(make: Make, path: str, text: str, *more: dict[str, str]) -> Project:
    project = make("vanilla", "Rosa")
    project.save({"op": "upsert_file", "path": path, "content": text}, *more)
    project.built()
    return project


@in_window([1440, 390])
def test_a_page_fills_the_preview(page: Page, stack: LocalStack, make: Make, width: int) -> None:
    project = saved(make, "src/main.ts", DRAWING)
    opened(page, stack, f"apps/{project.id}?tab=preview")
    frame = page.frame_locator(BUILT)
    expect(frame.frame_locator("iframe").get_by_role("heading", name="Rosa")).to_be_visible()
    around, inside = page.locator(BUILT).bounding_box(), frame.locator("iframe").bounding_box()
    assert inside == around and around is not None and around["height"] > 400


@in_window(width=390, height=844)
def test_a_tap_chooses_the_picture_and_not_a_line_of_its_drawing(page: Page, stack: LocalStack, make: Make) -> None:
    project = saved(make, "src/main.ts", DRAWING)
    opened(page, stack, f"apps/{project.id}?tab=preview")
    frame = page.frame_locator(BUILT).frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Rosa")).to_be_visible()
    page.get_by_role("button", name="Point at an element").click()
    expect(page.get_by_text("Tap or click an element")).to_be_visible()
    at = frame.locator("svg").bounding_box()
    assert at is not None
    finger = page.context.new_cdp_session(page)
    finger.send("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    point = {"x": at["x"] + at["width"] / 2, "y": at["y"] + at["height"] / 2}
    finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_text('image "Scissors" goes with your next message.')).to_be_visible()
    page.get_by_role("status").get_by_role("button", name="Chat").click()
    expect(page.get_by_role("textbox", name="Message", exact=True)).to_be_focused()


@in_window(width=1440, height=900)
def test_what_a_page_keeps_outlives_reload_and_revision_where_storage_is_refused(
    page: Page, stack: LocalStack, make: Make
) -> None:
    project = saved(make, "src/main.ts", KEEPING)
    page.add_init_script(REFUSED)
    opened(page, stack, f"apps/{project.id}?tab=preview")
    frame = page.frame_locator(BUILT).frame_locator("iframe")
    frame.get_by_role("button", name="Book").click()
    kept = frame.locator("#list")
    expect(kept).to_have_text("Tuesday 2")
    expect(page.get_by_text("Your browser blocks storage in embedded pages.")).to_be_visible()
    page.get_by_role("button", name="Reload the preview").click()
    expect(kept).to_have_text("Tuesday 2")
    page.get_by_label("Message", exact=True).focus()  # no one is at work in the page
    project.save_text("src/main.ts", "<h1>Rosa</h1>", "<h1>Lila</h1>")
    expect(frame.get_by_role("heading", name="Lila")).to_be_visible()
    expect(kept).to_have_text("Tuesday 2")
    page.reload()
    expect(kept).to_have_text("Tuesday 2")
    with page.context.expect_page() as tab:
        page.get_by_role("status").get_by_role("link", name="Open in a new tab").click()
    expect(tab.value.get_by_role("heading", name="Lila")).to_be_visible()
    assert tab.value.evaluate("[localStorage.length, Object.prototype.toString.call(localStorage)]") == [
        0,
        "[object Storage]",
    ]
