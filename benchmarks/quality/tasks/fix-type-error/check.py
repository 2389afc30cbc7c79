"""A price that is a sum."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_one_extra(site: Site) -> None:
    expect(total(chosen(site, "Breakfast"))).to_have_text(price(92))


def check_two_extras(site: Site) -> None:
    expect(total(chosen(site, "Breakfast", "Parking"))).to_have_text(price(101))


def check_all_for_three_nights(site: Site) -> None:
    page = chosen(site, "Breakfast", "Parking", "Sauna")
    page.get_by_label("Nights").fill("3")
    expect(total(page)).to_have_text(price(363))


def check_taken_back(site: Site) -> None:
    page = chosen(site, "Breakfast", "Sauna")
    page.get_by_label("Sauna").uncheck()
    expect(total(page)).to_have_text(price(92))


def check_says_one_night(site: Site) -> None:
    page = site.open()
    page.get_by_label("Nights").fill("2")
    page.get_by_label("Nights").fill("1")
    expect(page.get_by_role("main")).to_contain_text(re.compile(r"1 night at"))


def check_room_alone(site: Site) -> None:
    page = site.open()
    page.get_by_label("Nights").fill("2")
    expect(total(page)).to_have_text(price(160))


def chosen(site: Site, *labels: str) -> Page:
    page = site.open()
    for label in labels:
        page.get_by_label(label).check()
    return page


def total(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_test_id("total")


def price(euros: int) -> re.Pattern[str]:
    return re.compile(rf"^\s*{euros}\s*€\s*$")
