"""Counters with names."""

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_counts(site: Site) -> None:
    page = made(site, "Birds")
    press(page, "More Birds", 3)
    press(page, "Less Birds")
    expect(page.get_by_label("Count of Birds")).to_have_text("2")


def check_not_below_zero(site: Site) -> None:
    page = made(site, "Birds")
    button = page.get_by_role("button", name="Less Birds")
    if button.is_enabled():
        button.click()
    expect(page.get_by_label("Count of Birds")).to_have_text("0")


def check_each_for_itself(site: Site) -> None:
    page = made(site, "Birds", "Bees")
    press(page, "More Bees", 2)
    expect(page.get_by_label("Count of Birds")).to_have_text("0")


def check_total(site: Site) -> None:
    page = made(site, "Birds", "Bees")
    press(page, "More Birds", 2)
    press(page, "More Bees", 3)
    press(page, "Less Bees")
    expect(page.get_by_test_id("total")).to_have_text("4")


def check_reset(site: Site) -> None:
    page = made(site, "Birds", "Bees")
    press(page, "More Birds", 2)
    press(page, "More Bees")
    press(page, "Reset Birds")
    expect(page.get_by_test_id("total")).to_have_text("1")


def check_kept(site: Site) -> None:
    page = made(site, "Birds", "Bees")
    press(page, "More Bees", 2)
    page.reload()
    expect(page.get_by_label("Count of Bees")).to_have_text("2")


def check_goes_on_after_reload(site: Site) -> None:
    page = made(site, "Birds")
    press(page, "More Birds")
    page.reload()
    press(page, "More Birds")
    page.reload()
    expect(page.get_by_test_id("total")).to_have_text("2")


def made(site: Site, *names: str) -> Page:
    page = site.open()
    for name in names:
        page.get_by_label("Name of the counter").fill(name)
        page.get_by_role("button", name="Add counter").click()
    return page


def press(page: Page, name: str, times: int = 1) -> None:
    for _ in range(times):
        page.get_by_role("button", name=name).click()
