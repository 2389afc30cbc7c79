"""One hook instead of two copies; what people have stored is still read."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site

HOOK = "src/hooks/useStoredState.ts"
TOUCHED = re.compile(r"localStorage\s*(?:\?\.|[.\[])")


def check_there_is_a_hook(site: Site) -> None:
    assert "useStoredState" in site.files.get(HOOK, "") and "localStorage" in site.files[HOOK], f"{HOOK} is not it"


def check_both_use_it(site: Site) -> None:
    parts = [site.files["src/components/Notes.tsx"], site.files["src/components/Water.tsx"]]
    assert all("useStoredState" in text for text in parts), "not both components use the hook"


def check_no_copy_is_left(site: Site) -> None:
    places = [path for path, text in site.files.items() if path.startswith("src/") and TOUCHED.search(text)]
    assert places == [HOOK], places


def check_notes_kept(site: Site) -> None:
    page = site.open()
    page.get_by_label("Notes").fill("Call the dentist")
    page.reload()
    expect(page.get_by_label("Notes")).to_have_value("Call the dentist")


def check_water_kept(site: Site) -> None:
    page = site.open()
    more(page, 3)
    page.reload()
    expect(page.get_by_test_id("glasses")).to_have_text("3")


def check_old_values_are_read(site: Site) -> None:
    page = stored(site, "desk.notes", '"From last year"')
    expect(page.get_by_label("Notes")).to_have_value("From last year")


def check_old_numbers_go_on(site: Site) -> None:
    page = stored(site, "desk.water", "7")
    more(page, 1)
    expect(page.get_by_test_id("glasses")).to_have_text("8")


def check_spoilt_values_do_no_harm(site: Site) -> None:
    page = stored(site, "desk.water", "{oops")
    expect(page.get_by_test_id("glasses")).to_have_text("0")


def check_values_of_another_type_do_no_harm(site: Site) -> None:
    page = stored(site, "desk.water", '"7"')
    more(page, 1)
    expect(page.get_by_test_id("glasses")).to_have_text("1")


def check_one_leaves_the_other(site: Site) -> None:
    page = site.open()
    page.get_by_label("Notes").fill("Tea")
    more(page, 2)
    page.reload()
    expect(page.get_by_label("Notes")).to_have_value("Tea")


def stored(site: Site, key: str, value: str) -> Page:
    """The page of somebody who has been here before."""
    page = site.open("/favicon.svg")
    page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, value])
    page.goto("/".join(page.url.split("/")[:3]) + "/")
    return page


def more(page: Page, times: int) -> None:
    for _ in range(times):
        page.get_by_role("button", name="One more").click()
