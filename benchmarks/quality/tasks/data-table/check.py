"""A table that sorts, searches and turns its pages."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_five_a_page(site: Site) -> None:
    expect(site.open().locator("tbody tr")).to_have_count(5)


def check_sorts_numbers(site: Site) -> None:
    page = site.open()
    sort(page, "Salary")
    expect(first_cells(page)).to_have_text(["Farid Haddad", "Dmitri Volkov", "Keiko Mori", "Liam Byrne", "Bruno Costa"])


def check_sorts_back(site: Site) -> None:
    page = site.open()
    sort(page, "Start date")
    sort(page, "Start date")
    expect(first_cells(page)).to_have_text(["Jonas Weber", "Liam Byrne", "Farid Haddad", "Chiara Rossi", "Keiko Mori"])


def check_says_how_it_sorts(site: Site) -> None:
    page = site.open()
    sort(page, "City")
    expect(page.get_by_role("columnheader", name="City")).to_have_attribute("aria-sort", "ascending")


def check_search(site: Site) -> None:
    page = site.open()
    search(page, "ENGINEER")
    expect(page.locator("tbody tr")).to_have_count(4)


def check_search_begins_at_the_first_page(site: Site) -> None:
    page = site.open()
    next_page(page)
    next_page(page)
    search(page, "support")
    expect(page.locator("tbody tr")).to_have_count(3)


def check_sorts_all_pages(site: Site) -> None:
    page = site.open()
    sort(page, "Name")
    sort(page, "Name")
    next_page(page)
    expect(first_cells(page).first).to_have_text("Greta Lind")


def check_last_page(site: Site) -> None:
    page = site.open()
    next_page(page)
    next_page(page)
    expect(page.get_by_test_id("range")).to_have_text(re.compile(r"^\s*Showing 11\s*[-\u2013]\s*12 of 12\.?\s*$"))


def check_no_page_beyond(site: Site) -> None:
    page = site.open()
    next_page(page)
    next_page(page)
    expect(page.get_by_role("button", name="Next")).to_be_disabled()


def check_no_page_before(site: Site) -> None:
    expect(site.open().get_by_role("button", name="Previous")).to_be_disabled()


def check_previous(site: Site) -> None:
    page = site.open()
    next_page(page)
    next_page(page)
    page.get_by_role("button", name="Previous").click()
    expect(first_cells(page)).to_have_text(["Farid Haddad", "Greta Lind", "Hugo Martin", "Ines Duarte", "Jonas Weber"])


def check_says_that_it_sorts_back(site: Site) -> None:
    page = site.open()
    sort(page, "City")
    sort(page, "City")
    expect(page.get_by_role("columnheader", name="City")).to_have_attribute("aria-sort", "descending")


def sort(page: Page, column: str) -> None:
    page.get_by_role("columnheader", name=column).get_by_role("button").click()


def next_page(page: Page) -> None:
    page.get_by_role("button", name="Next").click()


def search(page: Page, words: str) -> None:
    name = re.compile(r"^\s*Search\b")
    page.get_by_role("searchbox", name=name).or_(page.get_by_role("textbox", name=name)).fill(words)


def first_cells(page: Page):  # type: ignore[no-untyped-def]
    return page.locator("tbody tr > :first-child")
