"""A cart whose sums stay right while it grows."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_kept(site: Site) -> None:
    page = filled(site, "Mug", "Mug", "Bowl")
    page.get_by_label("Number of Mug").filter(has_text="2").wait_for()
    page.reload()
    expect(page.get_by_label("Number of Mug")).to_have_text("2")


def check_total_kept(site: Site) -> None:
    page = filled(site, "Mug", "Bowl")
    discount(page, "WELCOME10")
    total(page).filter(has_text="33.16").wait_for()
    page.reload()
    expect(total(page)).to_have_text("33.16 €")


def check_emptied_stays_empty(site: Site) -> None:
    page = filled(site, "Vase")
    page.get_by_role("button", name="Less Vase").click()
    page.get_by_label("Number of Vase").wait_for(state="hidden")
    page.reload()
    page.get_by_role("button", name="Add Vase").click()
    expect(page.get_by_label("Number of Vase")).to_have_text("1")


def check_discount_once_after_reload(site: Site) -> None:
    page = filled(site, "Vase", "Vase")
    discount(page, "WELCOME10")
    page.get_by_test_id("discount").filter(has_text="6.84").wait_for()
    page.reload()
    page.get_by_test_id("discount").filter(has_text="6.84").wait_for()
    if code_field(page).is_visible() and code_field(page).is_editable():
        code_field(page).fill("WELCOME10")
        if apply_button(page).is_visible() and apply_button(page).is_enabled():
            apply_button(page).click()
    expect(total(page)).to_have_text("61.56 €")


def check_shipping(site: Site) -> None:
    expect(filled(site, "Mug").get_by_test_id("shipping")).to_have_text("4.90 €")


def check_free_from_fifty(site: Site) -> None:
    expect(total(filled(site, "Vase", "Bowl"))).to_have_text("53.10 €")


def check_shipping_after_discount(site: Site) -> None:
    page = filled(site, "Vase", "Bowl")
    discount(page, "welcome10")
    expect(total(page)).to_have_text("52.69 €")


def check_wrong_code(site: Site) -> None:
    page = filled(site, "Mug")
    discount(page, "WELCOME20")
    expect(page.get_by_role("alert").filter(has_text=re.compile(r"\S")).first).to_be_visible()


def check_nothing_costs_nothing(site: Site) -> None:
    page = filled(site, "Mug")
    page.get_by_role("button", name="Less Mug").click()
    expect(total(page)).to_have_text("0.00 €")


def check_more_and_less(site: Site) -> None:
    page = filled(site, "Bowl")
    for name in ("More Bowl", "More Bowl", "Less Bowl"):
        page.get_by_role("button", name=name).click()
    expect(page.get_by_label("Number of Bowl")).to_have_text("2")


def filled(site: Site, *names: str) -> Page:
    page = site.open()
    for name in names:
        page.get_by_role("button", name=f"Add {name}").click()
    return page


def discount(page: Page, code: str) -> None:
    code_field(page).fill(code)
    apply_button(page).click()


def code_field(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("textbox", name=re.compile(r"^\s*Discount code\b"))


def apply_button(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("button", name=re.compile(r"^\s*Apply\b"))


def total(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_test_id("total")
