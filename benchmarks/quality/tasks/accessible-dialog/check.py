"""A dialog that can be used without a mouse."""

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site

NAME = "Made for everyone"
OTHER = "One place for colour"


def check_opens_with_its_name(site: Site) -> None:
    expect(dialog(opened(site), NAME)).to_be_visible()


def check_shows_its_text(site: Site) -> None:
    expect(dialog(opened(site), NAME)).to_contain_text("visible focus and full keyboard control")


def check_focus_goes_in(site: Site) -> None:
    page = opened(site)
    dialog(page, NAME).wait_for()
    page.wait_for_function(FOCUS_IS_INSIDE)


def check_escape_closes(site: Site) -> None:
    page = opened(site)
    dialog(page, NAME).wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def check_close_closes(site: Site) -> None:
    page = opened(site)
    close(page)
    expect(page.get_by_role("dialog")).to_have_count(0)


def check_focus_comes_back(site: Site) -> None:
    page = opened(site)
    dialog(page, NAME).wait_for()
    page.keyboard.press("Escape")
    expect(opener(page, NAME)).to_be_focused()


def check_focus_stays_inside(site: Site) -> None:
    page = opened(site)
    dialog(page, NAME).wait_for()
    for key in ("Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"):
        page.keyboard.press(key)
        page.wait_for_function(FOCUS_IS_INSIDE)


def check_another_one(site: Site) -> None:
    page = opened(site)
    close(page)
    opener(page, OTHER).click()
    expect(dialog(page, OTHER)).to_contain_text("Change the accent")


def check_again_after_closing(site: Site) -> None:
    page = opened(site)
    dialog(page, NAME).wait_for()
    page.keyboard.press("Escape")
    opener(page, NAME).click()
    expect(dialog(page, NAME)).to_be_visible()


def check_link_closes(site: Site) -> None:
    page = opened(site)
    how_it_works(page).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def check_link_leads_to_the_steps(site: Site) -> None:
    page = opened(site)
    how_it_works(page).click()
    page.get_by_role("dialog").wait_for(state="hidden")
    expect(page.get_by_role("heading", name="From idea to published page")).to_be_in_viewport()


def check_cards_kept(site: Site) -> None:
    expect(site.open().locator("#features").get_by_role("heading", level=3)).to_have_count(6)


def opened(site: Site) -> Page:
    page = site.open()
    opener(page, NAME).focus()
    page.keyboard.press("Enter")
    return page


def opener(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("button", name=f"Details: {name}")


def dialog(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("dialog", name=name)


def close(page: Page) -> None:
    page.get_by_role("dialog").get_by_role("button", name="Close", exact=True).first.click()


def how_it_works(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("dialog").get_by_role("link", name="How it works")


FOCUS_IS_INSIDE = """() => {
  const focused = document.activeElement;
  if (focused?.closest('dialog, [role=dialog]')) return true;
  return (!focused || focused === document.body) && !!document.querySelector(':modal');
}"""
"""With a dialog that is modal by the browser, Tab may lead to the browser's own bar, and nowhere on the page."""
