"""`python -m scripts.studio_film`: from a sentence to a page in twenty seconds or less: docs/images/studio-film.webp.

The real Studio on a stack of its own, with the offline model, as the browser paints it. Moments in which nothing
changes are shortened to a second; if all is still too long, all of it goes faster, and the script says by how much.
"""

import base64
import contextlib
import io
import itertools
from pathlib import Path
from typing import Any

import playwright.sync_api as pw
from playwright.sync_api import Page, expect

from scripts.studio_stage import Scene, pillow, scene, sign_in
from toolchain.repository import REPOSITORY

FILM = REPOSITORY / "docs" / "images" / "studio-film.webp"
WISH = "A page for my salon Rosa, with three services, opening hours and a contact form"
WIDTH, HEIGHT = 1280, 800
FRAME_MS, STILL_MS, END_MS, MOST_MS = 120, 1000, 3000, 20_000
BUILT = "iframe[title^='Preview of']"
Frame = tuple[float, bytes]


def main() -> int:
    """0 when the film is there."""
    with scene() as here:
        frames = here.browser.run(lambda page: recorded(page, here), width=WIDTH, height=HEIGHT)
    shown = spaced(frames)
    encode([picture for _, picture in shown], durations([at for at, _ in shown]))
    print(f"{FILM.relative_to(REPOSITORY)}: {len(shown)} frames, {FILM.stat().st_size / 1e6:.2f} MB")
    return 0


def recorded(page: Page, here: Scene) -> list[Frame]:
    """Everything that was painted from the first letter to the built page, with when."""
    sign_in(page, here.stack)
    frames: list[Frame] = []
    session = page.context.new_cdp_session(page)

    def keep(event: dict[str, Any]) -> None:
        frames.append((float(event["metadata"]["timestamp"]) * 1000, base64.b64decode(event["data"])))
        with contextlib.suppress(pw.Error):  # the last frames may come while the page is closed
            session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 92, "everyNthFrame": 1})
    box = page.get_by_label("Describe your app")
    box.press_sequentially(WISH, delay=25)
    box.press("Enter")
    page.wait_for_url("**/studio/apps/*")
    expect(page.get_by_text("Kept as a new revision").first).to_be_visible()
    expect(page.frame_locator(BUILT).frame_locator("iframe").locator("h1").first).to_be_visible()
    page.wait_for_timeout(1500)
    session.send("Page.stopScreencast")
    return frames


def spaced(frames: list[Frame]) -> list[Frame]:
    """At most one picture in `FRAME_MS`, the latest of each."""
    kept: list[Frame] = []
    for at, picture in frames:
        if kept and at - kept[-1][0] < FRAME_MS:
            kept[-1] = (kept[-1][0], picture)
        else:
            kept.append((at, picture))
    return kept


def durations(times: list[float]) -> list[int]:
    """How long each picture stays: as it was, at most a second, and in all no longer than the film may be."""
    stays = [min(after - at, STILL_MS) for at, after in itertools.pairwise(times)]
    print(f"{sum(stays) / 1000:.1f} s of change")
    pace = min(1.0, (MOST_MS - END_MS) / max(sum(stays), 1))
    return [max(40, round(stay * pace)) for stay in stays] + [END_MS]


def encode(pictures: list[bytes], stays: list[int], path: Path = FILM) -> None:
    """An animated WebP that goes on for ever."""
    image = pillow()
    first, *rest = [image.open(io.BytesIO(picture)).convert("RGB") for picture in pictures]
    first.save(path, "WEBP", save_all=True, append_images=rest, duration=stays, loop=0, quality=62, method=4)


if __name__ == "__main__":
    raise SystemExit(main())
