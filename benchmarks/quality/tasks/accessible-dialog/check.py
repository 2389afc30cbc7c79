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
    assert focus_is_inside(page), "the focus stays outside the dialog"


def check_escape_closes(site: Site) -> None:
    page = opened(site)
    dialog(page, NAME).wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def check_close_closes(site: Site) -> None:
    page = opened(site)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def check_focus_comes_back(site: Site) -> None:
    page = opened(site)
    dialog(page, NAME).wait_for()
    page.keyboard.press("Escape")
    expect(opener(page, NAME)).to_be_focused()


def check_focus_stays_inside(site: Site) -> None:
    page = opened(site)
    dialog(page, NAME).wait_for()
    inside = []
    for key in ("Tab", "Tab", "Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab", "Shift+Tab"):
        page.keyboard.press(key)
        inside.append(focus_is_inside(page))
    assert all(inside), f"after each key: {inside}"


def check_another_one(site: Site) -> None:
    page = opened(site)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    opener(page, OTHER).click()
    expect(dialog(page, OTHER)).to_contain_text("Change the accent")


def check_again_after_closing(site: Site) -> None:
    page = opened(site)
    dialog(page, NAME).wait_for()
    page.keyboard.press("Escape")
    opener(page, NAME).click()
    expect(dialog(page, NAME)).to_be_visible()


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


def focus_is_inside(page: Page) -> bool:
    return bool(page.evaluate("!!document.activeElement?.closest('dialog, [role=dialog]')"))
