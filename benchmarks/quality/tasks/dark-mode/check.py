"""A switch between light and dark."""

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_begins_light(site: Site) -> None:
    page = site.open()
    page.get_by_role("heading", level=1).wait_for()
    assert is_light(page), "the system says light, the page is dark"


def check_switches_to_dark(site: Site) -> None:
    page = site.open()
    switch(page)
    assert not is_light(page), "it stays light"


def check_and_back(site: Site) -> None:
    page = site.open()
    switch(page)
    switch(page)
    assert is_light(page), "it stays dark"


def check_words_can_be_read(site: Site) -> None:
    page = site.open()
    switch(page)
    heading, ground = lightness(page, "h1", "color"), lightness(page, "body", "backgroundColor")
    assert heading - ground > 100, f"the headline's lightness is {heading:.0f} on {ground:.0f}"


def check_kept(site: Site) -> None:
    page = site.open()
    switch(page)
    page.reload()
    button(page).wait_for()
    assert not is_light(page), "after a reload it is light again"


def check_says_its_state(site: Site) -> None:
    page = site.open()
    switch(page)
    expect(button(page)).to_have_attribute("aria-pressed", "true")


def check_follows_the_system(site: Site) -> None:
    page = site.open()
    page.emulate_media(color_scheme="dark")
    page.reload()
    button(page).wait_for()
    assert not is_light(page), "the system says dark, nothing was chosen, and the page is light"


def check_light_on_a_dark_system(site: Site) -> None:
    page = site.open()
    page.emulate_media(color_scheme="dark")
    page.reload()
    switch(page)
    assert is_light(page), "light was chosen, and the page is dark"


def check_sections_kept(site: Site) -> None:
    titles = site.open().get_by_role("main").get_by_role("heading", level=2)
    expect(titles).to_have_text(["The groundwork is done", "From idea to published page"])


def check_phone(site: Site) -> None:
    wide = site.open(width=360).evaluate("document.documentElement.scrollWidth")
    assert wide <= 360, f"the page is {wide} px wide on a phone of 360"


def button(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("button", name="Dark mode")


def switch(page: Page) -> None:
    before = is_light(page)
    button(page).click()
    page.wait_for_function(f"({LIGHTNESS})('body', 'backgroundColor') > 128 !== {str(before).lower()}")


def is_light(page: Page) -> bool:
    return lightness(page, "body", "backgroundColor") > 128


def lightness(page: Page, element: str, which: str) -> float:
    return float(page.evaluate(f"([element, which]) => ({LIGHTNESS})(element, which)", [element, which]))


LIGHTNESS = """(element, which) => {
  const pen = document.createElement('canvas').getContext('2d');
  pen.fillStyle = getComputedStyle(document.querySelector(element))[which];
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return (red + green + blue) / 3;
}"""
