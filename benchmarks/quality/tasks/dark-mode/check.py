"""A switch between light and dark."""

from playwright.sync_api import Page, TimeoutError, expect

from benchmarks.quality.site import Site


def check_begins_light(site: Site) -> None:
    page = site.open()
    page.get_by_role("heading", level=1).wait_for()
    assert is_light(page), "the system says light, the page is dark"


def check_switches_to_dark(site: Site) -> None:
    page = site.open()
    switch(page)
    expect_light(page, light=False, otherwise="it stays light")


def check_and_back(site: Site) -> None:
    page = site.open()
    switch(page)
    switch(page)
    expect_light(page, light=True, otherwise="it stays dark")


def check_words_can_be_read(site: Site) -> None:
    page = site.open()
    switch(page)
    page.wait_for_function(f"({LIGHTNESS})('h1', 'color') - ({LIGHTNESS})('h1', 'ground') > 100")


def check_kept(site: Site) -> None:
    page = site.open()
    switch(page)
    page.reload()
    button(page).wait_for()
    expect_light(page, light=False, otherwise="after a reload it is light again")


def check_says_its_state(site: Site) -> None:
    page = site.open()
    switch(page)
    expect(button(page)).to_have_attribute("aria-pressed", "true")


def check_follows_the_system(site: Site) -> None:
    page = site.open()
    page.emulate_media(color_scheme="dark")
    page.reload()
    button(page).wait_for()
    expect_light(page, light=False, otherwise="the system says dark, nothing was chosen, and the page is light")


def check_light_on_a_dark_system(site: Site) -> None:
    page = site.open()
    page.emulate_media(color_scheme="dark")
    page.reload()
    switch(page)
    expect_light(page, light=True, otherwise="light was chosen, and the page is dark")


def check_sections_kept(site: Site) -> None:
    titles = site.open().get_by_role("main").get_by_role("heading", level=2)
    expect(titles).to_have_text(["The groundwork is done", "From idea to published page"])


def check_phone(site: Site) -> None:
    wide = site.open(width=360).evaluate("document.documentElement.scrollWidth")
    assert wide <= 360, f"the page is {wide} px wide on a phone of 360"


def button(page: Page):  # type: ignore[no-untyped-def]
    return page.get_by_role("button", name="Dark mode")


def switch(page: Page) -> None:
    light = is_light(page)
    button(page).click()
    expect_light(page, light=not light, otherwise="the button switches nothing")


def is_light(page: Page) -> bool:
    return bool(page.evaluate(f"({LIGHTNESS})('main', 'ground') > 128"))


def expect_light(page: Page, *, light: bool, otherwise: str) -> None:
    try:
        page.wait_for_function(f"({LIGHTNESS})('main', 'ground') > 128 === {str(light).lower()}")
    except TimeoutError as error:
        raise AssertionError(otherwise) from error


LIGHTNESS = """(element, which) => {
  const read = colour => {
    const pen = document.createElement('canvas').getContext('2d');
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
    return { light: (red + green + blue) / 3, opaque: alpha > 250 };
  };
  const start = document.querySelector(element);
  if (which !== 'ground') return read(getComputedStyle(start)[which]).light;
  for (let at = start; at; at = at.parentElement) {
    const ground = read(getComputedStyle(at).backgroundColor);
    if (ground.opaque) return ground.light;
  }
  const bare = document.createElement('p');
  bare.style.backgroundColor = 'Canvas';
  document.documentElement.append(bare);
  const canvas = read(getComputedStyle(bare).backgroundColor);
  bare.remove();
  return canvas.light;
}"""
"""From 0 to 255, of a colour, or of the ground an element stands on: the first that hides what is behind it."""
