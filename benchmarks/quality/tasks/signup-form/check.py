"""A form that says what is missing, and sums up what was sent."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_price_follows(site: Site) -> None:
    page = site.open()
    page.get_by_label("Seats").select_option("3")
    expect(page.get_by_test_id("price")).to_contain_text("135")


def check_says_what_is_missing(site: Site) -> None:
    page = site.open()
    send(page)
    expect(page.get_by_label("Your name")).to_have_accessible_description(re.compile(r"\S"))


def check_wrong_address(site: Site) -> None:
    page = filled(site, email="ada-at-example.com")
    send(page)
    expect(page.get_by_label("Email")).to_have_accessible_description(re.compile(r"\S"))


def check_right_field_is_not_blamed(site: Site) -> None:
    page = filled(site, email="nobody")
    send(page)
    expect(page.get_by_label("Your name")).not_to_have_accessible_description(re.compile(r"\S"))


def check_agreement(site: Site) -> None:
    page = filled(site, agree=False)
    send(page)
    expect(page.get_by_test_id("summary")).to_have_count(0)


def check_blank_name(site: Site) -> None:
    page = filled(site, name="   ")
    send(page)
    expect(page.get_by_test_id("summary")).to_have_count(0)


def check_summary(site: Site) -> None:
    page = filled(site)
    send(page)
    expect(page.get_by_test_id("summary")).to_have_text(re.compile(r"Ada Byron.*\b2\b.*90", re.DOTALL))


def check_mended_and_sent(site: Site) -> None:
    page = filled(site, email="nobody")
    send(page)
    page.get_by_label("Email").fill("ada@example.com")
    send(page)
    expect(page.get_by_test_id("summary")).to_be_visible()


def filled(site: Site, *, name: str = "Ada Byron", email: str = "ada@example.com", agree: bool = True) -> Page:
    page = site.open()
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Email").fill(email)
    page.get_by_label("Seats").select_option("2")
    page.get_by_label("I agree to the house rules").set_checked(agree)
    return page


def send(page: Page) -> None:
    page.get_by_role("button", name="Sign up").click()
