"""A to-do list as one uses it."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_enter_adds(site: Site) -> None:
    page = site.open()
    page.get_by_label("New task").fill("Buy milk")
    page.get_by_label("New task").press("Enter")
    expect(items(page)).to_have_text([re.compile("Buy milk")])


def check_button_adds(site: Site) -> None:
    page = filled(site, "Buy milk", "Call Ada")
    expect(items(page)).to_have_text([re.compile("Buy milk"), re.compile("Call Ada")])


def check_field_is_emptied(site: Site) -> None:
    page = filled(site, "Buy milk")
    expect(page.get_by_label("New task")).to_have_value("")


def check_blank_is_no_task(site: Site) -> None:
    page = filled(site, "Buy milk")
    page.get_by_label("New task").fill("   ")
    page.get_by_label("New task").press("Enter")
    page.get_by_label("New task").fill("   ")
    if add_button(page).is_enabled():
        add_button(page).click()
    add(page, "Call Ada")
    expect(items(page)).to_have_text([re.compile("Buy milk"), re.compile("Call Ada")])


def check_count(site: Site) -> None:
    page = filled(site, "One", "Two", "Three")
    items(page).nth(1).get_by_role("checkbox").check()
    expect(page.get_by_test_id("left")).to_have_text(re.compile(r"(^|\D)2(\D|$)"))


def check_delete(site: Site) -> None:
    page = filled(site, "One", "Two", "Three")
    page.get_by_role("button", name="Delete Two").click()
    expect(items(page)).to_have_text([re.compile("One"), re.compile("Three")])


def check_kept(site: Site) -> None:
    page = filled(site, "One", "Two")
    items(page).filter(has_text="One").get_by_role("checkbox").check()
    page.reload()
    items(page).filter(has_text="Two").wait_for()
    expect(items(page).filter(has=page.get_by_role("checkbox", checked=True))).to_have_text([re.compile("One")])


def check_phone(site: Site) -> None:
    page = filled(site, "A-very-long-word-that-has-no-gap-in-it-" * 3, width=360)
    items(page).first.wait_for()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360, f"the page is {wide} px wide on a phone of 360"


def items(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_test_id("tasks").get_by_role("listitem")


def filled(site: Site, *titles: str, width: int = 1280) -> Page:
    page = site.open(width=width)
    for title in titles:
        add(page, title)
    return page


def add(page: Page, title: str) -> None:
    page.get_by_label("New task").fill(title)
    add_button(page).click()


def add_button(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("button", name="Add", exact=True)
