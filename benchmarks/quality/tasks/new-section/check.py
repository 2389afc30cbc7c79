"""A new section in its place, and nothing else moved."""

from playwright.sync_api import expect

from benchmarks.quality.site import Site

TITLE = "Questions people ask"


def check_in_its_place(site: Site) -> None:
    titles = site.open().get_by_role("main").get_by_role("heading", level=2)
    expect(titles).to_have_text(["The groundwork is done", TITLE, "From idea to published page"])


def check_answer_opens(site: Site) -> None:
    page = site.open()
    page.get_by_text("What does it cost?").click()
    expect(page.get_by_text("Trying it costs nothing.")).to_be_visible()


def check_answers_begin_closed(site: Site) -> None:
    page = site.open()
    page.get_by_text("Can I change it later?").wait_for()
    expect(page.get_by_text("No. It runs in the browser you already have.")).to_be_hidden()


def check_all_three(site: Site) -> None:
    page = site.open()
    asked = ("Do I need to install anything?", "Can I change it later?", "What does it cost?")
    counts = [page.get_by_text(question).count() for question in asked]
    assert counts == [1, 1, 1], counts


def check_navigation(site: Site) -> None:
    page = site.open()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Questions").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_in_viewport()


def check_keyboard(site: Site) -> None:
    page = site.open()
    page.get_by_text("What does it cost?").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Trying it costs nothing.")).to_be_visible()


def check_other_links_work(site: Site) -> None:
    page = site.open()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="How it works").click()
    expect(page.get_by_role("heading", name="From idea to published page")).to_be_in_viewport()


def check_headline_kept(site: Site) -> None:
    expect(site.open().get_by_role("heading", level=1)).to_have_text("A good place to start")
