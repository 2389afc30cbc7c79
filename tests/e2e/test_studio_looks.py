"""Every screen, wide and narrow, light, dark and German: axe, console and policy find nothing, no word is cut off."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page

from devkit.scripted_model.server import ScriptedModel
from devkit.stack.client import Client
from devkit.stack.project import Make
from devkit.studio.browser import Visit
from devkit.studio.walk import MAIN, SCREENS, Screen, speak
from devkit.studio.world import CHANGE, REPLIES, World, make_world
from local.stack import LocalStack
from tests.support.depth import DEEP, sampled
from tests.support.drawn import drawn_of
from tests.support.window import faults, in_window, opened
from toolchain.studio_build import STUDIO

pytestmark = sampled
WIDTHS = {1440: 900, 390: 844}
AXE = STUDIO / "node_modules" / "axe-core" / "axe.min.js"
LOOK = (Path(__file__).parent.parent / "support" / "page_faults.js").read_text()


@pytest.fixture(scope="module")
def world(make: Make, client: Client, model: ScriptedModel) -> Iterator[World]:
    model.script.push(*REPLIES, match=CHANGE)
    made = make_world(make("react", "Rosa"))
    yield made
    client.call("DELETE", f"/admin/apps/{made.third}")  # its run would be news on the pages of the next test


def drawn(width: int) -> list[Screen]:
    """What is looked at in this width: everything, or of what is not seen first and most only every fourth one.

    Which width a screen has its turn in changes from day to day.
    """
    turn = list(WIDTHS).index(width) + date.today().toordinal()
    return [one for at, one in enumerate(SCREENS) if DEEP or one.name in MAIN or (at + turn) % 4 == 0]


@in_window(drawn_of(__file__, list(WIDTHS)), height=WIDTHS, complaints=None)
def test_nothing_to_find_fault_with(page: Page, visit: Visit, stack: LocalStack, world: World, width: int) -> None:
    opened(page, stack, "")
    found = {}
    for screen in drawn(width):
        visit.forget()
        found[screen.name] = looked_at(page, stack, world, screen)
        found[screen.name] += [] if screen.complains else faults(visit)
    assert {name: said for name, said in found.items() if said} == {}


def looked_at(page: Page, stack: LocalStack, world: World, screen: Screen) -> list[str]:
    """What is wrong with a screen, in either theme, and in the language whose words are longer."""
    with screen.opened(page, f"{stack.api_url}/studio/", world):
        page.evaluate(AXE.read_text())
        found = [f"{theme}: {fault}" for theme in ("light", "dark") for fault in _in(page, theme)]
        speak(page, "de")
        found += [f"German: {fault}" for fault in _in(page, "light")]
        speak(page, None)
        return found


def _in(page: Page, theme: str) -> list[str]:
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    said: list[str] = page.evaluate(LOOK)
    return said
