"""Every plant can be opened, with a plan or without one."""

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_cactus_opens(site: Site) -> None:
    expect(opened(site, "Cactus").get_by_role("heading", name="Cactus")).to_be_visible()


def check_cactus_has_no_plan(site: Site) -> None:
    expect(opened(site, "Cactus").get_by_test_id("water")).to_have_text("No watering plan yet.")


def check_cactus_shows_its_light(site: Site) -> None:
    expect(opened(site, "Cactus").get_by_role("region", name="Details")).to_contain_text("Light: Sun")


def check_others_after_it(site: Site) -> None:
    page = opened(site, "Cactus")
    page.get_by_role("button", name="Fern").click()
    expect(page.get_by_test_id("water")).to_have_text("Water every 2 days. From below.")


def check_every_day(site: Site) -> None:
    expect(opened(site, "Basil").get_by_test_id("water")).to_have_text("Water every day. In the morning.")


def check_thirsty_ones(site: Site) -> None:
    expect(site.open().get_by_test_id("thirsty")).to_have_text("Thirsty ones: Basil, Fern")


def opened(site: Site, name: str) -> Page:
    page = site.open()
    page.get_by_role("button", name=name).click()
    return page
