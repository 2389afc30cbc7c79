"""A table that sorts, searches and turns its pages."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_five_a_page(site: Site) -> None:
    expect(site.open().locator("tbody tr")).to_have_count(5)


def check_sorts_numbers(site: Site) -> None:
    page = site.open()
    sort(page, "Salary")
    assert first_cells(page) == ["Farid Haddad", "Dmitri Volkov", "Keiko Mori", "Liam Byrne", "Bruno Costa"]


def check_sorts_back(site: Site) -> None:
    page = site.open()
    sort(page, "Start date")
    sort(page, "Start date")
    assert first_cells(page) == ["Jonas Weber", "Liam Byrne", "Farid Haddad", "Chiara Rossi", "Keiko Mori"]


def check_says_how_it_sorts(site: Site) -> None:
    page = site.open()
    sort(page, "City")
    expect(page.get_by_role("columnheader", name="City")).to_have_attribute("aria-sort", "ascending")


def check_search(site: Site) -> None:
    page = site.open()
    page.get_by_label("Search").fill("ENGINEER")
    expect(page.locator("tbody tr")).to_have_count(4)


def check_search_begins_at_the_first_page(site: Site) -> None:
    page = site.open()
    next_page(page)
    next_page(page)
    page.get_by_label("Search").fill("support")
    expect(page.locator("tbody tr")).to_have_count(3)


def check_sorts_all_pages(site: Site) -> None:
    page = site.open()
    sort(page, "Name")
    sort(page, "Name")
    next_page(page)
    assert first_cells(page)[0] == "Greta Lind", first_cells(page)


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


def sort(page: Page, column: str) -> None:
    page.get_by_role("columnheader", name=column).get_by_role("button").click()


def next_page(page: Page) -> None:
    page.get_by_role("button", name="Next").click()


def first_cells(page: Page) -> list[str]:
    return [text.strip() for text in page.locator("tbody tr td:first-child, tbody tr th:first-child").all_inner_texts()]
