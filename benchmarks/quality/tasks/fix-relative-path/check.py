"""Pictures and a file that are there once the site is published."""

import re
from base64 import b64decode
from urllib.parse import unquote

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site


def check_every_picture_is_seen(site: Site) -> None:
    page = site.open()
    for number in range(3):
        page.locator("img").nth(number).scroll_into_view_if_needed()
    page.wait_for_function("['complete', 'naturalWidth'].every(is => [...document.images].every(one => one[is]))")


def check_each_is_its_own(site: Site) -> None:
    page = site.open()
    page.locator("img").nth(2).wait_for(state="attached")
    bodies = [text_of(page, source) for source in page.evaluate("[...document.images].map(image => image.src)")]
    grounds = [next((ground for ground in ("#24405c", "#8c4a2f", "#5b6b3a") if ground in body), "?") for body in bodies]
    assert grounds == ["#24405c", "#8c4a2f", "#5b6b3a"], grounds


def check_notes_can_be_read(site: Site) -> None:
    page = site.open()
    link = page.get_by_role("link", name="Notes on the pictures").evaluate("link => link.href")
    text = text_of(page, link)
    assert text.startswith("Taken with a"), text[:80]


def check_pictures_are_named(site: Site) -> None:
    page = site.open()
    page.locator("img").nth(2).wait_for(state="attached")
    names = [image.get_attribute("alt") for image in page.locator("img").all()]
    assert names == ["The harbour at six", "Market day", "Over the roofs"], names


def check_headline(site: Site) -> None:
    expect(site.open().get_by_role("heading", level=1)).to_have_text("Six in the morning")


def check_notes_are_a_download(site: Site) -> None:
    link = site.open().get_by_role("link", name="Notes on the pictures")
    expect(link).to_have_attribute("download", re.compile(".*"))


def text_of(page: Page, address: str) -> str:
    """What is there; a small file may stand in its address itself."""
    if address.startswith("data:"):
        head, _, body = address.partition(",")
        return b64decode(body).decode() if head.endswith(";base64") else unquote(body)
    return str(page.evaluate("async address => (await fetch(address)).text()", address))
