"""`python -m scripts.studio_pictures [name ...]`: pictures of every screen of the Studio into docs/images/studio/.

From the real thing: a stack of its own with the offline model, the screens of `devkit/studio/walk.py`, both
widths, some in the dark too. Look at what came out before it is committed.
"""

import argparse
import io
from functools import partial
from pathlib import Path

from playwright.sync_api import Error as Failed
from playwright.sync_api import Page

from devkit.scripted_model.server import Script
from devkit.stack.project import Project
from devkit.studio.walk import MAIN, SCREENS, Screen, speak
from devkit.studio.world import World, make_world
from local.offline_model.author import author
from local.openai_server.parse import BadRequest
from local.openai_server.reply import Reply
from local.openai_server.server import start
from scripts.studio_stage import Scene, pillow, save_small, scene, sign_in
from shared.domain.agent.model_messages import ModelRequest
from toolchain.repository import REPOSITORY

FOLDER = REPOSITORY / "docs" / "images" / "studio"
SIZES = {1440: 900, 390: 844}
IN_GERMAN = ("home", "preview", "settings", "publish", "fix-choices")
MODEL = {"CHATBUILDER_MODEL": "offline-demo"}


class Narrator(Script):
    """Says what it was told to, and what the offline model would say where it was told nothing."""

    def respond(self, request: ModelRequest) -> Reply:
        try:
            return super().respond(request)
        except BadRequest:
            return author(request)


def main() -> int:
    """0 when all were taken."""
    parser = argparse.ArgumentParser(prog="python -m scripts.studio_pictures", description=__doc__)
    parser.add_argument("names", nargs="*", help="screens; all without one")
    parser.add_argument("--width", type=int, choices=SIZES, action="append", help="only this one")
    parser.add_argument("--all", action="store_true", help="each in the dark and in German too, to look at")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    asked = parser.parse_args()
    script, missing = Narrator(), list[str]()
    with start(script) as model, scene(model.url, MODEL) as here:
        world = make_world(Project.create(here.client, script, "react", "Rosa"))
        for width in asked.width or SIZES:
            taker = partial(take_all, here=here, world=world, asked=asked, width=width)
            missing += here.browser.run(taker, width=width, height=SIZES[width])
    print(*missing, sep="\n")
    taken = sum(path.stat().st_size for path in asked.folder.glob("*.png"))
    print(f"{len(list(asked.folder.glob('*.png')))} pictures, {taken / 1e6:.2f} MB")
    return 1 if missing else 0


def take_all(page: Page, here: Scene, world: World, asked: argparse.Namespace, width: int) -> list[str]:
    """What could not be taken, and why."""
    sign_in(page, here.stack)
    page.set_default_timeout(20_000)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    missing = []
    for screen in SCREENS:
        if asked.names and screen.name not in asked.names:
            continue
        name = f"{screen.name}-{width}"
        try:
            with screen.opened(page, f"{here.stack.api_url}/studio/", world):
                _take_each(page, asked.folder, name, screen, everything=asked.all)
        except (AssertionError, Failed) as error:
            missing.append(f"{name}: {str(error).splitlines()[0]}")
            _take(page, asked.folder / f"missing-{name}.png")
    return missing


def _take_each(page: Page, folder: Path, name: str, screen: Screen, *, everything: bool) -> None:
    page.evaluate("document.querySelector('dialog[open]') ?? document.activeElement.blur()")
    _take(page, folder / f"{name}.png")
    if everything or screen.name in MAIN:
        page.emulate_media(color_scheme="dark")
        _take(page, folder / f"{name}-dark.png")
        page.emulate_media(color_scheme="light")
    if screen.name in IN_GERMAN or everything:
        speak(page, "de")
        _take(page, folder / f"{name}-de.png")
        speak(page, None)


def _take(page: Page, path: Path) -> None:
    page.wait_for_timeout(400)
    image = pillow()
    save_small(image.open(io.BytesIO(page.screenshot())), path)


if __name__ == "__main__":
    raise SystemExit(main())
