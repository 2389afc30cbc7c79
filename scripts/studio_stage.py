"""A stack of its own with the offline model, and a browser in it: where the Studio's pictures and film are taken."""

import importlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from devkit.stack.client import Client
from devkit.stack.stack import bring_assemblies, share_toolchain
from devkit.studio.browser import Browser, launch
from local.stack import LocalStack
from toolchain.repository import REPOSITORY

VERSION = "12.0.0"
FOLDER = REPOSITORY / ".chatbuilder" / "pictures" / f"pillow-{VERSION}"
COLOURS = 160


@dataclass(frozen=True)
class Scene:
    """What a script needs to show the Studio."""

    stack: LocalStack
    client: Client
    browser: Browser


@contextmanager
def scene(model_url: str | None = None, env: Mapping[str, str] | None = None) -> Iterator[Scene]:
    """Nothing is kept of it. `model_url` names a model server that answers in the offline model's place."""
    with tempfile.TemporaryDirectory(prefix="studio-") as folder:
        data = Path(folder, "data")
        share_toolchain(data)
        bring_assemblies(data)
        with (
            LocalStack(data, model_url=model_url, env=env or {}) as stack,
            Client(stack.api_url, stack.token()) as client,
            launch() as browser,
        ):
            yield Scene(stack, client, browser)


def sign_in(page: Page, stack: LocalStack) -> None:
    """By the address that the stack printed."""
    from devkit.studio.pages import address

    page.goto(address(stack))
    page.get_by_label("Describe your app").wait_for()


def pillow() -> Any:
    """The module `PIL.Image`."""
    if not FOLDER.is_dir():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(FOLDER), f"pillow=={VERSION}"]
        subprocess.run(command, check=True)
    sys.path.append(str(FOLDER))
    return importlib.import_module("PIL.Image")


def save_small(image: Any, path: Path) -> None:
    """A picture of a page needs few colours: a third of the bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image.convert("RGB").quantize(COLOURS, dither=0).save(path, "PNG", optimize=True)
