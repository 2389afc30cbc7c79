"""Ways through the Studio's pages that tests, benchmarks and scripts share."""

import os
import subprocess
import sys
import time

from playwright.sync_api import Page

from local.stack import LocalStack
from toolchain.repository import REPOSITORY

FRAME = "iframe[title^='Draft of']"
PACKAGES_SECONDS = 240
PLACES = """() => [...document.querySelectorAll('[role=feed] article')].map(one =>
  [one.ariaPosInSet, one.getBoundingClientRect().top])"""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
SCROLLER = "[role=feed] >> xpath=.."


def address(stack: LocalStack) -> str:
    """A fresh one, as a person gets it."""
    done = subprocess.run(
        [sys.executable, "-m", "local.studio_url"], cwd=REPOSITORY, capture_output=True, text=True, timeout=180,
        env=os.environ | {"CHATBUILDER_DATA": str(stack.data_dir)}, check=True,
    )  # fmt: skip
    return done.stdout.strip()


def wait_for_packages(stack: LocalStack) -> None:
    """They are made in the background of a stack's first start."""
    s3, until = stack.boto("s3"), time.monotonic() + PACKAGES_SECONDS
    names = [bucket["Name"] for bucket in s3.list_buckets()["Buckets"] if "data" in bucket["Name"].lower()]
    while not any(s3.list_objects_v2(Bucket=name, Prefix="packages/").get("KeyCount", 0) >= 2 for name in names):
        assert time.monotonic() < until, f"no packages in {names}"
        time.sleep(0.5)


def to_the_beginning(page: Page) -> list[int]:
    """How many turns were drawn at each stop."""
    scroller, seen = page.locator(SCROLLER), []
    while True:
        scroller.evaluate("box => box.scrollBy(0, -box.clientHeight * 3)")
        page.evaluate(PAINTED)
        places = dict(page.evaluate(PLACES))
        seen.append(len(places))
        if "1" in places and scroller.evaluate("box => box.scrollTop") == 0:
            return seen
