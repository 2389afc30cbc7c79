"""Filters over a list that goes on working."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_active(site: Site) -> None:
    page = site.open()
    choose(page, "Active")
    expect(rows(page)).to_have_text([re.compile("Water the beans"), re.compile("Sow the lettuce")])


def check_done(site: Site) -> None:
    page = site.open()
    choose(page, "Done")
    expect(rows(page)).to_have_text([re.compile("Mend the fence")])


def check_back_to_all(site: Site) -> None:
    page = site.open()
    choose(page, "Done")
    choose(page, "All")
    expect(rows(page)).to_have_count(3)


def check_ticked_one_leaves(site: Site) -> None:
    page = site.open()
    choose(page, "Active")
    rows(page).first.get_by_role("checkbox").click()
    expect(rows(page)).to_have_text([re.compile("Sow the lettuce")])


def check_says_which(site: Site) -> None:
    page = site.open()
    choose(page, "Active")
    pressed = page.get_by_role("button", name="Active").get_attribute("aria-pressed")
    others = [page.get_by_role("button", name=name).get_attribute("aria-pressed") for name in ("All", "Done")]
    assert (pressed, others) == ("true", ["false", "false"]), (pressed, others)


def check_counts(site: Site) -> None:
    page = site.open()
    add(page, "Prune the roses")
    expect(page.get_by_role("button", name="Active")).to_have_text(re.compile(r"Active\D*3\D*$"))


def check_filter_kept(site: Site) -> None:
    page = site.open()
    choose(page, "Done")
    expect(rows(page)).to_have_count(1)
    page.reload()
    expect(rows(page)).to_have_text([re.compile("Mend the fence")])


def check_hidden_ones_are_kept(site: Site) -> None:
    page = site.open()
    choose(page, "Done")
    expect(rows(page)).to_have_count(1)
    page.reload()
    choose(page, "All")
    expect(rows(page)).to_have_count(3)


def check_added_while_done_is_shown(site: Site) -> None:
    page = site.open()
    choose(page, "Done")
    add(page, "Prune the roses")
    choose(page, "All")
    expect(rows(page)).to_have_count(4)


def check_adding_works(site: Site) -> None:
    page = site.open()
    add(page, "Prune the roses")
    expect(rows(page).last).to_contain_text("Prune the roses")


def check_tasks_kept(site: Site) -> None:
    page = site.open()
    add(page, "Prune the roses")
    expect(rows(page)).to_have_count(4)
    page.reload()
    expect(rows(page)).to_have_count(4)


def rows(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_test_id("tasks").get_by_role("listitem")


def choose(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def add(page: Page, title: str) -> None:
    page.get_by_label("New task").fill(title)
    page.get_by_role("button", name="Add", exact=True).click()
