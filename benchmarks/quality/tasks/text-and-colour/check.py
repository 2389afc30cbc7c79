"""Words and a colour, and that nothing else moved."""

import re

from playwright.sync_api import expect

from benchmarks.quality.site import Site

WANTED = (0x0F, 0x76, 0x6E)
TOLERANCE = 6
"""Of each part, 0-255: what a browser may round on the way from another notation."""


def check_headline(site: Site) -> None:
    expect(site.open().get_by_role("heading", level=1)).to_have_text(re.compile(r"^\s*Clay, fire and patience\.?\s*$"))


def check_name(site: Site) -> None:
    expect(site.open().get_by_role("banner")).to_contain_text("Kiln & Co")


def check_accent(site: Site) -> None:
    found = colour(site, "background-color")
    assert all(abs(part - wanted) <= TOLERANCE for part, wanted in zip(found, WANTED, strict=True)), found


def check_button_text(site: Site) -> None:
    found = colour(site, "color")
    assert min(found) >= 255 - TOLERANCE, found


def check_lead_kept(site: Site) -> None:
    expect(site.open().get_by_role("main")).to_contain_text("Say what it should become, and every word")


def check_sections_kept(site: Site) -> None:
    titles = site.open().get_by_role("main").get_by_role("heading", level=2)
    expect(titles).to_have_text(["The groundwork is done", "From idea to published page"])


def colour(site: Site, name: str) -> tuple[int, ...]:
    """A colour of the main button, as a canvas reads it: red, green, blue."""
    button = site.open().get_by_role("link", name="See what is inside")
    return tuple(button.evaluate(READ, name))


READ = """(element, name) => {
  const pen = document.createElement('canvas').getContext('2d');
  pen.fillStyle = getComputedStyle(element).getPropertyValue(name);
  pen.fillRect(0, 0, 1, 1);
  return [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}"""
