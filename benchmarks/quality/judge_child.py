"""The process in which checks run: it is told what to look at on stdin, and tells what it saw, a JSON line each."""

import base64
import importlib.util
import inspect
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Playwright, expect, sync_playwright

from benchmarks.quality.site import MOST_DIALOGS, TIMEOUT_MS, Site
from devkit.node.chromium import find_chromium

Checks = dict[str, Callable[[Site], None]]
_FLAGS = (
    "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync",
    "--disable-component-update", "--disable-dev-shm-usage", "--force-color-profile=srgb",
)  # fmt: skip
_WIDTHS = (1280, 390)
_REASON = 400
_VARIANCE = """async (png) => {
  const image = new Image(); image.src = 'data:image/png;base64,' + png; await image.decode();
  const canvas = new OffscreenCanvas(128, 96), pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0, 128, 96);
  const data = pen.getImageData(0, 0, 128, 96).data; let sum = 0, squares = 0, count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const light = (data[at] + data[at + 1] + data[at + 2]) / 3; sum += light; squares += light * light; count += 1;
  }
  return squares / count - (sum / count) ** 2;
}"""
_TOLD = os.dup(1)
_BLANK = 1.0
"""Variance of lightness (0-255) below which nothing can be seen; a line of text alone makes 20."""


def main() -> None:
    """Run the checks named, then look at the page as it is."""
    asked = json.load(sys.stdin)
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        scene = (asked["files"], asked["state"], asked["answer"])
        browser = launch(playwright) if asked["address"] else None
        tell(launched=True)
        checks = load_checks(Path(asked["check_file"]))
        for name in asked["checks"]:
            tell(check=name, began=True)
            tell(check=name, **run_check(checks, name, Site(browser, asked["address"], *scene)))
        if browser is not None and asked["look"]:
            tell(look=True, began=True)
            tell(look=True, **look(browser, asked["address"], Path(asked["shots"])))
    os._exit(0)  # what a page left running keeps nobody waiting


def launch(playwright: Playwright) -> Browser:
    """The browser of this process; what hangs it ends with the process."""
    chromium = find_chromium()
    return playwright.chromium.launch(
        executable_path=chromium.program, args=list(_FLAGS), env={**os.environ, **chromium.environment}
    )


def load_checks(file: Path) -> Checks:
    """The functions of a check.py by the id of their check."""
    spec = importlib.util.spec_from_file_location("task_checks", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = inspect.getmembers(module, inspect.isfunction)
    return {name.removeprefix("check_"): function for name, function in found if name.startswith("check_")}


def run_check(checks: Checks, name: str, site: Site) -> dict[str, Any]:
    """Passed, failed (with why), broken: the check itself is wrong; or lost: server or browser went away."""
    try:
        checks[name](site)
        verdict, why = "passed", ""
    except (AssertionError, Error) as error:
        verdict, why = "failed", shortened(str(error) or "the assertion does not hold")
        if isinstance(error, Error) and ("net::ERR_CONNECTION" in why or not site.has_browser):
            verdict = "lost"
    except Exception as error:  # whatever a check does wrong must not end the others
        verdict, why = "broken", shortened(f"{type(error).__name__}: {error}")
    if len(site.dialogs) >= MOST_DIALOGS:
        verdict, why = "failed", f"the page opened {MOST_DIALOGS} dialogs, one after the other"
    seen = {"verdict": verdict, "why": why, "errors": list(site.errors), "outside": list(site.outside)}
    try:
        site.close()
    except Error:
        seen["errors"] = site.errors[:]
    return seen


def look(browser: Browser, address: str, shots: Path) -> dict[str, Any]:
    """Pictures in two widths, what the console said, and whether there is anything to see."""
    site = Site(browser, address, {}, None, "")
    pictures: list[str] = []
    variances: list[float] = []
    for width in _WIDTHS:
        page = site.open(width=width)
        page.wait_for_timeout(300)  # what a page does after it has loaded; nothing is judged by it
        file = shots / f"{width}.png"
        picture = page.screenshot(path=file, animations="disabled")
        pictures.append(str(file))
        variances.append(variance_of(browser, picture))
    return {"errors": site.errors, "outside": site.outside, "shots": pictures, "blank": max(variances) < _BLANK}


def variance_of(browser: Browser, png: bytes) -> float:
    """How much the lightness of a picture varies, 0 when it is of one colour."""
    page = browser.new_page()
    found = float(page.evaluate(_VARIANCE, base64.b64encode(png).decode()))
    page.close()
    return found


def shortened(text: str) -> str:
    """One line that is not too long."""
    return " ".join(text.split())[:_REASON]


def tell(**fields: Any) -> None:
    """One line to whoever started this."""
    os.write(_TOLD, f"{json.dumps(fields)}\n".encode())


if __name__ == "__main__":
    os.dup2(2, 1)  # what a check prints is no answer
    main()
