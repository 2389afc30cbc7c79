"""A form that says what is missing, and sums up what was sent."""

import re

from playwright.sync_api import Locator, Page, expect

from benchmarks.quality.site import Site


def check_price_follows(site: Site) -> None:
    page = site.open()
    seats(page).select_option("3")
    expect(page.get_by_test_id("price")).to_contain_text(re.compile(r"(?<!\d)135(?!\d)"))


def check_says_what_is_missing(site: Site) -> None:
    page = site.open()
    send(page)
    expect(field(page, "Your name")).to_have_accessible_description(re.compile(r"\S"))


def check_wrong_address(site: Site) -> None:
    page = filled(site, email="ada-at-example.com")
    send(page)
    expect(field(page, "Email")).to_have_accessible_description(re.compile(r"\S"))


def check_right_field_is_not_blamed(site: Site) -> None:
    page = filled(site, email="nobody")
    refused(page, field(page, "Email"))
    expect(field(page, "Your name")).not_to_have_accessible_description(re.compile(r"\S"))


def check_agreement(site: Site) -> None:
    page = filled(site, agree=False)
    refused(page, agreement(page))
    expect(page.get_by_test_id("summary")).to_be_hidden()


def check_blank_name(site: Site) -> None:
    page = filled(site, name="   ")
    refused(page, field(page, "Your name"))
    expect(page.get_by_test_id("summary")).to_be_hidden()


def check_summary(site: Site) -> None:
    page = filled(site)
    send(page)
    expect(page.get_by_test_id("summary")).to_have_text(
        re.compile(r"Ada Byron.*(?<!\d)2(?!\d).*(?<!\d)90(?!\d)", re.DOTALL)
    )


def check_mended_and_sent(site: Site) -> None:
    page = filled(site, email="nobody")
    refused(page, field(page, "Email"))
    field(page, "Email").fill("ada@example.com")
    send(page)
    expect(page.get_by_test_id("summary")).to_be_visible()


def filled(site: Site, *, name: str = "Ada Byron", email: str = "ada@example.com", agree: bool = True) -> Page:
    page = site.open()
    field(page, "Your name").fill(name)
    field(page, "Email").fill(email)
    seats(page).select_option("2")
    agreement(page).set_checked(agree)
    return page


def field(page: Page, label: str) -> Locator:
    return page.get_by_role("textbox", name=re.compile(rf"^\s*{label}\b"))


def seats(page: Page) -> Locator:
    return page.get_by_role("combobox", name=re.compile(r"^\s*Seats\b"))


def agreement(page: Page) -> Locator:
    return page.get_by_role("checkbox", name=re.compile(r"^\s*I agree to the house rules\b"))


def refused(page: Page, blamed: Locator) -> None:
    """Send, and wait for what is said at the field that is wrong."""
    send(page)
    expect(blamed).to_have_accessible_description(re.compile(r"\S"))


def send(page: Page) -> None:
    page.get_by_role("button", name="Sign up").click()
