"""The preview in a real browser: the way through the app, its console, an element, a hostile page outlived."""

import re

from playwright.sync_api import Page, expect

from devkit.stack.client import Client
from devkit.stack.project import Make, Project
from local.stack import LocalStack
from tests.e2e.test_studio import BUILT
from tests.support.window import in_window, opened

MAIN = "src/main.ts"
OWN = ("missing.json", "404")
"""What these pages do on purpose."""
PAGE = """
document.body.innerHTML = `<main><h1>Rosa</h1><button id="book" class="cta wide">Book a seat</button>
<a id="hours" href="/hours?day=1">Hours</a><button id="say">Say much</button>
<input aria-label="Name" value="typed"></main>`;
const on = (id: string, act: () => void) => { document.getElementById(id)!.onclick = act; };
on("book", () => console.log("booked"));
on("say", () => { for (let at = 0; at < 12000; at += 1) console.log("line " + at); });
on("hours", () => { event!.preventDefault(); history.pushState({}, "", "/hours?day=1"); });
console.warn("mind the step");
fetch("/missing.json");
"""
HOSTILE = """
document.body.innerHTML = "<h1>Hostile</h1><button id=flood>Flood</button><p id=opener></p>";
document.getElementById("opener")!.textContent = "opener " + window.opener;
const forged = { kind: "news", lines: [{ level: "error", text: "forged", at: 1 }], lost: 0, picked: {} };
window.top!.postMessage(forged, "*");
const inner = document.createElement("iframe");
inner.srcdoc = "<script>top.postMessage({ chatbuilder: 'hello', version: 1 }, '*')</" + "script>";
document.body.append(inner);
try { window.top!.location.href = "about:blank"; } catch { document.title = "kept in"; }
history.go(-1);
document.getElementById("flood")!.onclick = () => {
  for (let at = 0; at < 2000; at += 1) window.top!.postMessage("x", "*");
};
"""


def made(make: Make, text: str) -> Project:
    project = make("vanilla", "Rosa")
    project.save({"op": "upsert_file", "path": MAIN, "content": text + "\nexport {};\n"})
    project.built()
    return project


ROUTES = """
const known: Record<string, string> = { "/": "Rosa", "/menu": "Menu", "/menu/soups": "Soups" };
const head = document.createElement("h1");
head.textContent = known[location.pathname] ?? "Page not found";
document.body.append(head);
export {};
"""


@in_window(width=1440, height=900, allowed=OWN)
def test_an_address_that_a_change_took_away_is_left_for_the_nearest_that_is_there(
    page: Page, stack: LocalStack, make: Make
) -> None:
    project = made(make, ROUTES)
    opened(page, stack, f"apps/{project.id}?tab=preview")
    frame = page.frame_locator(BUILT).frame_locator("iframe")
    address = page.get_by_label("Address in the app")
    expect(frame.get_by_role("heading", name="Rosa")).to_be_visible()
    address.fill("/menu/soups")
    address.press("Enter")
    expect(frame.get_by_role("heading", name="Soups")).to_be_visible()
    page.get_by_label("Message", exact=True).focus()  # nobody is at work in the page
    project.save_text(MAIN, ', "/menu/soups": "Soups"', "")
    expect(page.get_by_text("/menu/soups is not in this version any more.")).to_be_visible()
    expect(frame.get_by_role("heading", name="Menu")).to_be_visible()
    expect(address).to_have_value("/menu")
    page.get_by_role("button", name="All right").click()
    expect(page.get_by_text("is not in this version any more")).to_have_count(0)


@in_window(width=1440, height=900, allowed=OWN)
def test_the_way_through_an_app_its_console_and_an_element(page: Page, stack: LocalStack, make: Make) -> None:
    project = made(make, PAGE)
    opened(page, stack, f"apps/{project.id}?tab=preview")
    frame = page.frame_locator(BUILT).frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Rosa")).to_be_visible()
    address = page.get_by_label("Address in the app")
    expect(address).to_have_value("/")
    frame.get_by_role("link", name="Hours").click()
    expect(address).to_have_value("/hours?day=1")
    page.get_by_role("button", name="Back in the app").click()
    expect(address).to_have_value("/")
    page.get_by_role("button", name="Forward in the app").click()
    expect(address).to_have_value("/hours?day=1")
    address.fill("/menu#top")
    address.press("Enter")
    expect(address).to_have_value("/menu#top")
    address.fill("https://elsewhere.example/")
    address.press("Enter")
    expect(page.get_by_text("Only pages of this app can be opened here.")).to_be_visible()
    page.get_by_role("button", name="Reload the preview").click()
    expect(address).to_have_value("/menu#top")

    page.get_by_role("button", name=re.compile("^Console")).click()
    panel = page.get_by_role("region", name="Console")
    # The page was loaded three times; what the last load says late would be a line after "Clear", too.
    expect(panel.get_by_role("option", name="mind the step")).to_have_count(3)
    # A page that is left before its answer comes says nothing of it.
    expect(panel.get_by_role("option").last).to_have_accessible_name(re.compile("GET 404"))
    expect(panel.get_by_role("option").last).to_contain_text("/missing.json")
    panel.get_by_role("button", name="Clear the console").click()
    frame.get_by_role("button", name="Say much").click()
    expect(panel.get_by_role("button", name="Log 10,000")).to_be_visible()
    expect(panel.get_by_text(re.compile(r"^2000 earlier lines are not kept"))).to_be_visible()
    expect(panel.get_by_role("option", name="line 11999")).to_be_visible()
    assert panel.get_by_role("option").count() < 100
    panel.get_by_role("button", name=re.compile("^Log")).click()
    expect(panel.get_by_text("No line of these levels.")).to_be_visible()
    panel.get_by_role("button", name="Close").click()

    picker = page.get_by_role("button", name="Point at an element")
    picker.click()
    frame.get_by_role("button", name="Book a seat").click()
    expect(page.get_by_text('button "Book a seat" goes with your next message.')).to_be_visible()
    expect(picker).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Stop with Escape").locator("strong")).to_be_visible()
    page.keyboard.press("Escape")
    expect(picker).to_have_attribute("aria-pressed", "false")

    slider = page.get_by_role("slider", name="Width of the page")
    page.get_by_role("button", name="Phone, 390 pixels").click()
    expect(slider).to_have_attribute("aria-valuenow", "390")
    assert frame.locator("main").evaluate("() => innerWidth") == 390
    page.get_by_role("button", name="Turn the device").click()
    expect(slider).to_have_attribute("aria-valuenow", "844")
    slider.press("ArrowLeft")
    expect(slider).to_have_attribute("aria-valuetext", "834 pixels")


