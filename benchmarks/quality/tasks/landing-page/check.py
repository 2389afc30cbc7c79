"""The page of a bakery."""

import re

from playwright.sync_api import expect

from benchmarks.quality.site import Site


def check_headline(site: Site) -> None:
    expect(site.open().get_by_role("heading", level=1)).to_have_text(
        re.compile(r"^\s*Bread that takes its time\.?\s*$")
    )


def check_title(site: Site) -> None:
    expect(site.open()).to_have_title(re.compile("Crumb & Crust"))


def check_description(site: Site) -> None:
    found = site.open().locator('meta[name="description"]').get_attribute("content")
    assert found and "bakery" in found.lower(), found


def check_hours(site: Site) -> None:
    row = site.open().get_by_role("table").get_by_role("row").filter(has_text="Saturday")
    expect(row).to_have_text(re.compile(r"Saturday\s*0?7:00\s*[-\u2013]\s*14:00"))


def check_every_day(site: Site) -> None:
    text = site.open().get_by_role("table").inner_text()
    found = re.findall("Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday", text)
    assert found == ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"], found


def check_answer_opens(site: Site) -> None:
    page = site.open()
    page.get_by_text("May I bring my dog?").click()
    expect(page.get_by_text("bowl of water")).to_be_visible()


def check_answers_begin_closed(site: Site) -> None:
    expect(site.open().get_by_text("bowl of water")).to_be_hidden()


def check_links_lead_somewhere(site: Site) -> None:
    page = site.open()
    dead = page.evaluate(
        "[...document.querySelectorAll('nav a')].map(a => a.getAttribute('href'))"
        ".filter(h => !h.startsWith('#') || !document.getElementById(h.slice(1)))"
    )
    assert dead == [] and page.locator("nav a").count() >= 3, dead


def check_mail(site: Site) -> None:
    links = site.open().locator('a[href="mailto:hello@crumb-and-crust.example"]')
    assert links.count() >= 1, "no link writes to the address"


def check_phone(site: Site) -> None:
    wide = site.open(width=360).evaluate("document.documentElement.scrollWidth")
    assert wide <= 360, f"the page is {wide} px wide on a phone of 360"
