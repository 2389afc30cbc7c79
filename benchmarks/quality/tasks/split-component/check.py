"""The same page, from smaller parts."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_app_is_short(site: Site) -> None:
    lines = len(site.files["src/App.tsx"].splitlines())
    assert lines < 60, f"App.tsx has {lines} lines"


def check_parts_are_components(site: Site) -> None:
    found = [path for path in site.files if path.startswith("src/components/") and path.endswith(".tsx")]
    assert len(found) >= 3, found


def check_no_part_is_long(site: Site) -> None:
    long = {
        path: len(text.splitlines()) for path, text in site.files.items()
        if path.startswith("src/components/") and len(text.splitlines()) > 110
    }  # fmt: skip
    assert not long, long


def check_adds(site: Site) -> None:
    page = added(site, "Cheese", "7,20", "Food")
    expect(page.get_by_test_id("total")).to_have_text("113.60 €")


def check_fields_are_emptied(site: Site) -> None:
    page = added(site, "Cheese", "7.20", "Food")
    expect(page.get_by_label("What for")).to_have_value("")


def check_says_what_is_missing(site: Site) -> None:
    page = added(site, "Cheese", "none", "Food")
    expect(page.get_by_role("alert")).to_have_text("How much was it?")


def check_message_goes_when_mended(site: Site) -> None:
    page = added(site, "", "3", "Food")
    page.get_by_label("What for").fill("Tea")
    page.get_by_role("button", name="Add expense").click()
    expect(page.get_by_role("alert")).to_have_count(0)


def check_filter(site: Site) -> None:
    page = site.open()
    page.get_by_role("button", name="Travel", exact=True).click()
    expect(page.get_by_test_id("total")).to_have_text("62.00 €")


def check_count_follows_filter(site: Site) -> None:
    page = site.open()
    page.get_by_role("button", name="Home", exact=True).click()
    expect(page.get_by_test_id("count")).to_have_text(re.compile(r"^1 expense$"))


def check_removes(site: Site) -> None:
    page = site.open()
    page.get_by_role("button", name="Remove Bread").click()
    expect(page.get_by_test_id("expenses").get_by_role("listitem")).to_have_count(2)


def check_filter_holds_while_adding(site: Site) -> None:
    page = site.open()
    page.get_by_role("button", name="Travel", exact=True).click()
    fill(page, "Cheese", "7", "Food")
    expect(page.get_by_test_id("expenses").get_by_role("listitem")).to_have_count(1)


def added(site: Site, what: str, amount: str, kind: str) -> Page:
    page = site.open()
    fill(page, what, amount, kind)
    return page


def fill(page: Page, what: str, amount: str, kind: str) -> None:
    page.get_by_label("What for").fill(what)
    page.get_by_label("Amount").fill(amount)
    page.get_by_label("Kind").select_option(kind)
    page.get_by_role("button", name="Add expense").click()
