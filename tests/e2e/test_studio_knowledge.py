"""Notes, memory, documents and the search in a real browser, by keyboard and by mouse; what is kept is there again."""

from playwright.sync_api import FilePayload, Page, expect

from devkit.stack.client import Client
from devkit.stack.project import Make
from local.stack import LocalStack
from tests.e2e.test_studio_readiness import faults_here
from tests.support.window import in_window, opened


@in_window([1440, 390])
def test_what_is_kept_is_written_changed_and_deleted(page: Page, stack: LocalStack, make: Make, client: Client) -> None:
    project = make("vanilla", "Rosa")
    place = f"/projects/{project.id}"
    opened(page, stack, f"apps/{project.id}?tab=knowledge")
    expect(page.get_by_text("No notes yet")).to_be_visible()
    assert faults_here(page) == []
    page.get_by_role("button", name="Write a note").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Title (optional)")).to_be_focused()
    page.keyboard.type("Talk")
    page.keyboard.press("Tab")
    page.keyboard.type("They like **green**. <img src=x onerror=alert(1)>")
    page.reload()
    expect(page.get_by_label("Title (optional)")).to_have_value("Talk")
    expect(page.get_by_label("Note", exact=True)).to_have_value("They like **green**. <img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Save").click()
    notes = page.get_by_role("list", name="Notes")
    expect(notes.get_by_text("They like green.")).to_be_visible()
    assert notes.locator("img").count() == 0
    assert faults_here(page) == []
    page.get_by_role("tab", name="Memory", exact=True).click()
    page.get_by_role("button", name="Remember something").click()
    page.get_by_label("What to remember").fill("Say du")
    page.get_by_label("Always tell the agent").check()
    page.get_by_role("button", name="Save").click()
    memory = page.get_by_role("list", name="Memory")
    expect(memory.get_by_text("Always told")).to_be_visible()
    page.wait_for_url("**part=memory*")
    memory.get_by_role("button", name="Change").click()
    page.get_by_label("What to remember").fill("Say du, never Sie")
    page.get_by_role("button", name="Save").click()
    expect(memory.get_by_text("Say du, never Sie")).to_be_visible()
    assert faults_here(page) == []
    page.get_by_role("tab", name="Notes", exact=True).click()
    notes.get_by_role("button", name="Delete").click()
    expect(page.locator(":focus")).to_have_text("Cancel")
    notes.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("No notes yet")).to_be_visible()
    assert client.call("GET", f"{place}/notes")["items"] == []
    (item,) = client.call("GET", f"{place}/memory")["items"]
    assert (item["text"], item["pinned"]) == ("Say du, never Sie", True)


OLDER = "# Dates\n\n## Calendar\n\nThe free hours of a week.\n\n## Mail\n\nA mail with the date.\n"
NEWER = OLDER.replace("a week", "a **month**") + "\n<script>alert(1)</script>\n"


