"""The picture of a page: bounded in pixels and bytes, and what is cut is told."""

import os
import struct
from math import ceil
from pathlib import Path
from typing import Any

from shared.domain.builds.pictures import png_size
from shared.domain.limits import DEFAULT_LIMITS
from shared.domain.runs.image_head import image_head
from tests.support.page_driver import open_folder_of, open_html


def size_of(report: dict[str, Any]) -> tuple[int, int]:
    size = png_size(report["picture"])
    assert size is not None and len(report["picture"]) <= DEFAULT_LIMITS.screenshot_bytes
    return size


def test_a_small_page_is_shown_whole_in_at_most_a_thousand_pixels(tmp_path: Path) -> None:
    assert size_of(open_html("<h1>Small</h1>", tmp_path / "wide", layout=False)) == (1000, 625)
    assert size_of(open_html("<h1>Small</h1>", tmp_path / "phone", layout=False, width=390)) == (390, 800)


def test_the_pair_shows_a_wide_window_and_a_phone_beside_the_same_whole_picture(tmp_path: Path) -> None:
    page = (
        "<style>body { margin: 0; background: #fff } @media (max-width: 600px) { body { background: #000 } }</style>"
        "<h1>Two</h1><div style='height: 3000px'></div>"
    )
    alone = open_html(page, tmp_path / "one", layout=False)
    both = open_html(page, tmp_path / "two", layout=False, pair=True)
    assert both["picture"] == alone["picture"] and (alone["wide"], alone["phone"]) == (None, None)
    heads = [image_head(both[name]) for name in ("wide", "phone")]
    assert heads == [("image/jpeg", 768, 480), ("image/jpeg", 234, 506)]
    assert len(both["wide"]) + len(both["phone"]) < 64 * 1024
    assert [note[:11] for note in alone["notes"]] == ["The page is"] and both["notes"] == []
    assert both["tree"] == alone["tree"]


def test_two_small_pictures_cost_no_more_than_the_one_however_a_provider_counts(tmp_path: Path) -> None:
    """By pixels, by patches of 32, by tiles of 512 (at most 768 on the short side) and by tiles of 768."""
    report = open_html("<h1>Short page</h1>", tmp_path, layout=False, pair=True)
    one, pair = size_of(report), [image_head(report[name]) for name in ("wide", "phone")]
    for count in (by_pixels, by_patches, by_small_tiles, by_large_tiles):
        assert sum(count(head.width, head.height) for head in pair if head) <= count(*one), count.__name__


def by_pixels(width: int, height: int) -> int:
    return ceil(width * height / 750)


def by_patches(width: int, height: int) -> int:
    return ceil(width / 32) * ceil(height / 32)


def by_small_tiles(width: int, height: int) -> int:
    scale = min(1, 768 / min(width, height))
    return 85 + 170 * ceil(width * scale / 512) * ceil(height * scale / 512)


def by_large_tiles(width: int, height: int) -> int:
    return 258 * ceil(width / 768) * ceil(height / 768)


def test_a_pair_that_is_noise_is_bounded_in_bytes(tmp_path: Path) -> None:
    draw = (
        "<style>body { margin: 0 }</style><canvas id=c width=1440 height=900></canvas><script>"
        "const pen = c.getContext('2d'); const data = pen.createImageData(1440, 900);"
        "for (let i = 0; i < data.data.length; i++) data.data[i] = i % 4 === 3 ? 255 : Math.random() * 256;"
        "pen.putImageData(data, 0, 0)</script>"
    )
    report = open_html(draw, tmp_path, layout=False, pair=True)
    assert all(0 < len(report[name]) <= 192 * 1024 for name in ("wide", "phone"))


def test_the_layout_is_measured_in_the_window_that_was_asked_for_after_a_pair(tmp_path: Path) -> None:
    wide = "<style>@media (min-width: 1279px) and (max-width: 1281px) { p { width: 2000px } }</style><p>Wide</p>"
    report = open_html(wide, tmp_path, pair=True)
    assert [(one["kind"], one["widths"]) for one in report["layout"]["findings"]] == [("overflow", [1280])]


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
