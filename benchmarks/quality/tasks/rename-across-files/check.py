"""One word becomes another everywhere, and everything goes on working."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_no_old_word_in_the_code(site: Site) -> None:
    places = [path for path, text in ours(site) if re.search("customer", text, re.IGNORECASE)]
    assert not places, f"still there in {places}"


def check_no_old_word_in_file_names(site: Site) -> None:
    places = [path for path in site.files if "customer" in path.lower()]
    assert not places, places


def check_no_old_word_on_the_page(site: Site) -> None:
    page = site.open()
    show(page, "Ada Okafor")
    page.get_by_label("Find a guest").or_(page.get_by_role("textbox")).first.fill("zzz")
    text = page.locator("body").inner_text() + page.title()
    assert "customer" not in text.lower(), text


def check_headline(site: Site) -> None:
    expect(site.open().get_by_role("heading", level=1)).to_have_text("Guests of the house")


def check_field(site: Site) -> None:
    page = site.open()
    page.get_by_label("Find a guest").fill("ada")
    expect(page.get_by_test_id("count")).to_have_text(re.compile(r"1 guest, 3 nights"))


def check_details(site: Site) -> None:
    page = site.open()
    show(page, "Chiara Rossi")
    expect(page.get_by_role("region", name="Guest details")).to_contain_text("This guest stays in the Harbour room.")


def check_three_cards(site: Site) -> None:
    expect(site.open().get_by_role("listitem")).to_have_count(3)


def check_search_narrows(site: Site) -> None:
    page = site.open()
    page.get_by_role("textbox").fill("BRUNO")
    expect(page.get_by_role("listitem")).to_have_text([re.compile("Bruno Costa")])


def ours(site: Site) -> list[tuple[str, str]]:
    return [(path, text) for path, text in site.files.items() if path.startswith(("src/", "tests/", "index.html"))]


def show(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"Show {name}").click()
