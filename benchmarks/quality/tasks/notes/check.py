"""Notes that are searched and pinned, and still kept and deleted."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_search_in_titles(site: Site) -> None:
    page = written(site)
    page.get_by_label("Search notes").fill("PIE")
    expect(titles(page)).to_have_text(["Apple pie"])


def check_search_in_texts(site: Site) -> None:
    page = written(site)
    page.get_by_label("Search notes").fill("dentist")
    expect(titles(page)).to_have_text(["Tuesday"])


def check_search_emptied(site: Site) -> None:
    page = written(site)
    page.get_by_label("Search notes").fill("pie")
    expect(titles(page)).to_have_count(1)
    page.get_by_label("Search notes").fill("")
    expect(titles(page)).to_have_text(["Garden", "Tuesday", "Apple pie"])


def check_pinned_first(site: Site) -> None:
    page = written(site)
    pin(page, "Apple pie")
    expect(titles(page)).to_have_text(["Apple pie", "Garden", "Tuesday"])


def check_two_pinned(site: Site) -> None:
    page = written(site)
    pin(page, "Tuesday")
    titles(page).first.filter(has_text="Tuesday").wait_for()
    pin(page, "Apple pie")
    expect(titles(page)).to_have_text(["Tuesday", "Apple pie", "Garden"])


def check_pin_says_its_state(site: Site) -> None:
    page = written(site)
    pin(page, "Tuesday")
    expect(page.get_by_role("button", name="Pin Tuesday")).to_have_attribute("aria-pressed", "true")


def check_unpinned_goes_back(site: Site) -> None:
    page = written(site)
    pin(page, "Apple pie")
    pin(page, "Apple pie")
    expect(titles(page)).to_have_text(["Garden", "Tuesday", "Apple pie"])


def check_pin_kept(site: Site) -> None:
    page = written(site)
    pin(page, "Apple pie")
    expect(titles(page).first).to_have_text("Apple pie")
    page.reload()
    expect(titles(page)).to_have_text(["Apple pie", "Garden", "Tuesday"])


def check_search_loses_nothing(site: Site) -> None:
    page = written(site)
    page.get_by_label("Search notes").fill("pie")
    expect(titles(page)).to_have_count(1)
    page.reload()
    expect(titles(page)).to_have_count(3)


def check_newest_first(site: Site) -> None:
    expect(titles(written(site))).to_have_text(["Garden", "Tuesday", "Apple pie"])


def check_delete(site: Site) -> None:
    page = written(site)
    page.get_by_role("button", name="Delete Tuesday").click()
    expect(titles(page)).to_have_text(["Garden", "Apple pie"])


def check_deleted_stays_deleted(site: Site) -> None:
    page = written(site)
    page.get_by_role("button", name="Delete Tuesday").click()
    titles(page).filter(has_text="Tuesday").wait_for(state="detached")
    page.reload()
    expect(titles(page)).to_have_text(["Garden", "Apple pie"])


def check_untitled_is_not_saved(site: Site) -> None:
    page = written(site)
    field(page, "Text").fill("of no name")
    if save_button(page).is_enabled():
        save_button(page).click()
    write(page, "Later", "and one more")
    expect(titles(page)).to_have_text(["Later", "Garden", "Tuesday", "Apple pie"])


def check_kept(site: Site) -> None:
    page = written(site)
    page.reload()
    expect(page.get_by_test_id("notes")).to_contain_text("Call the dentist")


def written(site: Site) -> Page:
    page = site.open()
    for title, text in (("Apple pie", "Six apples, butter"), ("Tuesday", "Call the dentist"), ("Garden", "Sow beans")):
        write(page, title, text)
    titles(page).nth(2).wait_for()
    return page


def write(page: Page, title: str, text: str) -> None:
    field(page, "Title").fill(title)
    field(page, "Text").fill(text)
    save_button(page).click()


def field(page: Page, label: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("textbox", name=re.compile(rf"^\s*{label}\b"))


def save_button(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("button", name="Save note")


def titles(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_test_id("notes").get_by_role("heading")


def pin(page: Page, title: str) -> None:
    page.get_by_role("button", name=f"Pin {title}").click()
