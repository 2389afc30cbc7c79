"""A new section in its place, and nothing else moved."""

import re

from playwright.sync_api import Page, expect

from benchmarks.quality.site import Site

TITLE = "Questions people ask"
ASKED = ("Do I need to install anything?", "Can I change it later?", "What does it cost?")
ANSWERS = (
    "No. It runs in the browser you already have.",
    "Yes, at any time, and every earlier version stays within reach.",
    "Trying it costs nothing.",
)


def check_in_its_place(site: Site) -> None:
    titles = site.open().get_by_role("main").get_by_role("heading", level=2)
    expect(titles).to_have_text(["The groundwork is done", TITLE, "From idea to published page"])


def check_answer_opens(site: Site) -> None:
    page = site.open()
    page.get_by_text("What does it cost?").click()
    page.wait_for_function(SEEN, arg="Trying it costs nothing.")


def check_answers_begin_closed(site: Site) -> None:
    page = site.open()
    page.get_by_text("Can I change it later?").wait_for()
    open_ones = [answer for answer in ANSWERS if seen(page, answer)]
    assert open_ones == [], f"open at first: {open_ones}"


def check_all_three(site: Site) -> None:
    questions = [re.compile(re.escape(question)) for question in ASKED]
    expect(site.open().get_by_text(re.compile("|".join(one.pattern for one in questions)))).to_have_text(questions)


def check_navigation(site: Site) -> None:
    page = site.open()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Questions").click()
    expect(page.get_by_role("heading", name=TITLE)).to_be_in_viewport()


def check_keyboard(site: Site) -> None:
    page = site.open()
    page.get_by_text("What does it cost?").evaluate("it => it.closest('summary, button, a, [tabindex]')?.focus()")
    page.keyboard.press("Enter")
    page.wait_for_function(SEEN, arg="Trying it costs nothing.")


def check_other_links_work(site: Site) -> None:
    page = site.open()
    page.get_by_role("navigation", name="Main").get_by_role("link", name="How it works").click()
    expect(page.get_by_role("heading", name="From idea to published page")).to_be_in_viewport()


def check_headline_kept(site: Site) -> None:
    expect(site.open().get_by_role("heading", level=1)).to_have_text("A good place to start")


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