@in_window([1440, 390])
def test_a_document_is_brought_read_compared_found_and_deleted(
    page: Page, stack: LocalStack, make: Make, client: Client, width: int
) -> None:
    project = make("vanilla", "Rosa")
    place = f"/projects/{project.id}"
    opened(page, stack, f"apps/{project.id}?tab=docs")
    expect(page.get_by_text("No documents yet")).to_be_visible()
    assert faults_here(page) == []
    page.get_by_role("button", name="Bring a document").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type("hut rules")
    page.keyboard.press("Control+K")
    expect(page.get_by_role("dialog", name="Commands")).to_be_visible()
    page.keyboard.type("open: history")
    page.keyboard.press("Enter")
    page.wait_for_url("**tab=history*")
    page.go_back()
    expect(page.get_by_label("Name", exact=True)).to_have_value("hut rules")
    page.get_by_label("Name", exact=True).fill("")
    page.keyboard.type("Dates")
    page.keyboard.press("Tab")
    page.keyboard.insert_text(OLDER)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    text = page.get_by_role("region", name="The document")
    expect(text.get_by_text("The free hours of a week.")).to_be_visible()
    page.get_by_role("button", name="Bring a newer version").click()
    file = FilePayload(name="Dates.md", mimeType="text/markdown", buffer=NEWER.encode())
    page.get_by_role("form", name="A newer version of").locator("input").last.set_input_files(file)
    expect(page.get_by_text("Dates.md")).to_be_visible()
    page.get_by_role("button", name="Keep it").click()
    expect(text.locator("strong")).to_have_text("month")
    assert text.locator("script").count() == 0
    if width < 800:
        page.get_by_text("Outline").click()
    page.locator("main").get_by_role("button", name="Mail", exact=True).click()
    expect(text.locator(":focus")).to_contain_text("A mail with the date.")
    assert faults_here(page) == []
    page.get_by_label("Compare with").select_option(label="Version 1")
    expect(page.get_by_role("row").filter(has_text="a **month**")).to_be_visible()
    assert faults_here(page) == []
    page.go_back()
    expect(text).to_be_visible()
    page.keyboard.press("Control+K")
    expect(page.get_by_role("dialog", name="Commands")).to_be_visible()
    page.keyboard.type("open: search")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Find what was said once")).to_be_visible()
    expect(page.get_by_label("Words to look for")).to_be_focused()
    page.keyboard.type("free hours")
    page.keyboard.press("Enter")
    found = page.get_by_role("region", name="Documents")
    expect(found.locator("mark").first).to_be_visible()
    assert faults_here(page) == []
    found.get_by_role("button").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**tab=docs*")
    expect(text.locator("strong")).to_have_text("month")
    page.go_back()
    expect(page.get_by_label("Words to look for")).to_have_value("free hours")
    page.goto(f"{stack.api_url}/studio/apps/{project.id}?tab=docs")
    page.get_by_role("button", name="Dates").click()
    page.get_by_role("button", name="Delete").click()
    asked = page.get_by_role("alertdialog")
    expect(asked).to_contain_text("The other versions stay.")
    asked.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("list", name="Documents").get_by_role("listitem")).to_have_count(1)
    (left,) = client.call("GET", f"{place}/docs")["items"]
    assert (left["title"], left["replaces"]) == ("Dates", None)


@in_window(width=1440)
def test_what_is_found_leads_to_its_place(page: Page, stack: LocalStack, make: Make, client: Client) -> None:
    project = make("vanilla", "Rosa")
    place = f"/projects/{project.id}"
    client.call("POST", f"{place}/notes", {"title": "Talk", "text": "Zebras like stripes"}, status=201)
    client.call("POST", f"{place}/notes", {"text": "Something else"}, status=201)
    client.call("POST", f"{place}/tasks", {"description": "Draw the zebra"}, status=201)
    opened(page, stack, f"apps/{project.id}?tab=knowledge")
    card = page.get_by_role("region", name="How the project stands")
    expect(card.get_by_text("open task", exact=True)).to_be_visible()
    card.get_by_text("All of it").click()
    expect(card.get_by_text("Draw the zebra")).to_be_visible()
    assert faults_here(page) == []
    client.call("POST", f"{place}/tasks", {"description": "Draw the horse"}, status=201)
    card.get_by_role("button", name="Refresh").click()
    expect(card.get_by_text("Draw the horse")).to_be_visible()
    page.goto(f"{stack.api_url}/studio/apps/{project.id}?tab=search&q=zebra")
    page.get_by_role("region", name="Tasks").get_by_role("button").click()
    page.wait_for_url("**tab=tasks*")
    expect(page.get_by_text("Draw the zebra").first).to_be_visible()
    page.go_back()
    page.get_by_role("region", name="Notes").get_by_role("button").click()
    expect(page.get_by_text("Zebras like stripes")).to_be_visible()
    expect(page.get_by_text("Something else")).to_have_count(0)
    assert faults_here(page) == []
    page.get_by_role("button", name="All notes").click()
    expect(page.get_by_text("Something else")).to_be_visible()
