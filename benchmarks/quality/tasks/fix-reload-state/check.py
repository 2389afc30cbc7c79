"""What was ticked is still ticked, once, after any number of visits."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_nothing_is_doubled(site: Site) -> None:
    page = site.open()
    rows(page).first.wait_for()
    page.reload()
    expect(rows(page)).to_have_count(2)


def check_names_are_kept(site: Site) -> None:
    page = site.open()
    add(page, "Swim")
    page.reload()
    expect(rows(page)).to_have_text([re.compile("Walk"), re.compile("Read"), re.compile("Swim")])


def check_ticks_are_kept(site: Site) -> None:
    page = site.open()
    rows(page).nth(1).get_by_role("checkbox").check()
    page.reload()
    expect(rows(page).nth(1).get_by_role("checkbox")).to_be_checked()


def check_many_visits(site: Site) -> None:
    page = site.open()
    add(page, "Swim")
    for _ in range(4):
        page.reload()
        rows(page).first.wait_for()
    expect(rows(page)).to_have_count(3)


def check_old_form_is_read(site: Site) -> None:
    page = stored(site, '{"Swim": ["2026-01-02", "2026-01-05"]}')
    expect(rows(page).filter(has_text="Swim")).to_contain_text("2 days")


def check_old_form_gets_no_suggestions(site: Site) -> None:
    page = stored(site, '{"Swim": ["2026-01-02"]}')
    expect(rows(page)).to_have_count(1)


def check_an_empty_list_stays_empty(site: Site) -> None:
    page = stored(site, "[]")
    page.get_by_label("New habit").wait_for()
    expect(rows(page)).to_have_count(0)


def check_first_visit(site: Site) -> None:
    expect(rows(site.open())).to_have_text([re.compile("Walk"), re.compile("Read")])


def check_spoilt_data(site: Site) -> None:
    expect(rows(stored(site, "{oops"))).to_have_text([re.compile("Walk"), re.compile("Read")])


def rows(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_test_id("habits").get_by_role("listitem")


def add(page: Page, name: str) -> None:
    page.get_by_label("New habit").fill(name)
    page.get_by_role("button", name="Add", exact=True).click()


def stored(site: Site, value: str) -> Page:
    """The page of somebody who has been here before."""
    page = site.open("/favicon.svg")
    page.evaluate("value => localStorage.setItem('habits', value)", value)
    page.goto("/".join(page.url.split("/")[:3]) + "/")
    return page
