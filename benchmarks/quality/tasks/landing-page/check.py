"""The page of a bakery."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ANSWERS = ("by noon of the day before", "flour gets everywhere", "bowl of water")
SECTIONS = ("6.40", "Wednesday", "May I bring my dog?")
"""Words of which each stands in one of the three sections: the price of a bread, a day, a question."""


def check_headline(site: Site) -> None:
    expect(site.open().get_by_role("heading", level=1)).to_have_text(
        re.compile(r"^\s*Bread that takes its time\.?\s*$")
    )


def check_title(site: Site) -> None:
    expect(site.open()).to_have_title(re.compile("Crumb & Crust"))


def check_description(site: Site) -> None:
    found = site.open().locator('meta[name="description"]').get_attribute("content")
    assert found and "bakery" in found.lower(), found


def check_hours(site: Site) -> None:
    row = site.open().get_by_role("table").get_by_role("row").filter(has_text="Saturday")
    expect(row).to_have_text(re.compile(r"Saturday\s*0?7:00\s*(?:[-\u2013\u2014]|to)?\s*14:00"))


def check_every_day(site: Site) -> None:
    table = site.open().get_by_role("table").filter(has_text="Monday")
    days = table.locator("tr > :first-child").filter(has_text=re.compile("|".join(DAYS)))
    expect(days).to_have_text([re.compile(rf"^\s*{day}") for day in DAYS])


def check_answer_opens(site: Site) -> None:
    page = site.open()
    page.get_by_text("May I bring my dog?").click()
    page.wait_for_function(SEEN, arg="bowl of water")


def check_answers_begin_closed(site: Site) -> None:
    page = site.open()
    page.get_by_text("May I bring my dog?").wait_for()
    open_ones = [answer for answer in ANSWERS if seen(page, answer)]
    assert open_ones == [], f"open at first: {open_ones}"


def check_links_lead_somewhere(site: Site) -> None:
    found = site.open().get_by_role("navigation").first.evaluate(LED_TO, list(SECTIONS))
    missed = [words for words in SECTIONS if words not in found]
    assert missed == [], f"no link leads to the section with {missed}"


def check_mail(site: Site) -> None:
    expect(site.open().locator('a[href^="mailto:hello@crumb-and-crust.example"]')).not_to_have_count(0)


def check_phone(site: Site) -> None:
    wide = site.open(width=360).evaluate("document.documentElement.scrollWidth")
    assert wide <= 360, f"the page is {wide} px wide on a phone of 360"


def seen(page: Page, words: str) -> bool:
    """Whether anything of the words can be seen; what an accordion has folded to no height cannot."""
    return bool(page.evaluate(SEEN, words))


SEEN = """words => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, range = document.createRange();
    if (!text.data.replace(/\\s+/g, ' ').includes(words)) continue;
    if (!text.parentElement.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue;
    range.selectNodeContents(text);
    let { left, right, top, bottom } = range.getBoundingClientRect();
    for (let box = text.parentElement; box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box), clip = box.getBoundingClientRect();
      const cuts = way => style[way] === 'hidden' || style[way] === 'clip';
      if (cuts('overflowX')) { left = Math.max(left, clip.left); right = Math.min(right, clip.right); }
      if (cuts('overflowY')) { top = Math.max(top, clip.top); bottom = Math.min(bottom, clip.bottom); }
    }
    if (right - left > 2 && bottom - top > 2) return true;
  }
  return false;
}"""


LED_TO = """(navigation, sections) => {
  const found = [];
  const places = sections.map(words => {
    const texts = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (texts.currentNode.data.includes(words)) return texts.currentNode;
  });
  for (const link of navigation.querySelectorAll('a[href*="#"]')) {
    if (link.pathname !== location.pathname || link.host !== location.host) continue;
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!target) continue;
    const inside = places.map(place => !!place && target.contains(place)), count = inside.filter(Boolean).length;
    const after = place => !!place && (target.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    const following = places.filter(after).sort((one, other) => one.compareDocumentPosition(other) & 2 ? 1 : -1)[0];
    if (count === 1) found.push(sections[inside.indexOf(true)]);
    if (count === 0 && following) found.push(sections[places.indexOf(following)]);
  }
  return found;
}"""
"""Which sections the links lead to: the one around the target, or the first that follows it (a heading, an anchor)."""
