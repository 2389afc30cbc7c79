"""Where the bridge goes into a page, for whom, and what it is."""

import pytest

from shared.services.publishing.previews.inject_reporter import PATH, bridge_asset, inject_bridge
from shared.services.publishing.previews.read_preview_asset import PreviewAsset

STUDIO = ("http://127.0.0.1:8600", "http://localhost:8600")


def asset(body: bytes, *, is_page: bool = True) -> PreviewAsset:
    return PreviewAsset(body, "text/html", '"e"', is_page, {"Cache-Control": "private, max-age=1"})


def test_it_stands_first_and_names_the_exact_origins() -> None:
    page = inject_bridge(asset(b"<head><title>x</title>"), STUDIO)
    assert page.body.startswith(f'<head><script src="/{PATH}?'.encode())
    assert b' data-studio="http://127.0.0.1:8600 http://localhost:8600"></script><title>' in page.body
    assert (page.etag, page.headers["Cache-Control"]) == ("", "private, no-store")


def test_an_origin_cannot_end_the_tag() -> None:
    page = inject_bridge(asset(b"<head>"), ['https://a"><script>alert(1)</script>'])
    assert page.body.count(b"<script") == 1


@pytest.mark.parametrize(
    ("page", "studio"),
    [
        (asset(b"<head>"), ()),
        (asset(b"<head>", is_page=False), STUDIO),
        (asset(b'<head><meta http-equiv="Content-Security-Policy" content="x">'), STUDIO),
    ],
)
def test_some_pages_are_left_alone(page: PreviewAsset, studio: tuple[str, ...]) -> None:
    assert inject_bridge(page, studio) is page


def test_the_script_is_whole_and_kept_by_a_browser() -> None:
    script = bridge_asset()
    assert (
        script.body.startswith(b"(() => {\n'use strict';")
        and b"openPicker" in script.body
        and b"openRecorder" in script.body
    )
    assert script.content_type.startswith("text/javascript")
    assert "immutable" in script.headers["Cache-Control"]
    assert b"eval(" not in script.body
    assert b"postMessage({ chatbuilder: 'hello', version: VERSION }, hidden ? '*' : around)" in script.body
