"""Going about a page with the keyboard alone, as a person does who sees where the focus is."""

from playwright.sync_api import Page

from tests.support.eventually import eventually

_MOST = 80
_FOCUSED = """() => {
  const at = document.activeElement;
  const named = document.getElementById(at.getAttribute("aria-labelledby"));
  return (at.ariaLabel ?? named?.textContent ?? at.labels?.[0]?.textContent ?? at.textContent).trim();
}"""


def focused(page: Page) -> str:
    """The name of what has the focus."""
    return str(page.evaluate(_FOCUSED))


def go_to(page: Page, name: str, by: str = "Tab") -> None:
    """Presses `by` until what is called `name` has the focus; what cannot be reached so is a fault."""
    met = []
    for _ in range(_MOST):
        page.keyboard.press(by)
        met.append(focused(page)[:40])
        if focused(page) == name:
            return
    raise AssertionError(f"{name!r} is not reached by {by}: {met}")


def expect_focus(page: Page, name: str) -> None:
    """The focus comes there by itself."""
    eventually(lambda: focused(page), lambda now: now == name)