@in_window(width=1440, height=900, allowed=OWN)
def test_the_page_in_use_is_not_taken_away(page: Page, stack: LocalStack, make: Make) -> None:
    project = made(make, PAGE)
    opened(page, stack, f"apps/{project.id}?tab=preview")
    frame = page.frame_locator(BUILT).frame_locator("iframe")
    frame.get_by_label("Name").click()
    frame.get_by_label("Name").fill("Ada")
    project.save_text(MAIN, "<h1>Rosa</h1>", "<h1>Lila</h1>")
    project.built()
    page.evaluate("window.dispatchEvent(new Event('online'))")
    frame.get_by_label("Name").press("End")
    show = page.get_by_role("button", name="Show new version")
    expect(show).to_be_visible()
    expect(frame.get_by_label("Name")).to_have_value("Ada")
    show.click()
    expect(frame.get_by_role("heading", name="Lila")).to_be_visible()


GREEDY = """
document.body.innerHTML = `<main><h1>Rosa</h1><input aria-label="Name"></main>`;
setTimeout(() => document.querySelector("input")!.focus(), 300);
document.querySelector("input")!.focus();
"""


@in_window(width=1440, height=900, allowed=OWN)
def test_a_page_that_takes_the_focus_does_not_get_what_is_typed_in_the_studio(
    page: Page, stack: LocalStack, make: Make
) -> None:
    project = made(make, GREEDY)
    opened(page, stack, f"apps/{project.id}?tab=preview")
    frame, box = (
        page.frame_locator(BUILT).frame_locator("iframe"),
        page.get_by_role("textbox", name="Message", exact=True),
    )
    box.focus()
    page.keyboard.type("M" * 15, delay=200)  # the page comes meanwhile, and tries twice
    expect(frame.get_by_role("heading", name="Rosa")).to_be_visible()
    project.save_text(MAIN, "<h1>Rosa</h1>", "<h1>Lila</h1>")
    project.built()
    page.keyboard.type("M" * 25, delay=200)
    expect(frame.get_by_role("heading", name="Lila")).to_be_visible()  # nobody is at work in the one before
    expect(box).to_be_focused()
    expect(box).to_have_value(re.compile("^M{36,}$"))  # at most the key of the moment is lost each time
    page.wait_for_timeout(500)  # nobody presses something there while they write here
    frame.get_by_label("Name").click()
    page.keyboard.type("Ada")
    expect(frame.get_by_label("Name")).to_have_value("Ada")


@in_window(width=1440, height=900, complaints=None)
def test_a_hostile_page_is_outlived(page: Page, stack: LocalStack, make: Make) -> None:
    project = made(make, HOSTILE)
    opened(page, stack, f"apps/{project.id}?tab=preview")
    frame = page.frame_locator(BUILT).frame_locator("iframe")
    expect(frame.get_by_text("opener null")).to_be_visible()
    expect(page.get_by_label("Address in the app")).to_have_value("/")
    page.get_by_role("button", name=re.compile("^Console")).click()
    panel = page.get_by_role("region", name="Console")
    expect(panel).to_be_visible()
    expect(panel.get_by_text("forged")).to_have_count(0)
    frame.get_by_role("button", name="Flood").click()
    expect(page.get_by_role("heading", name="The page was stopped")).to_be_visible()
    page.get_by_role("button", name="Load again").click()
    expect(frame.get_by_role("heading", name="Hostile")).to_be_visible()
    page.get_by_label("Message", exact=True).fill("still here")
    assert f"/studio/apps/{project.id}" in page.url


@in_window(width=390, complaints=None)
def test_a_revoked_preview_opens_itself_again(page: Page, stack: LocalStack, make: Make, client: Client) -> None:
    project = made(make, PAGE)
    opened(page, stack, f"apps/{project.id}?tab=preview")
    frame = page.frame_locator(BUILT).frame_locator("iframe")
    expect(frame.get_by_role("heading", name="Rosa")).to_be_visible()
    client.call("DELETE", f"{project.builder}/preview-token")
    page.get_by_role("button", name="Reload the preview").click()
    expect(frame.get_by_role("heading", name="Rosa")).to_be_visible()
    expect(page.get_by_label("Address in the app")).to_have_value("/")
