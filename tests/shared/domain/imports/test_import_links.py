"""A page does not ask for an icon or a sheet that is not there."""

import pytest

from shared.domain.imports.import_links import without_missing_links

LINK = b'<link rel="icon" type="image/svg+xml" href="/vite.svg" />'


def test_an_icon_that_is_not_there_is_asked_for_no_more() -> None:
    page = LINK + b"\n<link\n  href='%BASE_URL%a.png' rel='apple-touch-icon'>"
    page += b"<link rel=stylesheet href='/a.css'><link rel='stylesheet' href='b.css'>"
    files, found = without_missing_links(
        {"index.html": page, "about/index.html": LINK, "public/x.html": LINK, "b.css": b""}
    )
    assert files["index.html"] == (
        b'<link rel="icon" type="image/svg+xml" href="data:," />'
        b"\n<link\n  href='data:,' rel='apple-touch-icon'><link rel='stylesheet' href='b.css'>"
    )
    assert files["about/index.html"] == LINK.replace(b"/vite.svg", b"data:,") and files["public/x.html"] == LINK
    assert [(each.code, each.path) for each in found] == [("LINKS_DROPPED", "index.html")]
    assert "a.css, a.png, vite.svg" in found[0].message


@pytest.mark.parametrize(
    "page", [LINK, LINK.replace(b"/vite", b"./vite"), LINK.replace(b"/vite.svg", b"/src/i.svg"),
             LINK.replace(b"/vite.svg", b"https://x.test/i.svg"), LINK.replace(b"/vite.svg", b"data:,"),
             b"<link " * 50_000],
)  # fmt: skip
def test_others_stay(page: bytes) -> None:
    files = {"index.html": page, "public/vite.svg": b"", "src/i.svg": b""}
    assert without_missing_links(files) == (files, [])
