"""The page is there again, with its times."""

import re

from playwright.sync_api import expect

from benchmarks.quality.site import Site


def check_cards(site: Site) -> None:
    titles = site.open().get_by_role("listitem").get_by_role("heading")
    expect(titles).to_have_text(["Lentil soup", "Onion tart", "Bread pudding"])


def check_minutes(site: Site) -> None:
    expect(card(site, "Lentil soup")).to_contain_text(re.compile(r"(?<!\d)45\smin"))


def check_hours_and_minutes(site: Site) -> None:
    expect(card(site, "Onion tart")).to_contain_text(re.compile(r"(?<!\d)1\sh\s30\smin"))


def check_full_hours(site: Site) -> None:
    expect(card(site, "Bread pudding")).to_contain_text(re.compile(r"(?<!\d)2\sh(?!\s*\d|ours?\b)"))


def check_search(site: Site) -> None:
    page = site.open()
    page.get_by_label("Find a recipe").fill("TART")
    expect(page.get_by_role("listitem")).to_have_count(1)


def check_headline(site: Site) -> None:
    expect(site.open().get_by_role("heading", level=1)).to_have_text("Recipes for rainy days")


def card(site: Site, title: str):  # type: ignore[no-untyped-def]
    return site.open().get_by_role("listitem").filter(has_text=title)
