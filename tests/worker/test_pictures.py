"""The picture of a page: bounded in pixels and bytes, and what is cut is told."""

import os
import struct
from pathlib import Path
from typing import Any

from shared.domain.builds.pictures import png_size
from shared.domain.limits import DEFAULT_LIMITS
from tests.support.page_driver import open_folder_of, open_html


def size_of(report: dict[str, Any]) -> tuple[int, int]:
    size = png_size(report["picture"])
    assert size is not None and len(report["picture"]) <= DEFAULT_LIMITS.screenshot_bytes
    return size


def test_a_small_page_is_shown_whole_in_at_most_a_thousand_pixels(tmp_path: Path) -> None:
    assert size_of(open_html("<h1>Small</h1>", tmp_path / "wide", layout=False)) == (1000, 625)
    assert size_of(open_html("<h1>Small</h1>", tmp_path / "phone", layout=False, width=390)) == (390, 800)


def test_a_page_of_a_hundred_thousand_pixels_is_cut_and_told(tmp_path: Path) -> None:
    report = open_html(
        "<div style='height: 100000px; background: linear-gradient(red, blue)'>Long</div>", tmp_path / "d"
    )
    assert size_of(report) == (1000, 1250)
    assert len(report["notes"]) == 1 and "px high; its picture shows 1600 px from 0 on." in report["notes"][0]
    assert report["layout"] is not None


def test_a_page_of_noise_is_made_smaller_until_it_fits(tmp_path: Path) -> None:
    draw = (
        "<canvas id=c width=1280 height=1600></canvas><script>const pen = c.getContext('2d');"
        "const data = pen.createImageData(1280, 1600); for (let i = 0; i < data.data.length; i += 4) {"
        "for (let k = 0; k < 3; k++) data.data[i + k] = Math.random() * 256; data.data[i + 3] = 255 }"
        "pen.putImageData(data, 0, 0)</script>"
    )
    wide, high = size_of(open_html(draw, tmp_path / "d", layout=False))
    assert wide < 1000 and high < 1250


def test_an_image_of_fifty_megabytes_is_shown_small(tmp_path: Path) -> None:
    side = 4096
    head = struct.pack("<2sIHHI", b"BM", 54 + side * side * 3, 0, 0, 54)
    head += struct.pack("<IiiHHIIiiII", 40, side, side, 1, 24, 0, side * side * 3, 0, 0, 0, 0)
    (tmp_path / "big.bmp").write_bytes(head + os.urandom(side) * (side * 3))
    (tmp_path / "index.html").write_text("<!doctype html><title>x</title><h1>Big</h1><img alt=Noise src=/big.bmp>")
    report = open_folder_of(tmp_path)
    assert size_of(report)[0] <= 1000 and 'heading "Big"' in report["tree"]
    assert any(one["kind"] == "overflow" for one in report["layout"]["findings"])


def test_a_page_that_never_comes_to_rest_is_seen_all_the_same(tmp_path: Path) -> None:
    restless = (
        "<h1>Restless</h1><div id=d></div><script>let n = 0; setInterval(() => { d.textContent = n++;"
        "d.style.width = `${n % 900}px`; fetch('/?' + n).catch(() => {}) }, 5);"
        "const spin = () => { document.body.style.paddingLeft = `${n % 7}px`;"
        "requestAnimationFrame(spin) }; spin()</script>"
    )
    report = open_html(restless, tmp_path / "d", actions=[{"do": "wait", "name": None, "selector": None, "text": "x"}])
    assert 'heading "Restless"' in report["tree"] and report["layout"] is not None
    assert size_of(report) == (1000, 625)
    assert report["actions"][0]["message"] == "It did not appear within 5 seconds."


def test_a_page_that_breaks_what_measuring_needs_is_reported_without_it(tmp_path: Path) -> None:
    broken = (
        "<h1>Broken</h1><script>document.elementFromPoint = null; Array.prototype.map = null; Map = 1;"
        "window.getComputedStyle = null; JSON.stringify = () => '{}';"
        "Element.prototype.getBoundingClientRect = () => { throw new Error('no') }</script>"
    )
    report = open_html(broken, tmp_path / "d")
    assert report["layout"] is not None and report["layout"]["findings"] == [], "it is measured in a world of its own"
