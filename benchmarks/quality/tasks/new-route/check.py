"""A second page with an address of its own."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_link_opens_it(site: Site) -> None:
    page = site.open()
    about_link(page).click()
    expect(title(page)).to_have_text("About us")


def check_address(site: Site) -> None:
    page = site.open()
    about_link(page).click()
    expect(page).to_have_url(re.compile(r"/about/?$"))


def check_deep_link(site: Site) -> None:
    expect(title(site.open("/about"))).to_have_text("About us")


def check_text(site: Site) -> None:
    expect(site.open("/about").get_by_role("main")).to_contain_text(
        "three people in a bright room above a bicycle shop"
    )


def check_back(site: Site) -> None:
    page = site.open()
    about_link(page).click()
    title(page).filter(has_text="About us").wait_for()
    page.go_back()
    expect(title(page)).to_have_text("A good place to start")


def check_home_is_not_on_it(site: Site) -> None:
    page = site.open("/about")
    title(page).filter(has_text="About us").wait_for()
    expect(page.get_by_text("The groundwork is done")).to_have_count(0)


def check_features_from_there(site: Site) -> None:
    page = site.open("/about")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Features").click()
    expect(page.get_by_role("heading", name="The groundwork is done")).to_be_in_viewport()


def check_home_kept(site: Site) -> None:
    titles = site.open().get_by_role("main").get_by_role("heading", level=2)
    expect(titles).to_have_text(["The groundwork is done", "From idea to published page"])


def about_link(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("navigation", name="Main").get_by_role("link", name="About")


def title(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("heading", level=1)
