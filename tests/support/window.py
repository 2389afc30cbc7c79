"""A test in a window of a browser: its page is there from the first line on; a complaint of the browser fails it."""

import functools
import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import nullcontext
from typing import Any

import pytest
from playwright.sync_api import Page

from devkit.studio.browser import Visit
from devkit.studio.pages import address
from local.stack import LocalStack
from tests.support.cut_line import Line

_TELL = """document.addEventListener('securitypolicyviolation',
  event => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))"""
Test = Callable[..., None]


def listened(page: Page) -> Visit:
    """What the browser has to complain about from now on, the policy included."""
    visit = Visit()
    visit.listen(page)
    page.add_init_script(_TELL)
    return visit


def faults(visit: Visit) -> list[str]:
    """Without what the browser itself broke off because a page was left: signing in and reloading leave one each."""
    return [said for said in visit.complaints if not said.endswith("net::ERR_ABORTED")]


def opened(page: Page, stack: LocalStack, place: str) -> None:
    """Signed in, at a place of the Studio."""
    page.goto(address(stack))
    page.get_by_label("Describe your app").wait_for()
    page.goto(f"{stack.api_url}/studio/{place}")
    page.locator("h1").first.wait_for(state="attached")  # until the sign-in is through it may still lead elsewhere


def in_window(
    widths: Sequence[Any] = (),
    *,
    width: int | None = None,
    height: int | Mapping[int, int] = 844,
    allowed: Collection[str] = (),
    complaints: Callable[[Visit], list[str]] | None = faults,
) -> Callable[[Test], Test]:
    """Runs the test in the browser's thread, with the `page` of a window this wide (or each of `widths`, its `width`).

    It may ask for the `visit`, too, and for a `line` that it can cut. Complaints with an `allowed` word are none.
    """

    def decorate(test: Test) -> Test:
        wanted = inspect.signature(test).parameters
        own = [name for name in wanted if name not in ("page", "visit", "line")]

        @functools.wraps(test)
        def run(**given: Any) -> None:
            visits: list[Visit] = []

            def script(page: Page) -> None:
                visits.append(listened(page) if complaints or "visit" in wanted else Visit())
                known = {"page": page, "visit": visits[0], "line": line} | given
                test(**{name: known[name] for name in wanted})

            with Line() if "line" in wanted else nullcontext() as line:
                proxy = line.url if line else None
                wide = width or given["width"]
                tall = height if isinstance(height, int) else height[wide]
                given["browser"].run(script, width=wide, height=tall, proxy=proxy)
            said = (
                [one for one in complaints(visits[0]) if not any(word in one for word in allowed)] if complaints else []
            )
            assert said == [], said

        names = dict.fromkeys(["browser", *([] if width else ["width"]), *own])
        asked = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names]
        run.__signature__ = inspect.Signature(asked)  # type: ignore[attr-defined]  # what pytest reads
        return pytest.mark.parametrize("width", widths)(run) if widths else run

    return decorate


with_page = in_window(width=1280, height=800, complaints=None)
"""For a page that is no Studio's, whose complaints the test looks at itself."""
