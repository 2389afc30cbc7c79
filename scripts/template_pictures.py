"""`python -m scripts.template_pictures`: what a template of each kind looks like, for the Studio's home page.

The four of a kind look alike. Look at what came out before it is committed.
"""

import io
from pathlib import Path

from playwright.sync_api import Page

from devkit.scripted_model.server import Script
from devkit.stack.project import Project
from scripts.studio_stage import Scene, pillow, scene
from toolchain.repository import REPOSITORY

FOLDER = REPOSITORY / "studio" / "src" / "features" / "home" / "pictures"
TEMPLATES = {"site": "react", "app": "react-app"}
WIDTH, HEIGHT, SHOWN = 1280, 800, (800, 500)


def main() -> int:
    """0 when both were taken."""
    with scene() as here:
        for kind, template in TEMPLATES.items():
            address = _published(here, template)
            picture = here.browser.run(lambda page, at=address: _taken(page, at), width=WIDTH, height=HEIGHT)
            _keep(picture, FOLDER / f"{kind}.webp")
    return 0


def _published(here: Scene, template: str) -> str:
    app = here.client.call("POST", "/admin/apps", {"name": "Starter", "template": template}, status=201)
    project = Project(here.client, Script(), app)
    project.built()
    return str(project.publish()["live_url"])


def _taken(page: Page, address: str) -> bytes:
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(address, wait_until="networkidle")
    return page.screenshot()


def _keep(picture: bytes, path: Path) -> None:
    image = pillow().open(io.BytesIO(picture)).convert("RGB").resize(SHOWN, 1)
    image.save(path, "WEBP", quality=80, method=6)
    print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    raise SystemExit(main())
